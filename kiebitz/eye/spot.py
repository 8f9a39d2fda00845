"""Where the board of a watched table is taken to lie, how that was chosen, and which other boards were left alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.places import Place
from kiebitz.pictures.frame import Frame, Image
from kiebitz.pictures.steady import View, compare, look_down
from kiebitz.pictures.which_game import board_of, in_words, looks_like
from kiebitz.table.inputs import Found, Input, Moved
from kits.kit import Kit
from vision.framing import way_round

MOVED = "The board has moved. Please leave it still while I find it again."
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


@dataclass(slots=True)
class Instead:
    """Says, once, whose board is in view if the game's is not; it looks *tries* times at most, a second or two each."""

    kit: Kit
    tries: int = 2
    apart_s: float = 3.0
    _last_s: float = float("-inf")

    def settle(self) -> None:
        """Stop looking, as the board has been found."""
        self.tries = 0

    def fields(self, frame: Frame) -> Mapping[str, Any]:
        """Return the message about whose board *frame* shows instead of the game's; empty if none is recognised."""
        if not self.tries or frame.t - self._last_s < self.apart_s:
            return {}
        self.tries, self._last_s = self.tries - 1, frame.t
        boards = looks_like(frame.image, but=board_of(self.kit))
        if not boards:
            return {}
        self.tries = 0
        message = f"I cannot see {board_of(self.kit).words}; {in_words(boards)}"
        return {"message": message, "looks_like": [board.as_json() for board in boards]}


class Spot:
    """Where the board lies: the game's, or one on trial, which looks like it until its pieces show whether it is."""

    def __init__(self, instead: Instead | None = None) -> None:
        self.place: Place | None = None
        self.home: Place | None = None
        """Where the game's board lay last."""
        self.named_by_pieces = False
        """Whether the pieces have shown, since the board was found, that it lies another way round."""
        self.on_trial = False
        """Whether the board at its place may be another table's."""
        self.candidate: Place | None = None
        """Where the board was in the frame searched before, as long as that is not certain."""
        self._moved = self._stayed = False
        """Whether, before the trial, the board was in view at another place, or here, among what looks strange now."""
        self._others: list[tuple[Place, View]] = []
        """Boards of other tables that have been seen since the game's was."""
        self._instead = instead
        self._found_in: Image | None = None
        """The picture in which the board was found at its present place."""

    @property
    def as_found(self) -> View:
        """The table as it was when the board was found at its place."""
        assert self.place is not None
        assert self._found_in is not None
        return look_down(self._found_in, self.place)

    @property
    def has_others(self) -> bool:
        """Whether boards of other tables have been seen since the game's was."""
        return bool(self._others)

    def turn(self, quarters: int) -> None:
        """Name the cells as if the board lay turned by *quarters*, as its pieces tell."""
        if self.place is not None:
            self.place, self.named_by_pieces = self.place.turned(quarters), True

    def forget(self) -> None:
        """Take the next board that is found to be the game's."""
        self.place = self.home = None
        self.on_trial = False
        self._others.clear()

    def own(self, found: Place | None, image: Image) -> Place | None:
        """Return *found* if it may be the game's board: with tags if that has them, and not left alone before."""
        if found is None or (self.home is not None and self.home.method == "tags" != found.method):
            return None
        alike = [other for other in self._others if len(found.boards) == len(other[0].boards)]
        there = [(place, view) for place, view in alike if not is_off(found, place, SAME_CELLS)]
        known = any(compare(view, look_down(image, place), place).rim_share <= RIM for place, view in there)
        return None if known else found

    def still_on_trial(self, frame: Frame) -> bool:
        """Return whether *frame* shows the board on trial where it was; if not, it has to be found again."""
        assert self.place is not None
        difference = compare(self.as_found, look_down(frame.image, self.place), self.place)
        if difference.rim_share <= RIM:
            return True
        self.place, self.on_trial = None, False
        return False

    def adopt(self, frame: Frame) -> list[Input]:
        """Follow the board on trial, as *frame* shows it: it is the game's."""
        assert self.place is not None
        if self._stayed:
            return [self.find_at(self.place, frame)]
        moved: list[Input] = [Moved(frame.moment, MOVED)] if self._moved else []
        return [*moved, self.settle_on(self.place, frame)]

    def leave_alone(self, frame: Frame) -> None:
        """Look for the game's board elsewhere: that on trial, as *frame* shows it, is another table's."""
        if self.on_trial and self.place is not None:
            self._others = [*self._others[1 - _MOST_OTHERS :], (self.place, look_down(frame.image, self.place))]
        self.place, self.on_trial, self.candidate = None, False, None

    def settle_on(self, place: Place, frame: Frame) -> Found:
        self.candidate = None
        corners = tuple((round(float(x), 2), round(float(y), 2)) for x, y in place.corners_px)
        said = " ".join(warned.text for warned in way_round(place))
        found = self.find_at(place, frame)
        return Found(found.moment, corners, place.method, round(place.error_px, 3), way_round=said)

    def settle_unless_doubted(
        self, place: Place, frame: Frame, *, away: bool = False, moved: bool = False, strange: bool = False
    ) -> list[Input]:
        """Settle on *place* and report it, or put a board on trial that may be another table's."""
        if not self._doubts(place, away=away, strange=strange):
            found: list[Input] = [self.settle_on(place, frame)]
            return [Moved(frame.moment, MOVED), *found] if moved else found
        self.on_trial, self._moved, self._stayed = True, moved, strange and not moved
        self.place, self._found_in, self.named_by_pieces, self.candidate = place, frame.image, False, None
        return []

    def find_at(self, place: Place, frame: Frame) -> Found:
        """Note that the board is found at *place* in *frame*, where it has yet to be understood."""
        self.place, self._found_in, self.named_by_pieces = place, frame.image, False
        self.home, self.on_trial = place, False
        self._others.clear()
        if self._instead:
            self._instead.settle()
        return Found(frame.moment, (), place.method, 0.0, told=False)

    def _doubts(self, found: Place, *, away: bool, strange: bool) -> bool:
        """Return whether *found* may be another board: that was *away*, or all around it looks *strange*."""
        if self.home is None or found.seats != self.home.seats:
            return False
        return strange or _jumped(found, self.home) or (away and is_off(found, self.home, _STRAY_CELLS))


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
