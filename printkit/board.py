"""Draws a kit's board and tag frame, in the board frame of kits.kit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from kits.inks import ACCENT, BLACK, GRID, PAPER, TEXT, TINT
from kits.kit import Join, Kit, Marker, Plan
from kits.stamp import CODE_MM, Stamp
from printkit.drawing import Area, Box, Disc, Label, Lines, Point, Pose, Shape, Stroke, bounds, moved
from printkit.surface import Slots, Surface, surfaces
from printkit.typeface import CAP

_MODULES = 8
_SIGN_MM = 4.5
"""Half the width of the signs printed where mini-boards join."""
_RIM = Stroke(TEXT, 0.8)


def draw_board(kit: Kit) -> tuple[Shape, ...]:
    """Return everything printed on the board of *kit*, with mini-boards joined.

    Raises ``ValueError`` if its mini-boards do not form a flat whole.
    """
    return tuple(shape for surface, pose in _placed(kit) for shape in moved(draw_surface(surface), pose))


def board_box(kit: Kit) -> Box:
    """Return the outer edge of the board, frame included."""
    corners = []
    for surface, pose in _placed(kit):
        left, top, right, bottom = surface.box
        corners += [pose.point(point) for point in ((left, top), (right, top), (right, bottom), (left, bottom))]
    return bounds(corners)


def _placed(kit: Kit) -> Iterable[tuple[Surface, Pose]]:
    """Yield the surfaces of the board with their poses in the whole board's frame."""
    whole = surfaces(kit)
    if not kit.minis:
        return ((whole[0], Pose()),)
    origins = [mini.in_whole((0.0, 0.0)) for mini in kit.minis]
    return tuple(
        (surface, Pose(*origin, turn_deg=90.0 * mini.quarters))
        for surface, mini, origin in zip(whole, kit.minis, origins, strict=True)
    )


@lru_cache(maxsize=8)
def draw_surface(surface: Surface) -> tuple[Shape, ...]:
    """Return everything printed on *surface*, in its frame. Each part of a board is cut from the same drawing."""
    plan = surface.plan
    return (
        Area.box(surface.box, fill=PAPER),
        *_ground(surface),
        *(_slots(plan, surface.slots) if surface.slots else _grid(plan, surface.ground.block)),
        *_rings(surface),
        Area.box((0.0, 0.0, plan.width_mm, plan.height_mm), stroke=_RIM),
        *_marked(surface),
        *(shape for join in surface.joins for shape in _join(plan, join)),
        *_names(surface),
        *_seat(surface),
        *_stamp(surface),
        *(draw_marker(marker) for marker in surface.markers),
    )


def draw_marker(marker: Marker) -> Area:
    """Return the black modules of an AprilTag 36h11 as non-overlapping rectangles."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker.code, _MODULES)) == 0
    return modules_area(black, marker.corners_mm)


def draw_stamp(stamp: Stamp, middle: Point, side_mm: float = CODE_MM) -> Area:
    """Return the QR code of *stamp* centred on *middle*. It needs a quiet zone of 4 / 29 of its side."""
    return _qr_code(stamp.text, middle, side_mm, version=3, level=cv2.QRCODE_ENCODER_CORRECT_LEVEL_M)


def draw_code(text: str, middle: Point, side_mm: float) -> Area:
    """Return the smallest QR code of *text*, of letters and digits, centred on *middle*, without its quiet zone."""
    return _qr_code(text, middle, side_mm, version=0, level=cv2.QRCODE_ENCODER_CORRECT_LEVEL_L)


def _qr_code(text: str, middle: Point, side_mm: float, *, version: int, level: int) -> Area:
    params = cv2.QRCodeEncoder.Params()
    params.version = version
    params.correction_level = level
    params.mode = cv2.QRCODE_ENCODER_MODE_ALPHANUMERIC
    padded = np.asarray(cv2.QRCodeEncoder.create(params).encode(text)) == 0
    rows, columns = np.nonzero(padded)
    black = padded[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    x, y, half = *middle, side_mm / 2
    return modules_area(black, ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))


def modules_area(black: npt.NDArray[np.bool_], corners_mm: tuple[Point, ...]) -> Area:
    """Return the true elements of a square array as an area inside *corners_mm* (clockwise from its top left)."""
    count = len(black)
    origin, across, _, down = (np.array(corner) for corner in corners_mm)

    def place(column: int, row: int) -> Point:
        x, y = origin + (across - origin) * (column / count) + (down - origin) * (row / count)
        return float(x), float(y)

    return Area(
        tuple(
            (place(start, row), place(end, row), place(end, row + 1), place(start, row + 1))
            for row, line in enumerate(black)
            for start, end in _runs(line.tolist())
        ),
        fill=BLACK,
    )


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Return the start and end of each black run in *row*.

    >>> _runs([True, True, False, True])
    [(0, 2), (3, 4)]
    """
    edges = [i for i in range(len(row) + 1) if (i > 0 and row[i - 1]) != (i < len(row) and row[i])]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _ground(surface: Surface) -> Iterable[Shape]:
    if not surface.ground.chequered:
        return ()
    plan = surface.plan
    squares = ((column, row) for row in range(plan.rows) for column in range(plan.columns))
    return (Area.box(_square(plan, *at), fill=TINT) for at in squares if (at[0] + plan.rows - 1 - at[1]) % 2 == 0)


