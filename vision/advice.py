"""Advice about a picture: what is wrong with it, and one thing to do for each problem.

The limits were measured: ``python -m benchmarks.doctor`` plants faults and looks where
the reader begins to fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.places import Place
from core.verdict import counted
from kits.kit import Kit, MiniBoard
from vision.condition import Condition
from vision.views import Views

FAR_PX = 18.0
"""Pixels a cell below which pieces are too small to tell apart."""
DARK = 66.0
DIM = 90.0
"""Brightness below which a picture is not reported as low in contrast."""
BURNT = 0.39
CAST = 0.35
UNEVEN = 6.0
FLAT = 75.0
BLURRED_PX = 1.35
SHAKEN_PX = 1.2
STREAK, GREAT_STREAK = 1.8, 2.6
NOISY = 7.5
GLARE_CELLS = 0.5
LOW_DEG = 32.0


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
"""The codes of what is wrong with where the board lies in the picture."""


def picture_warnings(where: Views, outside: npt.NDArray[np.bool_]) -> list[Warned]:
    """Return what is wrong with where the board lies in the picture; *outside* (N,) are the cells beyond its edge."""
    found = []
    if outside.any():
        names = [cell for cell, out in zip(where.cells, outside, strict=True) if out]
        found.append(
            Warned("outside", f"Not in the picture: {_few(names)}.", "Move the camera back or turn it.", tuple(names))
        )
    if float(np.median(where.px_per_cell)) < FAR_PX:
        found.append(
            Warned("far", "The board is small in the picture.", "Bring the camera closer, or take a larger picture.")
        )
    return found


def missing_boards(place: Place, kit: Kit) -> list[MiniBoard]:
    """Return the mini-boards of *kit* that are not at *place*, where each has a place of its own."""
    seen = {board.plan.prefix for board in place.boards}
    return [] if kit.has_whole else [mini for mini in kit.minis if mini.seat not in seen]


def board_warnings(place: Place, kit: Kit) -> list[Warned]:
    """Return a word about the mini-boards of *kit* that are not at *place*."""
    missing = [mini.seat for mini in missing_boards(place, kit)]
    if not missing:
        return []
    which = f"board of {missing[0]} is" if len(missing) == 1 else f"boards of {', '.join(missing)} are"
    return [Warned("board", f"The {which} not found: two printed tags of each must be seen.")]


def condition_warnings(seen: Condition, *, paper: bool = False) -> Iterator[Warned]:
    """Yield what is wrong with light, colour, focus, glare and angle, the worst kinds first.

    White *paper* may burn out: its printed pieces are read all the same.
    """
    if seen.bright < DARK:
        yield Warned("dark", "The board is too dark.", "Switch on a lamp, or let the camera expose longer.")
    if seen.burnt > BURNT and not paper:
        yield Warned(
            "burnt", "Much of the board is overexposed: pure white, with nothing left to see.",
            "Dim the light, or tap on the board in the camera's screen so that it exposes less.",
        )  # fmt: skip
    if seen.contrast < FLAT and seen.bright >= DIM:
        yield Warned(
            "flat", "The picture has hardly any contrast.", "Wipe the lens; keep lamps and windows out of view."
        )
    if seen.uneven > UNEVEN:
        yield Warned(
            "uneven", f"One side of the board gets {seen.uneven:.0f} times the light of the other.",
            "Move the lamp farther away or higher, or add a second one.",
        )  # fmt: skip
    if seen.cast > CAST:
        yield Warned(
            "cast", "The light has a strong colour cast.", "Use white light, or set the camera's white balance to it."
        )
    if seen.streak > GREAT_STREAK or (seen.blur_px > SHAKEN_PX and seen.streak > STREAK):
        yield Warned("shaken", "The picture is smeared by motion.", "Rest the camera on something, or give more light.")
    elif seen.blur_px > BLURRED_PX:
        yield Warned("blurred", "The board is out of focus.", "Tap on the board to focus there, and wipe the lens.")
    if seen.noise > NOISY:
        yield Warned("noisy", "The picture is grainy.", "Give more light, so that the camera amplifies less.")
    if seen.glare_cells > GLARE_CELLS:
        cells = counted(max(round(seen.glare_cells), 1), "cell")
        yield Warned(
            "glare", f"A lamp or window is reflected in about {cells} of the board.",
            "Move the lamp or the camera to another side, or shade the window.",
        )  # fmt: skip
    if seen.elevation_deg is not None and seen.elevation_deg < LOW_DEG:
        angle = f"The camera looks from only {seen.elevation_deg:.0f} degrees above the table"
        yield Warned("low", f"{angle}: pieces hide each other.", "Raise it to 45 degrees or more.")


def tag_warnings(codes: Sequence[int], expected: Sequence[int]) -> list[Warned]:
    """Return a warning where fewer than half of the *expected* tags, those in the picture, were read (*codes*)."""
    missing = len(set(expected) - set(codes))
    if not expected or 2 * missing <= len(expected):
        return []
    return [
        Warned(
            "tags",
            f"{missing} of the {len(expected)} tags around the board cannot be read.",
            "Clear away what covers them, or flatten the paper.",
        )
    ]


def _few(names: Sequence[str], *, most: int = 6) -> str:
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"
