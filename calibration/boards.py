"""Finds a board without tags in a picture: propose, lay, choose the likeliest, finish.

A network says where the outline of a board is; another one, whether the corners of cells in it are those of the board
described by the plan, and where they are. Where lines or bright and dark cells cross is then seen exactly.

An outline may have one wrong corner: under a hand, behind a cup, or on a cloth of the same colour. Three corners and a
focal length leave at most four poses (P3P; Grunert, 1841), so each corner in turn is left out, too. And it does not
say how many cells the board has; but only a board of the right number is like one (``board_seen``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

import cv2
import numpy as np

from calibration.corners import TURNS_FROM_AFAR, Laid, laid_on_corners
from calibration.crossings import laid_on_crossings, with_rim
from calibration.lines import laid_on_lines, parts_of
from calibration.outline import Image, Outline, find_outline
from calibration.pose import ANY_LENS, fit_pose
from calibration.registration import Array, Camera, Registration, pinhole
from calibration.scaling import Grey, working_picture
from kits.kit import Kit, Plan

ALIKE = -0.15
"""Agreement (calibration.corners) required of a board; one whose likeness is higher is taken without trying others.

The least that 150 true boards had was -0.09.
"""

OUTLINE_PX = 8.0
"""Standard deviation of a corner of an outline, in px of the working picture.

If this is too small, a board far from a wide-angle camera is fitted to three of its corners and far off the fourth.
"""

FOCALS = (0.65, 0.9, 1.25)
"""Focal lengths to try with three corners, as shares of the picture's longer side."""

LOWEST = 0.4
"""Least sine of the angle at which the camera looks down on the table."""

FIRM_OUTLINE, CLEAR = 0.85, 0.3
"""When to believe a board of a game that nobody named: the probability of its outline is at least ``FIRM_OUTLINE``, and
every other number of cells fits worse by at least ``CLEAR``.

Measured on 62 pictures of boards and 42 without. All but three boards agree by -0.02 or more, in outlines of 0.9 or
more; another number of cells agrees by -0.5 or less, except where lines are heavy. Outlines without a board have a
probability of 0.81 or less, or nothing in them agrees by more than -0.7.
"""

NEAR_CORNERS, CHEQUERED = (0.15, 0.85), 0.5
"""Where in a cell its brightness is sampled, as shares of its side, and how well this must match every other cell's."""

Side = tuple[int, int]
"""How many columns and rows a board has."""

BOUGHT_PITCH_MM = 50.0
"""Cell size assumed for a board where none is known."""


def find_board(
    grey: Grey, kit: Kit, outlines: Iterable[Outline], *, camera: Camera | None = None
) -> Registration | None:
    """Return the registration of *kit*'s board in px of the working picture *grey*, any way round; None without one.

    Args:
        outlines: what looks like a whole board, in px of *grey*, the likeliest first.
    """
    likeliest: Laid | None = None
    for near in _proposals(outlines, kit.plan, (grey.shape[1], grey.shape[0]), camera):
        laid = laid_on_corners(grey, near, camera=camera, turns=TURNS_FROM_AFAR)
        if laid is not None and (likeliest is None or laid.corners.agreement > likeliest.corners.agreement):
            likeliest = laid
        if likeliest is not None and likeliest.corners.likeness > ALIKE:
            break
    if likeliest is None or likeliest.corners.agreement < ALIKE:
        return None
    crossed = laid_on_crossings(grey, likeliest, camera=camera)
    if kit.ground.chequered:
        return with_rim(grey, crossed)
    return laid_on_lines(grey, crossed, parts_of(kit), camera=camera)


def _proposals(
    outlines: Iterable[Outline], plan: Plan, size: tuple[int, int], camera: Camera | None
) -> Iterator[Registration]:
    """Yield where a board of *plan* may lie: first within each outline, then by three corners of the first outline."""
    first: Outline | None = None
    for outline in outlines:
        first = first or outline
        yield from places_within(outline, plan, size, camera=camera)
    if first is not None:
        yield from places_by_three(first.corners_px, plan, size, camera=camera)


