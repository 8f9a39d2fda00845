"""A ruled board without tags in a picture: search, decision, exact place.

Ruled boards are squared by lines or by the gaps between tiles. Their segments give the
plane, a comb in that plane gives lattices, and the evidence at every cell's edge says
whether one of them is the board that the plan tells of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.board import search
from calibration.comb import Comb, combs
from calibration.corners import laid_on_corners, misfit
from calibration.edges import places_of
from calibration.flat import AROUND, flattened, flattened_around
from calibration.hidden_corner import laid_by_three
from calibration.in_outline import OUTLINE_TURNS, filling, laid_within
from calibration.lattice import homography, project
from calibration.lines_pose import lines_missed, pose_by_lines
from calibration.parts import holes_of, parts_of
from calibration.pose import PROCESSED
from calibration.registration import Camera, Registration, pinhole
from calibration.ruled import measure_lines
from calibration.saddles import Array, Grey
from calibration.segments import find_segments, plane_directions
from calibration.under_pieces import BENT_LENS, laid_under_pieces
from calibration.undistort import cell_homography
from calibration.windows import MARGIN, RuledWindow, mean_seen, ruled_windows
from kits.kit import Kit, Plan

LIKELY = -0.3
"""Logarithm of the odds from which a lattice is taken for a board."""

BEYOND_DOUBT = 1.5
"""The same from which no other is compared with it, and no chessboard looked for."""

CERTAIN = 4.0
"""The same from which the network of corners is not asked, either."""

SURE = 0.75
"""Evidence inside below which a board in doubt, of another size, must not lie where a chessboard is seen."""

CHESS_PX = (2.5,)
"""The scale of the crossings by which a chessboard is then looked for."""

LINE_TURNS = 5
"""How often, at most, a lattice is laid on its lines."""

PROMISING = 0.25
"""Evidence inside below which a lattice is not followed up."""

NEARLY = 0.8
"""How small a board may be that is looked for about where its outline is said to be, in parts of that."""

SKEW, FOCALS = 0.12, np.geomspace(0.6, 2.2, 9)
"""How skew cells may be within an outline (34 true lattices: 0.06 at most), for cameras of these focal lengths, in
parts of the picture's longer side."""

SAME = 0.3
"""Boards whose corners lie no farther apart, in cells, are one."""

FINER, PLAINLY = (2, 3), 0.6
"""Into how many a lattice may cut each cell of a board that is none; lines between count where the others are plain."""

AS_PLAIN = 0.75
"""How plain most lines between must then be, in parts of the others."""

WORTH_A_LOOK, LOOKS = -5.0, 5
"""Logarithm of the odds from which a lattice in doubt is shown to the network of corners; how many are, at most."""

LIKENESS, ALIKE = 20.0, -0.2
"""What likeness to a board (calibration.corners) counts in these odds; from where on it speaks for one."""

PLAINLY_ALIKE = -0.1
"""Likeness from which what fills an outline is a board, whatever its lines say."""

HALF_ALIKE = -0.25
"""The same of what has three corners of an outline, after all else was looked for: the rest may be under a hand."""

MORE_LINES = 3.0
"""So many lines more, of single cells, a camera of another kind must meet to be preferred."""

UNEASY, MUCH_BETTER = 0.006, 0.5
"""How far from their places corners of cells may be seen, in cells, before a camera of another kind is tried; so many
times as far it may leave them to be preferred."""

UNSETTLED = 0.005
"""How far from their places corners of cells may be seen, in cells, before lines are looked for from these anew."""

UNLIKELIER = 10.0
"""So many nats a camera of another kind must explain more under pieces: so much rarer are such pictures, and looser the
prior."""

UNLIKE = -2.5
"""Likeness below which a lattice is none, whatever its lines say (64 photographs: -2.6 and less; true boards: -1.5)."""

PLAIN, POORER = 0.8, 0.15
"""Evidence of a lattice that goes on beyond the board; how much less a board may have that lies on such a one."""


_BENT_AND_PROCESSED = replace(PROCESSED, k1_sd=BENT_LENS.k1_sd)


def find_ruled(
    grey: Grey, kit: Kit, *, outline: Array | None = None, camera: Camera | None = None, planes: int = 4
) -> Registration | None:
    """Return the registration, in px of the working picture *grey*, of a ruled board; any way round. None without one.

    Where pieces fill their cells and lie on the lines, what is seen inside is higher than the board.

    Args:
        outline: corners (4, 2) px, in order around it, of what looks like a board as a whole.
        planes: how many pairs of vanishing points are followed up.
    """
    found = _found(grey, kit, outline, camera, planes)
    if found is None and outline is not None:
        found = _with_a_corner_hidden(grey, outline, kit, camera)
    if found is not None and not kit.is_filled:
        found = _laid_again(grey, found, kit, camera)
    return found if found is None or camera is not None else _as_if_processed(grey, found, kit)


