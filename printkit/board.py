"""A kit's board with its frame, in the board frame of kits.kit."""

from __future__ import annotations

import cv2
import numpy as np

from kits.inks import ACCENT, BLACK, GRID, PAPER, TEXT, TINT
from kits.kit import Ground, Kit, Marker, Plan
from printkit.drawing import Area, Box, Label, Lines, Point, Shape, Stroke
from printkit.typeface import CAP

_MODULES = 8


def draw_board(kit: Kit) -> tuple[Shape, ...]:
    """Return everything that is printed on the board of *kit*."""
    return (
        Area.box(board_box(kit), fill=PAPER),
        *_cells(kit.plan, kit.ground),
        *_marked(kit),
        *_names(kit),
        *(draw_marker(marker) for marker in kit.markers),
    )


def board_box(kit: Kit) -> Box:
    """Return the outer edge of the board with its frame."""
    band = kit.band_mm
    return -band, -band, kit.plan.width_mm + band, kit.plan.height_mm + band


def draw_marker(marker: Marker) -> Area:
    """Return the black of an AprilTag 36h11 as rectangles that do not overlap."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker.code, _MODULES)) == 0
    origin, across, _, down = (np.array(corner) for corner in marker.corners_mm)

    def place(column: int, row: int) -> Point:
        x, y = origin + (across - origin) * (column / _MODULES) + (down - origin) * (row / _MODULES)
        return float(x), float(y)

    return Area(
        tuple(
            (place(start, row), place(end, row), place(end, row + 1), place(start, row + 1))
            for row, modules in enumerate(black)
            for start, end in _runs(modules.tolist())
        ),
        fill=BLACK,
    )


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Return where black begins and ends in *row*.

    >>> _runs([True, True, False, True])
    [(0, 2), (3, 4)]
    """
    edges = [i for i in range(len(row) + 1) if (i > 0 and row[i - 1]) != (i < len(row) and row[i])]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _cells(plan: Plan, ground: Ground) -> tuple[Shape, ...]:
    pitch, width, height = plan.pitch_mm, plan.width_mm, plan.height_mm
    dark = (
        (column * pitch, row * pitch, (column + 1) * pitch, (row + 1) * pitch)
        for row in range(plan.rows)
        for column in range(plan.columns)
        if ground.chequered and (column + plan.rows - 1 - row) % 2 == 0
    )
    upright = tuple(((x * pitch, 0.0), (x * pitch, height)) for x in range(1, plan.columns))
    level = tuple(((0.0, y * pitch), (width, y * pitch)) for y in range(1, plan.rows))
    return (
        *(Area.box(box, fill=TINT) for box in dark),
        Lines(upright + level, Stroke(GRID, 0.4)),
        Area.box((0.0, 0.0, width, height), stroke=Stroke(TEXT, 0.8)),
    )


def _marked(kit: Kit) -> tuple[Shape, ...]:
    """Return a line around the block of marked cells: none of it is inside a cell, where pieces stand."""
    if not kit.marked:
        return ()
    centres = [kit.plan.centre_mm(cell) for cell in kit.marked]
    half = kit.plan.pitch_mm / 2
    xs, ys = zip(*centres, strict=True)
    box = min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
    return (Area.box(box, stroke=Stroke(ACCENT, 1.2)),)


def _names(kit: Kit) -> tuple[Shape, ...]:
    """Return the letters and numbers of the frame: upright for seat A on two sides, for the seat opposite on two."""
    plan, out = kit.plan, kit.label_mm
    if not kit.band_mm:
        return ()
    labels: list[Shape] = []

    def add(text: str, x: float, y: float, turn: float) -> None:
        drop = CAP * kit.label_size_mm / 2 * (-1 if turn else 1)
        labels.append(Label(text, (x, y + drop), kit.label_size_mm, TEXT, bold=True, align="centre", turn_deg=turn))

    for column in range(plan.columns):
        x, name = (column + 0.5) * plan.pitch_mm, chr(97 + column)
        add(name, x, plan.height_mm + out, 0.0)
        add(name, x, -out, 180.0)
    for row in range(plan.rows):
        y, name = (plan.rows - row - 0.5) * plan.pitch_mm, str(row + 1)
        add(name, -out, y, 0.0)
        add(name, plan.width_mm + out, y, 180.0)
    return tuple(labels)
