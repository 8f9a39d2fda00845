"""Measures the lines of a board edge by edge, and rejects outliers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.cell_lines import Lines
from calibration.saddles import Array

RIM_DOUBT = 2.0
"""Factor on the standard deviation of the outermost lines, because some are a tile's edge or its shadow."""

END_DOUBT = 3.0
"""Factor on the standard deviation of the edge of the board's surface."""

CLEAR = 0.35
"""Evidence threshold for a visible cell edge."""

MOST_LINES = 0.7
"""Share of inner lines that must be visible before the outermost ones are checked against them."""

FARTHEST = 0.06
"""Largest distance of an edge from its place, in cells."""

ASTRAY = 0.02
"""Distance, in cells, beyond which an outermost line is taken for a tile's side or its shadow."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgePlaces:
    """N edges in lattice coordinates: where their middles are seen and where they belong (N, 2), and doubt (N,).

    An edge tells its place across its line only; along it the smooth shift of the other family is taken. ``upright``
    (N,) are those whose line runs along y.
    """

    seen: Array
    belong: Array
    doubt: Array
    upright: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.doubt)

    def where(self, which: npt.NDArray[np.bool_]) -> EdgePlaces:
        return EdgePlaces(self.seen[which], self.belong[which], self.doubt[which], self.upright[which])


def places_of(lines: Lines, side: tuple[int, int]) -> EdgePlaces | None:
    """Return the edges that are seen and believed; None where either family shows too few.

    Where the other lines are seen, the outermost ones have a say only if they lie as those would have them.
    """
    families = [_Seen.of(lines, which) for which in (0, 1)]
    if min(len(seen.at) for seen in families) < 6:
        return None
    sides = [side, side[::-1]]
    inner = [seen.inside(*sides[which]) for which, seen in enumerate(families)]
    shifts = [
        _smooth(seen if few is None else few, sides[which])
        for which, (seen, few) in enumerate(zip(families, inner, strict=True))
    ]
    parts = []
    for which, seen in enumerate(families):
        ends = None if inner[which] is None else lines.ends[which]
        believed, doubt = _believed(seen, ends, shifts[which], side[which])
        along = believed.middle + shifts[1 - which](believed.middle, believed.line)
        place, truth = (
            np.column_stack([believed.line + believed.at, along]),
            np.column_stack([believed.line, believed.middle]),
        )
        order = [0, 1] if which == 0 else [1, 0]
        parts.append((place[:, order], truth[:, order], doubt, np.full(len(doubt), which == 0)))
    return EdgePlaces(*(np.concatenate(part) for part in zip(*parts, strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Edges of one family that are seen: their ``line``, ``middle`` along it, and how far off ``at`` they lie; (N,)."""

    line: Array
    middle: Array
    at: Array
    rim: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, lines: Lines, which: int) -> _Seen:
        line, cell = np.nonzero(np.nan_to_num(lines.present[which], nan=-1.0) > CLEAR)
        last = lines.present[which].shape[0] - 1
        at = lines.at[which][line, cell]
        return cls(line.astype(np.float64), cell.astype(np.float64) + 0.5, at, (line == 0) | (line == last))

    def inside(self, lines: int, cells: int) -> _Seen | None:
        """Return the edges that are not outermost if most of those lines are seen, each in a few places; else None."""
        within = ~self.rim
        often = np.bincount(self.line[within].astype(np.intp), minlength=lines)[1:] >= max(2, cells // 4)
        if np.count_nonzero(often) < max(2, MOST_LINES * (lines - 1)):
            return None
        return self.where(within)

    def where(self, which: npt.NDArray[np.bool_]) -> _Seen:
        return _Seen(self.line[which], self.middle[which], self.at[which], self.rim[which])


def _believed(
    seen: _Seen, ends: Array | None, shift: Callable[[Array, Array], Array], last: int
) -> tuple[_Seen, Array]:
    """Return the edges that are believed, and the doubt (N,) about each.

    An outermost line that lies astray from the others is a shadow or an outline; where the surface *ends* is taken
    instead, if that lies near.
    """
    kept = seen.where(np.abs(seen.at - shift(seen.line, seen.middle)) < FARTHEST)
    parts, doubts = [kept.where(~kept.rim)], [1.0]
    for end, line in enumerate((0, last)):
        outer, doubt = kept.where(kept.line == line), RIM_DOUBT
        if ends is not None and not _lies(outer, shift, ASTRAY):
            cells = np.flatnonzero(np.isfinite(ends[end]))
            places = np.column_stack([np.full(len(cells), line), cells + 0.5]).astype(np.float64)
            outer = _Seen(places[:, 0], places[:, 1], ends[end][cells], np.ones(len(cells), np.bool_))
            outer = outer.where(np.abs(outer.at - shift(outer.line, outer.middle)) < 2 * FARTHEST)
            outer = outer if _lies(outer, shift, FARTHEST) else outer.where(~outer.rim)
            doubt = END_DOUBT
        parts.append(outer)
        doubts.append(doubt)
    joined = (np.concatenate([getattr(part, name) for part in parts]) for name in ("line", "middle", "at", "rim"))
    return _Seen(*joined), np.repeat(doubts, [len(part.at) for part in parts])


def _lies(outer: _Seen, shift: Callable[[Array, Array], Array], within: float) -> bool:
    """Return whether most of *outer* lies *within* so many cells of where *shift* puts it."""
    off = outer.at - shift(outer.line, outer.middle)
    return len(off) > 0 and abs(float(np.median(off))) < within


def _smooth(seen: _Seen, side: tuple[int, int]) -> Callable[[Array, Array], Array]:
    """Return the smooth shift, as a function of (line, place along it), that most of *seen* agree on."""

    def terms(line: Array, along: Array) -> Array:
        u, v = 2 * line / side[0] - 1, 2 * along / side[1] - 1
        return np.column_stack([np.ones_like(u), u, v, u * v, u * u, v * v])

    design = terms(seen.line, seen.middle)
    stiff = np.diag([0.0, 0.3, 0.3, 1.0, 1.5, 1.5])
    weight: Array = np.ones(len(seen.at))
    solved: Array = np.zeros(6)
    for _ in range(5):
        normal = (design.T * weight) @ design + stiff
        solved = np.asarray(np.linalg.solve(normal, (design.T * weight) @ seen.at), dtype=np.float64)
        weight = np.asarray(1 / (1 + ((seen.at - design @ solved) / 0.03) ** 2) ** 2, dtype=np.float64)
    return lambda line, along: np.asarray(terms(line, along) @ solved, dtype=np.float64)
