"""Finds a ruled board without tags in a picture: search, decision, exact pose.

Ruled boards have cells separated by lines or by gaps between tiles. Line segments give the
plane, a comb in that plane gives lattices, and the evidence at every cell's edge decides
whether one of them is the board described by the plan.
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
"""Log odds threshold for accepting a lattice as a board."""

BEYOND_DOUBT = 1.5
"""Log odds above which no other candidate is compared and no chessboard is searched."""

CERTAIN = 4.0
"""Log odds above which the corners network is not used either."""

SURE = 0.75
"""Inner evidence below which a doubtful board of another size is rejected if a chessboard is seen there."""

CHESS_PX = (2.5,)
"""Scale of the crossings for that chessboard search."""

LINE_TURNS = 5
"""Most iterations of fitting a lattice to its lines."""

PROMISING = 0.25
"""Inner evidence below which a lattice is dropped."""

NEARLY = 0.8
"""Smallest board to search for inside an outline, as a share of the outline."""

SKEW, FOCALS = 0.12, np.geomspace(0.6, 2.2, 9)
"""Largest skew of cells within an outline (34 true lattices: 0.06 at most), for the best of these focal lengths, as
shares of the picture's longer side."""

SAME = 0.3
"""Candidates whose corners are no farther apart than this, in cells, are the same board."""

FINER, PLAINLY = (2, 3), 0.6
"""A candidate is rejected if it is really a finer grid: test splitting each cell into 2 or 3. The test applies to lines
with at least this much evidence."""

AS_PLAIN = 0.75
"""Evidence of the lines in between, relative to the others, that makes the grid a finer one."""

WORTH_A_LOOK, LOOKS = -5.0, 5
"""Log odds above which a doubtful lattice is checked with the corners network, and how many are checked at most."""

LIKENESS, ALIKE = 20.0, -0.2
"""Weight of the likeness (calibration.corners) in these odds, and the likeness that is neutral."""

PLAINLY_ALIKE = -0.1
"""Likeness required of a board that fills an outline, regardless of its lines."""

HALF_ALIKE = -0.25
"""Likeness required of a board found from three outline corners (last resort: the fourth may be under a hand)."""

MORE_LINES = 3.0
"""Extra cell lines that a PROCESSED camera must match to be preferred."""

UNEASY, MUCH_BETTER = 0.006, 0.5
"""RMS corner error, in cells, above which a PROCESSED camera is tried, and the share of that error below which it is
preferred."""

UNSETTLED = 0.005
"""RMS corner error, in cells, above which lines are measured again, starting from the corners."""

UNLIKELIER = 10.0
"""Extra nats that a PROCESSED camera must gain under pieces, because it is rarer and its prior is wider."""

UNLIKE = -2.5
"""Likeness below which a lattice is rejected, regardless of its lines (64 photographs without a board: -2.6 and less;
true boards: -1.5)."""

PLAIN, POORER = 0.8, 0.15
"""Evidence of a lattice that continues beyond the board, and the margin by which a sub-window of such a lattice is
rejected."""


_BENT_AND_PROCESSED = replace(PROCESSED, k1_sd=BENT_LENS.k1_sd)


def find_ruled(
    grey: Grey, kit: Kit, *, outline: Array | None = None, camera: Camera | None = None, planes: int = 4
) -> Registration | None:
    """Return the registration of a ruled board in px of the working picture *grey*, any way round; None without one.

    If pieces fill their cells and hide the lines, the visible lines are higher than the board.

    Args:
        outline: corners (4, 2) px, in order, of something that looks like a whole board.
        planes: number of pairs of vanishing points to try.
    """
    found = _found(grey, kit, outline, camera, planes)
    if found is None and outline is not None:
        found = _with_a_corner_hidden(grey, outline, kit, camera)
    if found is not None and not kit.is_filled:
        found = _laid_again(grey, found, kit, camera)
    return found if found is None or camera is not None else _as_if_processed(grey, found, kit)


