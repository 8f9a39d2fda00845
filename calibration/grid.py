"""A ruled board without tags in a picture: search, decision, exact place.

Ruled boards are squared by lines or by the gaps between tiles. Their segments give the
plane, a comb in that plane gives lattices, and the evidence at every cell's edge says
whether one of them is the board that the plan tells of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.comb import Comb, combs
from calibration.flat import flattened
from calibration.lattice import homography, project
from calibration.pose import Pose, fit_pose
from calibration.registration import Camera, Registration
from calibration.ruled import MARGIN, Lines, RuledWindow, measure_lines, ruled_windows
from calibration.saddles import Array, Grey
from calibration.segments import find_segments, plane_directions
from kits.kit import Plan

NOISE_PX = 0.5
"""Standard deviation of a line's place in the working picture."""

RIM_DOUBT = 2.0
"""How many times less exact the outermost lines are: some are the edge of a tile, and its shadow."""

END_DOUBT = 3.0
"""The same of the place where the surface of the board ends."""

BEYOND_DOUBT = 0.9
"""Score of a board from which no other is compared with it."""

TURNS = 5
"""How often, at most, a lattice is laid on its lines."""

PROMISING = 0.25
"""Evidence inside below which a lattice is not followed up."""

SAME = 0.3
"""Boards whose corners lie no farther apart, in cells, are one."""

CLEAR = 0.35
"""Evidence from which an edge of a cell counts as seen."""

MOST_LINES = 0.7
"""Which part of the lines inside must be seen before the outermost ones are held against them."""

FARTHEST = 0.06
"""How far from its place, in cells, an edge is believed."""

HIGHEST, LOWER_BY = 0.31, 0.025
"""How high, in cells, pieces stand whose tops are taken for the board, and the steps in which that is tried."""

ASTRAY = 0.02
"""How far off, in cells, an outermost line may lie before it is taken for the side of a tile, or its shadow."""


def find_ruled(
    grey: Grey, plan: Plan, *, camera: Camera | None = None, planes: int = 3, filled: bool = False, block: int = 0
) -> Registration | None:
    """Return the registration, in px of the working picture *grey*, of a ruled board; any way round. None without one.

    Args:
        filled: whether pieces fill their cells and lie on the lines: what is seen inside is then higher than the board.
        planes: how many pairs of vanishing points are followed up.
        block: heavy lines after every so many cells; 0 for none.
    """
    for sightings in _by_plane(grey, plan, planes, block):
        boards = []
        for sighting in sightings:
            if is_ruled(sighting.window):
                boards.append(sighting)
                if sighting.window.score > BEYOND_DOUBT:
                    break
        if boards:
            return _register(grey, max(boards, key=lambda board: board.window.score), plan, camera, filled=filled)
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    """What may be a board of ``side`` (columns, rows) as seen: its corner points' homography and the evidence."""

    H_image_window: Array
    side: tuple[int, int]
    window: RuledWindow

    @property
    def corners_px(self) -> Array:
        columns, rows = self.side
        return project(self.H_image_window, [(0, 0), (columns, 0), (columns, rows), (0, rows)])

    def lies_on(self, other: Array) -> bool:
        """Return whether the corners *other* (4, 2) px are this board's, but for a small part of a cell."""
        corners = self.corners_px
        cell_px = float(np.linalg.norm(np.roll(corners, 1, axis=0) - corners, axis=1).min()) / max(self.side)
        return bool(np.linalg.norm(corners - other, axis=1).max() < SAME * cell_px)


