"""Rendering a scene: the still part (the backdrop), then pieces, hand and sensor.

Everything is drawn where the distorted lens shows it: planes pixel by pixel, bodies by
their vertices. So the truth is exact, and no picture is resampled twice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from simulator.boards import board_sheet
from simulator.bodies import Body, box
from simulator.grain import srgb, surface
from simulator.grids import parts_of
from simulator.hand import Segment, casters_of_hand, paint_hand, segments
from simulator.lighting import Caster, Lit, casters_of, glare, lit, shade
from simulator.paint import paint
from simulator.projection import SUBPIXEL_BITS, Map, Projection, hull, subpixel
from simulator.scene import Array, Image, Picture, Scene
from simulator.sensor import develop
from simulator.things import bodies_beside, placed_bodies, rod_body
from simulator.truth import OTHER, Outlines, truth_of

_SHADOW_STEP_PX = 2
_FLOOR_MM = 740.0
_TILE_PX = 512
_TALL_MM = 10.0
"""How high a body is that keeps light from others."""

_LINEAR = np.array(
    [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in range(256)], dtype=np.float32
)


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """What stays the same while camera, board and light do: to be made once for many pictures."""

    projection: Projection
    lights: Lit
    albedo: Map
    """Colour of board, table and floor (height, width, 3), linear."""
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


@dataclass(frozen=True, slots=True, eq=False)
class _Things:
    """All that stands on or over the table, as bodies."""

    rims: list[Body]
    loose: list[Body]
    standing: list[Body]
    """The parts of the pieces in the scene's order, then the rods."""
    owners: list[int]
    """Of each of these, the number of its piece or, counting on, of its rod."""
    hand: list[Segment]

    @classmethod
    def of(cls, scene: Scene) -> _Things:
        kit, z = scene.kit, scene.board.thickness_mm
        pieces = [placed_bodies(piece, kit.plan, kit.pieces[piece.kind]) for piece in scene.pieces]
        every = [*pieces, *((rod_body(laid, kit.plan),) for laid in scene.rods)]
        return cls(
            _rims(scene),
            [body for thing in scene.loose for body in bodies_beside(thing, z, kit)],
            [body for parts in every for body in parts],
            [number for number, parts in enumerate(every) for _ in parts],
            segments(scene.hand) if scene.hand else [],
        )


def render(scene: Scene, *, behind: Backdrop | None = None) -> Picture:
    """Return the picture of *scene*; *behind* is its backdrop where that is known already."""
    behind = behind or backdrop(scene)
    things = _Things.of(scene)
    light = _light_on_planes(behind, scene, things)
    canvas = np.asarray(cv2.multiply(behind.albedo, light), dtype=np.float32)
    if scene.light.glare > 0:
        cv2.accumulateProduct(behind.glare, light, canvas)
    ids = np.zeros(canvas.shape[:2], dtype=np.uint16)
    outlines = _paint_things(canvas, ids, behind, scene, things)
    if scene.hand:
        cover = paint_hand(canvas, behind.projection, scene.hand, things.hand, behind.lights)
        ids[cover > 0.5] = OTHER
    image = develop(canvas, scene.sensor, seed=scene.seed)
    return Picture(image, truth_of(scene, ids, outlines))


def _paint_things(
    canvas: Map, ids: npt.NDArray[np.uint16], behind: Backdrop, scene: Scene, things: _Things
) -> Outlines:
    """Paint all but the hand, far things first, and return outlines; *canvas* and *ids* change in place.

    *ids* gets, where a body is, the piece's number from 1, or ``OTHER``.
    """
    projection, lights = behind.projection, behind.lights
    eye = projection.view.eye_mm

    def distance(body: Body) -> float:
        return float(np.linalg.norm(body.centre_mm - eye))

    for body in sorted(things.rims, key=distance, reverse=True):
        paint(canvas, projection, body, lights)
    if things.rims:
        _grain_on_rims(canvas, behind, scene)
    reach = _reach_of_lamps(lights, things.standing, things.hand)
    outlines: Outlines = [[] for _ in range(len(scene.pieces) + len(scene.rods))]
    numbered = [*((body, None) for body in things.loose), *((body, i) for i, body in enumerate(things.standing))]
    for body, i in sorted(numbered, key=lambda pair: distance(pair[0]), reverse=True):
        outline = paint(canvas, projection, body, lights, reach=None if i is None else reach[i])
        if len(outline):
            value = OTHER if i is None else things.owners[i] + 1
            cv2.fillConvexPoly(ids, subpixel(outline), (value,), cv2.LINE_8, SUBPIXEL_BITS)
            if i is not None:
                outlines[things.owners[i]].append(outline)
    return outlines


