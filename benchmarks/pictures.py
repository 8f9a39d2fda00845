"""The pictures in the documents: ``python -m benchmarks.pictures`` makes them anew.

``docs/images/demo.jpg`` is the annotated picture that ``kiebitz demo`` leaves behind;
``docs/images/table.jpg`` shows a few pretend tables.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from kiebitz.cli import run
from simulator.draw import draw_scene
from simulator.render import render

IMAGES = Path("docs/images")


def demo_picture() -> npt.NDArray[np.uint8]:
    """Return the picture that the demo leaves."""
    with tempfile.TemporaryDirectory() as folder:
        if run(["demo", "--out", folder]):
            raise SystemExit("the demo failed")
        return np.asarray(cv2.imread(f"{folder}/tink-demo.png"), dtype=np.uint8)


def table_picture(*, columns: int = 3, rows: int = 2, width_px: int = 400) -> npt.NDArray[np.uint8]:
    """Return a sheet of random pretend tables, of every tier and style."""
    tiles = []
    for number in range(columns * rows):
        rng = np.random.default_rng([2026, number])
        tier = ("easy", "normal", "hard")[number % 3]
        style = ("wood", "kit", "vinyl", "card", "wood", "kit")[number % 6]
        picture = render(draw_scene(rng, tier=tier, style=style)).image  # type: ignore[arg-type]
        height = width_px * picture.shape[0] // picture.shape[1]
        tiles.append(cv2.resize(picture, (width_px, height), interpolation=cv2.INTER_AREA))
    return np.asarray(
        np.vstack([np.hstack(tiles[row * columns : (row + 1) * columns]) for row in range(rows)]), dtype=np.uint8
    )


def main() -> None:
    """Write every picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    shown = cv2.resize(demo_picture(), None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    for name, image in (("demo.jpg", shown), ("table.jpg", table_picture())):
        cv2.imwrite(str(IMAGES / name), image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        print(IMAGES / name)


if __name__ == "__main__":
    main()
