"""Boards of lines: paper, card and wood with a grid, tiles laid side by side, lines drawn by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from kits.kit import Kit, Plan
from simulator.grain import Field, noise, srgb
from simulator.looks import BoardLook, GridLook, Tint
from simulator.scene import Array, Image

_BITS = 4
_STEP_MM = 6.0
"""Distance between the points of a hand-drawn line."""
Ends = tuple[tuple[float, float], tuple[float, float]]


def parts_of(kit: Kit, look: BoardLook) -> tuple[Array, ...]:
    """Return the corners (4, 2), in mm, of the parts that a board is laid from: tiles, mini-boards, or one sheet."""
    plan, grid = kit.plan, look.grid
    m = look.border_mm
    w, h = plan.width_mm, plan.height_mm
    if kit.minis and (grid is None or grid.gap_mm <= 0):
        return tuple(_box(mini) for mini in mini_boxes(kit))
    if grid is None or grid.gap_mm <= 0:
        return (np.array([[-m, -m], [w + m, -m], [w + m, h + m], [-m, h + m]]),)
    rng = np.random.default_rng(look.seed + 7)
    laid = []
    for box in mini_boxes(kit) if kit.minis else _tile_boxes(plan, kit.ground.block or 1):
        corners = _grown(_box(box), -grid.gap_mm / 2)
        middle = corners.mean(axis=0)
        half = np.ptp(corners, axis=0).max() / 2
        angle = rng.normal(0, 0.5) * grid.shift_mm / half
        c, s = math.cos(angle), math.sin(angle)
        laid.append((corners - middle) @ np.array([[c, s], [-s, c]]) + middle + rng.normal(0, grid.shift_mm / 2, 2))
    return tuple(laid)


def mini_boxes(kit: Kit) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom, in mm, of each mini-board, *kit* being on any pitch.

    Where they make no flat whole the board is one of them.
    """
    boxes: list[tuple[float, float, float, float]] = []
    if any(mini.at_mm is None for mini in kit.minis):
        return [(0.0, 0.0, kit.plan.width_mm, kit.plan.height_mm)]
    scale = kit.plan.pitch_mm / kit.minis[0].plan.pitch_mm if kit.minis else 1.0
    for mini in kit.minis:
        ends = [mini.in_whole(p) for p in ((0.0, 0.0), (mini.plan.width_mm, mini.plan.height_mm))]
        (x0, x1), (y0, y1) = (sorted(end[k] * scale for end in ends) for k in (0, 1))
        boxes.append((x0, y0, x1, y1))
    return boxes


