"""How well loose dice in photographs are read: ``python -m benchmarks.dice [FOLDER]``.

The folder (``../shared/photos/dice`` by default) has d6 with pips and an index of boxes and
values; those without a box are left out. Nothing is known of the camera, so each die is
taken as seen from straight above, in the middle of its box and of a size to fit.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice import told, with_tops
from vision.die_views import REACH_PX, TOP_PX, FaceViews
from vision.network import FACE_MODEL, FACES, TOP_MODEL, Floats, Model
from vision.views import Image

_REACH = 0.5
"""A d6's reach from its middle, as a share of its bounding box.

The reach is 0.71 of the die's edge, and the box of a die turned at random and seen from 65° measures 1.4 edges.
"""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in px."""
_SIZES = (0.9, 1.0, 1.12)
_TURNS = 8


def views_of(box: Box, model: Model, reach_px: float) -> FaceViews:
    """Return views of a die in the *box* for *model*, in several sizes and turns, its reach about *reach_px*."""
    left, top, right, bottom = box
    frame = model.frame
    homographies = []
    for size in _SIZES:
        scale = size * _REACH * float(np.hypot(right - left, bottom - top)) / np.sqrt(2) / reach_px
        for turn in 2 * np.pi * np.arange(_TURNS) / _TURNS:
            c, s = scale * np.cos(turn), scale * np.sin(turn)
            x, y = (left + right) / 2, (top + bottom) / 2
            u, v = frame.foot
            homographies.append([[c, -s, x - c * u + s * v], [s, c, y - s * u - c * v], [0, 0, 1]])
    return FaceViews(frame, np.array(homographies), np.tile([0.5, 0.0, 0.0], (len(homographies), 1)))


def scores_of(image: Image, box: Box) -> Floats:
    """Return the mean scores (6,) of the values of a d6 in *box*, by both looks at upper faces."""
    faces, tops = (
        told(model, image, views_of(box, model, reach_px)).mean(axis=0, keepdims=True)
        for model, reach_px in ((FACE_MODEL, REACH_PX), (TOP_MODEL, TOP_PX))
    )
    return np.asarray(with_tops(faces, tops)[0, [kind == 6 for kind, _ in FACES]], dtype=np.float32)


def main() -> None:
    """Print how many are read right, by value."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("../shared/photos/dice"))
    folder: Path = parser.parse_args().folder
    seen: Counter[tuple[int, int]] = Counter()
    records: list[dict[str, Any]] = json.loads((folder / "dice.json").read_text(encoding="utf-8"))
    for record in records:
        image = cv2.imread(str(folder / record["file"]))
        assert image is not None, record["file"]
        for die in record["dice"]:
            if die["bbox"]:
                scores = scores_of(np.asarray(image, dtype=np.uint8), tuple(die["bbox"]))
                seen[die["value"], int(scores.argmax()) + 1] += 1
    right = sum(n for (true, read), n in seen.items() if true == read)
    print(f"{right} of {seen.total()} right")
    for (true, read), n in sorted(seen.items()):
        if true != read:
            print(f"{n:4} × {true} read as {read}")


if __name__ == "__main__":
    main()
