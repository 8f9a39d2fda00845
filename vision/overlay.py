"""A reading drawn over its picture, for people to check: grid, contents, doubts."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from itertools import chain, repeat

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place, board_with, boards_of
from calibration.registration import Registration
from core.reading import EMPTY
from vision.reader import BoardReading
from vision.views import Image

Array = npt.NDArray[np.float64]
Bgr = tuple[int, int, int]

PAINT: Mapping[str, Bgr] = {
    "red": (48, 48, 220),
    "yellow": (40, 205, 245),
    "green": (72, 160, 40),
    "blue": (210, 96, 32),
    "purple": (165, 50, 125),
    "cyan": (215, 190, 30),
    "orange": (30, 130, 245),
    "black": (34, 34, 34),
    "white": (246, 246, 246),
    "clear": (225, 215, 200),
}
_UNKNOWN: Bgr = (150, 150, 150)
_LINE: Bgr = (255, 230, 120)
_DOUBT: Bgr = (0, 190, 255)
_HIDDEN: Bgr = (130, 130, 130)
_FONT = cv2.FONT_HERSHEY_DUPLEX
_SHIFT = 4
_NAMED, _LINE_LENGTH = 8, 16
"""So many doubtful cells are named in the legend, and so many letters are on a line of it."""
_ROD_SHARE = 0.55
"""Badges of rods are so much smaller than those of pieces."""


def overlay(image: Image, place: Place, board: BoardReading, *, legend: bool = True) -> Image:
    """Return a copy of *image* with the grid, a badge on every piece and marks on what is unsure or covered.

    A badge bears the size in the seat's colour, and below it a bar as long as the reader
    is certain. Row and column names run along the sides; seats stand in the corner that hides the least of the
    board, if a *legend* is wanted.
    """
    out = image.copy()
    unit = max(10.0, float(np.median(board.views.px_per_cell)))
    sizes = dict(zip(board.views.cells, board.views.px_per_cell, strict=True))
    _shade(out, place, board)
    for registration in boards_of(place):
        _draw_grid(out, registration, unit)
    for cell in sorted(board.reading.cells, key=lambda name: _middle(place, name)[1]):
        content, certainty = next(iter(board.reading.probabilities(cell).items()))
        if content != EMPTY or cell in board.unsure:
            paint = _paint(board, content)
            here = sizes.get(cell, unit) * (_ROD_SHARE if "-" in cell else 1.0)
            _draw_badge(out, place, cell, content, certainty, paint, doubtful=cell in board.unsure, unit=here)
    for registration in boards_of(place):
        _draw_names(out, registration, unit)
    if legend:
        _draw_seats(out, place, board)
    return out


def _paint(board: BoardReading, content: str) -> Bgr:
    """Return the colour of a badge: the seat's, a stone's own, or that of rods."""
    own: Mapping[str, Bgr] = {EMPTY: _UNKNOWN, "b": PAINT["black"], "w": PAINT["white"], "rod": _LINE}
    return own[content] if content in own else PAINT.get(board.colours.get(content[0], ""), _UNKNOWN)


def _words(content: str) -> str:
    """Return what stands on a badge: a kind, a die's value, a stone's colour."""
    if content in (EMPTY, "rod"):
        return "?" if content == EMPTY else ""
    return content[content.find("=") + 1 or 1 :].upper() if len(content) > 1 else content.upper()


def _middle(place: Place, name: str) -> Array:
    registration = board_with(place, name.split("-"))
    return np.asarray(registration.px_from_board([_middle_mm(registration, name)])[0])


def _middle_mm(registration: Registration, name: str) -> tuple[float, float]:
    """Return the middle of a cell, or of the edge between two (``b2-c2``)."""
    middles = [registration.plan.centre_mm(cell) for cell in name.split("-")]
    xs, ys = zip(*middles, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def square_px(place: Place, cell: str) -> Array:
    """Return the corners (4, 2) in px of a cell, or of a third of one around the middle of an edge (``b2-c2``)."""
    registration = board_with(place, cell.split("-"))
    x, y = _middle_mm(registration, cell)
    half = registration.plan.pitch_mm / (6 if "-" in cell else 2)
    return registration.px_from_board(
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    )


def _fixed(points: Array) -> npt.NDArray[np.int32]:
    return np.asarray(np.round(points * (1 << _SHIFT)), dtype=np.int32)


def _shade(out: Image, place: Place, board: BoardReading) -> None:
    """Darken covered cells, and tint those to be shown again."""
    for names, paint, strength in ((board.covered, _HIDDEN, 0.6), (board.unsure, _DOUBT, 0.35)):
        if names:
            layer = out.copy()
            for cell in names:
                cv2.fillConvexPoly(layer, _fixed(square_px(place, cell)), paint, cv2.LINE_AA, _SHIFT)
            out[:] = cv2.addWeighted(layer, strength, out, 1 - strength, 0)


def _draw_grid(out: Image, registration: Registration, unit: float) -> None:
    plan = registration.plan
    along = np.linspace(0.0, 1.0, 17)
    width = max(1, round(unit / 90))
    for index in range(plan.columns + 1):
        x = np.full_like(along, index * plan.pitch_mm)
        _draw_line(out, registration.px_from_board(np.column_stack([x, along * plan.height_mm])), width)
    for index in range(plan.rows + 1):
        y = np.full_like(along, index * plan.pitch_mm)
        _draw_line(out, registration.px_from_board(np.column_stack([along * plan.width_mm, y])), width)


def _draw_line(out: Image, points: Array, width: int) -> None:
    cv2.polylines(out, [_fixed(points)], False, (60, 60, 60), width + 1, cv2.LINE_AA, _SHIFT)
    cv2.polylines(out, [_fixed(points)], False, _LINE, width, cv2.LINE_AA, _SHIFT)


def _draw_badge(
    out: Image,
    place: Place,
    cell: str,
    content: str,
    certainty: float,
    paint: Bgr,
    *,
    doubtful: bool,
    unit: float,
) -> None:
    """Draw a disc at the near side of *cell* so that the piece itself stays visible."""
    square = square_px(place, cell)
    centre = _middle(place, cell)
    low = square[np.argsort(square[:, 1])[2:]].mean(axis=0)
    at = centre + (low - centre) * 0.62
    radius = 0.2 * unit
    edge = _DOUBT if doubtful else (20, 20, 20)
    cv2.circle(out, _point(at), round((radius + unit * 0.035) * 16), edge, -1, cv2.LINE_AA, _SHIFT)
    cv2.circle(out, _point(at), round(radius * 16), paint, -1, cv2.LINE_AA, _SHIFT)
    _write(out, _words(content), at, 0.26 * unit, _ink_on(paint))
    left, right = at + np.array([-radius, radius * 1.55]), at + np.array([radius, radius * 1.55])
    thick = max(2, round(unit * 0.05))
    cv2.line(out, _point(left), _point(right), (40, 40, 40), thick + 2, cv2.LINE_AA, _SHIFT)
    reach = left + (right - left) * certainty
    cv2.line(out, _point(left), _point(reach), _DOUBT if doubtful else (120, 230, 120), thick, cv2.LINE_AA, _SHIFT)


def _draw_names(out: Image, registration: Registration, unit: float) -> None:
    plan = registration.plan
    off = 0.32 * plan.pitch_mm
    for column in range(plan.columns):
        at = registration.px_from_board([((column + 0.5) * plan.pitch_mm, plan.height_mm + off)])[0]
        _write(out, chr(97 + column), at, 0.22 * unit, _LINE, halo=True)
    for row in range(plan.rows):
        at = registration.px_from_board([(-off, (plan.rows - row - 0.5) * plan.pitch_mm)])[0]
        _write(out, str(row + 1), at, 0.22 * unit, _LINE, halo=True)


def _draw_seats(out: Image, place: Place, board: BoardReading) -> None:
    size = max(16.0, out.shape[0] / 45)
    lines: list[tuple[str, Bgr | None]] = [
        (f"{seat} {name}", PAINT[name]) for seat, name in sorted(board.colours.items())
    ]
    if board.unsure:
        more = f" and {len(board.unsure) - _NAMED} more" if len(board.unsure) > _NAMED else ""
        told = f"show again: {' '.join(board.unsure[:_NAMED])}{more}"
        lines += zip(textwrap.wrap(told, _LINE_LENGTH), chain([_DOUBT], repeat(None)), strict=False)
    if board.covered:
        lines.append((f"covered: {len(board.covered)} cells", _HIDDEN))
    if not lines:
        return
    widths = [cv2.getTextSize(text, _FONT, size / 30, 1)[0][0] for text, _ in lines]
    box = _freest_corner(out, place, int(size * (1.7 * len(lines) + 1)), int(max(widths) + 4 * size))
    box[:] = cv2.addWeighted(box, 0.35, np.full_like(box, 24), 0.65, 0)
    for index, (text, paint) in enumerate(lines):
        y = size * (1.35 + 1.7 * index)
        if paint is not None:
            cv2.circle(box, _point(np.array([1.2 * size, y])), round(0.5 * size * 16), paint, -1, cv2.LINE_AA, _SHIFT)
        origin = (int(2.4 * size), int(y + 0.36 * size))
        cv2.putText(box, text, origin, _FONT, size / 30, (240, 240, 240), 1, cv2.LINE_AA)


def _freest_corner(out: Image, place: Place, height: int, width: int) -> Image:
    """Return the part of *out* in that of its corners, the top left one first, where least of the boards is."""
    boards = np.zeros(out.shape[:2], dtype=np.uint8)
    for registration in boards_of(place):
        plan, rim = registration.plan, 0.5 * registration.plan.pitch_mm
        x, y = plan.width_mm + rim, plan.height_mm + rim
        cv2.fillConvexPoly(
            boards, _fixed(registration.px_from_board([(-rim, -rim), (x, -rim), (x, y), (-rim, y)])), 1, shift=_SHIFT
        )
    corners = [
        (rows, columns)
        for rows in (slice(height), slice(-height, None))
        for columns in (slice(width), slice(-width, None))
    ]
    return out[min(corners, key=lambda corner: int(boards[corner].sum()))]


def _write(out: Image, text: str, centre: Array, height: float, ink: Bgr, *, halo: bool = False) -> None:
    """Write *text* of about *height* px around *centre*."""
    scale = height / 22
    thick = max(1, round(height / 11))
    (width, tall), _ = cv2.getTextSize(text, _FONT, scale, thick)
    origin = (round(centre[0] - width / 2), round(centre[1] + tall / 2))
    if halo:
        cv2.putText(out, text, origin, _FONT, scale, (30, 30, 30), thick + 3, cv2.LINE_AA)
    cv2.putText(out, text, origin, _FONT, scale, ink, thick, cv2.LINE_AA)


def _point(at: Array) -> tuple[int, int]:
    return round(float(at[0]) * (1 << _SHIFT)), round(float(at[1]) * (1 << _SHIFT))


def _ink_on(paint: Bgr) -> Bgr:
    luminance = 0.114 * paint[0] + 0.587 * paint[1] + 0.299 * paint[2]
    return (20, 20, 20) if luminance > 130 else (250, 250, 250)
