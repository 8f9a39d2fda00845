"""A hand and its arm over the board: a skeleton of thick segments, modelled as one smooth skin."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from simulator.lighting import Caster, Lit
from simulator.looks import Tint
from simulator.projection import Map, Projection
from simulator.scene import Array, Hand

_FINGERS = ((-34.0, 60.0, 9.5), (-15.0, 84.0, 9.0), (4.0, 92.0, 9.2), (22.0, 86.0, 8.8), (39.0, 68.0, 7.8))
"""From thumb to little finger: the knuckle's place across the palm, the length and the radius (mm)."""


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """A rounded cone between two balls, in the board frame."""

    a_mm: Array
    b_mm: Array
    radius_a: float
    radius_b: float
    tint: Tint
    open_end: bool = False
    """Whether the ball at the second end is left off, as where an arm enters a sleeve."""


def segments(hand: Hand) -> list[Segment]:
    """Return the arm, the palm and the fingers of *hand*."""
    rng = np.random.default_rng(hand.seed)
    k, side = hand.scale, -1.0 if hand.left else 1.0
    angle = math.radians(hand.from_deg)
    back = np.array([math.cos(angle), math.sin(angle), 0.0])
    across = np.array([-back[1], back[0], 0.0]) * side
    up = np.array([0.0, 0.0, -1.0])
    tip = np.array([*hand.at_mm, -hand.height_mm])
    palm = tip + back * 70 * k + up * 42 * k
    wrist = palm + back * 82 * k + up * rng.uniform(-25, 15) * k
    elbow = wrist + back * 260 * k + up * rng.uniform(-10, 60) * k + across * rng.uniform(-50, 50)
    cuff = wrist + (elbow - wrist) * min(hand.sleeve_from_mm / 260, 1.0)
    shoulder = elbow + back * 320 * k + up * 120
    made = [
        Segment(cuff, elbow, 33 * k, 47 * k, hand.sleeve),
        Segment(elbow, shoulder, 47 * k, 58 * k, hand.sleeve),
        Segment(wrist, cuff, 25 * k, 31 * k, hand.skin, open_end=True),
    ]
    for place, length, radius in _FINGERS:
        thumb = place < -30
        knuckle = palm + across * place * k * (0.9 if thumb else 1.0) + back * (22.0 if thumb else 0.0) * k
        reach = tip + across * place * k * (0.25 + 0.6 * hand.open) + up * rng.uniform(0, 12)
        if not thumb and place > 10:
            reach = reach + (back * 22 + up * 14) * k * rng.uniform(0.3, 1.4) * (1 - 0.6 * hand.open)
        gap = float(np.linalg.norm(reach - knuckle))
        bow = math.sqrt(max((length * k) ** 2 - gap**2, 0.0)) * 0.45
        joint = (knuckle + reach) / 2 + up * bow - back * 0.2 * bow
        made.append(Segment(wrist, knuckle, 23 * k, (13.0 if thumb else 12.5) * k, hand.skin))
        made.append(Segment(knuckle, joint, radius * 1.15 * k, radius * k, hand.skin))
        made.append(Segment(joint, reach, radius * k, radius * 0.78 * k, hand.skin))
    return made


def casters_of_hand(parts: list[Segment]) -> list[Caster]:
    """Return what throws the hand's shadow."""
    ring = np.array([[math.cos(a), math.sin(a), 0.0] for a in np.arange(8) * math.pi / 4])
    made = []
    for part in parts:
        points = np.vstack([part.a_mm + ring * part.radius_a, part.b_mm + ring * part.radius_b])
        made.append(Caster(points, (0.0, 0.0, 0.0)))
    return made


def paint_hand(
    canvas: Map, projection: Projection, hand: Hand, parts: list[Segment], lights: Lit
) -> npt.NDArray[np.float32]:
    """Paint the hand on *canvas* in place and return how far it covers each pixel (height, width), 0 to 1."""
    cover = np.zeros(canvas.shape[:2], dtype=np.float32)
    relief = np.full(canvas.shape[:2], -1e6, dtype=np.float32)
    tint = np.zeros_like(canvas)
    focal = float(projection.view.camera.K[0, 0])
    distance = float(np.median(projection.depth(np.array([p.a_mm for p in parts]))))
    for part in parts:
        _model(cover, relief, tint, projection, part, focal, max(distance, 150.0))
    rows, columns = np.nonzero(cover.max(axis=1))[0], np.nonzero(cover.max(axis=0))[0]
    if not len(rows):
        return cover
    box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    _skin(canvas[box], cover[box], relief[box], tint[box], projection, hand, lights)
    return cover