def _square(plan: Plan, column: int, row: int) -> Box:
    pitch = plan.pitch_mm
    return column * pitch, row * pitch, (column + 1) * pitch, (row + 1) * pitch


def _grid(plan: Plan, block: int) -> Iterable[Shape]:
    """Yield the lines between cells; every *block*-th one is heavier."""
    pitch, width, height = plan.pitch_mm, plan.width_mm, plan.height_mm
    upright = {x: ((x * pitch, 0.0), (x * pitch, height)) for x in range(1, plan.columns)}
    level = {y: ((0.0, y * pitch), (width, y * pitch)) for y in range(1, plan.rows)}
    yield Lines((*upright.values(), *level.values()), Stroke(GRID, 0.4))
    if block:
        heavy = (line for lines in (upright, level) for k, line in lines.items() if k % block == 0)
        yield Lines(tuple(heavy), Stroke(TEXT, 0.7))


def _slots(plan: Plan, slots: Slots) -> Iterable[Shape]:
    """Yield the rod's place on every inner edge; the stones' places lie between them."""
    long, wide = slots.length_mm / 2, slots.width_mm / 2
    for row in range(plan.rows):
        for column in range(plan.columns):
            left, top, right, bottom = _square(plan, column, row)
            x, y = (left + right) / 2, (top + bottom) / 2
            if column + 1 < plan.columns:
                yield Area.box((right - wide, y - long, right + wide, y + long), TINT, Stroke(GRID, 0.3))
            if row + 1 < plan.rows:
                yield Area.box((x - long, bottom - wide, x + long, bottom + wide), TINT, Stroke(GRID, 0.3))


def _rings(surface: Surface) -> Iterable[Shape]:
    """Yield a ring around each ringed cell's centre, thinner and paler than any piece."""
    radius = surface.ground.ring_mm / 2
    return (Disc(surface.plan.centre_mm(cell), radius, stroke=Stroke(GRID, 0.5)) for cell in surface.ground.ringed)


def _marked(surface: Surface) -> Iterable[Shape]:
    """Yield a line around the marked cells: one around all of them if they fill a block, else one around each."""
    if not surface.marked:
        return
    half = surface.plan.pitch_mm / 2
    boxes = [(x - half, y - half, x + half, y + half) for x, y in map(surface.plan.centre_mm, surface.marked)]
    around = bounds(point for box in boxes for point in (box[:2], box[2:]))
    area = (around[2] - around[0]) * (around[3] - around[1])
    block = abs(area - len(boxes) * 4 * half * half) < half
    yield from (Area.box(box, stroke=Stroke(ACCENT, 1.2)) for box in ([around] if block else boxes))


def _join(plan: Plan, join: Join) -> Iterable[Shape]:
    """Yield half a sign where a cell touches another mini-board, with that board's seat letter."""
    x, y = plan.centre_mm(join.cell)
    half, r = plan.pitch_mm / 2, _SIGN_MM
    rings: dict[str, tuple[Point, ...]] = {
        "disc": tuple((r * np.cos(t), r * np.sin(t)) for t in np.linspace(0.0, np.pi, 25)),
        "square": ((r, 0.0), (r, r), (-r, r), (-r, 0.0)),
        "diamond": ((r, 0.0), (0.0, r), (-r, 0.0)),
    }
    turn, at = (0.0, (x, y - half)) if join.side == "far" else (270.0, (x - half, y))
    line = tuple((float(a), float(b)) for a, b in rings[join.sign])
    yield from moved((Lines((line,), Stroke(ACCENT, 0.6)),), Pose(*at, turn_deg=turn))
    size = 3.6
    towards = (0.0, 2.0) if join.side == "far" else (2.0, 0.0)
    yield Label(
        join.other,
        (at[0] + towards[0], at[1] + towards[1] + CAP * size / 2),
        size,
        ACCENT,
        bold=True,
        align="centre",
    )


def _names(surface: Surface) -> Iterable[Shape]:
    size = surface.name_mm
    for name in surface.names:
        x, y = name.at
        drop = CAP * size / 2 * (-1 if name.opposite else 1)
        turn = 180.0 if name.opposite else 0.0
        yield Label(name.text, (x, y + drop), size, TEXT, bold=True, align="centre", turn_deg=turn)


def _seat(surface: Surface) -> Iterable[Shape]:
    """Yield the seat's letter in the near left corner of its mini-board's frame."""
    if surface.seat:
        band = surface.box[3] - surface.plan.height_mm
        yield Label(surface.seat, (9.0, surface.plan.height_mm + 0.65 * band), 14.0, TEXT, bold=True, align="centre")


def _stamp(surface: Surface) -> Iterable[Shape]:
    if surface.stamp is not None and surface.code_mm is not None:
        yield draw_stamp(surface.stamp, surface.code_mm, surface.code_side_mm)
