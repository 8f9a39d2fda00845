"""A board of some plan laid into the outline of what looks like a board; and which of several plans fits there.

An outline says where a board lies, not how many cells it has. The network of corners is sure of that: a board of the
right number of cells is like one, and any other is not.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.chessboard import working_picture
from calibration.corners import TURNS_FROM_AFAR, Laid, laid_on_corners
from calibration.outline import Image, Outline, find_outline
from calibration.pose import ANY_LENS, fit_pose
from calibration.registration import Array, Camera, FoundBy, Registration
from calibration.saddles import Grey
from kits.kit import Plan

FIRM_OUTLINE, FIRM, CLEAR = 0.85, -0.1, 0.3
"""How plain an outline must be, how like a board what fills it, and how much less like one any other number of cells,
before a board that nobody asked for is named.

Measured on 62 pictures of boards and 42 without: boards have -0.02 and more but for three, in outlines of 0.9 and more.
Other numbers of cells have -0.5 and less in them, but for heavy lines, and outlines without a board 0.81 and less, or
they are filled by nothing above -0.7.
"""

Side = tuple[int, int]
"""How many columns and rows a board has."""

_PITCH_MM = 30.0
"""Any length will do for cells of which none is known."""


def _laid_within(grey: Grey, outer_px: Array, plan: Plan, camera: Camera | None, found_by: FoundBy) -> Laid | None:
    """Return a board of *plan*, whose outer corners (4, 2) are about *outer_px*, laid on all corners that are seen."""
    outer = np.array([(0, 0), (plan.columns, 0), (plan.columns, plan.rows), (0, plan.rows)]) * plan.pitch_mm
    pose = fit_pose(outer, outer_px, (grey.shape[1], grey.shape[0]), camera=camera, priors=(ANY_LENS,))
    if pose is None:
        return None
    near = Registration(pose.camera, pose.R, pose.t, plan, found_by, pose.error_px)
    return laid_on_corners(grey, near, camera=camera, turns=TURNS_FROM_AFAR)


def filling(grey: Grey, outline: Outline, plan: Plan, *, camera: Camera | None = None) -> Laid | None:
    """Return the board of *plan* that fills *outline*, in px of *grey*, best, either way round if it is oblong."""
    by: FoundBy = "corners" if outline.by_corners else "outline"
    turns = (0,) if plan.columns == plan.rows else (0, 1)
    found = (_laid_within(grey, np.roll(outline.corners_px, turn, axis=0), plan, camera, by) for turn in turns)
    return max((laid for laid in found if laid is not None), key=lambda laid: laid.likeness, default=None)


def sides_seen(image: Image, sides: Mapping[Side, int]) -> Side | None:
    """Return which of *sides* the board in a picture has; None unless just one of them is plainly there.

    To each belongs after how many cells the board has a heavy line, 0 for none: such lines alone look like a board of
    fewer cells. A board of twice as many cells a side looks like one, too, where nothing stands on the true one; the
    other way round it does not.
    """
    outline = find_outline(image)
    if outline is None or outline.plain < FIRM_OUTLINE:
        return None
    grey = working_picture(image)
    outline = outline.at_scale(grey.shape[1] / image.shape[1])
    likeness = {}
    for columns, rows in sorted(sides):
        found = filling(grey, outline, Plan(columns, rows, _PITCH_MM))
        likeness[columns, rows] = float("-inf") if found is None else found.likeness
    firm = {side for side in likeness if likeness[side] > FIRM}
    halved = {(2 * columns, 2 * rows) for columns, rows in firm}
    best = max(firm - halved, default=None)
    if best is None:
        return None
    heavy = best[0] // sides[best] if sides[best] else 0
    by_heavy_lines = {side for side in sides if heavy and side < best and side[0] % heavy == side[1] % heavy == 0}
    rivals = likeness.keys() - {best} - halved - by_heavy_lines
    return best if all(likeness[side] < likeness[best] - CLEAR for side in rivals) else None