def _model(
    cover: Map, relief: Map, tint: Map, projection: Projection, part: Segment, focal: float, distance: float
) -> None:
    """Add a segment's outline and its height towards the camera, in px."""
    ends = np.array([part.a_mm, part.b_mm])
    depth = projection.depth(ends)
    if depth.max() < 60:
        return
    if depth.min() < 60:
        near = int(np.argmin(depth))
        share = (60 - depth[near]) / (depth[1 - near] - depth[near])
        ends[near] += (ends[1 - near] - ends[near]) * share
        depth = projection.depth(ends)
    flat = ends @ projection.view.R.T + projection.view.t.reshape(3)
    flat = flat[:, :2] / flat[:, 2:]
    centre = projection.view.camera.K[:2, 2]
    (ax, ay), (bx, by) = flat * projection.view.camera.K[[0, 1], [0, 1]] + centre
    if max(abs(ax), abs(ay), abs(bx), abs(by)) < 2500:
        (ax, ay), (bx, by) = projection.px(ends)
    ra, rb = part.radius_a * focal / depth[0], part.radius_b * focal / depth[1]
    reach = max(ra, rb) + 2
    left, right = max(int(min(ax, bx) - reach), 0), min(int(max(ax, bx) + reach) + 1, projection.width)
    top, bottom = max(int(min(ay, by) - reach), 0), min(int(max(ay, by) + reach) + 1, projection.height)
    if left >= right or top >= bottom:
        return
    x = np.arange(left, right, dtype=np.float32)[None, :] - np.float32(ax)
    y = np.arange(top, bottom, dtype=np.float32)[:, None] - np.float32(ay)
    dx, dy = np.float32(bx - ax), np.float32(by - ay)
    reached = (x * dx + y * dy) / max(float(dx * dx + dy * dy), 1e-3)
    along = np.clip(reached, 0, 1)
    off = np.hypot(x - along * dx, y - along * dy)
    radius = ra + (rb - ra) * along
    height = (depth[0] + (depth[1] - depth[0]) * along - distance) * (-focal / distance)
    dome = height + np.sqrt(np.maximum(radius * radius - off * off, 0))
    inside = np.clip(radius - off + 0.5, 0, 1)
    box = (slice(top, bottom), slice(left, right))
    if part.open_end:
        inside = np.where(reached <= 1, inside, 0)
    wins = (inside > 0) & (dome > relief[box])
    relief[box][wins] = dome[wins]
    tint[box][wins] = part.tint
    np.maximum(cover[box], inside, out=cover[box])


def _skin(canvas: Map, cover: Map, relief: Map, tint: Map, projection: Projection, hand: Hand, lights: Lit) -> None:
    rng = np.random.default_rng(hand.seed)
    inside = relief > -1e5
    floor = float(relief[inside].min())
    smooth = cv2.GaussianBlur(np.where(inside, relief, floor).astype(np.float32), (0, 0), 2.0)
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    size = np.sqrt(gx * gx + gy * gy + 1)
    planes = [np.zeros(cover.shape, dtype=np.float32) for _ in range(3)]
    for lamp in sorted({source.lamp for source in lights.sources}):
        sources = [source for source in lights.sources if source.lamp == lamp]
        way = np.mean([source.at_mm for source in sources], axis=0) - np.array([*hand.at_mm, -60.0])
        x, y, z = projection.view.R @ (way / np.linalg.norm(way))
        facing = np.maximum((gx * np.float32(-x) + gy * np.float32(-y) - np.float32(z)) / size, 0)
        if sources[0].dome:
            facing = 0.4 + 0.6 * facing
        for c, give in enumerate(np.sum([source.give for source in sources], axis=0)):
            planes[c] += facing * np.float32(give)
    total = cv2.merge(planes)
    mottle = rng.standard_normal((max(2, cover.shape[0] // 6), max(2, cover.shape[1] // 6)), dtype=np.float32)
    speckled = 1 + 0.05 * cv2.resize(mottle, (cover.shape[1], cover.shape[0]))
    total = total * speckled[..., None]
    canvas += cover[..., None] * (tint * total - canvas)
