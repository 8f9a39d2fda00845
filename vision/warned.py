"""What a person should know about a picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.places import Place, boards_of
from kits.kit import Kit, MiniBoard
from vision.views import Views

_FAR_PX = 25.0


@dataclass(frozen=True, slots=True)
class Warned:
    """Something about the picture that a person should know."""

    code: str
    message: str


def picture_warnings(where: Views, outside: npt.NDArray[np.bool_]) -> list[Warned]:
    """Return what is wrong with how the picture was taken; *outside* (N,) are the cells beyond its edge."""
    found = []
    if outside.any():
        names = ", ".join(cell for cell, out in zip(where.cells, outside, strict=True) if out)
        found.append(Warned("outside", f"Not in the picture: {names}. Move the camera back or turn it."))
    if float(np.median(where.px_per_cell)) < _FAR_PX:
        found.append(Warned("far", "The board is small in the picture; bring the camera closer."))
    return found


def missing_boards(place: Place, kit: Kit) -> list[MiniBoard]:
    """Return the mini-boards of *kit* that are not at *place*, where each has a place of its own."""
    seen = {board.plan.prefix for board in boards_of(place)}
    return [] if kit.has_whole else [mini for mini in kit.minis if mini.seat not in seen]


def board_warnings(place: Place, kit: Kit) -> list[Warned]:
    """Return a word about the mini-boards of *kit* that are not at *place*."""
    missing = [mini.seat for mini in missing_boards(place, kit)]
    if not missing:
        return []
    which = f"board of {missing[0]} is" if len(missing) == 1 else f"boards of {', '.join(missing)} are"
    return [Warned("board", f"The {which} not found: two printed tags of each must be seen.")]