def _tile_boxes(plan: Plan, block: int) -> list[tuple[float, float, float, float]]:
    side = block * plan.pitch_mm
    return [
        (x * side, y * side, (x + 1) * side, (y + 1) * side)
        for y in range(plan.rows // block)
        for x in range(plan.columns // block)
    ]


def _box(box: tuple[float, float, float, float]) -> Array:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _grown(corners: Array, by: float) -> Array:
    return np.asarray(corners + np.sign(corners - corners.mean(axis=0)) * by)


class GridSheet:
    """A sheet being drawn: *image* (changed in place) shows mm (x, y) at ``(x + margin) * scale``."""

    def __init__(self, image: Image, scale: float, margin_mm: float, rng: np.random.Generator) -> None:
        self.image, self.scale, self.margin_mm, self.rng = image, scale, margin_mm, rng

    def fixed(self, points_mm: Array) -> npt.NDArray[np.int32]:
        """Return points (n, 2) as OpenCV draws them."""
        px = (np.asarray(points_mm) + self.margin_mm) * self.scale - 0.5
        return np.rint(px * (1 << _BITS)).astype(np.int32)

    def lines(self, ends: list[Ends], width_mm: float, tint: Tint, *, wobble_mm: float) -> None:
        """Draw lines; what is thinner than a pixel comes out paler instead."""
        mask = np.zeros(self.image.shape[:2], dtype=np.uint8)
        wide = width_mm * self.scale
        runs = [self.fixed(self._hand(*end, wobble_mm) if wobble_mm else np.asarray(end)) for end in ends]
        cv2.polylines(mask, runs, False, (255,), max(1, round(wide)), cv2.LINE_AA, _BITS)
        self.stamp(mask, tint, strength=min(1.0, max(wide, 0.25)))

    def stamp(self, mask: Image, tint: Tint, *, strength: float = 1.0) -> None:
        """Lay ink over the sheet where *mask* says, not quite evenly."""
        inked = mask > 0
        under = self.image[inked].astype(np.float32)
        share = mask[inked, None] * np.float32(strength / 255)
        self.image[inked] = under + (np.asarray(srgb(tint), dtype=np.float32) - under) * share

    def _hand(self, start: tuple[float, float], end: tuple[float, float], wobble_mm: float) -> Array:
        """Return a line as drawn by hand: bent, unsteady, and a little too long or too short."""
        a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
        length = float(np.linalg.norm(b - a))
        way = (b - a) / length
        a, b = a - way * self.rng.normal(0, wobble_mm), b + way * self.rng.normal(0, wobble_mm)
        n = max(4, round(length / _STEP_MM))
        t = np.linspace(0, 1, n)
        drift = np.interp(t, np.linspace(0, 1, 4), self.rng.normal(0, wobble_mm, 4))
        off = 0.6 * drift + self.rng.normal(0, 0.12 * wobble_mm, n)
        return a + np.outer(t, b - a) + np.outer(off, [-way[1], way[0]])


def draw_grid(sheet: GridSheet, kit: Kit, look: BoardLook, parts: tuple[Array, ...]) -> None:
    """Draw what *look* says on the sheet of a board whose surface is painted already."""
    grid = look.grid
    assert grid is not None
    plan = kit.plan
    if grid.gap_mm > 0 or kit.minis:
        _part_tones(sheet, parts, grid, look)
    elif grid.shade:
        _block_tones(sheet, plan, grid)
    if grid.mark:
        _marks(sheet, kit, grid)
    laid = len(parts) > 1
    inner = [line for part in parts for line in _part_lines(part, plan.pitch_mm)] if laid else _cell_lines(plan, 1)
    tiled = laid and not kit.minis
    rims = [_grown(part, -grid.rim_mm if tiled else -grid.rim_mm / 2) for part in parts]
    whole = _box((0.0, 0.0, plan.width_mm, plan.height_mm))
    for ends, width, tint in (
        (inner, grid.line_mm, grid.line),
        (_cell_lines(plan, grid.block) if grid.block else [], grid.block_mm, grid.block_line),
        (_sides(rims if laid else [whole]), min(grid.rim_mm, grid.line_mm) if tiled else grid.rim_mm, grid.block_line),
    ):
        if width > 0 and ends:
            sheet.lines(ends, width, tint, wobble_mm=grid.wobble_mm)


def _part_lines(part: Array, pitch: float) -> list[Ends]:
    """Return the lines between the cells of one part, turned and shifted with it."""
    a, b, c, d = part
    columns, rows = (max(1, round(float(np.linalg.norm(side)) / pitch)) for side in (b - a, d - a))
    upright = [(a + (b - a) * k / columns, d + (c - d) * k / columns) for k in range(1, columns)]
    level = [(a + (d - a) * k / rows, b + (c - b) * k / rows) for k in range(1, rows)]
    return [((float(p[0]), float(p[1])), (float(q[0]), float(q[1]))) for p, q in [*upright, *level]]


def _part_tones(sheet: GridSheet, parts: tuple[Array, ...], grid: GridLook, look: BoardLook) -> None:
    """Give each tile or mini-board its own tone."""
    rng = np.random.default_rng(look.seed + 11)
    for number, part in enumerate(parts):
        factor = (1 - grid.shade * (number % 2)) * float(np.clip(rng.normal(1, grid.spread), 0.6, 1.25))
        if abs(factor - 1) > 0.004:
            _tone(sheet, part, factor)


def _block_tones(sheet: GridSheet, plan: Plan, grid: GridLook) -> None:
    for number, box in enumerate(_tile_boxes(plan, grid.block or 1)):
        across = plan.columns // (grid.block or 1)
        if (number % across + number // across) % 2:
            _tone(sheet, _box(box), 1 - grid.shade)


def _tone(sheet: GridSheet, corners: Array, factor: float) -> None:
    spot, share = part_of(sheet, corners)
    spot[:] = cv2.blendLinear(cv2.convertScaleAbs(spot, alpha=factor), spot.copy(), share, 1 - share)


def part_of(sheet: GridSheet, corners: Array) -> tuple[Image, npt.NDArray[np.float32]]:
    """Return a view on the sheet around a polygon, and the share of each of its pixels that lies inside."""
    fixed = sheet.fixed(corners)
    low = np.maximum((fixed.min(axis=0) >> _BITS) - 1, 0)
    right, bottom = np.minimum((fixed.max(axis=0) >> _BITS) + 3, sheet.image.shape[1::-1])
    mask = np.zeros((bottom - low[1], right - low[0]), dtype=np.uint8)
    cv2.fillConvexPoly(mask, fixed - (low << _BITS), (255,), cv2.LINE_AA, _BITS)
    return sheet.image[low[1] : bottom, low[0] : right], mask * np.float32(1 / 255)


def turn_grain(sheet: GridSheet, parts: tuple[Array, ...], rng: np.random.Generator) -> None:
    """Give some parts of a wooden board grain of their own: a piece of the same wood, turned or from elsewhere."""
    whole = sheet.image.copy()
    crossed = np.ascontiguousarray(whole.transpose(1, 0, 2))
    for part in parts:
        wood = crossed if rng.random() < 0.4 else whole
        spot, share = part_of(sheet, part)
        high, wide = spot.shape[:2]
        if high > wood.shape[0] or wide > wood.shape[1]:
            continue
        top, left = int(rng.integers(wood.shape[0] - high + 1)), int(rng.integers(wood.shape[1] - wide + 1))
        other = np.ascontiguousarray(wood[top : top + high, left : left + wide])
        spot[:] = cv2.blendLinear(other, spot.copy(), share, 1 - share)


def _marks(sheet: GridSheet, kit: Kit, grid: GridLook) -> None:
    mask = np.zeros(sheet.image.shape[:2], dtype=np.uint8)
    thick = -1 if grid.mark != "ring" else max(1, round(grid.mark_line_mm * sheet.scale))
    angles = np.linspace(0, 2 * math.pi, 33)
    for cell in kit.ground.ringed:
        centre = np.asarray(kit.plan.centre_mm(cell))
        radii = np.full(33, grid.mark_mm)
        if grid.wobble_mm:
            radii += np.interp(angles, np.linspace(0, 2 * math.pi, 7), sheet.rng.normal(0, 0.5 * grid.wobble_mm, 7))
            centre = centre + sheet.rng.normal(0, grid.wobble_mm, 2)
        rim = sheet.fixed(centre + np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None])
        if thick < 0:
            cv2.fillPoly(mask, [rim], (255,), cv2.LINE_AA, _BITS)
        else:
            cv2.polylines(mask, [rim], True, (255,), thick, cv2.LINE_AA, _BITS)
    sheet.stamp(mask, grid.block_line)


def _cell_lines(plan: Plan, every: int) -> list[Ends]:
    """Return the lines after every *every* cells, without those of the rim."""
    p = plan.pitch_mm
    found: list[Ends] = []
    found += [((x * p, 0.0), (x * p, plan.height_mm)) for x in range(every, plan.columns, every)]
    found += [((0.0, y * p), (plan.width_mm, y * p)) for y in range(every, plan.rows, every)]
    return found


def _sides(rings: Iterable[Array]) -> list[Ends]:
    """Return the sides of polygons."""
    return [
        ((float(a[0]), float(a[1])), (float(b[0]), float(b[1])))
        for ring in rings
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True)
    ]


def card_field(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """Return the faint unevenness of paper and card."""
    return noise(rng, shape, (1.5, 1.5)) + np.float32(0.7) * noise(rng, shape, (60.0, 60.0))