def places_within(
    outline: Outline, plan: Plan, size: tuple[int, int], *, camera: Camera | None = None
) -> Iterator[Registration]:
    """Yield where in a picture of *size* a board of *plan* fills *outline*, either way round if it is oblong."""
    outer = np.array([(0, 0), (plan.columns, 0), (plan.columns, plan.rows), (0, plan.rows)]) * plan.pitch_mm
    for turn in range(1 if plan.columns == plan.rows else 2):
        px = np.roll(outline.corners_px, turn, axis=0)
        pose = fit_pose(outer, px, size, camera=camera, priors=(ANY_LENS,), noise_px=OUTLINE_PX)
        if pose is not None:
            yield Registration(pose.camera, pose.R, pose.t, plan, outline.found_by, pose.error_px)


def places_by_three(
    outline: Array, plan: Plan, size: tuple[int, int], *, camera: Camera | None = None
) -> Iterator[Registration]:
    """Yield where in a picture of *size* a board of *plan* lies if three of its outer corners are of *outline*."""
    corners = np.column_stack([np.array(plan.corners_mm)[::-1], np.zeros(4)])
    cameras = [Camera(pinhole(focal * max(size), size), np.zeros(5), size) for focal in FOCALS]
    for first in range(1 if plan.columns == plan.rows else 2):
        for left_out in range(4):
            kept = np.delete(np.arange(4), left_out)
            solid, seen = np.roll(corners, first, axis=0)[kept], outline[kept]
            for lens in cameras if camera is None else [camera]:
                _, turns, shifts = cv2.solveP3P(solid, seen, lens.K, lens.dist, cv2.SOLVEPNP_P3P)
                for turn, shift in zip(turns, shifts, strict=True):
                    R, t = (np.asarray(found, dtype=np.float64) for found in (cv2.Rodrigues(turn)[0], shift))
                    place = Registration(lens, R, t.reshape(3), plan, "three corners", 0.0)
                    if _is_seen_from_above(place, corners):
                        yield place


def _is_seen_from_above(place: Registration, corners: Array) -> bool:
    toward = place.eye_mm - corners.mean(axis=0)
    before = place.in_camera(corners)[:, 2] > 0
    return bool(before.all()) and -toward[2] > LOWEST * float(np.linalg.norm(toward))


def board_seen(image: Image, sides: Mapping[Side, int]) -> tuple[Side, bool] | None:
    """Return which of *sides* the board in a picture has, and if it is chequered; None unless one is plain.

    To each belongs after how many cells the board has a heavy line, 0 for none: such lines alone look like a board of
    fewer cells. A board of twice as many cells a side looks like one, too, where nothing stands on the true one; the
    other way round it does not.
    """
    outline = find_outline(image)
    if outline is None or outline.plain < FIRM_OUTLINE:
        return None
    grey = working_picture(image)
    outline = outline.at_scale(grey.shape[1] / image.shape[1])
    size = (grey.shape[1], grey.shape[0])
    filled = {side: places_within(outline, Plan(*side, BOUGHT_PITCH_MM), size) for side in sorted(sides)}
    tried = ((side, laid_on_corners(grey, near, turns=TURNS_FROM_AFAR)) for side in filled for near in filled[side])
    seen = [(side, board) for side, board in tried if board is not None]
    laid = dict(sorted(seen, key=lambda one: one[1].corners.likeness))
    firm = {side for side, board in laid.items() if board.corners.likeness > ALIKE}
    halved = {(2 * columns, 2 * rows) for columns, rows in firm}
    best = max(firm - halved, default=None)
    if best is None:
        return None
    heavy = best[0] // sides[best] if sides[best] else 0
    by_heavy_lines = {side for side in sides if heavy and side < best and side[0] % heavy == side[1] % heavy == 0}
    rivals = laid.keys() - {best} - halved - by_heavy_lines
    if any(laid[side].corners.likeness >= laid[best].corners.likeness - CLEAR for side in rivals):
        return None
    return best, _is_chequered(grey, laid[best].place)


def _is_chequered(grey: Grey, place: Registration) -> bool:
    """Return whether the board at *place* in *grey* is chequered: every other cell is darker near its corners."""
    columns, rows = np.meshgrid(np.arange(place.plan.columns), np.arange(place.plan.rows))
    cells = np.column_stack([columns.ravel(), rows.ravel()])
    levels = []
    for within in itertools.product(NEAR_CORNERS, repeat=2):
        px = place.px_from_board((cells + within) * place.plan.pitch_mm).astype(np.float32)
        levels.append(cv2.remap(grey, px[:, :1], px[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel())
    return bool(abs(np.corrcoef(np.median(levels, axis=0), cells.sum(axis=1) % 2)[0, 1]) > CHEQUERED)