def _laid_again(grey: Grey, found: Registration, kit: Kit, camera: Camera | None) -> Registration:
    """Return *found*, or the board laid on its lines from where its corners are seen, if that misses fewer of these.

    Faint lines may be laid on others beside them, and heavy ones within the board tell little of its rim.
    """
    if misfit(grey, found) < UNSETTLED:
        return found
    on_corners = laid_on_corners(grey, found, camera=camera)
    again = None if on_corners is None else _placed(grey, cell_homography(on_corners[0]), kit, camera)
    return found if again is None else min((found, again), key=lambda place: lines_missed(grey, place))


def _as_if_processed(grey: Grey, found: Registration, kit: Kit) -> Registration:
    """Return *found*, or where another kind of camera has it, if no ordinary one sees its lines or corners so.

    A picture may have been cut out of a larger one, or pulled straight by a program.
    """
    if kit.is_filled:
        if misfit(grey, found) < UNEASY:
            return found
        usual, other = (laid_under_pieces(grey, found, prior=prior) for prior in (BENT_LENS, _BENT_AND_PROCESSED))
        return other[0] if other[1] - usual[1] > UNLIKELIER else found
    processed = pose_by_lines(grey, cell_homography(found), kit.plan, parts_of(kit), prior=PROCESSED)
    if processed is None or lines_missed(grey, found) - lines_missed(grey, processed) > MORE_LINES:
        return processed or found
    apart = misfit(grey, found)
    return processed if apart > UNEASY and misfit(grey, processed) < MUCH_BETTER * apart else found


def _found(grey: Grey, kit: Kit, outline: Array | None, camera: Camera | None, planes: int) -> Registration | None:
    """Return the registration of ``find_ruled`` by a camera as cameras usually are."""
    plan = kit.plan
    filling = None if kit.is_filled else _filling(grey, outline, kit, camera)
    if filling is not None:
        return filling
    sightings = sightings_by_plane(grey, kit, planes, outline)
    board, doubtful = _likeliest(grey, sightings)
    while board is not None and board.window.log_odds > BEYOND_DOUBT:
        look = _on_corners(grey, board, plan, camera) if board.window.log_odds < CERTAIN else None
        if look is None or look.likeness > UNLIKE:
            return _placed(grey, board.H_image_plan(plan), kit, camera)
        board, others = _likeliest(grey, sightings)
        doubtful += others
    filling = _filling(grey, outline, kit, camera) if kit.is_filled else None
    if filling is not None:
        return filling
    doubtful.sort(key=lambda sighting: -sighting.window.log_odds)
    looks = {sighting: _on_corners(grey, sighting, plan, camera) for sighting in doubtful[:LOOKS]}
    likeliest = max((one for one in looks.values() if one is not None), key=lambda one: one.log_odds, default=None)
    if likeliest is not None and likeliest.log_odds > LIKELY:
        return _placed(grey, cell_homography(likeliest.place), kit, camera)
    if board is None:
        return None
    look = looks[board] if board in looks else _on_corners(grey, board, plan, camera)
    if look is None or look.likeness < UNLIKE:
        return None
    if is_doubted(board.window) and (plan.columns, plan.rows) != (8, 8) and search(grey, CHESS_PX) is not None:
        return None
    return _placed(grey, board.H_image_plan(plan), kit, camera)


def _placed(grey: Grey, H: Array, kit: Kit, camera: Camera | None) -> Registration | None:
    """Return the registration of the board whose corner points, in cells, *H* takes to px, laid on what is seen."""
    found = pose_by_lines(grey, H, kit.plan, parts_of(kit), camera=camera, filled=kit.is_filled)
    return laid_under_pieces(grey, found, camera=camera)[0] if kit.is_filled and found is not None else found


def _sides(plan: Plan) -> tuple[tuple[int, int], ...]:
    """Return how many columns and rows *plan*'s board may seem to have, as one looks at it."""
    side = (plan.columns, plan.rows)
    return (side,) if plan.columns == plan.rows else (side, (plan.rows, plan.columns))


def _outer(side: tuple[int, int]) -> Array:
    """Return the outer corners (4, 2) of a board of *side* (columns, rows), in cells, in order around it."""
    columns, rows = side
    return np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _OnCorners:
    """A board laid on the corners of its cells, how like a board's these are, and the odds that it is one."""

    place: Registration
    likeness: float
    log_odds: float


