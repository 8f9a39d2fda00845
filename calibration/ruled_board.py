"""Finds a ruled board without tags in a picture: propose, lay, choose the likeliest, finish.

Ruled boards have cells separated by lines or by gaps between tiles. A network says where the outline
of a board is; another one, whether the corners of cells in it are those of the board described by the
plan. Its lines then say where it lies exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from calibration.corners import Corners, misfit
from calibration.hidden_corner import laid_by_three
from calibration.in_outline import filling
from calibration.lines_pose import NEAREST, lines_missed, pose_by_lines
from calibration.outline import Outline
from calibration.parts import parts_of
from calibration.pose import PROCESSED
from calibration.registration import Camera, Registration
from calibration.saddles import Grey
from calibration.under_pieces import BENT_LENS, laid_under_pieces
from kits.kit import Kit

ALIKE = -0.25
"""Likeness (calibration.corners) required of a board."""

BEYOND_DOUBT = -0.1
"""Likeness above which no other proposal is looked at."""

MORE_LINES = 3.0
"""Extra cell lines that a PROCESSED camera must match to be preferred."""

UNEASY, MUCH_BETTER = 0.006, 0.5
"""RMS corner error, in cells, above which a PROCESSED camera is tried, and the share of that error below which it is
preferred."""

UNLIKELIER = 10.0
"""Extra nats that a PROCESSED camera must gain under pieces, because it is rarer and its prior is wider."""


_BENT_AND_PROCESSED = replace(PROCESSED, k1_sd=BENT_LENS.k1_sd)


def find_ruled(
    grey: Grey, kit: Kit, outlines: Iterable[Outline], *, camera: Camera | None = None
) -> Registration | None:
    """Return the registration of a ruled board in px of the working picture *grey*, any way round; None without one.

    If pieces fill their cells and hide the lines, the visible lines are higher than the board.

    Args:
        outlines: what looks like a whole board, in px of *grey*, the likeliest first.
    """
    likeliest, likeness = None, ALIKE
    for laid, corners in _laid(grey, kit, outlines, camera):
        if corners.likeness >= likeness:
            likeliest, likeness = laid, corners.likeness
        if likeness > BEYOND_DOUBT:
            break
    found = None if likeliest is None else _on_lines(grey, likeliest, kit, camera)
    return found if found is None or camera is not None else _as_if_processed(grey, found, kit)


def _laid(
    grey: Grey, kit: Kit, outlines: Iterable[Outline], camera: Camera | None
) -> Iterator[tuple[Registration, Corners]]:
    """Yield boards of *kit* laid on their cells' corners: within each outline, then by three corners of the first."""
    first: Outline | None = None
    for outline in outlines:
        first = first or outline
        laid = filling(grey, outline, kit.plan, camera=camera)
        if laid is not None:
            yield laid
    laid = None if first is None else laid_by_three(grey, first.corners_px, kit.plan, camera=camera)
    if laid is not None:
        yield laid


def _on_lines(grey: Grey, near: Registration, kit: Kit, camera: Camera | None) -> Registration | None:
    """Return *near*, laid on the corners of its cells, fitted to its lines; None where too few are seen.

    Corners alone are not enough: in a photograph of one die they were seen by three of an outline, without any line.
    """
    if not kit.is_filled:
        return pose_by_lines(grey, near, parts_of(kit), camera=camera)
    found = pose_by_lines(grey, near, parts_of(kit), camera=camera, filled=True, turns=NEAREST[:1])
    return None if found is None else laid_under_pieces(grey, found, camera=camera)[0]


def _as_if_processed(grey: Grey, found: Registration, kit: Kit) -> Registration:
    """Return *found*, or the fit with a PROCESSED camera if no ordinary one explains its lines or corners.

    The picture may have been cropped, or rectified by a program.
    """
    if kit.is_filled:
        if misfit(grey, found) < UNEASY:
            return found
        usual, other = (laid_under_pieces(grey, found, prior=prior) for prior in (BENT_LENS, _BENT_AND_PROCESSED))
        return other[0] if other[1] - usual[1] > UNLIKELIER else found
    processed = pose_by_lines(grey, found, parts_of(kit), priors=(PROCESSED,), turns=NEAREST[1:])
    if processed is None or lines_missed(grey, found) - lines_missed(grey, processed) > MORE_LINES:
        return processed or found
    apart = misfit(grey, found)
    return processed if apart > UNEASY and misfit(grey, processed) < MUCH_BETTER * apart else found
