"""What is wrong with where a board lies in a picture, and what puts it right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.places import Place
from kits.kit import Kit, MiniBoard
from vision.views import Views

FAR_PX = 18.0
"""Below this many pixels per cell, pieces are too small to tell apart."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something about the picture that a person should know, and what puts it right."""

    code: str
    message: str
    remedy: str = ""
    cells: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.message} {self.remedy}".strip()


FRAMING = ("outside", "far")
"""The codes of the problems with where the board lies in the picture."""


def picture_warnings(where: Views) -> list[Warned]:
    """Return what is wrong with where the board lies in the picture."""
    found = []
    if names := [cell for cell, out in zip(where.cells, where.outside, strict=True) if out]:
        found.append(
            Warned("outside", f"Not in the picture: {_few(names)}.", "Move the camera back or turn it.", tuple(names))
        )
    if float(np.median(where.px_per_cell)) < FAR_PX:
        found.append(
            Warned("far", "The board is small in the picture.", "Bring the camera closer, or take a larger picture.")
        )
    return found


def way_round(place: Place) -> tuple[Warned, ...]:
    """Return a remark if row 1 was assumed to be nearest the camera because no mark tells; else nothing."""
    if not any(board.row_1_assumed for board in place.boards):
        return ()
    message = "Nothing on the board says which way round it lies: I take row 1 to be the side nearest the camera."
    return (Warned("way_round", message, "--near says otherwise."),)


def missing_boards(place: Place, kit: Kit) -> list[MiniBoard]:
    """Return the mini-boards of *kit* that are not at *place*, where each has a place of its own."""
    seen = {board.plan.prefix for board in place.boards}
    return [] if kit.has_whole else [mini for mini in kit.minis if mini.seat not in seen]


def board_warnings(place: Place, kit: Kit) -> list[Warned]:
    """Return a word about the mini-boards of *kit* that are not at *place*."""
    minis = missing_boards(place, kit)
    if not minis:
        return []
    missing = [mini.seat for mini in minis]
    cells = tuple(cell for mini in minis for cell in mini.plan.cells)
    which = f"board of {missing[0]} is" if len(missing) == 1 else f"boards of {', '.join(missing)} are"
    return [Warned("board", f"The {which} not found: two printed tags of each must be seen.", cells=cells)]


def _few(names: Sequence[str], *, most: int = 6) -> str:
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"
