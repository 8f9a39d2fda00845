"""The place where the board of a watched table is taken to lie, and how it was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.places import Place
from kiebitz.eye.identity import RIM, Identity
from kiebitz.pictures.frame import Frame, Image
from kiebitz.pictures.steady import View, compare, look_down
from kiebitz.pictures.way_round import way_round
from kiebitz.pictures.which_game import board_of, in_words, looks_like
from kiebitz.table.inputs import Found, Input, Moved
from kits.kit import Kit

MOVED = "The board has moved. Please leave it still while I find it again."


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
    """Where the board lies: the game's, or one on trial."""

    def __init__(self, instead: Instead | None = None) -> None:
        self.place: Place | None = None
        self.named_by_pieces = False
        """Whether the pieces have shown, since the board was found, that it lies another way round."""
        self.identity = Identity()
        self.candidate: Place | None = None
        """Where the board was in the frame searched before, as long as that is not certain."""
        self._instead = instead
        self._found_in: Image | None = None
        """The picture in which the board was found at its present place."""

    @property
    def as_found(self) -> View:
        """The table as it was when the board was found at its place."""
        assert self.place is not None
        assert self._found_in is not None
        return look_down(self._found_in, self.place)

    def turn(self, quarters: int) -> None:
        """Name the cells as if the board lay turned by *quarters*, as its pieces tell."""
        if self.place is not None:
            self.place, self.named_by_pieces = self.place.turned(quarters), True

    @property
    def on_trial(self) -> bool:
        """Whether the board at its place may be another table's."""
        return self.identity.on_trial is not None

    def still_on_trial(self, frame: Frame) -> bool:
        """Return whether *frame* shows the board on trial where it was; if not, it has to be found again."""
        assert self.place is not None
        difference = compare(self.as_found, look_down(frame.image, self.place), self.place)
        if difference.rim_share <= RIM:
            return True
        self.place = self.identity.on_trial = None
        return False

    def adopt(self, frame: Frame) -> list[Input]:
        """Follow the board on trial, as *frame* shows it: it is the game's."""
        assert self.place is not None
        if self.identity.stayed:
            return [self.find_at(self.place, frame)]
        moved: list[Input] = [Moved(frame.moment, MOVED)] if self.identity.moved else []
        return [*moved, self.settle_on(self.place, frame)]

    def leave_alone(self, frame: Frame) -> None:
        """Look for the game's board elsewhere: that on trial, as *frame* shows it, is another table's."""
        self.identity.refuse(frame.image)
        self.place = self.candidate = None

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
        if not self.identity.doubts(place, away=away, strange=strange):
            found: list[Input] = [self.settle_on(place, frame)]
            return [Moved(frame.moment, MOVED), *found] if moved else found
        self.identity.try_out(place, moved=moved, stayed=strange and not moved)
        self.place, self._found_in, self.named_by_pieces, self.candidate = place, frame.image, False, None
        return []

    def find_at(self, place: Place, frame: Frame) -> Found:
        """Note that the board is found at *place* in *frame*, where it has yet to be understood."""
        self.place, self._found_in, self.named_by_pieces = place, frame.image, False
        self.identity.settle(place)
        if self._instead:
            self._instead.settle()
        return Found(frame.moment, (), place.method, 0.0, told=False)
