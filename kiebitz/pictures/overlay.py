"""A reading drawn over its picture, for people to check: grid, contents, doubts.

Nothing lies on a piece or on what is printed where there is room beside it: lines end at
the pieces, and labels take the freest spot of their cell (kiebitz.pictures.label_spots).
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import chain, repeat

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Registration
from core.reading import EMPTY
from kiebitz.pictures.label_spots import Spots, grounds_of, in_cell, middle_mm, standing
from kits.colours import called, parts
from kits.inks import SEAT_INKS_6
from vision.reader import SURE, BoardReading
from vision.views import Image

Array = npt.NDArray[np.float64]
Bgr = tuple[int, int, int]

PAINT: Mapping[str, Bgr] = {
    **{ink.name: (ink.rgb[2], ink.rgb[1], ink.rgb[0]) for ink in SEAT_INKS_6.values()},
    "orange": (30, 130, 245),
    "black": (34, 34, 34),
    "white": (246, 246, 246),
    "clear": (225, 215, 200),
    "natural": (130, 179, 217),
    "silver": (189, 184, 180),
    "pink": (180, 149, 240),
}
_UNKNOWN: Bgr = (150, 150, 150)
_LINE: Bgr = (255, 230, 120)
_ROD: Bgr = (255, 210, 60)
_WON: Bgr = (60, 170, 40)
_DOUBT: Bgr = (0, 170, 255)
_HIDDEN: Bgr = (130, 130, 130)
_DARK: Bgr = (45, 45, 45)
_FONT = cv2.FONT_HERSHEY_DUPLEX
_SHIFT = 4
_NAMED, _LINE_LENGTH = 8, 16
"""Most doubtful cells that the legend names, and most letters on a line of it."""
_LABEL = 0.24
"""Height of a label, as a share of a cell's side in the picture."""
_CERTAIN = 0.95
"""A label with less certainty gets a bar whose length shows it."""
_NAMES_AT = (0.3, 0.5, 0.72, 0.95, 1.2)
"""Distances from the board at which the names of columns and rows may stand, in cells."""


def overlay(
    image: Image, place: Place, board: BoardReading, *, legend: bool = True, lines: Sequence[Sequence[str]] = ()
) -> Image:
    """Return a copy of *image* with the grid, a label beside every piece and marks on what is unsure or covered.

    A label bears the piece as positions write it, in its seat's colour; where the reader is less than certain, a
    bar below is as long as it is certain. Unmarked boards get the names of columns and rows; a printed board has
    them. *lines* are cells to stand out, such as four in a row. Seats stand in the corner that hides
    the least of the board, if a *legend* is wanted.
    """
    out = image.copy()
    unit = max(10.0, float(np.median(board.views.px_per_cell)))
    sizes = dict(zip(board.views.cells, board.views.px_per_cell, strict=True))
    contents = {cell: next(iter(board.reading.probabilities(cell).items())) for cell in board.reading.cells}
    shown = {cell: what for cell, what in contents.items() if what[0] != EMPTY or cell in board.unsure}
    pieces = standing(image.shape[:2], place, board.kit, {cell: content for cell, (content, _) in shown.items()})
    empty = [cell for cell in contents if cell not in shown and "-" not in cell]
    spots = Spots(image, pieces, grounds_of(image, place, empty))
    _shade(out, place, board)
    _draw_lines(out, pieces, place, lines, unit)
    for registration in place.boards:
        if registration.method != "tags":
            _draw_names(out, spots, registration, unit)
    for cell, (content, certainty) in shown.items():
        if "-" in cell:
            _draw_rod(out, place, cell, sizes.get(cell, unit), doubtful=cell in board.unsure)
            continue
        doubt = cell in board.unsure or certainty < SURE
        height = max(13.0, _LABEL * sizes.get(cell, unit))
        text = _words(content) + ("?" if doubt and content != EMPTY else "")
        at = spots.best(in_cell(place.board_with([cell]), board.kit, cell, content), _label_size(text, height))
        _draw_label(out, at, text, height, _paint(board, content), certainty, doubtful=doubt)
    if legend:
        _draw_seats(out, place, board)
    return out


def _paint(board: BoardReading, content: str) -> Bgr:
    """Return the colour of a label: the seat's, or a stone's own."""
    own: Mapping[str, Bgr] = {EMPTY: _UNKNOWN, "b": PAINT["black"], "w": PAINT["white"]}
    return own[content] if content in own else _paints(board.colours.get(content[0], ""))[0]


def _paints(text: str) -> tuple[Bgr, ...]:
    """Return the paints for the colours in *text*, those of a seat."""
    return tuple(PAINT[name] for name in parts(text)) or (_UNKNOWN,)


def _words(content: str) -> str:
    """Return the text of a label: the piece, or a question mark."""
    return "?" if content == EMPTY else content


def square_px(place: Place, cell: str) -> Array:
    """Return the corners (4, 2) in px of a cell, or of a third of one around the middle of an edge (``b2-c2``)."""
    registration = place.board_with(cell.split("-"))
    x, y = middle_mm(registration, cell)
    half = registration.plan.pitch_mm / (6 if "-" in cell else 2)
    return registration.px_from_board(
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    )


