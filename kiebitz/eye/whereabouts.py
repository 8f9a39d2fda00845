"""Finds the board of a watched table, and follows it when it moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from calibration.places import Place
from kiebitz.eye.protocol import ByHand, Eye, turns
from kiebitz.eye.spot import RIM, Instead, Spot, is_off
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.steady import Difference, View, compare, look_down
from kiebitz.table.corners import Point
from kiebitz.table.inputs import Elsewhere, Input, Lost, Remarked

GONE = "I cannot see the board. All of it should be in the picture."
NO_BOARD = "No camera sees a board with these corners. Set them again, or let me find the board."
_GONE = 0.6
"""The board is gone if it is not found and more than this share of it looks changed."""
_EVERYWHERE = 0.3
"""If more than this share of every cell has changed, a chequered board has been turned; no hand is so large."""
_NUDGED_CELLS = 0.3
"""A board pointed out by hand counts as unmoved up to this many cells; nothing else follows it."""
_MOVED_CELLS = 0.1
"""A board has moved once a corner has moved by more than this, in cells."""
_CONFIRMED_CELLS = 0.5
"""Two frames show a board at the same place if its corners differ by less, in cells; a phone may be held in a hand."""
_RESEMBLING = 0.7
"""A board has moved if its changed share at the new place is less than this part of that at the old place."""
_ASKED_S = 1.0
"""Seconds between two checks of whose board is in view."""
_MISSES = 3
"""The board counts as gone once it was missing from its place this many times in a row."""


class Whereabouts:
    """Finds the board through *eye*, and keeps in *spot* where it lies."""

    def __init__(self, eye: Eye, spot: Spot, by_hand: ByHand | None = None, instead: Instead | None = None) -> None:
        self._spot = spot
        self._eye = eye
        self._by_hand = by_hand
        self._instead = instead
        self._corners_px: Sequence[Point] | None = None
        """Corners that people have pointed out, until the board has been looked for there."""
        self._misses = 0
        self._other_t = -math.inf
        """When it was last checked whose board is in view instead of the game's, in seconds."""
        self._found_t = -math.inf
        """When the board was last looked for and found, in seconds."""

    def search(self, frame: Frame) -> list[Input]:
        """Look for the board; report when it is found and, once, when it is not."""
        if self._corners_px is not None:
            return self._look_where_told(frame, self._corners_px)
        home = self._spot.home if self._spot.has_others else None
        place = self._eye.find(frame.image) if home is None else self._eye.follow(frame.image, home)
        place = self._spot.own(place, frame.image)
        if place is None:
            self._misses += 1
            if other := self._other_seen(frame):
                return other
            seen = self._instead.fields(frame) if self._instead else {}
            told = {"message": GONE, **seen}
            return [Lost(frame.moment, told)] if seen or self._misses == 1 else []
        self._misses = 0
        if not self._is_confirmed(frame, place):
            return []
        self._found_t = frame.t
        return self._spot.settle_unless_doubted(place, frame, away=True)

    def may_lie_elsewhere(self, frame: Frame, place: Place) -> bool:
        """Return whether to look elsewhere: neither tags nor people tell the place, nor was it just found."""
        return place.method not in ("tags", "manual") and frame.t != self._found_t

    def search_elsewhere(self, frame: Frame, place: Place, *, begun: bool) -> list[Input]:
        """Report where else than at *place* the board is found: twice in a game that has *begun*, for hands deceive."""
        self._found_t = frame.t
        found = self._spot.own(self._eye.find(frame.image), frame.image)
        if found is None or not is_off(found, place, _MOVED_CELLS):
            return []
        if begun and not self._is_confirmed(frame, found):
            return []
        return self._spot.settle_unless_doubted(found, frame)

    def found_again(
        self, frame: Frame, place: Place, before: View, difference: Difference, *, patient: bool
    ) -> tuple[Place | None, list[Input]]:
        """Return the current place of the board, *place* itself if it has not moved, and what to report of that.

        None where it cannot be found; it counts as gone once the table has been still for long (*patient*). *before* is
        the view from above to which the frame has this *difference*.
        """
        elsewhere = difference.rim_share > RIM
        unmoved = difference.shift_cells < 0.08 and difference.board_share < 0.35 and not elsewhere
        if unmoved and (place.whole or not place.seats[0]):
            self._misses = 0
            return place, []
        if place.seats[0]:
            return self._ring_again(frame, place, difference, patient=patient, unmoved=unmoved)
        found = self._spot.own(self._eye.follow(frame.image, place), frame.image)
        if found is None and place.method == "manual" and difference.shift_cells < _NUDGED_CELLS:
            found = place if difference.board_share <= _GONE else None
        moved = found is not None and is_off(found, place, _MOVED_CELLS)
        if found is not None and moved and not (found.whole and place.whole):
            self._misses = 0
            return found, [self._spot.find_at(found, frame)]
        if found is None or (moved and not self._resembles(frame, found, before, difference, elsewhere=elsewhere)):
            return self._missed(frame, place, difference, elsewhere=elsewhere, patient=patient)
        self._misses = 0
        if moved or elsewhere:
            reports = self._spot.settle_unless_doubted(found, frame, moved=moved, strange=elsewhere)
            if moved or self._spot.on_trial:
                return found, reports
        if difference.covered and min(difference.cells.values()) <= _EVERYWHERE:
            return place, []
        return found, [self._spot.find_at(found, frame)]  # knocked, turned, in another light

    def _ring_again(
        self, frame: Frame, place: Place, difference: Difference, *, patient: bool, unmoved: bool
    ) -> tuple[Place | None, list[Input]]:
        """Return the place of the mini-boards now in view, and what to report; as for ``found_again``.

        People who show one part of a ring after the other move the camera, not the boards. If these boards are
        *unmoved*, others may have come into view.
        """
        found = self._spot.own(self._eye.find(frame.image), frame.image)
        if found is None and unmoved:
            return place, []
        if found is None:
            return self._missed(frame, place, difference, elsewhere=difference.rim_share > RIM, patient=patient)
        self._misses = 0
        if found.seats != place.seats:
            return found, [self._spot.find_at(found, frame)]
        if not is_off(found, place, _MOVED_CELLS):
            return place, []
        if place.whole:
            return found, self._spot.settle_unless_doubted(found, frame, moved=True)
        return found, [self._spot.find_at(found, frame)]

    def find_anew(self, corners_px: Sequence[Point] | None) -> None:
        """Look for the board next as if it had never been found, at *corners_px* if people have pointed it out."""
        self._misses, self._corners_px = 0, corners_px
        self._spot.forget()

    def _missed(
        self, frame: Frame, place: Place, difference: Difference, *, elsewhere: bool, patient: bool
    ) -> tuple[Place | None, list[Input]]:
        self._misses += 1
        gone = difference.board_share > _GONE or elsewhere or not difference.covered
        if not gone:
            return place, []
        if other := self._other_seen(frame):
            self._spot.place = None
            return None, other
        if self._misses < _MISSES or not patient:
            return None, []
        self._spot.place = None
        return None, [Lost(frame.moment, {"message": GONE})]

    def _is_confirmed(self, frame: Frame, place: Place) -> bool:
        """Return whether *place* is certain: by tags, by the search before, too, or as this picture stands alone."""
        before, self._spot.candidate = self._spot.candidate, place
        if place.method == "tags" or frame.own_moment:
            return True
        return before is not None and not is_off(place, before, _CONFIRMED_CELLS)

    def _look_where_told(self, frame: Frame, corners_px: Sequence[Point]) -> list[Input]:
        assert self._by_hand is not None
        self._corners_px = None
        place = self._by_hand(frame.image, corners_px)
        if place is None:
            return [Remarked("error", {"message": NO_BOARD}, frame.moment)]
        return [self._spot.settle_on(place, frame)]

    def _other_seen(self, frame: Frame) -> list[Input]:
        """Report another board that is in view instead of the game's, once that was found; checked now and then."""
        if self._spot.home is None or frame.t - self._other_t < _ASKED_S:
            return []
        self._other_t = frame.t
        whose = self._eye.other(frame.image)
        return [Elsewhere(frame.moment, whose)] if whose else []

    def _resembles(self, frame: Frame, found: Place, before: View, difference: Difference, *, elsewhere: bool) -> bool:
        """Return whether the board as it was fits better at *found* than at its old place, which has this *difference*.

        It may have been turned. If it is clearly *elsewhere*, finding it there again is enough.
        """
        if elsewhere and self._is_confirmed(frame, found):
            return True
        shares = (compare(before, look_down(frame.image, way), way).board_share for way in turns(found))
        return min(shares) < _RESEMBLING * difference.board_share