def _surroundings(scene: Scene, projection: Projection) -> Image:
    """Floor, wall and table, unlit."""
    ground, z = scene.ground, scene.board.thickness_mm
    outline = projection.ground_polygon(ground.outline_mm, z)
    mask = np.zeros((projection.height, projection.width), dtype=np.uint8)
    if len(outline):
        cv2.fillPoly(mask, [subpixel(outline)], (255,), cv2.LINE_AA, SUBPIXEL_BITS)
    tile = surface(ground.kind, ground.first, ground.second, size_px=_TILE_PX, px_per_mm=ground.scale, seed=ground.seed)
    table = _spread(projection, tile, z, ground.scale, ground.yaw_deg, step_px=1)
    left, top, wide, high = cv2.boundingRect(255 - mask)
    if not wide:
        return table
    scale = ground.scale * 0.4
    tile = surface(
        ground.floor_kind, ground.floor, ground.second, size_px=_TILE_PX, px_per_mm=scale, seed=ground.seed + 1
    )
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
    """Return a plane covered with *tile* and its mirror images, a picture *step_px* times as coarse."""
    turn = math.radians(yaw_deg)
    c, s = math.cos(turn) * px_per_mm, math.sin(turn) * px_per_mm
    plane = projection.plane(z_mm)
    at = plane @ np.array([[c, s], [-s, c]])
    at = np.clip(at - at[at.shape[0] // 2, at.shape[1] // 2] + 1.5 * _TILE_PX, -15000, 15000)
    tiles = cv2.copyMakeBorder(tile, _TILE_PX, _TILE_PX, _TILE_PX, _TILE_PX, cv2.BORDER_REFLECT)
    x, y = projection.fine(at[..., 0], step_px=step_px), projection.fine(at[..., 1], step_px=step_px)
    return np.asarray(cv2.remap(tiles, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)


def _blend(upper: Image, lower: Image, share: Map) -> Image:
    """Return *upper* where *share* (height, width) is 1, *lower* where it is 0."""
    return np.asarray(cv2.blendLinear(upper, lower, share, 1 - share), dtype=np.uint8)


def _outer_mm(scene: Scene) -> Array:
    """Corners of the board with its border."""
    plan, m = scene.kit.plan, _border_mm(scene)
    w, h = plan.width_mm, plan.height_mm
    return np.array([[-m, -m], [w + m, -m], [w + m, h + m], [-m, h + m]])


def _border_mm(scene: Scene) -> float:
    return scene.board.border_mm + scene.kit.band_mm


def _lay_board(image: Image, scene: Scene, projection: Projection) -> Image:
    """Draw the board on *image* in place and return its mask."""
    parts = _parts_mm(scene)
    rings = [projection.ground_polygon(part, 0.0, steps=24) for part in parts]
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
    """Return px per mm where the board is nearest the camera, within reason."""
    corners = projection.px(np.column_stack([_outer_mm(scene), np.zeros(4)]))
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    plan = scene.kit.plan
    return float(np.clip(1.15 * sides.max() / (plan.width_mm + 2 * _border_mm(scene)), 0.8, 4.0))


def _parts_mm(scene: Scene) -> tuple[Array, ...]:
    """Corners of the parts that the board is laid from."""
    if scene.board.style == "kit" or scene.board.grid is None:
        return (_outer_mm(scene),)
    return parts_of(scene.kit, scene.board)


def _edge_of_board(image: Image, scene: Scene, projection: Projection, parts: Sequence[Array]) -> None:
    """The board's sides above the table: darker than its surface."""
    ink = tuple(0.6 * v for v in srgb(scene.board.border))
    for part in parts:
        outline = projection.ground_polygon(part, scene.board.thickness_mm, steps=24)
        if not len(outline):
            continue
        if len(parts) > 1:
            above = projection.ground_polygon(part, 0.0, steps=24)
            outline = hull(np.vstack([outline, above]))
        cv2.fillPoly(image, [subpixel(outline)], ink, cv2.LINE_AA, SUBPIXEL_BITS)


def _rims(scene: Scene) -> list[Body]:
    """The four bars of a raised frame."""
    look, plan = scene.board, scene.kit.plan
    if look.rim_mm <= 0:
        return []
    w, h, m = plan.width_mm, plan.height_mm, _border_mm(scene)
    inset = min(look.line_at_mm + look.line_mm + 1.0, 0.5 * m)
    bar = m - inset
    long, top = w + 2 * m, -look.rim_mm
    places = [
        (long, bar, w / 2, -m + bar / 2),
        (long, bar, w / 2, h + m - bar / 2),
        (bar, h + 2 * inset, -m + bar / 2, h / 2),
        (bar, h + 2 * inset, w + m - bar / 2, h / 2),
    ]
    return [box(a, b, top, look.thickness_mm, (x, y), look.border) for a, b, x, y in places]


def _grain_on_rims(canvas: Map, behind: Backdrop, scene: Scene) -> None:
    """Give the painted rims, in place, the grain of the border that they stand on."""
    projection, plan = behind.projection, scene.kit.plan
    outer, inner = (projection.ground_polygon(ring, 0.0, steps=24) for ring in (_outer_mm(scene), plan.corners_mm))
    mask = np.zeros(canvas.shape[:2], dtype=np.uint8)
    for ring, value in ((outer, 255), (inner, 0)):
        if len(ring):
            cv2.fillPoly(mask, [subpixel(ring)], (value,), cv2.LINE_8, SUBPIXEL_BITS)
    border = np.asarray(scene.board.border, dtype=np.float32)
    inside = mask > 0
    canvas[inside] *= np.clip(behind.albedo[inside] / np.maximum(border, 0.01), 0.4, 1.7)


def _light_on_planes(behind: Backdrop, scene: Scene, things: _Things) -> Map:
    """Light on table and board (height, width, 3)."""
    projection, lights, z = behind.projection, behind.lights, scene.board.thickness_mm
    hand = casters_of_hand(things.hand)
    upper = shade(
        projection,
        lights,
        casters_of([*things.rims, *things.loose, *things.standing]) + hand,
        0.0,
        step_px=_SHADOW_STEP_PX,
    )
    if z > 2:
        heights = (-scene.board.rim_mm, z)
        slabs = [
            Caster(np.vstack([np.column_stack([part, np.full(4, h)]) for h in heights]), (0, 0, 0))
            for part in _parts_mm(scene)
        ]
        lower = shade(projection, lights, [*slabs, *casters_of(things.loose), *hand], z, step_px=_SHADOW_STEP_PX)
        share = cv2.resize(behind.board_mask, (upper.shape[1], upper.shape[0]), interpolation=cv2.INTER_AREA)
        share = share * np.float32(1 / 255)
        upper = np.asarray(cv2.blendLinear(upper, lower, share, 1 - share), dtype=np.float32)
    full = cv2.resize(upper, (projection.width, projection.height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full, dtype=np.float32)


def _reach_of_lamps(lights: Lit, standing: Sequence[Body], parts: Sequence[Segment]) -> Array:
    """Return the share (pieces, sources) of each source that others leave to each piece.

    Pieces count as balls about their middles and the hand as a row of balls.
    """
    middles = np.array([_middle(b) for b in standing]).reshape(-1, 3)
    radii = np.array([np.ptp(b.vertices[:, 0]) * 0.33 for b in standing])
    tall = np.array([np.ptp(b.vertices[:, 2]) > _TALL_MM for b in standing], dtype=bool)
    balls, sizes = [middles[tall]], [radii[tall]]
    for part in parts:
        steps = np.linspace(0, 1, 5)[:, None]
        balls.append(part.a_mm + (part.b_mm - part.a_mm) * steps)
        sizes.append((part.radius_a + (part.radius_b - part.radius_a) * steps).ravel())
    blockers, size = np.vstack(balls), np.concatenate(sizes)
    way = lights.positions[None] - middles[:, None]
    way /= np.linalg.norm(way, axis=2, keepdims=True) + 1e-9
    gap = blockers[None, None] - middles[:, None, None]
    along = np.einsum("pskd,psd->psk", np.broadcast_to(gap, (len(middles), way.shape[1], *gap.shape[2:])), way)
    off = np.sqrt(np.maximum(np.einsum("pskd,pskd->psk", gap, gap) - along**2, 0))
    own = np.zeros((len(middles), 1, len(blockers)), dtype=bool)
    own[tall, 0, : tall.sum()] = np.eye(tall.sum(), dtype=bool)
    hidden = np.where((along > 0) & ~own, np.clip(1.4 - off / size, 0, 1), 0)
    return np.asarray(1 - hidden.max(axis=2, initial=0.0))


def _middle(body: Body) -> Array:
    if body.apex is None:
        return body.centre_mm
    return np.asarray(body.vertices[:4].mean(axis=0) * 0.6 + body.vertices[4] * 0.4)
