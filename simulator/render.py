"""Rendering a scene: the still part (the backdrop), then pieces, hand and sensor.

Everything is drawn where the distorted lens shows it: planes pixel by pixel, bodies by
their vertices. So the truth is exact, and no picture is resampled twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from simulator.backdrop import Backdrop, backdrop, border_mm, outer_mm, parts_mm
from simulator.bodies import Body, box
from simulator.hand import Segment, casters_of_hand, paint_hand, segments
from simulator.lighting import Caster, Lit, casters_of, shade
from simulator.misplaced import misplaced_bodies
from simulator.paint import paint
from simulator.projection import SUBPIXEL_BITS, Map, subpixel
from simulator.scene import Array, Picture, Scene
from simulator.sensor import develop
from simulator.things import bodies_beside, foreign_body, placed_bodies, rod_body
from simulator.truth import OTHER, Outlines, truth_of

_SHADOW_STEP_PX = 2
_TALL_MM = 10.0
"""Bodies higher than this keep light from others."""


@dataclass(frozen=True, slots=True, eq=False)
class _Things:
    """Everything that stands on or above the table, as bodies."""

    rims: list[Body]
    loose: list[Body]
    held: list[Body]
    """The loose things that are held above all others."""
    standing: list[Body]
    """The parts of the pieces, in the scene's order, then the rods."""
    owners: list[int]
    """For each of these, the number of its piece or, counting on, of its rod."""
    hand: list[Segment]

    @classmethod
    def of(cls, scene: Scene) -> _Things:
        kit, z = scene.kit, scene.board.thickness_mm
        pieces = [placed_bodies(piece, kit.plan, kit.pieces[piece.kind]) for piece in scene.pieces]
        every = [*pieces, *((rod_body(laid, kit.plan),) for laid in scene.rods)]
        lying, held = (
            [body for thing in scene.loose if (thing.over_mm > 0) == over for body in bodies_beside(thing, z, kit)]
            for over in (False, True)
        )
        foreign = [foreign_body(thing) for thing in scene.foreign]
        foreign += [body for piece in scene.misplaced for body in misplaced_bodies(piece, kit)]
        return cls(
            _rims(scene),
            lying + foreign,
            held,
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
    """Paint everything but the hand onto *canvas* in place, far things first; return the outlines.

    Where a body is, *ids* gets the number of its piece, from 1, or ``OTHER``.
    """
    projection, lights = behind.projection, behind.lights
    eye = projection.view.eye_mm

    def distance(body: Body) -> float:
        return float(np.linalg.norm(body.centre_mm - eye))

    for body in things.rims:
        paint(canvas, projection, body, lights)
    if things.rims:
        _grain_on_rims(canvas, behind, scene)
    reach = _reach_of_lamps(lights, things.standing, things.hand)
    outlines: Outlines = [[] for _ in range(len(scene.pieces) + len(scene.rods))]
    numbered = [*((body, None) for body in things.loose), *((body, i) for i, body in enumerate(things.standing))]
    farthest_first = sorted(numbered, key=lambda pair: distance(pair[0]), reverse=True)
    for body, i in [*farthest_first, *((body, None) for body in things.held)]:
        outline = paint(canvas, projection, body, lights, reach=None if i is None else reach[i])
        if len(outline):
            value = OTHER if i is None else things.owners[i] + 1
            cv2.fillConvexPoly(ids, subpixel(outline), (value,), cv2.LINE_8, SUBPIXEL_BITS)
            if i is not None:
                outlines[things.owners[i]].append(outline)
    return outlines


def _rims(scene: Scene) -> list[Body]:
    """Return the four bars of a raised frame, first the two that hold the others' ends."""
    look, plan = scene.board, scene.kit.plan
    if look.rim_mm <= 0:
        return []
    w, h, m = plan.width_mm, plan.height_mm, border_mm(scene)
    inset = min(look.line_at_mm + look.line_mm + 1.0, 0.5 * m)
    bar = m - inset
    long, top = w + 2 * m, -look.rim_mm
    places = [
        (long, bar, w / 2, -m + bar / 2),
        (long, bar, w / 2, h + m - bar / 2),
        (bar, h + 2 * inset, -m + bar / 2, h / 2),
        (bar, h + 2 * inset, w + m - bar / 2, h / 2),
    ]
    return [box(a, b, top, 0.0, (x, y), look.border) for a, b, x, y in places]


def _grain_on_rims(canvas: Map, behind: Backdrop, scene: Scene) -> None:
    """Give the painted rims, in place, the grain of the border below them."""
    projection, plan = behind.projection, scene.kit.plan
    outer, inner = (projection.ground_polygon(ring, 0.0, steps=24) for ring in (outer_mm(scene), plan.corners_mm))
    mask = np.zeros(canvas.shape[:2], dtype=np.uint8)
    for ring, value in ((outer, 255), (inner, 0)):
        if len(ring):
            cv2.fillPoly(mask, [subpixel(ring)], (value,), cv2.LINE_8, SUBPIXEL_BITS)
    border = np.asarray(scene.board.border, dtype=np.float32)
    inside = mask > 0
    canvas[inside] *= np.clip(behind.albedo[inside] / np.maximum(border, 0.01), 0.4, 1.7)


def _light_on_planes(behind: Backdrop, scene: Scene, things: _Things) -> Map:
    """Return the light on table and board (height, width, 3)."""
    projection, lights, z = behind.projection, behind.lights, scene.board.thickness_mm
    hand = casters_of_hand(things.hand)
    upper = shade(
        projection,
        lights,
        casters_of([*things.rims, *things.loose, *things.held, *things.standing]) + hand,
        0.0,
        step_px=_SHADOW_STEP_PX,
    )
    if z > 2:
        heights = (-scene.board.rim_mm, z)
        slabs = [
            Caster(np.vstack([np.column_stack([part, np.full(4, h)]) for h in heights]), (0, 0, 0))
            for part in parts_mm(scene)
        ]
        casters = [*slabs, *casters_of([*things.loose, *things.held]), *hand]
        lower = shade(projection, lights, casters, z, step_px=_SHADOW_STEP_PX)
        share = cv2.resize(behind.board_mask, (upper.shape[1], upper.shape[0]), interpolation=cv2.INTER_AREA)
        share = share * np.float32(1 / 255)
        upper = np.asarray(cv2.blendLinear(upper, lower, share, 1 - share), dtype=np.float32)
    full = cv2.resize(upper, (projection.width, projection.height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full, dtype=np.float32)


def _reach_of_lamps(lights: Lit, standing: Sequence[Body], parts: Sequence[Segment]) -> Array:
    """Return the share (pieces, sources) of each source's light that other things let through to each piece.

    Pieces count as balls around their middles and the hand as a row of balls.
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