def is_ruled(window: RuledWindow) -> bool:
    """Return whether *window* is a board: lines inside, to the rim, and not beyond.

    Pieces may hide most of the lines inside if the rim is plain to see all around; lines may end at a rim that is
    not drawn if they are plain to see. Bright and dark cells that go on are a larger chessboard.
    """
    if window.usual < 4.0 or (window.chequered and window.beyond > 0.3):
        return False
    lined = window.inside > 0.45 and window.weakest > 0.08 and window.rim > 0.5 and window.reach > 0.2
    framed = window.rim > 0.95 and window.reach > 0.94
    rimmed = window.inside > 0.27 and window.rim > 0.9 and window.reach > 0.8
    rimmed = rimmed and window.weakest > (-0.4 if framed else 0.06)
    most = window.inside - 0.38 if window.weakest > 0.3 else 0.25
    open_ended = window.inside > 0.6 and window.weakest > 0.08 and window.reach > 0.3
    return (
        (lined and window.beyond < most)
        or (rimmed and window.beyond < 0.35)
        or (open_ended and window.beyond < window.inside - 0.5)
    )


def _by_plane(grey: Grey, plan: Plan, planes: int, block: int) -> Iterator[Iterator[_Sighting]]:
    """Yield what may be boards, plane by plane."""
    rng = np.random.default_rng(1)
    segments = find_segments(grey)
    if len(segments) < 2 * (plan.columns + plan.rows) // 3:
        return
    sides: tuple[tuple[int, int], ...] = ((plan.columns, plan.rows),)
    if plan.columns != plan.rows:
        sides += ((plan.rows, plan.columns),)
    size = (grey.shape[1], grey.shape[0])
    for K, axes in plane_directions(segments, size, rng=rng, most=planes):
        flat = flattened(grey, K @ axes)
        if flat is not None:
            yield _on_combs(grey, combs(flat, sides, block=block), _hole(plan))


def _on_combs(grey: Grey, found: Iterable[Comb], hole: frozenset[tuple[int, int]]) -> Iterator[_Sighting]:
    """Yield the likeliest board on each of the combs *found*, none twice."""
    seen: list[Array] = []
    for comb in found:
        sighting = _sighting(grey, comb, hole, seen)
        if sighting is not None:
            seen.append(sighting.corners_px)
            yield sighting


def _sighting(grey: Grey, comb: Comb, hole: frozenset[tuple[int, int]], others: list[Array]) -> _Sighting | None:
    """Return the likeliest board on *comb*: first found with room to spare, then laid on its lines and judged again.

    None where it promises nothing, or lies on one of the *others*.
    """
    side, H = (comb.columns, comb.rows), comb.H_image_lattice
    sighting: _Sighting | None = None
    for turn in range(TURNS):
        margin, nearest = (MARGIN + 1, 0.11) if turn == 0 else (MARGIN, 0.06)
        low, high = (-margin, -margin), (side[0] + margin, side[1] + margin)
        lines = measure_lines(grey, H, low, high, nearest=nearest)
        if lines is None:
            return None
        window = ruled_windows(lines, *side, hole=hole)
        H = H @ np.array([[1.0, 0, window.column], [0, 1.0, window.row], [0, 0, 1.0]])
        sighting = _Sighting(H, side, window)
        if window.inside < PROMISING or any(sighting.lies_on(other) for other in others):
            return None
        if turn > 0 and (window.column, window.row) == (0, 0):
            break
        H = _laid(grey, H, side)
    return sighting


def _laid(grey: Grey, H: Array, side: tuple[int, int]) -> Array:
    """Return *H* laid on the lines that are seen; itself where too few are."""
    lines = measure_lines(grey, H, (0, 0), side)
    if lines is None:
        return H
    places, truths, _ = _points(lines, side)
    refit = homography(truths, project(H, places)) if len(places) >= 12 else None
    return H if refit is None else refit


def _hole(plan: Plan) -> frozenset[tuple[int, int]]:
    """Return the columns and rows, from the top left, that are no cells; a plan with any looks alike all ways round."""
    names = {(ord(name[0]) - 97, plan.rows - int(name[1:])) for name in plan.missing}
    return frozenset(names)


