"""Flat pieces as a strip that folds like a fan into a stack thick enough to grip.

Strip frame: mm, x right, y down, printed side up, the first panel's centre at the
origin. Folds alternate between back and forth, and every panel ends up on the first.
With an even number of panels the first and the last show their print outside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kits.fold import Point, Segment
from kits.pieces import Slab

PANELS = 6
"""How many panels a piece of a seat has."""
STONE_PANELS = 4
"""How many panels a stone has."""
_CIRCLE_CORNERS = 72
_HINGE_MM = 5.0
"""Length of the straight edge that joins two discs."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The parts of a strip."""

    panels: tuple[tuple[Point, ...], ...]
    folds: tuple[Segment, ...]
    """The fold between each panel and the next."""
    outline: tuple[Point, ...]
    """The line to cut."""


def strip(slab: Slab, panels: int = PANELS) -> Strip:
    """Return *slab* as a strip of *panels*, each the one before mirrored in the fold between them."""
    first = _outline(slab)
    exits = _exit_edges(slab, first)
    rings = [first]
    folds: list[Segment] = []
    for number in range(1, panels):
        edge = exits[(number - 1) % 2]
        ring = rings[-1]
        fold = ring[edge], ring[(edge + 1) % len(ring)]
        folds.append(fold)
        rings.append(tuple(_mirrored(point, fold) for point in ring))
    return Strip(tuple(rings), tuple(folds), _around(rings, exits))


def _outline(slab: Slab) -> tuple[Point, ...]:
    """Return the corners of the first panel, counter-clockwise as seen."""
    if slab.outline == "circle":
        return _disc(slab.across_mm / 2)
    corners = 4 if slab.outline == "square" else 3
    radius = slab.across_mm / (2 * math.sin(math.pi / corners))
    first = math.pi / 4 if corners == 4 else math.pi / 2
    turns = (first + 2 * math.pi * k / corners for k in range(corners))
    return tuple((radius * math.cos(t), -radius * math.sin(t)) for t in turns)


def _disc(radius: float) -> tuple[Point, ...]:
    """Return a disc with a straight edge on the left and right, where it joins its neighbours."""
    half = math.asin(min(1.0, _HINGE_MM / 2 / radius))
    steps = _CIRCLE_CORNERS // 2
    upper = [half + (math.pi - 2 * half) * k / steps for k in range(steps + 1)]
    turns = [*upper, *(math.pi + t for t in upper)]
    return tuple((radius * math.cos(t), -radius * math.sin(t)) for t in turns)


def _exit_edges(slab: Slab, ring: tuple[Point, ...]) -> tuple[int, int]:
    """Return the two edges where the strip continues, used alternately."""
    if slab.outline == "triangle":
        return 2, 1
    middles = [(ring[k][0] + ring[(k + 1) % len(ring)][0]) / 2 for k in range(len(ring))]
    return middles.index(max(middles)), middles.index(min(middles))


def _mirrored(point: Point, fold: Segment) -> Point:
    a, b, p = complex(*fold[0]), complex(*fold[1]), complex(*point)
    image = a + (b - a) * ((p - a) / (b - a)).conjugate()
    return image.real, image.imag


def _around(rings: list[tuple[Point, ...]], exits: tuple[int, int]) -> tuple[Point, ...]:
    """Return the outline of all panels: out along one side of the strip, back along the other."""
    size = len(rings[0])
    first, second = exits
    one = [(first + 1 + k) % size for k in range((second - first - 1) % size + 1)]
    other = [(second + 1 + k) % size for k in range((first - second - 1) % size + 1)]
    out: list[Point] = []
    back: list[Point] = []
    for number, ring in enumerate(rings):
        odd = number % 2 == 1
        out += [ring[k] for k in (one if odd else reversed(one))]
        back += [ring[k] for k in (reversed(other) if odd else other)]
    return tuple(_once([*out, *reversed(back)]))


def _once(points: list[Point]) -> list[Point]:
    """Return *points* without consecutive repeats, which occur where panels meet."""
    return [point for k, point in enumerate(points) if math.dist(point, points[k - 1]) > 1e-6]
