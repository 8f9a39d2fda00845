"""A ruled board without tags in a picture: search, decision, exact place.

Ruled boards are squared by lines or by the gaps between tiles. Their segments give the
plane, a comb in that plane gives lattices, and the evidence at every cell's edge says
whether one of them is the board that the plan tells of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from calibration.comb import Comb, combs
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

BEYOND_DOUBT = 0.9
"""Score of a board from which no other is compared with it."""

CLEAR = 0.35
"""Evidence from which an edge of a cell counts as seen."""


def find_ruled(grey: Grey, plan: Plan, *, camera: Camera | None = None, planes: int = 3) -> Registration | None:
    """Return the registration, in px of the working picture *grey*, of a ruled board; any way round. None without one.

    Args:
        planes: how many pairs of vanishing points are followed up.
    """
    for sightings in _by_plane(grey, plan, planes):
        boards = []
        for sighting in sightings:
            if is_ruled(sighting.window):
                boards.append(sighting)
                if sighting.window.score > BEYOND_DOUBT:
                    break
        if boards:
            return _register(grey, max(boards, key=lambda board: board.window.score), plan, camera)
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    """What may be a board of ``side`` (columns, rows) as seen: its corner points' homography and the evidence."""

    H_image_window: Array
    side: tuple[int, int]
    window: RuledWindow


def is_ruled(window: RuledWindow) -> bool:
    """Return whether *window* is a board: lines inside, to the rim, and not beyond.

    Pieces may hide most of the lines inside if the rim is plain to see all around.
    """
    if window.usual < 4.0:
        return False
    lined = window.inside > 0.45 and window.weakest > 0.1 and window.rim > 0.5 and window.reach > 0.2
    rimmed = window.inside > 0.27 and window.weakest > -0.4 and window.rim > 0.9 and window.reach > 0.8
    return (lined and window.beyond < min(0.7, window.inside - 0.1)) or (rimmed and window.beyond < 0.35)


def _by_plane(grey: Grey, plan: Plan, planes: int) -> Iterator[Iterator[_Sighting]]:
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
        found = (_sighting(grey, comb, _hole(plan)) for comb in combs(segments, K, axes, sides, rng=rng))
        yield (sighting for sighting in found if sighting is not None)


def _sighting(grey: Grey, comb: Comb, hole: frozenset[tuple[int, int]]) -> _Sighting | None:
    """Return the likeliest board on *comb*: first found with room to spare, then laid on its lines and judged again."""
    side, H = (comb.columns, comb.rows), comb.H_image_lattice
    window: RuledWindow | None = None
    for turn in range(5):
        margin, nearest = (MARGIN + 1, 0.11) if turn == 0 else (MARGIN, 0.06)
        low, high = (-margin, -margin), (side[0] + margin, side[1] + margin)
        lines = measure_lines(grey, H, low, high, nearest=nearest)
        if lines is None:
            return None
        window = ruled_windows(lines, *side, hole=hole)
        H = H @ np.array([[1.0, 0, window.column], [0, 1.0, window.row], [0, 0, 1.0]])
        if window.inside < 0.25 or (turn > 0 and (window.column, window.row) == (0, 0)):
            break
        H = _laid(grey, H, side)
    assert window is not None
    return _Sighting(H, side, window)


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


def _register(grey: Grey, sighting: _Sighting, plan: Plan, camera: Camera | None) -> Registration | None:
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
    return Registration(pose.camera, pose.R, pose.t, plan, "lattice", pose.error_px)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Edges of one family that are seen: their ``line``, ``middle`` along it, and how far off ``at`` they lie; (N,)."""

    line: Array
    middle: Array
    at: Array

    @classmethod
    def of(cls, lines: Lines, which: int) -> _Seen:
        line, cell = np.nonzero(np.nan_to_num(lines.present[which], nan=-1.0) > CLEAR)
        return cls(line.astype(np.float64), cell.astype(np.float64) + 0.5, lines.at[which][line, cell])


def _points(lines: Lines, side: tuple[int, int]) -> tuple[Array, Array, Array]:
    """Return where edges' middles are seen, in lattice coordinates (N, 2), where they belong (N, 2), and doubt (N,).

    An edge tells its place across its line only; along it the smooth shift of the other family is taken.
    """
    families = [_Seen.of(lines, which) for which in (0, 1)]
    if min(len(seen.at) for seen in families) < 6:
        return np.empty((0, 2)), np.empty((0, 2)), np.empty(0)
    shifts = [_smooth(seen, side if which == 0 else side[::-1]) for which, seen in enumerate(families)]
    places, truths, doubts = [], [], []
    for which, seen in enumerate(families):
        along = seen.middle + shifts[1 - which](seen.middle, seen.line)
        kept = np.abs(seen.at - shifts[which](seen.line, seen.middle)) < 0.06
        place, truth = np.column_stack([seen.line + seen.at, along]), np.column_stack([seen.line, seen.middle])
        places.append(place[kept][:, :: 1 if which == 0 else -1])
        truths.append(truth[kept][:, :: 1 if which == 0 else -1])
        doubts.append(np.where((seen.line == 0) | (seen.line == side[which]), RIM_DOUBT, 1.0)[kept])
    return np.concatenate(places), np.concatenate(truths), np.concatenate(doubts)


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
