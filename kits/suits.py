"""The piecepack's suits as outlines in a box from −0.5 to 0.5, x right, y down."""

from __future__ import annotations

import math

from kits.fold import Point

_RAYS = 12


def suit(seat: str) -> tuple[tuple[Point, ...], ...]:
    """Return the rings of *seat*'s suit: sun, moon, crown or arms for A to D. Raises ``KeyError`` for other seats."""
    return {"A": _sun, "B": _moon, "C": _crown, "D": _arms}[seat]()


def _sun() -> tuple[tuple[Point, ...], ...]:
    turns = (math.pi * k / _RAYS for k in range(2 * _RAYS))
    radii = (0.5, 0.33)
    return (tuple((radii[k % 2] * math.sin(t), -radii[k % 2] * math.cos(t)) for k, t in enumerate(turns)),)


def _moon() -> tuple[tuple[Point, ...], ...]:
    outer = [math.radians(50 + 260 * k / 40) for k in range(41)]
    start = 0.5 * math.cos(outer[0]), 0.5 * math.sin(outer[0])
    centre = 0.22
    radius = math.hypot(start[0] - centre, start[1])
    first = math.atan2(start[1], start[0] - centre)
    inner = [2 * math.pi - first - (2 * math.pi - 2 * first) * k / 30 for k in range(31)]
    return (
        (
            *((0.5 * math.cos(t), 0.5 * math.sin(t)) for t in outer),
            *((centre + radius * math.cos(t), radius * math.sin(t)) for t in inner),
        ),
    )


def _crown() -> tuple[tuple[Point, ...], ...]:
    return (((-0.42, 0.36), (-0.5, -0.3), (-0.24, 0.02), (0.0, -0.44), (0.24, 0.02), (0.5, -0.3), (0.42, 0.36)),)


def _arms() -> tuple[tuple[Point, ...], ...]:
    turns = [math.pi * k / 24 for k in range(25)]
    foot = ((0.4 * math.cos(t), 0.05 + 0.45 * math.sin(t)) for t in turns)
    shield = ((-0.4, -0.45), (0.4, -0.45), *foot)
    bar = ((-0.4, -0.16), (0.4, -0.16), (0.4, -0.02), (-0.4, -0.02))
    return shield, bar
