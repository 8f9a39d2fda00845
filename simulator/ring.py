"""Mini-boards that make no flat grid, laid around the middle of the table: one plan for all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from kits.kit import Kit, MiniBoard, Plan
from simulator.scene import Array, Image


@dataclass(frozen=True, slots=True)
class Laid:
    """A mini-board on the table: a point p of it lies at ``at_mm`` + R p, R turning clockwise seen from above."""

    mini: MiniBoard
    at_mm: tuple[float, float]
    turn_deg: float

    def in_whole(self, points_mm: Array) -> Array:
        """Return points (N, 2) of the mini-board's frame in the frame of the whole."""
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        return np.asarray(points_mm @ np.array([[c, s], [-s, c]]) + np.array(self.at_mm))


@dataclass(frozen=True, slots=True)
class RingPlan(Plan):
    """All cells of a ring of mini-boards. Columns and rows only measure the square that they lie in."""

    laid: tuple[Laid, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(cell for part in self.laid for cell in part.mini.plan.cells)

    def centre_mm(self, cell: str) -> tuple[float, float]:
        for part in self.laid:
            if cell in part.mini.plan.cells:
                x, y = part.in_whole(np.array([part.mini.plan.centre_mm(cell)]))[0]
                return float(x), float(y)
        raise ValueError(f"no cell is called {cell!r} on these boards")


def as_ring(kit: Kit) -> Kit:
    """Return *kit* with its mini-boards laid around a middle, as near to it as their frames allow.

    A kit whose playing area is one flat grid is returned as it is.
    """
    if kit.has_whole or isinstance(kit.plan, RingPlan):
        return kit
    plan, band, pitch = kit.minis[0].plan, kit.band_mm, kit.plan.pitch_mm
    half = (plan.width_mm + band) / 2
    inner = half / math.tan(math.pi / len(kit.minis)) + 4.0
    cells = math.ceil(2 * math.hypot(half, inner + plan.height_mm + band) / pitch)
    middle = cells * pitch / 2
    laid = []
    for number, mini in enumerate(kit.minis):
        corner = Laid(mini, (middle, middle), number * 360 / len(kit.minis))
        x, y = corner.in_whole(np.array([[-half, inner]]))[0]
        laid.append(replace(corner, at_mm=(float(x), float(y))))
    return replace(kit, plan=RingPlan(cells, cells, pitch, laid=tuple(laid)), markers=())


def outlines_mm(kit: Kit) -> tuple[Array, ...]:
    """Return the corners (4, 2) of each mini-board of a ring with the frame on its near and right side."""
    return tuple(part.in_whole(_box(part.mini.plan, kit.band_mm)) for part in _laid(kit))


def outline_of_mm(kit: Kit, seat: str) -> Array:
    """Return the corners (4, 2) of the mini-board of *seat* with its frame, in the frame of the whole or the ring."""
    mini = next(each for each in kit.minis if each.seat == seat)
    box = _box(mini.plan, kit.band_mm)
    laid = next((part for part in _laid(kit) if part.mini is mini), None)
    return np.array([mini.in_whole((x, y)) for x, y in box]) if laid is None else laid.in_whole(box)


def pasted(canvas: Image, kit: Kit, sheets: Sequence[Image], px_per_mm: float, margin_mm: float) -> Image:
    """Return *canvas* with the *sheets* of the mini-boards, all of one scale, laid where they lie in *kit*.

    A sheet covers its board and frame; the board frame's origin lies *margin_mm* inside the canvas.
    """
    out = canvas.copy()
    for part, sheet in zip(_laid(kit), sheets, strict=True):
        box = _box(part.mini.plan, kit.band_mm)
        height, width = sheet.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - np.float32(0.5)
        target = ((part.in_whole(box) + margin_mm) * px_per_mm - 0.5).astype(np.float32)
        H = cv2.getPerspectiveTransform(source, target)
        cv2.warpPerspective(
            sheet, H, (out.shape[1], out.shape[0]), dst=out, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
        )
    return out


def _box(plan: Plan, band_mm: float) -> Array:
    right, bottom = plan.width_mm + band_mm, plan.height_mm + band_mm
    return np.array([[0.0, 0.0], [right, 0.0], [right, bottom], [0.0, bottom]])


def _laid(kit: Kit) -> tuple[Laid, ...]:
    return kit.plan.laid if isinstance(kit.plan, RingPlan) else ()