def _laid_again(grey: Grey, found: Registration, kit: Kit, camera: Camera | None) -> Registration:
    """Return *found*, or the board refitted to its lines from its visible corners if that misses fewer lines.

    A fit can put faint lines on others beside them, and heavy inner lines say little about the rim.
    """
    if misfit(grey, found) < UNSETTLED:
        return found
    on_corners = laid_on_corners(grey, found, camera=camera)
    again = None if on_corners is None else _placed(grey, cell_homography(on_corners[0]), kit, camera)
    return found if again is None else min((found, again), key=lambda place: lines_missed(grey, place))


def _as_if_processed(grey: Grey, found: Registration, kit: Kit) -> Registration:
    """Return *found*, or the fit with a PROCESSED camera if no ordinary one explains its lines or corners.

    The picture may have been cropped, or rectified by a program.
    """
    if kit.is_filled:
        if misfit(grey, found) < UNEASY:
            return found
        usual, other = (laid_under_pieces(grey, found, prior=prior) for prior in (BENT_LENS, _BENT_AND_PROCESSED))
        return other[0] if other[1] - usual[1] > UNLIKELIER else found
    processed = pose_by_lines(grey, cell_homography(found), kit.plan, parts_of(kit), priors=(PROCESSED,))
    if processed is None or lines_missed(grey, found) - lines_missed(grey, processed) > MORE_LINES:
        return processed or found
    apart = misfit(grey, found)
    return processed if apart > UNEASY and misfit(grey, processed) < MUCH_BETTER * apart else found


def _found(grey: Grey, kit: Kit, outline: Array | None, camera: Camera | None, planes: int) -> Registration | None:
    """Return the registration of ``find_ruled`` with an ordinary camera."""
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
    """Return the registration fitted to what is seen, starting from *H*, which maps corner points in cells to px."""
    found = pose_by_lines(grey, H, kit.plan, parts_of(kit), camera=camera, filled=kit.is_filled)
    return laid_under_pieces(grey, found, camera=camera)[0] if kit.is_filled and found is not None else found


def _sides(plan: Plan) -> tuple[tuple[int, int], ...]:
    """Return the (columns, rows) that *plan*'s board can appear to have, depending on its orientation."""
    side = (plan.columns, plan.rows)
    return (side,) if plan.columns == plan.rows else (side, (plan.rows, plan.columns))


def _outer(side: tuple[int, int]) -> Array:
    """Return the outer corners (4, 2) of a board of *side* (columns, rows), in cells, in order around it."""
    columns, rows = side
    return np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _OnCorners:
    """A board fitted to the corners of its cells, their likeness to a board's, and the odds that it is one."""

    place: Registration
    likeness: float
    log_odds: float


def _on_corners(grey: Grey, sighting: RuledSighting, plan: Plan, camera: Camera | None) -> _OnCorners | None:
    """Return *sighting* of a board of *plan* fitted to its corners; None if no camera could see it like that."""
    seen = project(sighting.H_image_plan(plan), _outer((plan.columns, plan.rows)))
    found = laid_within(grey, seen, plan, camera=camera)
    if found is None:
        return None
    place, corners = found
    return _OnCorners(place, corners.likeness, sighting.window.log_odds + LIKENESS * (corners.likeness - ALIKE))


def _filling(grey: Grey, outline: Array | None, kit: Kit, camera: Camera | None) -> Registration | None:
    """Return the board of *kit* that fills *outline* (4, 2); None if nothing there is clearly a board."""
    if outline is None:
        return None
    found = filling(grey, outline, kit.plan, camera=camera)
    if found is None or found[1].likeness < PLAINLY_ALIKE:
        return None
    return _placed(grey, cell_homography(found[0]), kit, camera)


def _with_a_corner_hidden(grey: Grey, outline: Array, kit: Kit, camera: Camera | None) -> Registration | None:
    """Return the board of *kit* found from three corners of *outline* (4, 2); None if it is not clearly a board."""
    laid = laid_by_three(grey, outline, kit.plan, turns=OUTLINE_TURNS, camera=camera)
    if laid is None or laid[1].likeness < HALF_ALIKE:
        return None
    return _placed(grey, cell_homography(laid[0]), kit, camera)


