"""Finds the board of a watched table, follows it when it moves, and names its cells."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from calibration.places import Place
from core.reading import EMPTY, Reading, is_bare
from kiebitz.pictures.frame import Frame, Image
from kiebitz.pictures.steady import Difference, View, compare, look_down
from kiebitz.pictures.way_round import way_round
from kiebitz.table.account import Account
from kiebitz.table.attention import Attention, Patience
from kiebitz.table.corners import Point
from kiebitz.table.eye import ByHand, Eye, Look, turns
from vision.framing import Warned

GONE = "I cannot see the board. All of it should be in the picture."
NO_BOARD = "No camera sees a board with these corners. Set them again, or let me find the board."
MOVED = "The board has moved. Please leave it still while I find it again."
_GONE = 0.6
"""The board is gone where it is not found and more than this share of it looks changed."""
_EVERYWHERE = 0.3
"""Where more than this share of every cell has changed, a chequered board has been turned; no hand is so large."""
_NUDGED_CELLS = 0.3
"""A board pointed out by hand counts as unmoved where it has moved by less than this; nothing else follows it."""
_MOVED_CELLS = 0.1
"""A board of which a corner has moved by more has moved."""
_CONFIRMED_CELLS = 0.5
"""Two frames show the same board where its corners differ by less; a phone may be held in a hand."""
_RIM = 0.04
"""Where more than this share of the rim has changed on every side, the board lies elsewhere: arms leave a side free."""
_RESEMBLING = 0.7
"""The board has moved if at its new place less than this share of what changed at the old place looks changed."""


class Whereabouts:
    """The place of the board, and its view when the table was last understood."""

    def __init__(
        self, eye: Eye, account: Account[Any], attention: Attention, patience: Patience,
        by_hand: ByHand | None = None,
    ) -> None:  # fmt: skip
        self.place: Place | None = None
        self.reference: View | None = None
        """The table as last understood; None before that, and after the board has moved."""
        self._eye = eye
        self._account = account
        self._attention = attention
        self._patience = patience
        self._by_hand = by_hand
        self._corners_px: Sequence[Point] | None = None
        """Where people say that the board lies, until it has been looked for there."""
        self._named_by_pieces = False
        """Whether the pieces have told since the board was found that it lies another way round."""
        self._said_way_round = False
        self._framed = False
        self._outside: Warned | None = None
        self._misses = 0
        self._found_in: Image | None = None
        """The picture in which the board was found at its place."""
        self._candidate: Place | None = None
        """Where the board was in the frame that was searched before, while that is not certain."""
        self._found_t = -math.inf
        """When the board was last looked for and found."""

    @property
    def marks_tell(self) -> bool:
        """Whether the board has just been found by marks that tell which way round it lies."""
        known = self.place is not None and self.place.way_round_is_known
        return known and self.reference is None and not self._named_by_pieces

    @property
    def before(self) -> View:
        """The table as last understood or, where it has not been yet, as it was when the board was found there."""
        if self.reference is not None:
            return self.reference
        assert self.place is not None
        assert self._found_in is not None
        return look_down(self._found_in, self.place)

    def search(self, frame: Frame) -> None:
        """Look for the board if it is time to; report when it is found and, once, when it is not."""
        if not self._attention.time_to_search(frame):
            return
        if self._corners_px is not None:
            self._look_where_told(frame, self._corners_px)
            return
        place = self._eye.find(frame.image)
        if place is None:
            self._misses += 1
            if self._misses == 1:
                self._account.say("lost", message=GONE)
            return
        self._misses = 0
        if self._is_confirmed(frame, place):
            self._found_t = frame.t
            self._settle_on(place, frame)

    def found_elsewhere(self, frame: Frame, place: Place) -> Place | None:
        """Return where the board is found now if that is not *place*, where it was found before; None otherwise.

        It is looked for if it is time to, unless tags or people tell where it lies. Once a game has begun, a hand may
        be in the way, so that it must be found there twice.
        """
        is_told = place.method in ("tags", "manual")
        if is_told or frame.t == self._found_t or not self._attention.time_to_search(frame):
            return None
        self._found_t = frame.t
        found = self._eye.find(frame.image)
        if found is None or not _is_off(found, place, _MOVED_CELLS):
            return None
        if self._account.position is not None and not self._is_confirmed(frame, found):
            return None
        self._settle_on(found, frame)
        return found

    def _is_confirmed(self, frame: Frame, place: Place) -> bool:
        """Return whether tags tell that the board is at *place*, or another frame has shown it there, or none may.

        A hand in a film can make a board that is half hidden look like one that lies elsewhere.
        """
        before, self._candidate = self._candidate, place
        if place.method == "tags" or frame.own_moment:
            return True
        return before is not None and not _is_off(place, before, _CONFIRMED_CELLS)

    def point_out(self, corners_px: Sequence[Point]) -> None:
        """Look for the board at *corners_px* next. Raises ``ValueError`` where it cannot be pointed out."""
        if self._by_hand is None:
            raise ValueError("this board cannot be pointed out by its corners")
        self.find_anew()
        self._corners_px = corners_px

    def find_anew(self) -> None:
        """Look for the board next, as if it had never been found."""
        self.place = self._corners_px = None
        self._misses = 0

    def _look_where_told(self, frame: Frame, corners_px: Sequence[Point]) -> None:
        assert self._by_hand is not None
        self._corners_px = None
        place = self._by_hand(frame.image, corners_px)
        if place is None:
            self._account.say("error", message=NO_BOARD)
        else:
            self._settle_on(place, frame)

    def _settle_on(self, place: Place, frame: Frame) -> None:
        self._find_at(place, frame)
        self._candidate = None
        self._framed = False
        self._attention.turn_away()
        corners = [[round(float(x), 2), round(float(y), 2)] for x, y in place.corners_px]
        error_px = round(place.error_px, 3)
        self._account.say("found", corners_px=corners, method=place.method, error_px=error_px, **self._way_round(place))

    def _find_at(self, place: Place, frame: Frame) -> None:
        """Note that the board is found at *place* in *frame*, where it has yet to be understood."""
        self.place, self._found_in, self._named_by_pieces = place, frame.image, False
        self.reference = None

    def _way_round(self, place: Place) -> dict[str, str]:
        """Return, once, that the board was taken to lie some way round; not where the pieces known to be on it tell."""
        position = self._account.position
        bare = position is None or is_bare(self._account.game.contents(position))
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
        elsewhere = difference.rim_share > _RIM
        if difference.shift_cells < 0.08 and difference.board_share < 0.35 and not elsewhere:
            self._misses = 0
            return place
        found = self._eye.follow(frame.image, place)
        if found is None and place.method == "manual" and difference.shift_cells < _NUDGED_CELLS:
            found = place if difference.board_share <= _GONE else None
        moved = found is not None and _is_off(found, place, _MOVED_CELLS)
        if found is None or (moved and not self._resembles(frame, found, difference, elsewhere=elsewhere)):
            self._misses += 1
            gone = difference.board_share > _GONE or elsewhere or not difference.covered
            if gone and self._misses >= 3 and self._attention.still_for(frame, self._patience.object_s):
                self._account.say("lost", message=GONE)
                self.place = None
            return None if gone else place
        self._misses = 0
        if moved:
            self._account.say("moved", message=MOVED)
            self._settle_on(found, frame)
        elif not difference.covered or min(difference.cells.values()) > _EVERYWHERE:  # knocked, turned, other light
            self._find_at(found, frame)
        return self.place

    def _resembles(self, frame: Frame, found: Place, difference: Difference, *, elsewhere: bool) -> bool:
        """Return whether the board as it was is seen at *found* more than at its old place, which has *difference*.

        It may have been turned. Where it is plainly *elsewhere*, it is enough that it is found there again.
        """
        if elsewhere and self._is_confirmed(frame, found):
            return True
        before = self.before
        shares = (compare(before, look_down(frame.image, way), way).board_share for way in turns(found))
        return min(shares) < _RESEMBLING * difference.board_share

    def turn(self, quarters: int) -> None:
        """Name the cells as if the board lay turned by *quarters*, as its pieces tell."""
        assert self.place is not None
        self.place, self._named_by_pieces = self.place.turned(quarters), True
        self.reference = None


def is_astray(told: Mapping[str, str], seen: Reading) -> bool:
    """Return whether half of the pieces that were *told*, or more, are *seen* to be gone from where they stood.

    Moves do not do that. The camera may have been knocked, and cells be read beside where they are.
    """
    pieces = {cell: content for cell, content in told.items() if content != EMPTY and cell in seen.cells}
    gone = sum(seen.best(cell) != content for cell, content in pieces.items())
    return len(pieces) > 1 and 2 * gone >= len(pieces)


def _is_off(found: Place, place: Place, cells: float) -> bool:
    """Return whether any corner of *found* is farther from that of *place* than so many *cells*."""
    return float(np.linalg.norm(found.corners_px - place.corners_px, axis=1).max()) > cells * place.cell_px
