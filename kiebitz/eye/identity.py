"""Which of the boards that are found is the game's: where it lay last, and which others were left alone."""

from __future__ import annotations

import numpy as np

from calibration.places import Place
from kiebitz.pictures.frame import Image
from kiebitz.pictures.steady import View, compare, look_down

_JUMP = 0.5
"""A board that moves by more than this share of its width between two looks may be another board."""
_STRAY_CELLS = 1.0
"""The same limit, in cells, for a board that was out of view in between."""
SAME_CELLS = 0.5
"""A board lies where it did if no corner has moved by more than this many cells."""
_MOST_OTHERS = 4
"""Most other boards to remember; a camera held in a hand sees one board at many places."""
RIM = 0.04
"""If more than this share of the rim has changed on every side, the board lies elsewhere: arms leave a side free."""


class Identity:
    """What is known of the place of the game's board, and of others like it."""

    def __init__(self) -> None:
        self.home: Place | None = None
        """Where the game's board lay last."""
        self.on_trial: Place | None = None
        """A board that looks like the game's, until its pieces show whether it is."""
        self.moved = False
        """Whether the board was in view, at another place, before the one on trial appeared."""
        self.stayed = False
        """Whether the board was in view at the same place, and everything around it looks strange now."""
        self._others: list[tuple[Place, View]] = []

    @property
    def has_others(self) -> bool:
        """Whether boards of other tables have been seen since the game's was."""
        return bool(self._others)

    def settle(self, place: Place) -> None:
        """Note that the game's board lies at *place*."""
        self.home, self.on_trial = place, None
        self._others.clear()

    def forget(self) -> None:
        """Take the next board that is found to be the game's."""
        self.home = self.on_trial = None
        self._others.clear()

    def doubts(self, found: Place, *, away: bool = False, strange: bool = False) -> bool:
        """Return whether *found* may be another board: that was *away*, or all around it looks *strange*."""
        if self.home is None or found.seats != self.home.seats:
            return False
        return strange or _jumped(found, self.home) or (away and is_off(found, self.home, _STRAY_CELLS))

    def own(self, found: Place | None, image: Image) -> Place | None:
        """Return the board *found* in *image* if it may be the game's.

        A board with tags is found by them alone; and one that was left alone is known by its place and surroundings.
        """
        if found is None or (self.home is not None and self.home.method == "tags" != found.method):
            return None
        alike = [other for other in self._others if len(found.boards) == len(other[0].boards)]
        there = [(place, view) for place, view in alike if not is_off(found, place, SAME_CELLS)]
        known = any(compare(view, look_down(image, place), place).rim_share <= RIM for place, view in there)
        return None if known else found

    def try_out(self, place: Place, *, moved: bool, stayed: bool) -> None:
        """Put the board at *place* on trial."""
        self.on_trial, self.moved, self.stayed = place, moved, stayed

    def refuse(self, image: Image) -> None:
        """Note that the board on trial, as *image* shows it, is another table's."""
        if self.on_trial is not None:
            self._others = [*self._others[1 - _MOST_OTHERS :], (self.on_trial, look_down(image, self.on_trial))]
            self.on_trial = None


def is_off(found: Place, place: Place, cells: float) -> bool:
    """Return whether a corner of *found* is more than this many *cells* from that of *place*, or the seats differ."""
    if found.seats != place.seats:
        return True
    return float(np.linalg.norm(found.corners_px - place.corners_px, axis=1).max()) > cells * place.cell_px


def _jumped(found: Place, place: Place) -> bool:
    """Return whether *found* lies more than half its width from *place*."""
    before = place.corners_px
    gone_px = np.linalg.norm(found.corners_px.mean(axis=0) - before.mean(axis=0))
    return bool(gone_px > _JUMP * float(np.ptp(before, axis=0).min()))