@dataclass(frozen=True, slots=True, eq=False)
class RuledSighting:
    """A candidate board of ``side`` (columns, rows): its corner points' homography and the evidence."""

    H_image_window: Array
    side: tuple[int, int]
    window: RuledWindow

    @property
    def corners_px(self) -> Array:
        return project(self.H_image_window, _outer(self.side))

    def H_image_plan(self, plan: Plan) -> Array:
        """Return the homography of *plan*'s corner points, which may be turned by a quarter."""
        turned = np.array([[0, 1.0, 0], [-1.0, 0, plan.columns], [0, 0, 1.0]])
        return self.H_image_window if self.side == (plan.columns, plan.rows) else self.H_image_window @ turned

    def lies_on(self, other: Array) -> bool:
        """Return whether the corners *other* (4, 2) px are this board's, to within a small part of a cell."""
        corners = self.corners_px
        cell_px = float(np.linalg.norm(np.roll(corners, 1, axis=0) - corners, axis=1).min()) / max(self.side)
        return bool(np.linalg.norm(corners - other, axis=1).max() < SAME * cell_px)

    def is_poorer_part_of(self, other: RuledSighting) -> bool:
        """Return whether *other*, a lattice that continues, has clearly more evidence and holds this one's centre."""
        middle = self.corners_px.mean(axis=0)
        around = cv2.pointPolygonTest(other.corners_px.astype(np.float32), middle.tolist(), False) >= 0
        return around and self.window.inside < other.window.inside - POORER


def is_ruled(window: RuledWindow) -> bool:
    """Return whether *window* is a board. If a chequered pattern continues at two sides, it is a larger chessboard."""
    return window.log_odds > LIKELY and not (window.chequered and window.beyond[-2] > 0.3)


def is_cut_finer(grey: Grey, sighting: RuledSighting) -> bool:
    """Return whether *sighting* is part of a finer lattice: lines as clear as its own run between them."""
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
    """Return whether the evidence for *window* is so weak that a visible chessboard would be likelier."""
    return window.inside < SURE and window.log_odds < BEYOND_DOUBT


def _likeliest(
    grey: Grey, planes: Iterable[Iterable[RuledSighting]]
) -> tuple[RuledSighting | None, list[RuledSighting]]:
    """Return the likeliest board (None if none is likely) and all candidates.

    The search stops at the first plane with a board beyond doubt, and can be resumed from there.
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
    """Yield candidates for boards of *kit*: first within *outline*, then plane by plane, the likely ones first."""
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
    """Return how far a lattice's cells are from square in a picture of *size*, for the focal length that fits best.

    This is the larger of the log ratio of their sides and the cosine of the angle between these.
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
    """Yield lattices of a board of *side* (columns, rows) with corners near *outline*."""
    H = homography(_outer(side), outline)
    flat = None if H is None else flattened_around(grey, H, side)
    if flat is not None:
        yield from combs(flat, (side,), block=block, smallest=NEARLY / (1 + 2 * AROUND))


def _on_combs(grey: Grey, found: Iterable[Comb], kit: Kit, *, by_outline: bool = False) -> Iterator[RuledSighting]:
    """Yield the likeliest board of *kit* on each of the combs *found*, without duplicates."""
    seen: list[Array] = []
    for comb in found:
        sighting = _sighting(grey, comb, kit, seen)
        if sighting is not None:
            seen.append(sighting.corners_px)
            yield replace(sighting, window=replace(sighting.window, by_outline=by_outline))


def _sighting(grey: Grey, comb: Comb, kit: Kit, others: list[Array]) -> RuledSighting | None:
    """Return the likeliest board on *comb*: found with a wide tolerance, then fitted to its lines and judged again.

    None if it is not promising, or is one of the *others*.
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
    """Return *H* fitted to the visible lines; *H* itself if there are too few."""
    lines = measure_lines(grey, H, (0, 0), side)
    if lines is None:
        return H
    places = places_of(lines, side)
    refit = homography(places.belong, project(H, places.seen)) if places is not None and len(places) >= 12 else None
    return H if refit is None else refit
