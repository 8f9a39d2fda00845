"""How long making something takes: what is cut, scored, folded and glued, counted from what is printed.

The times of single steps are estimates: built from the motions of MTM-1 (data card of the MTM Association, 2019; 1 TMU
is 0.036 s) at half the speed that it assumes for practised workers. ``docs/printing.md`` shows the sums and the source.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from kits.inks import TINT
from printkit.drawing import Area, Lines, Point, Shape, Use, Window

EDGE_S, CURVE_S_PER_MM = 4.5, 0.1
"""Seconds to cut one straight edge of a small part with scissors, and per mm to cut along a curve."""
KNIFE_S = 11.0
"""Seconds to cut across a sheet with a knife along a ruler."""
SCORE_S, FOLD_S, TAB_S = 5.5, 3.0, 12.0
"""Seconds to score a line along a ruler, to fold along it, and to glue a tab and hold it."""
SEAM_S = 40.0
"""Seconds to align two sheets exactly and glue or tape them."""
_BEND = math.radians(20.0)
"""Two edges whose directions differ by less than this belong to one curve."""
_SCISSORS_MM, _HAND_MM = 100.0, 60.0
"""Longest straight cut with scissors, and the length of a fold that is glued and pressed at once."""


@dataclass(frozen=True, slots=True)
class Labour:
    """How many times each step is done."""

    edges: int = 0
    curve_mm: float = 0.0
    knife: int = 0
    scores: int = 0
    folds: int = 0
    tabs: int = 0
    seams: int = 0

    @property
    def minutes(self) -> float:
        seconds = (
            EDGE_S * self.edges
            + CURVE_S_PER_MM * self.curve_mm
            + KNIFE_S * self.knife
            + SCORE_S * self.scores
            + FOLD_S * self.folds
            + TAB_S * self.tabs
            + SEAM_S * self.seams
        )
        return seconds / 60

    def __add__(self, other: Labour) -> Labour:
        return Labour(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


NONE = Labour()


def total(every: Iterable[Labour]) -> Labour:
    """Return all of it."""
    return sum(every, NONE)


def making(outline: Sequence[Point], shapes: Iterable[Shape], *, scored: bool) -> Labour:
    """Return the work of cutting out along *outline*, and of cutting, folding and gluing what *shapes* print inside.

    Where there are no tabs, every fold glues one layer to the next.
    """
    every = tuple(_inside(shapes))
    cuts = [_ends(run) for each in _lines(every, "cut") for run in each.runs]
    folds = [math.dist(*_ends(run)) for each in _lines(every, "fold") for run in each.runs]
    tabs = sum(len(shape.rings) for shape in every if isinstance(shape, Area) and shape.fill == TINT)
    glued = tabs or sum(max(1, round(length / _HAND_MM)) for length in folds)
    done = Labour(scores=len(folds) if scored else 0, folds=len(folds), tabs=glued)
    return total((cutting(outline), *(_straight(cut) for cut in cuts), done))


def cutting(outline: Sequence[Point]) -> Labour:
    """Return the work of cutting along a closed *outline*: straight sides one by one, the rest as curves."""
    sides = [(a, b) for a, b in pairwise((*outline, outline[0])) if math.dist(a, b) > 1e-6]
    bent = [abs(_turn(sides[k - 1], sides[k])) > _BEND for k in range(len(sides))]
    curved = [not bent[k] and not bent[(k + 1) % len(sides)] for k in range(len(sides))]
    straight = total(_straight(side) for side, part in zip(sides, curved, strict=True) if not part)
    length = sum(math.dist(*side) for side, part in zip(sides, curved, strict=True) if part)
    return straight + Labour(curve_mm=length)


def _straight(cut: tuple[Point, Point]) -> Labour:
    return Labour(knife=1) if math.dist(*cut) > _SCISSORS_MM else Labour(edges=1)


def _lines(shapes: Iterable[Shape], use: Use) -> Iterable[Lines]:
    return (shape for shape in shapes if isinstance(shape, Lines) and shape.stroke.use == use)


def _ends(run: Sequence[Point]) -> tuple[Point, Point]:
    return run[0], run[-1]


def _inside(shapes: Iterable[Shape]) -> Iterable[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Window):
            yield from _inside(shape.shapes)


def _turn(first: tuple[Point, Point], then: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = ((b[0] - a[0], b[1] - a[1]) for a, b in (first, then))
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)
