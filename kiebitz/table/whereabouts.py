"""Finds the board of a watched table, follows it when it moves, and names its cells."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from calibration.orientation import turned
from calibration.places import Place, Places, cell_px
from core.reading import EMPTY
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.way_round import way_round
from kiebitz.table.account import Account
from kiebitz.table.attention import Attention, Patience
from kiebitz.table.eye import Eye, Look
from vision.advice import Warned
from vision.steady import Difference, View, compare, look_down

GONE = "I cannot see the board. All of it should be in the picture."
MOVED = "The board has moved. Please leave it still while I find it again."
_EVERYWHERE = 0.3
"""Where more than this share of every cell has changed, a chequered board has been turned; no hand is so large."""
_RESEMBLING = 0.7
"""The board has moved if at its new place less than this share of what changed at the old place looks changed."""


class Whereabouts:
    """The place of the board, and its view when the table was last understood."""

    def __init__(self, eye: Eye, account: Account[Any], attention: Attention, patience: Patience) -> None:
        self.place: Place | None = None
        self.reference: View | None = None
        """The table as last understood; None before that, and after the board has moved."""
        self._eye = eye
        self._account = account
        self._attention = attention
        self._patience = patience
        self._said_way_round = False
        self._framed = False
        self._outside: Warned | None = None
        self._misses = 0

    def search(self, frame: Frame) -> None:
        """Look for the board if it is time to; report when it is found and, once, when it is not."""
        if not self._attention.time_to_search(frame):
            return
        place = self._eye.find(frame.image)
        if place is None:
            self._misses += 1
            if self._misses == 1:
                self._account.say("lost", message=GONE)
            return
        self._misses = 0
        self._settle_on(place)

    def _settle_on(self, place: Place) -> None:
        self.place = place
        self._framed = False
        self.reference = None
        self._attention.turn_away()
        corners = [[round(float(x), 2), round(float(y), 2)] for x, y in place.corners_px]
        error_px = round(place.error_px, 3)
        self._account.say("found", corners_px=corners, method=place.method, error_px=error_px, **self._way_round(place))

    def _way_round(self, place: Place) -> dict[str, str]:
        """Return, once, that the board was taken to lie some way round; not where the pieces known to be on it tell."""
        position = self._account.position
        bare = position is None or set(self._account.game.contents(position).values()) == {EMPTY}
        if self._said_way_round or not bare:
            return {}
        said = [warned.text for warned in way_round(place)]
        self._said_way_round = bool(said)
        return {"message": said[0]} if said else {}

    def warn_of_framing(self, look: Look) -> None:
        """Report a problem with the board's place in the picture, once for each place."""
        self._outside = next((warned for warned in look.framing if warned.code == "outside"), None)
        if not self._framed:
            self._framed = True
            for warned in look.framing:
                self._account.say("unsure", message=warned.text, cells=list(warned.cells))

    def with_what_is_outside(self, message: str, cells: Collection[str]) -> str:
        """Return *message*, which asks about *cells*, plus a note on cells outside the picture, which may matter."""
        if self._outside is None:
            return message
        return self._outside.text if set(cells) <= set(self._outside.cells) else f"{message} {self._outside.text}"

    def found_again(self, frame: Frame, place: Place, difference: Difference) -> Place | None:
        """Return the current place of the board, *place* itself if it has not moved; None if it cannot be found."""
        if difference.shift_cells < 0.08 and difference.board_share < 0.35:
            self._misses = 0
            return place
        found = self._eye.follow(frame.image, place)
        moved = found is not None and _moved(found, place)
        if found is None or (moved and not self._resembles(frame, found, difference)):
            self._misses += 1
            gone = difference.board_share > 0.6 or not difference.covered
            if gone and self._misses >= 3 and self._attention.still_for(frame, self._patience.object_s):
                self._account.say("lost", message=GONE)
                self.place = None
            return None if gone else place
        self._misses = 0
        if moved:
            self._account.say("moved", message=MOVED)
            self._settle_on(found)
        elif not difference.covered or min(difference.cells.values()) > _EVERYWHERE:  # knocked, turned, other light
            self.place = found
            self.reference = None
        return self.place

    def _resembles(self, frame: Frame, found: Place, difference: Difference) -> bool:
        """Return whether the board as it was is seen at *found* more than at its old place, which has *difference*."""
        assert self.reference is not None
        there = compare(self.reference, look_down(frame.image, found), found)
        return there.board_share < _RESEMBLING * difference.board_share

    def turn(self, quarters: int) -> None:
        """Name the cells of a board without marks as if it lay turned by *quarters*."""
        assert self.place is not None
        assert not isinstance(self.place, Places)
        self.place = turned(self.place, quarters)
        self.reference = None


def _moved(found: Place, place: Place) -> bool:
    """Return whether any corner has moved by more than a tenth of a cell."""
    return float(np.linalg.norm(found.corners_px - place.corners_px, axis=1).max()) > 0.1 * cell_px(place)
