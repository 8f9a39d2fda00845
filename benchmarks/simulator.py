"""How fast pictures are made, and what they look like: ``python -m benchmarks.simulator [--sheet FILE.png]``.

Times are CPU time on one core. The sheet shows one picture after another at half size.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np

from simulator.draw import Tier, draw_scene
from simulator.render import render
from simulator.table import Table

TIERS: tuple[Tier, ...] = ("easy", "normal", "hard")


def main() -> None:
    """Print the times, and write the sheet if one is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sheet", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    images, times = [], []
    for index in range(options.pictures):
        started = time.process_time()
        scene = draw_scene(np.random.default_rng([options.seed, index]), tier=TIERS[index % 3])
        images.append(render(scene).image)
        times.append(1000 * (time.process_time() - started))
    print(f"a picture of 1280 × 960: {np.median(times):.0f} ms (middle of {len(times)}), {max(times):.0f} ms at most")
    table = Table.draw(np.random.default_rng(options.seed))
    contents = {f"{column}{row}": ("As", "Bs")[row % 2] for column in "bcdef" for row in (2, 5)}
    for name, hand in (("a frame of a game", None), ("a frame with a hand", "c4")):
        started = time.process_time()
        for seed in range(5):
            table.picture(contents, hand=hand, seed=seed)
        print(f"{name}: {200 * (time.process_time() - started):.0f} ms")
    if options.sheet:
        small = [cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for image in images]
        rows = [np.hstack(small[i : i + 3]) for i in range(0, len(small) - len(small) % 3, 3)]
        cv2.imwrite(str(options.sheet), np.vstack(rows))


if __name__ == "__main__":
    main()
