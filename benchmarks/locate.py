"""How well boards are found: ``python -m benchmarks.locate FOLDER…``.

A folder with ``boards.json`` holds photographs with the corners of an 8 × 8 board; one
with a JSON file beside each picture holds renders, and the pictures of any other folder
(given after ``--none``) show no board and must be told so.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.locate import locate
from kits.tink import KIT

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture and the truth: corners (4, 2) px in any cyclic order, None where there is no board."""

    picture: Path
    corners_px: Array | None
    tolerance_px: float = 0.0


def cases_in(folder: Path) -> Iterator[Case]:
    """Yield the pictures of *folder* that have a truth."""
    index = folder / "boards.json"
    if index.exists():
        for record in json.loads(index.read_text(encoding="utf-8")):
            corners = np.array(record["corners"], dtype=np.float64)
            yield Case(folder / record["file"], corners, record["corner_tolerance_px"])
        return
    for record_file in sorted(folder.rglob("*.json")):
        record = json.loads(record_file.read_text(encoding="utf-8"))
        picture = record_file.with_suffix(".jpg")
        if picture.exists() and "corners_px" in record:
            yield Case(picture, np.array(record["corners_px"], dtype=np.float64))


def negatives_in(folder: Path) -> Iterator[Case]:
    """Yield the pictures of *folder*, which show no board."""
    for picture in sorted(folder.rglob("*")):
        if picture.suffix.lower() in (".jpg", ".jpeg", ".png"):
            yield Case(picture, None)


def error_of(found: Array, truth: Array) -> tuple[float, float]:
    """Return the worst corner's distance under the best cyclic match in px, and in parts of the mean side."""
    side = float(np.linalg.norm(truth - np.roll(truth, 1, axis=0), axis=1).mean())
    turns = (np.roll(way, k, axis=0) for way in (truth, truth[::-1]) for k in range(4))
    worst = min(float(np.linalg.norm(found - turn, axis=1).max()) for turn in turns)
    return worst, worst / side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs="*", type=Path, default=[])
    parser.add_argument("--none", nargs="*", type=Path, default=[], help="folders of pictures without an 8 x 8 board")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        _report(folder, list(cases_in(folder)))
    for folder in arguments.none:
        _report(folder, list(negatives_in(folder)))


def _report(folder: Path, cases: list[Case]) -> None:
    right, times, parts = 0, [], []
    print(f"\n{folder}")
    for case in cases:
        image = cv2.imread(str(case.picture))
        if image is None:
            print(f"{case.picture.name:24} cannot be read")
            continue
        start = time.process_time()
        found = locate(np.asarray(image, dtype=np.uint8), KIT)
        times.append(1e3 * (time.process_time() - start))
        says = f"{case.picture.name:24} {found.method if found else 'none':8} {times[-1]:6.0f} ms"
        if case.corners_px is None or found is None:
            good = case.corners_px is None and found is None
        else:
            off_px, part = error_of(found.corners_px, case.corners_px)
            parts.append(part)
            good = part <= 0.01 or off_px <= case.tolerance_px
            says += f"  {100 * part:5.2f} %  rms {found.error_px:.2f} px"
        right += good
        print(says if good else f"{says}  WRONG")
    if times:
        mean = f", median error {100 * float(np.median(parts)):.2f} %" if parts else ""
        print(
            f"{right} of {len(times)} right{mean}, median {float(np.median(times)):.0f} ms, slowest {max(times):.0f} ms"
        )


if __name__ == "__main__":
    main()
