"""Finds a ruled board without tags in a picture: propose, lay, choose the likeliest, finish.

Ruled boards have cells separated by lines or by gaps between tiles. A network says where the outline
of a board is; another one, whether the corners of cells in it are those of the board described by the
plan. Its lines then say where it lies exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from calibration.corners import Laid
from calibration.hidden_corner import laid_by_three
from calibration.in_outline import filling
from calibration.lines_pose import pose_by_lines
from calibration.outline import Outline
from calibration.parts import parts_of
from calibration.registration import Camera, Registration
from calibration.saddles import Grey
from calibration.under_pieces import laid_under_pieces
from kits.kit import Kit

ALIKE = -0.25
"""Likeness (calibration.corners) required of a board."""

BEYOND_DOUBT = -0.1
"""Likeness above which no other proposal is looked at."""


def find_ruled(
    grey: Grey, kit: Kit, outlines: Iterable[Outline], *, camera: Camera | None = None
) -> Registration | None:
    """Return the registration of a ruled board in px of the working picture *grey*, any way round; None without one.

    There is none either where too few lines are seen: in a photograph of one die, corners were seen by three of an
    outline, without any line. If pieces fill their cells, the visible lines are higher than the board.

    Args:
        outlines: what looks like a whole board, in px of *grey*, the likeliest first.
    """
    likeliest: Laid | None = None
    for laid in _laid(grey, kit, outlines, camera):
        if likeliest is None or laid.likeness > likeliest.likeness:
            likeliest = laid
        if likeliest.likeness > BEYOND_DOUBT:
            break
    if likeliest is None or likeliest.likeness < ALIKE:
        return None
    if kit.is_filled:
        return laid_under_pieces(grey, likeliest, camera=camera)
    return pose_by_lines(grey, likeliest.place, parts_of(kit), camera=camera)


def _laid(grey: Grey, kit: Kit, outlines: Iterable[Outline], camera: Camera | None) -> Iterator[Laid]:
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
