"""The still part of a picture: board, table, floor and wall, and how they shine."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from simulator.boards import board_sheet
from simulator.grain import srgb, surface
from simulator.grids import parts_of
from simulator.lighting import Lit, glare, lit
from simulator.patterns import covering
from simulator.projection import SUBPIXEL_BITS, Map, Projection, hull, subpixel
from simulator.ring import outlines_mm
from simulator.scene import Array, Image, Scene

_FLOOR_MM = 740.0
_LINEAR = np.array(
    [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in range(256)], dtype=np.float32
)


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """What stays the same while camera, board and light do: to be made once for many pictures."""

    projection: Projection
    lights: Lit
    albedo: Map
    """Linear colour of board, table and floor (height, width, 3)."""
    board_mask: Image
    glare: Map


def backdrop(scene: Scene) -> Backdrop:
    """Return the still part of *scene*."""
    projection = Projection(scene.view)
    plan = scene.kit.plan
    lights = lit(scene.light, (plan.width_mm / 2, plan.height_mm / 2))
    image = _surroundings(scene, projection)
    mask = _lay_board(image, scene, projection)
    albedo = np.asarray(cv2.LUT(image, _LINEAR), dtype=np.float32)
    shine = np.zeros((1, 1, 3), dtype=np.float32)
    if scene.light.glare > 0:
        gloss = cv2.LUT(mask, np.linspace(scene.ground.gloss, 1, 256, dtype=np.float32))
        shine = np.asarray(cv2.multiply(glare(projection, lights, 0.0), cv2.merge([gloss] * 3)), dtype=np.float32)
    return Backdrop(projection, lights, albedo, mask, shine)


def outer_mm(scene: Scene) -> Array:
    """Corners of the board with its border."""
    plan, m = scene.kit.plan, border_mm(scene)
    w, h = plan.width_mm, plan.height_mm
    return np.array([[-m, -m], [w + m, -m], [w + m, h + m], [-m, h + m]])


def border_mm(scene: Scene) -> float:
    return scene.board.border_mm + scene.kit.band_mm


def parts_mm(scene: Scene) -> tuple[Array, ...]:
    """Corners of the parts that the board is laid from."""
    if outlines := outlines_mm(scene.kit):
        return outlines
    if scene.board.style == "kit" or scene.board.grid is None:
        return (outer_mm(scene),)
    return parts_of(scene.kit, scene.board)


def _surroundings(scene: Scene, projection: Projection) -> Image:
    """Return floor, wall and table, unlit."""
    ground, z = scene.ground, scene.board.thickness_mm
    outline = projection.ground_polygon(ground.outline_mm, z)
    mask = np.zeros((projection.height, projection.width), dtype=np.uint8)
    if len(outline):
        cv2.fillPoly(mask, [subpixel(outline)], (255,), cv2.LINE_AA, SUBPIXEL_BITS)
    side = ground.tile_px
    tile = covering(ground.kind, ground.first, ground.second, size_px=side, px_per_mm=ground.scale, seed=ground.seed)
    table = _spread(projection, tile, z, ground.scale, ground.yaw_deg, step_px=1)
    left, top, wide, high = cv2.boundingRect(255 - mask)
    if not wide:
        return table
    scale = ground.scale * 0.4
    tile = surface(ground.floor_kind, ground.floor, ground.second, size_px=side, px_per_mm=scale, seed=ground.seed + 1)
    floor = _spread(projection, tile, z + _FLOOR_MM, scale, ground.yaw_deg, step_px=2)
    sky = projection.sky
    if sky.max() > 0:
        floor = _blend(np.full_like(floor, srgb(ground.wall)), floor, sky)
    around = np.asarray(cv2.resize(floor, (projection.width, projection.height)), dtype=np.uint8)
    part = (slice(top, top + high), slice(left, left + wide))
    table[part] = _blend(table[part].copy(), around[part].copy(), mask[part] * np.float32(1 / 255))
    return table


def _spread(
    projection: Projection, tile: Image, z_mm: float, px_per_mm: float, yaw_deg: float, *, step_px: int
) -> Image:
    """Return a plane covered with *tile* and its mirror images, at a resolution *step_px* times coarser."""
    turn, side = math.radians(yaw_deg), len(tile)
    c, s = math.cos(turn) * px_per_mm, math.sin(turn) * px_per_mm
    plane = projection.plane(z_mm)
    at = plane @ np.array([[c, s], [-s, c]])
    at = np.clip(at - at[at.shape[0] // 2, at.shape[1] // 2] + 1.5 * side, -15000, 15000)
    tiles = cv2.copyMakeBorder(tile, side, side, side, side, cv2.BORDER_REFLECT)
    x, y = projection.fine(at[..., 0], step_px=step_px), projection.fine(at[..., 1], step_px=step_px)
    return np.asarray(cv2.remap(tiles, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)


def _blend(upper: Image, lower: Image, share: Map) -> Image:
    """Return *upper* where *share* (height, width) is 1, *lower* where it is 0."""
    return np.asarray(cv2.blendLinear(upper, lower, share, 1 - share), dtype=np.uint8)


def _lay_board(image: Image, scene: Scene, projection: Projection) -> Image:
    """Draw the board on *image* in place and return its mask."""
    parts = parts_mm(scene)
    steps = 24 if len(parts) == 1 else 6
    rings = [projection.ground_polygon(part, 0.0, steps=steps) for part in parts]
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    if not any(map(len, rings)):
        return mask
    for ring in filter(len, rings):
        cv2.fillPoly(mask, [subpixel(ring)], (255,), cv2.LINE_AA, SUBPIXEL_BITS)
    outline = np.vstack(rings)
    sheet = board_sheet(scene.kit, scene.board, px_per_mm=_finest(projection, scene))
    if scene.board.thickness_mm > 1:
        _edge_of_board(image, scene, projection, parts)
    left, top = (max(int(v), 0) for v in outline.min(axis=0) - 2)
    right, bottom = (int(v) for v in np.minimum(outline.max(axis=0) + 3, [projection.width, projection.height]))
    at = sheet.px(projection.plane(0.0).reshape(-1, 2)).reshape(*projection.plane(0.0).shape)
    at = np.clip(at, -15000, 15000)
    x, y = (projection.fine(at[..., k])[top:bottom, left:right] for k in (0, 1))
    board = cv2.remap(sheet.image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    box = (slice(top, bottom), slice(left, right))
    image[box] = _blend(np.asarray(board, dtype=np.uint8), image[box].copy(), mask[box] * np.float32(1 / 255))
    return mask


def _finest(projection: Projection, scene: Scene) -> float:
    """Return px per mm where the board is nearest to the camera, within reason."""
    corners = projection.px(np.column_stack([outer_mm(scene), np.zeros(4)]))
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    plan = scene.kit.plan
    return float(np.clip(1.15 * sides.max() / (plan.width_mm + 2 * border_mm(scene)), 0.8, 4.0))


def _edge_of_board(image: Image, scene: Scene, projection: Projection, parts: Sequence[Array]) -> None:
    """Paint the board's sides above the table, darker than its surface."""
    ink = tuple(0.6 * v for v in srgb(scene.board.border))
    steps = 24 if len(parts) == 1 else 6
    for part in parts:
        outline = projection.ground_polygon(part, scene.board.thickness_mm, steps=steps)
        if not len(outline):
            continue
        if len(parts) > 1:
            above = projection.ground_polygon(part, 0.0, steps=steps)
            outline = hull(np.vstack([outline, above]))
        cv2.fillPoly(image, [subpixel(outline)], ink, cv2.LINE_AA, SUBPIXEL_BITS)
