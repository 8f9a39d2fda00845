"""How fast pictures are made, and what they look like: ``python -m benchmarks.simulator [--sheet FILE.png]``.

Times are CPU time on one core. The sheet shows one picture after another at half size;
with ``--truth`` cells, outlines and rods are drawn over them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from kits.tink import KIT
from simulator.draw import Tier, draw_scene
from simulator.render import render
from simulator.scene import Image, Picture
from simulator.table import Table

TIERS: tuple[Tier, ...] = ("easy", "normal", "hard")
KITS: dict[str, tuple[Kit, ...]] = {
    "tink": (tink.KIT,),
    "ting": (ting.KIT,),
    "tingle": (tingle.KIT, tingle.WITH_PYRAMIDS),
    "tabik": tuple(tabik.kit(board_size=side) for side in tabik.SIZES),
    "tinker_tactics": tuple(tinker_tactics.kit(players=players) for players in (2, 4)),
}


def main() -> None:
    """Print the times, and write the sheet if one is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=KITS, action="append", help="all if left out")
    parser.add_argument("--style", help="of the board; any if left out")
    parser.add_argument("--pictures", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--truth", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    pictures = []
    for game in options.game or KITS:
        kits, times = KITS[game], []
        for index in range(options.pictures):
            started = time.process_time()
            rng, kit = np.random.default_rng([options.seed, index]), kits[index % len(kits)]
            pictures.append(render(draw_scene(rng, tier=TIERS[index % 3], kit=kit, style=options.style)))
            times.append(1000 * (time.process_time() - started))
        middle = np.median(times)
        print(
            f"{game:15} {middle:4.0f} ms a picture of 1280 × 960 ({1000 / middle:.1f} a second), {max(times):.0f} most"
        )
    _table(options.seed)
    if options.sheet:
        images = [_marked(picture) if options.truth else picture.image for picture in pictures]
        small = [cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for image in images]
        rows = [np.hstack(small[i : i + 3]) for i in range(0, len(small) - len(small) % 3, 3)]
        cv2.imwrite(str(options.sheet), np.vstack(rows))


def _table(seed: int) -> None:
    table = Table.draw(np.random.default_rng(seed), kit=KIT)
    contents = {f"{column}{row}": ("As", "Bs")[row % 2] for column in "bcdef" for row in (2, 5)}
    for name, hand in (("a frame of a game", None), ("a frame with a hand", "c4")):
        started = time.process_time()
        for number in range(5):
            table.picture(contents, hand=hand, seed=number)
        print(f"{name}: {200 * (time.process_time() - started):.0f} ms")


def _marked(picture: Picture) -> Image:
    """Return the picture with the middles of cells, the outlines of pieces and the edges that bear rods."""
    image, truth = picture.image.copy(), picture.truth
    plan, place = truth.registration.plan, truth.registration
    for piece in truth.pieces:
        cv2.polylines(image, [np.rint(piece.outline_px).astype(np.int32)], True, (0, 255, 255), 2, cv2.LINE_AA)
    for x, y in np.rint(place.px_from_board([plan.centre_mm(cell) for cell in plan.cells])).astype(int):
        cv2.circle(image, (int(x), int(y)), 4, (255, 0, 255), -1)
    for edge, seen in truth.edges.items():
        if seen.rod:
            middle = np.mean([plan.centre_mm(cell) for cell in edge.split("-")], axis=0)
            x, y = np.rint(place.px_from_board([middle])[0]).astype(int)
            cv2.drawMarker(image, (int(x), int(y)), (0, 255, 0), cv2.MARKER_CROSS, 14, 2)
    return image


if __name__ == "__main__":
    main()
