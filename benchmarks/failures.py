"""The pictures that Kiebitz does worst with: ``python -m benchmarks.failures MARKS.jsonl docs/images``.

MARKS is what ``benchmarks.vision`` left in ``build/bench-vision``. A sheet a game shows, from left to right, a board
that was not found or found in a wrong place (the truth in red, what was found in amber), the picture with
the most wrong answers, and the one with the most cells that were asked for again. Wrong answers are ringed in red.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from benchmarks.examination import GAMES, simulated
from benchmarks.marks import Mark
from benchmarks.renders import Render
from benchmarks.vision import Progress
from calibration.places import Place
from core.reading import is_edge
from kiebitz.eye.seer import Seer
from kiebitz.pictures.overlay import overlay, square_px
from vision.views import Image

_TRUTH, _FOUND = (40, 40, 230), (0, 190, 255)
_WIDTH, _HEIGHT = 460, 400
_MARGIN = 0.12
"""Margin shown around the board, as a share of its extent."""


def worst(marks: Iterable[Mark], game: str) -> list[Mark]:
    """Return the simulated pictures of *game* to show: a board missed, the most wrong, the most unsure, each once."""
    mine = [mark for mark in marks if mark.group == "simulated" and mark.game == game]
    missed = [mark for mark in mine if not mark.found]
    read = [mark for mark in mine if mark.found and mark.readable]
    chosen = missed[:1]
    for count in (_wrong, _unsure):
        faulty = [mark for mark in read if mark not in chosen and count(mark)]
        chosen += [max(faulty, key=count)] if faulty else []
    return chosen


def _wrong(mark: Mark) -> int:
    return mark.answered - mark.answered_right


def _unsure(mark: Mark) -> int:
    return mark.cells - mark.answered


def drawn(mark: Mark) -> Image:
    """Return the picture of *mark* as Kiebitz saw it, with what is wrong."""
    truth = simulated(mark.game, int(mark.key.rpartition("/")[2]))
    seer = Seer(truth.kit)
    place = seer.find(truth.image)
    out = truth.image.copy()
    if mark.found and place is not None:
        reading = seer.read(truth.image, place, {})
        out = overlay(truth.image, place, reading, legend=False)
        for cell in (fault.partition(":")[0] for fault in mark.faults):
            if cell not in (*reading.unsure, *reading.covered):
                _ring(out, place, cell)
    else:
        _outlined(out, truth.registration.corners_px, _TRUTH)
        if place is not None:
            _outlined(out, place.corners_px, _FOUND)
    return _cut(out, truth)


def _ring(out: Image, place: Place, name: str) -> None:
    square = square_px(place, name)
    radius = float(np.linalg.norm(square[1] - square[0])) / 2 * (1.5 if is_edge(name) else 1.0)
    middle = np.round(square.mean(axis=0)).astype(int)
    cv2.circle(out, tuple(middle.tolist()), round(radius), _TRUTH, 3, cv2.LINE_AA)


def _outlined(out: Image, corners: np.ndarray, paint: tuple[int, int, int]) -> None:
    cv2.polylines(out, [np.round(corners).astype(np.int32)], True, paint, 4, cv2.LINE_AA)


def _cut(out: Image, truth: Render) -> Image:
    """Return the board's surroundings, at the size of a tile of a sheet."""
    low, high = truth.registration.corners_px.min(axis=0), truth.registration.corners_px.max(axis=0)
    middle, half = (low + high) / 2, (high - low) * (0.5 + _MARGIN)
    half = np.maximum(half, half[::-1] * np.array([_WIDTH / _HEIGHT, _HEIGHT / _WIDTH]))
    scale = _WIDTH / (2 * half[0])
    M = np.array([[scale, 0, _WIDTH / 2 - scale * middle[0]], [0, scale, _HEIGHT / 2 - scale * middle[1]]])
    shrunk = out if scale > 1 else cv2.blur(out, (max(1, round(1 / scale)),) * 2)
    return np.asarray(cv2.warpAffine(shrunk, M, (_WIDTH, _HEIGHT), borderValue=(205, 208, 212)), dtype=np.uint8)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a sheet of each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("marks", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    options = parser.parse_args(arguments)
    if not options.marks.is_file():
        parser.error(f"there is no file {options.marks}; `make bench-vision` leaves one in build/bench-vision")
    marks = Progress(options.marks, fresh=False).marks.values()
    options.folder.mkdir(parents=True, exist_ok=True)
    for game in options.game or GAMES:
        chosen = worst(marks, game)
        if not chosen:
            print(f"{game}: nothing went wrong")
            continue
        path = options.folder / f"failures-{game}.jpg"
        cv2.imwrite(str(path), np.hstack([drawn(mark) for mark in chosen]), [cv2.IMWRITE_JPEG_QUALITY, 80])
        print(f"{path}: {', '.join(f'{mark.key} ({mark.tier})' for mark in chosen)}")


if __name__ == "__main__":
    main()