def _on_corners(grey: Grey, sighting: RuledSighting, plan: Plan, camera: Camera | None) -> _OnCorners | None:
    """Return *sighting* of a board of *plan* laid on its corners; None where no camera sees it so."""
    seen = project(sighting.H_image_plan(plan), _outer((plan.columns, plan.rows)))
    found = laid_within(grey, seen, plan, camera=camera)
    if found is None:
        return None
    place, corners = found
    return _OnCorners(place, corners.likeness, sighting.window.log_odds + LIKENESS * (corners.likeness - ALIKE))


def _filling(grey: Grey, outline: Array | None, kit: Kit, camera: Camera | None) -> Registration | None:
    """Return the board of *kit* that fills *outline* (4, 2); None if nothing that fills it is plainly one."""
    if outline is None:
        return None
    found = filling(grey, outline, kit.plan, camera=camera)
    if found is None or found[1].likeness < PLAINLY_ALIKE:
        return None
    return _placed(grey, cell_homography(found[0]), kit, camera)


def _with_a_corner_hidden(grey: Grey, outline: Array, kit: Kit, camera: Camera | None) -> Registration | None:
    """Return the board of *kit* that three corners of *outline* (4, 2) tell of; None if that is not plainly one."""
    laid = laid_by_three(grey, outline, kit.plan, turns=OUTLINE_TURNS, camera=camera)
    if laid is None or laid[1].likeness < HALF_ALIKE:
        return None
    return _placed(grey, cell_homography(laid[0]), kit, camera)


@dataclass(frozen=True, slots=True, eq=False)
class RuledSighting:
    """What may be a board of ``side`` (columns, rows) as seen: its corner points' homography and the evidence."""

    H_image_window: Array
    side: tuple[int, int]
    window: RuledWindow

    @property
    def corners_px(self) -> Array:
        return project(self.H_image_window, _outer(self.side))

    def H_image_plan(self, plan: Plan) -> Array:
        """Return the homography of *plan*'s corner points: it may be turned by a quarter."""
        turned = np.array([[0, 1.0, 0], [-1.0, 0, plan.columns], [0, 0, 1.0]])
        return self.H_image_window if self.side == (plan.columns, plan.rows) else self.H_image_window @ turned

    def lies_on(self, other: Array) -> bool:
        """Return whether the corners *other* (4, 2) px are this board's, but for a small part of a cell."""
        corners = self.corners_px
        cell_px = float(np.linalg.norm(np.roll(corners, 1, axis=0) - corners, axis=1).min()) / max(self.side)
        return bool(np.linalg.norm(corners - other, axis=1).max() < SAME * cell_px)

    def is_poorer_part_of(self, other: RuledSighting) -> bool:
        """Return whether *other*, a lattice that goes on, has clearly more lines and lies around this one's middle."""
        middle = self.corners_px.mean(axis=0)
        around = cv2.pointPolygonTest(other.corners_px.astype(np.float32), middle.tolist(), False) >= 0
        return around and self.window.inside < other.window.inside - POORER


def is_ruled(window: RuledWindow) -> bool:
    """Return whether *window* is a board. Bright and dark cells that go on at two sides are a larger chessboard."""
    return window.log_odds > LIKELY and not (window.chequered and window.beyond[-2] > 0.3)


def is_cut_finer(grey: Grey, sighting: RuledSighting) -> bool:
    """Return whether lines as plain as those of *sighting* run between them: then it is part of a finer lattice."""
    columns, rows = sighting.side
    for parts in FINER:
        H = sighting.H_image_window @ np.diag([1 / parts, 1 / parts, 1.0])
        lines = measure_lines(grey, H, (0, 0), (parts * columns, parts * rows))
        for present in () if lines is None else lines.present:
            seen = np.array([mean_seen(line) for line in present])
            others = np.arange(len(seen)) % parts != 0
            plain = float(seen[~others][1:-1].mean())
            if plain > PLAINLY and np.percentile(seen[others], 25) > AS_PLAIN * plain:
                return True
    return False


def is_doubted(window: RuledWindow) -> bool:
    """Return whether so little speaks for *window* that a chessboard, if one is seen, is likelier."""
    return window.inside < SURE and window.log_odds < BEYOND_DOUBT


