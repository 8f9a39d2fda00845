"""The calibration target as pages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import cv2
import numpy as np

from kits.inks import BLACK, GRID, MUTED, TEXT
from kits.target import COLUMNS, PATCHES, ROWS, Target, target
from printkit.board import modules_area
from printkit.drawing import Area, Drawing, Label, Pose, Shape, Stroke, moved
from printkit.flow import larger, lines
from printkit.job import Job, dyed
from printkit.sheets import Page, bind, body
from printkit.typeface import LEAST_WORDS_MM, width_mm
from printkit.wording import worded

TITLE = "Calibration target"
_MODULES = 6
_HOW = (
    "Do not cut this sheet. Measure the chessboard with a steel ruler: it should be {0:g} mm across and {1:g} mm down. "
    "Or scan it, or lay it flat on a dark table and photograph it from at least three sides. Then type "
    "kiebitz verify-print PICTURE…"
)


def target_pages(job: Job) -> tuple[Page, ...]:
    """Return the target for the paper of *job*, on both sides for a duplex job."""
    front, back = target(job.paper.name), target(job.paper.name, back=True)
    shapes = tuple(_side(front, job))
    behind = tuple(_side(back, job)) if job.duplex else None
    return (Page(TITLE, shapes, first="leave this sheet whole.", portion="target", back=behind),)


def draw_target(job: Job) -> Drawing:
    """Return the target as a document of its own."""
    sheets = bind(target_pages(job), job.sheet, "Kiebitz", duplex=job.duplex)
    return Drawing(f"Kiebitz: {worded(TITLE)}", f"ChArUco board on {job.paper.title}", sheets, job.duplex)


def _side(side: Target, job: Job) -> Iterable[Shape]:
    yield from _chessboard(side)
    left, top, right, bottom = side.card_mm
    step = (right - left) / len(PATCHES)
    for number, ink in enumerate(PATCHES):
        box = (left + step * number, top, left + step * (number + 1), bottom)
        yield from dyed((Area.box(box, fill=ink, stroke=Stroke(GRID, 0.15)),), job)
    size = LEAST_WORDS_MM * job.sheet.words
    names = [worded(ink.name.split()[-1]) for ink in PATCHES]
    rows = 1 if max(width_mm(name, size) for name in names) < step - 1.0 else 2
    for number, name in enumerate(names):
        at = left + step * (number + 0.5), bottom + 0.3 + size * (1 + number % rows)
        yield Label(name, at, size, MUTED, align="centre")
    top = bottom + 1.5 + size * rows
    room = body(job.sheet)
    how = partial(lines, _HOW.format(*side.size_mm), size_mm=LEAST_WORDS_MM, ink=TEXT)
    sizes = (larger(how, room[2] - room[0], words) for words in (job.sheet.words, 1.0))
    words = next((block for block in sizes if top + block.height_mm <= room[3]), how(room[2] - room[0]))
    yield from moved(words.shapes, Pose(room[0], top))


def _chessboard(side: Target) -> Iterable[Shape]:
    """Yield the black squares, and the markers in the white ones, arranged like OpenCV's CharucoBoard."""
    x0, y0 = side.at_mm
    square, inset = side.square_mm, (side.square_mm - side.marker_mm) / 2
    code = side.first_code
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    for row in range(ROWS):
        for column in range(COLUMNS):
            left, top = x0 + column * square, y0 + row * square
            if (row + column) % 2 == 0:
                yield Area.box((left, top, left + square, top + square), fill=BLACK)
                continue
            black = np.asarray(cv2.aruco.generateImageMarker(dictionary, code, _MODULES)) == 0
            a, b, c, d = left + inset, top + inset, left + square - inset, top + square - inset
            yield modules_area(black, ((a, b), (c, b), (c, d), (a, d)))
            code += 1