def _fixed(points: Array) -> npt.NDArray[np.int32]:
    return np.asarray(np.round(points * (1 << _SHIFT)), dtype=np.int32)


def _shade(out: Image, place: Place, board: BoardReading) -> None:
    """Darken covered cells, and tint those to be shown again."""
    for names, paint, strength in ((board.covered, _HIDDEN, 0.45), (board.unsure, _DOUBT, 0.25)):
        if names:
            layer = out.copy()
            for cell in names:
                cv2.fillConvexPoly(layer, _fixed(square_px(place, cell)), paint, cv2.LINE_AA, _SHIFT)
            out[:] = cv2.addWeighted(layer, strength, out, 1 - strength, 0)


def _draw_lines(out: Image, pieces: Image, place: Place, lines: Sequence[Sequence[str]], unit: float) -> None:
    """Draw the grid, and mark the cells of *lines*, except where pieces stand."""
    layer = out.copy()
    width = max(1, round(unit / 110))
    for registration in place.boards:
        for points in _grid(registration):
            cv2.polylines(layer, [_fixed(points)], False, _DARK, width + 2, cv2.LINE_AA, _SHIFT)
        for points in _grid(registration):
            cv2.polylines(layer, [_fixed(points)], False, _LINE, width, cv2.LINE_AA, _SHIFT)
    layer = np.asarray(cv2.addWeighted(layer, 0.6, out, 0.4, 0), dtype=np.uint8)
    squares = [_fixed(square_px(place, cell)) for cells in lines for cell in cells]
    for square in squares:
        cv2.polylines(layer, [square], True, _WON, max(2, round(0.05 * unit)), cv2.LINE_AA, _SHIFT)
    free = pieces == 0
    out[free] = layer[free]


def _grid(registration: Registration) -> list[Array]:
    """Return the lines between cells and around them, (n, 2) each in px."""
    plan = registration.plan
    along = np.linspace(0.0, 1.0, 17)
    found = []
    for index in range(plan.columns + 1):
        x = np.full_like(along, index * plan.pitch_mm)
        found.append(registration.px_from_board(np.column_stack([x, along * plan.height_mm])))
    for index in range(plan.rows + 1):
        y = np.full_like(along, index * plan.pitch_mm)
        found.append(registration.px_from_board(np.column_stack([along * plan.width_mm, y])))
    return found


def _label_size(text: str, height: float) -> tuple[float, float]:
    (wide, _), _ = cv2.getTextSize(text, _FONT, _scale(height), _thick(height))
    return max(height, wide + 0.55 * height), height


def _scale(height: float) -> float:
    return 0.62 * height / 22


def _thick(height: float) -> int:
    return max(1, round(height / 22))


def _draw_label(
    out: Image, at: Array, text: str, height: float, paint: Bgr, certainty: float, *, doubtful: bool
) -> None:
    """Draw a rounded plate with *text*, and below it the reader's certainty, unless that is nearly full."""
    width, _ = _label_size(text, height)
    edge = max(1.0, 0.07 * height)
    _plate(out, at, (width + 2 * edge, height + 2 * edge), _DOUBT if doubtful else (250, 250, 250))
    _plate(out, at, (width, height), paint)
    write(out, text, at, height, ink_on(paint))
    if certainty < _CERTAIN:
        left, right = at + np.array([-width / 2, 0.8 * height]), at + np.array([width / 2, 0.8 * height])
        thick = max(2, round(0.14 * height))
        cv2.line(out, _point(left), _point(right), _DARK, thick, cv2.LINE_AA, _SHIFT)
        cv2.line(out, _point(left), _point(left + (right - left) * certainty), _DOUBT, thick, cv2.LINE_AA, _SHIFT)


def _plate(out: Image, at: Array, size: tuple[float, float], paint: Bgr) -> None:
    """Fill a bar with rounded ends around *at*."""
    radius = size[1] / 2
    reach = np.array([max(0.0, size[0] / 2 - radius), 0.0])
    for end in (at - reach, at + reach):
        cv2.circle(out, _point(end), round(radius * (1 << _SHIFT)), paint, -1, cv2.LINE_AA, _SHIFT)
    low, high = at - reach - [0, radius], at + reach + [0, radius]
    corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    cv2.fillConvexPoly(out, _fixed(corners), paint, cv2.LINE_AA, _SHIFT)


def _draw_rod(out: Image, place: Place, edge: str, here: float, *, doubtful: bool) -> None:
    """Draw a dot on the middle of a rod, small enough to leave the rod visible."""
    registration = place.board_with(edge.split("-"))
    at = registration.px_from_board([middle_mm(registration, edge)])[0]
    for radius, paint in ((0.075, _DARK), (0.05, _DOUBT if doubtful else _ROD)):
        cv2.circle(out, _point(at), round(max(2.0, radius * here) * 16), paint, -1, cv2.LINE_AA, _SHIFT)