def _likeliest(
    grey: Grey, planes: Iterable[Iterable[RuledSighting]]
) -> tuple[RuledSighting | None, list[RuledSighting]]:
    """Return the likeliest board, None where none is likely, and all that may be one.

    The search ends with the first plane that has one beyond doubt, and can go on from there.
    """
    boards: list[RuledSighting] = []
    doubtful: list[RuledSighting] = []
    larger: list[RuledSighting] = []
    for sightings in planes:
        for sighting in sightings:
            if sighting.window.log_odds > WORTH_A_LOOK:
                doubtful.append(sighting)
            if is_ruled(sighting.window) and not is_cut_finer(grey, sighting):
                boards.append(sighting)
                if sighting.window.log_odds > BEYOND_DOUBT:
                    break
            elif sighting.window.inside > PLAIN and sighting.window.beyond[-1] > PLAIN:
                larger.append(sighting)
        boards = [board for board in boards if not any(board.is_poorer_part_of(other) for other in larger)]
        best = max(boards, key=lambda board: board.window.log_odds, default=None)
        if best is not None and best.window.log_odds > BEYOND_DOUBT:
            break
    return max(boards, key=lambda board: board.window.log_odds, default=None), doubtful


def sightings_by_plane(
    grey: Grey, kit: Kit, planes: int, outline: Array | None = None
) -> Iterator[Iterator[RuledSighting]]:
    """Yield what may be boards of *kit*: what has the *outline* of one, then plane by plane, likely ones first."""
    plan, rng, sides = kit.plan, np.random.default_rng(1), _sides(kit.plan)
    if outline is not None:
        near = (comb for side in sides for comb in _near(grey, outline, side, kit.ground.block))
        within = _on_combs(grey, near, kit, by_outline=True)
        yield (seen for seen in within if skew(seen.H_image_window, (grey.shape[1], grey.shape[0])) < SKEW)
    segments = find_segments(grey)
    if len(segments) < 2 * (plan.columns + plan.rows) // 3:
        return
    size = (grey.shape[1], grey.shape[0])
    for K, axes in plane_directions(segments, size, rng=rng, most=planes):
        flat = flattened(grey, K @ axes)
        if flat is not None:
            yield _on_combs(grey, combs(flat, sides, block=kit.ground.block), kit)


def skew(H_image_board: Array, size: tuple[int, int]) -> float:
    """Return how far from squares a picture of *size* shows the cells of a lattice, for the camera that suits it best.

    It is the larger of the logarithm of their sides' ratio and the cosine of the angle between these.
    """
    least = np.inf
    for focal in FOCALS * max(size):
        K = pinhole(focal, size)
        x, y = np.linalg.solve(K, H_image_board).T[:2]
        lengths = np.linalg.norm(x), np.linalg.norm(y)
        askew = abs(float(x @ y)) / float(lengths[0] * lengths[1])
        least = min(least, max(askew, abs(float(np.log(lengths[0] / lengths[1])))))
    return float(least)


def _near(grey: Grey, outline: Array, side: tuple[int, int], block: int) -> Iterator[Comb]:
    """Yield lattices of a board of *side* (columns, rows) about where its corners are said to be *outline*."""
    H = homography(_outer(side), outline)
    flat = None if H is None else flattened_around(grey, H, side)
    if flat is not None:
        yield from combs(flat, (side,), block=block, smallest=NEARLY / (1 + 2 * AROUND))


def _on_combs(grey: Grey, found: Iterable[Comb], kit: Kit, *, by_outline: bool = False) -> Iterator[RuledSighting]:
    """Yield the likeliest board of *kit* on each of the combs *found*, none twice."""
    seen: list[Array] = []
    for comb in found:
        sighting = _sighting(grey, comb, kit, seen)
        if sighting is not None:
            seen.append(sighting.corners_px)
            yield replace(sighting, window=replace(sighting.window, by_outline=by_outline))


def _sighting(grey: Grey, comb: Comb, kit: Kit, others: list[Array]) -> RuledSighting | None:
    """Return the likeliest board on *comb*: first found with room to spare, then laid on its lines and judged again.

    None where it promises nothing, or lies on one of the *others*.
    """
    side, H = (comb.columns, comb.rows), comb.H_image_lattice
    hole = holes_of(kit.plan)
    sighting: RuledSighting | None = None
    for turn in range(LINE_TURNS):
        margin, nearest = (MARGIN + 1, 0.11) if turn == 0 else (MARGIN, 0.06)
        low, high = (-margin, -margin), (side[0] + margin, side[1] + margin)
        lines = measure_lines(grey, H, low, high, nearest=nearest, filled=kit.is_filled)
        if lines is None:
            return None
        windows = [ruled_windows(reading, *side, hole=hole) for reading in lines.readings()]
        window = max(windows, key=lambda window: window.log_odds)
        H = H @ np.array([[1.0, 0, window.column], [0, 1.0, window.row], [0, 0, 1.0]])
        sighting = RuledSighting(H, side, window)
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
    places = places_of(lines, side)
    refit = homography(places.belong, project(H, places.seen)) if places is not None and len(places) >= 12 else None
    return H if refit is None else refit