def _register(
    grey: Grey, sighting: _Sighting, plan: Plan, camera: Camera | None, *, filled: bool
) -> Registration | None:
    """Return the pose that the lines of *sighting* speak for."""
    H, side = sighting.H_image_window, sighting.side
    columns, rows = side
    turned = (columns, rows) != (plan.columns, plan.rows)
    pose: Pose | None = None
    for _ in range(2):
        lines = measure_lines(grey, H, (0, 0), side)
        if lines is None:
            return None
        places, truths, weight = _points(lines, side)
        if len(places) < 12:
            return None
        if filled:
            inside = np.all((truths > 0) & (truths < side), axis=1)
            places, truths, weight = (of[inside] for of in (places, truths, weight))
        image = project(H, places)
        refit = homography(truths, image)
        if refit is None:
            return None
        board = truths * plan.pitch_mm
        if turned:
            board = np.column_stack([rows * plan.pitch_mm - board[:, 1], board[:, 0]])
        noise = NOISE_PX * weight
        pose = fit_pose(board, image, (grey.shape[1], grey.shape[0]), camera=camera, start=pose, noise_px=noise)
        if pose is None:
            return None
        H = refit
    assert pose is not None
    found = Registration(pose.camera, pose.R, pose.t, plan, "lattice", pose.error_px)
    return _lowered(grey, found) if filled else found


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


def _points(lines: Lines, side: tuple[int, int]) -> tuple[Array, Array, Array]:
    """Return where edges' middles are seen, in lattice coordinates (N, 2), where they belong (N, 2), and doubt (N,).

    An edge tells its place across its line only; along it the smooth shift of the other family is taken.
    Where the other lines are seen, the outermost ones have a say only if they lie as those would have them.
    """
    families = [_Seen.of(lines, which) for which in (0, 1)]
    if min(len(seen.at) for seen in families) < 6:
        return np.empty((0, 2)), np.empty((0, 2)), np.empty(0)
    sides = [side, side[::-1]]
    inner = [seen.inside(*sides[which]) for which, seen in enumerate(families)]
    shifts = [
        _smooth(seen if few is None else few, sides[which])
        for which, (seen, few) in enumerate(zip(families, inner, strict=True))
    ]
    places, truths, doubts = [], [], []
    for which, seen in enumerate(families):
        ends = None if inner[which] is None else lines.ends[which]
        believed, doubt = _believed(seen, ends, shifts[which], side[which])
        along = believed.middle + shifts[1 - which](believed.middle, believed.line)
        place = np.column_stack([believed.line + believed.at, along])
        places.append(place[:, :: 1 if which == 0 else -1])
        truths.append(np.column_stack([believed.line, believed.middle])[:, :: 1 if which == 0 else -1])
        doubts.append(doubt)
    return np.concatenate(places), np.concatenate(truths), np.concatenate(doubts)


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


def _lowered(grey: Grey, raised: Registration) -> Registration:
    """Return *raised*, which lies on the tops of pieces, moved down to where the outlines of the board are seen."""
    pitch, best, found = raised.plan.pitch_mm, -np.inf, raised
    side = (raised.plan.columns, raised.plan.rows)
    x, y = np.meshgrid(np.linspace(0, side[0], 5), np.linspace(0, side[1], 5))
    grid = np.column_stack([x.ravel(), y.ravel()])
    for height in np.arange(0.0, HIGHEST, LOWER_BY):
        place = replace(raised, t=raised.t + raised.R @ np.array([0.0, 0.0, height * pitch]))
        H = homography(grid, place.px_from_board(grid * pitch))
        lines = None if H is None else measure_lines(grey, H, (0, 0), side, nearest=LOWER_BY)
        if lines is None:
            continue
        outlines = np.concatenate([edges[[0, -1]].ravel() for edges in lines.present])
        score = float(np.nansum(np.maximum(outlines, 0.0))) / outlines.size - 0.2 * height
        if score > best:
            best, found = score, place
    return found


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