def _draw_names(out: Image, spots: Spots, registration: Registration, unit: float) -> None:
    """Write the names of columns and rows along the sides; each side stands at the distance that hides least."""
    plan, pitch = registration.plan, registration.plan.pitch_mm
    height = max(13.0, 0.26 * unit)
    across = [(chr(97 + column), (column + 0.5) * pitch) for column in range(plan.columns)]
    along = [(str(row + 1), (plan.rows - row - 0.5) * pitch) for row in range(plan.rows)]
    sides = (
        [
            [(name, (x, y)) for name, x in across]
            for out_by in _NAMES_AT
            for y in (plan.height_mm + out_by * pitch, -out_by * pitch)
        ],
        [
            [(name, (x, y)) for name, y in along]
            for out_by in _NAMES_AT
            for x in (-out_by * pitch, plan.width_mm + out_by * pitch)
        ],
    )
    for choices in sides:
        placed = [registration.px_from_board([at for _, at in choice]) for choice in choices]
        costs = [
            sum(min(500.0, spots.cost(at, (height, height))) for at in points) / len(points) + 2.0 * number
            for number, points in enumerate(placed)
        ]
        best = int(np.argmin(costs))
        for (name, _), at in zip(choices[best], placed[best], strict=True):
            spots.take(at, (height, height))
            paint = ink_on(_under(spots.image, at, height))
            write(out, name, at, height, paint, halo=ink_on(paint))


def _under(image: Image, at: Array, size: float) -> Bgr:
    """Return the colour around *at*; grey outside the picture."""
    left, top = (max(0, int(v - size / 2)) for v in at)
    patch = image[top : top + int(size) + 1, left : left + int(size) + 1].reshape(-1, 3)
    blue, green, red = (int(v) for v in np.median(patch, axis=0)) if len(patch) else _UNKNOWN
    return blue, green, red


def _draw_seats(out: Image, place: Place, board: BoardReading) -> None:
    size = max(16.0, out.shape[0] / 45)
    lines: list[tuple[str, tuple[Bgr, ...]]] = [
        (f"{seat} {called(text)}", _paints(text)) for seat, text in sorted(board.colours.items())
    ]
    if board.unsure:
        more = f" and {len(board.unsure) - _NAMED} more" if len(board.unsure) > _NAMED else ""
        told = f"show again: {' '.join(board.unsure[:_NAMED])}{more}"
        lines += zip(textwrap.wrap(told, _LINE_LENGTH), chain([(_DOUBT,)], repeat(())), strict=False)
    if board.covered:
        lines.append((f"covered: {len(board.covered)} cells", (_HIDDEN,)))
    if not lines:
        return
    widths = [cv2.getTextSize(text, _FONT, size / 30, 1)[0][0] for text, _ in lines]
    box = _freest_corner(out, place, int(size * (1.7 * len(lines) + 1)), int(max(widths) + 4 * size))
    box[:] = cv2.addWeighted(box, 0.35, np.full_like(box, 24), 0.65, 0)
    for index, (text, paints) in enumerate(lines):
        y = size * (1.35 + 1.7 * index)
        for number, paint in enumerate(paints):
            at, radius = _point(np.array([1.2 * size, y])), round(0.5 * size * 16)
            start, end = (360 * share / len(paints) for share in (number, number + 1))
            cv2.ellipse(box, at, (radius, radius), 90, start, end, paint, -1, cv2.LINE_AA, _SHIFT)
        origin = (int(2.4 * size), int(y + 0.36 * size))
        cv2.putText(box, text, origin, _FONT, size / 30, (240, 240, 240), 1, cv2.LINE_AA)


def _freest_corner(out: Image, place: Place, height: int, width: int) -> Image:
    """Return the corner of *out* that shows least of the boards, the top left one first among equals."""
    boards = np.zeros(out.shape[:2], dtype=np.uint8)
    for registration in place.boards:
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


def write(out: Image, text: str, centre: Array, height: float, ink: Bgr, *, halo: Bgr | None = None) -> None:
    """Write *text* on a line of *height* px around *centre*."""
    scale, thick = _scale(height), _thick(height)
    width = cv2.getTextSize(text, _FONT, scale, thick)[0][0]
    tall = cv2.getTextSize("A", _FONT, scale, thick)[0][1]
    origin = (round(float(centre[0]) - width / 2), round(float(centre[1]) + tall / 2))
    if halo:
        cv2.putText(out, text, origin, _FONT, scale, halo, thick + 2, cv2.LINE_AA)
    cv2.putText(out, text, origin, _FONT, scale, ink, thick, cv2.LINE_AA)


def _point(at: Array) -> tuple[int, int]:
    return round(float(at[0]) * (1 << _SHIFT)), round(float(at[1]) * (1 << _SHIFT))


def ink_on(paint: Bgr) -> Bgr:
    """Return black or white, which stands out from *paint*."""
    luminance = 0.114 * paint[0] + 0.587 * paint[1] + 0.299 * paint[2]
    return (20, 20, 20) if luminance > 130 else (250, 250, 250)
