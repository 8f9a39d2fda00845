"""From frames to inputs: finds the board, waits until the table is still, compares, and reads what is in sight.

Reading is expensive, so the comparison with the latest undisturbed view comes first. Unchanged cells are also evidence
for their old contents. Nothing is read while something reaches in over the board and moves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from calibration.places import Place
from kiebitz.eye.attention import Attention
from kiebitz.eye.hidden import hidden_by_pieces
from kiebitz.eye.instead import Instead
from kiebitz.eye.protocol import ByHand, Eye
from kiebitz.eye.protocol import Look as Read
from kiebitz.eye.spot import Spot
from kiebitz.eye.whereabouts import Whereabouts
from kiebitz.judging.evidence import UNCHANGED, plain, without
from kiebitz.judging.starts import MOST_HIDDEN
from kiebitz.pictures.frame import Frame, Image
from kiebitz.pictures.steady import View, compare, look_down
from kiebitz.table.inputs import Found, Framed, Input, Look, Rested, Stirred, Tick, Unchanged
from kiebitz.table.patience import PATIENCE, Patience
from kiebitz.table.state import Orders, TableState

_SMALL = 6
"""Something that reaches in over at most this many cells may be a tall piece at the rim; the reader checks."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a table wants of the eye, as far as that depends on the game."""

    orders: Orders
    colours: Mapping[str, str]
    """Seat → its colour, as far as they are known."""
    begun: bool
    """Whether a position is known."""

    @classmethod
    def by(cls, state: TableState[Any]) -> Wanted:
        """Return what the table in *state* wants."""
        return cls(state.orders, state.colours, bool(state.told))


Seeing = Generator[Input, Wanted, None]
"""Inputs, each answered by what is wanted after it."""


@dataclass(frozen=True, slots=True)
class _Compared:
    """A frame beside the view that looks are compared with; its fields are as in ``Look``."""

    frame: Frame
    place: Place
    view: View
    anew: bool
    changes: Mapping[str, float]
    covered: frozenset[str] = frozenset()
    at_rim: frozenset[str] = frozenset()
    reached: bool = False
    waiting: bool = False
    """Whether what is in the way may go away by itself."""

    @property
    def is_unchanged(self) -> bool:
        """Whether every cell is in sight and looks as it did."""
        return not self.covered and bool(self.changes) and max(self.changes.values()) < UNCHANGED


class Viewer:
    """Sees one table through *eye*.

    *by_hand* lets people point out the board; *instead* says whose board is in view where that of the game is not.
    """

    def __init__(
        self, eye: Eye, *, by_hand: ByHand | None = None, instead: Instead | None = None, patience: Patience = PATIENCE
    ) -> None:
        self._eye = eye
        self._patience = patience
        self._attention = Attention(patience)
        self._spot = Spot(instead)
        self._where = Whereabouts(eye, self._spot, by_hand, instead)
        self._orders = Orders()
        self._views: dict[int, tuple[Place, View]] = {}
        """The views that later frames may be compared with, by the number of their look."""
        self._number = 0
        self.image: Image | None = None
        """The picture of the latest look."""
        self._framing: object = None
        """What was last reported of the board's place in the picture."""

    @property
    def place(self) -> Place | None:
        """Where the board lies; None where it is not in view."""
        return self._spot.place

    def begin(self, orders: Orders) -> None:
        """Serve a table that has given these *orders* so far, none of which is to be carried out again."""
        self._orders = orders
        numbers = (orders.reference, orders.undisturbed, orders.ours, orders.foreign)
        self._number = max(number or 0 for number in numbers)

    def heed(self, orders: Orders) -> None:
        """Carry out what is new in *orders*."""
        before, self._orders = self._orders, orders
        if orders.settlings != before.settlings:
            self._attention.understand()
        if orders.freshenings != before.freshenings:
            self._attention.freshen()
        if orders.turnings != before.turnings:
            self._attention.turn_away()
        if orders.quarters != before.quarters:
            self._turn(orders.quarters - before.quarters)
        if orders.searches != before.searches:
            self._where.find_anew(orders.corners_px)
        if orders.lessons != before.lessons and orders.contents is not None:
            self._eye.learn(orders.contents)

    def see(self, frame: Frame, wanted: Wanted) -> Seeing:
        """Yield what *frame* shows, and last that it was looked at; each is answered by what is *wanted* then."""
        self.heed(wanted.orders)
        attention = self._attention
        if self.place is None and attention.time_to_search(frame):
            wanted = yield from self._reported(self._where.search(frame), wanted)
            if self._spot.on_trial:
                attention.turn_away()
        if self.place is not None:
            if attention.stirs(frame, self.place) and self._orders.settled:
                wanted = yield from self._reported([Stirred(frame.moment)], wanted)
            if attention.time_to_read(frame, settled=self._orders.settled and not self._spot.on_trial):
                yield from self._consider(frame, self.place, wanted)
        in_view = self.place is not None and not self._spot.on_trial
        yield Tick(frame.moment, attention.at_rest_since(frame.t), in_view)

    def _consider(self, frame: Frame, place: Place, wanted: Wanted) -> Generator[Input, Wanted, None]:
        """Yield what the frame shows of the board at *place*."""
        compared, wanted = yield from self._compared(frame, place, wanted)
        if compared is None:
            return
        number = self._seen(compared)
        moment, rested_s = frame.moment, self._attention.at_rest_since(frame.t)
        if compared.is_unchanged:
            unchanged = Unchanged(moment, number, frame.own_moment, rested_s, compared.reached)
            wanted = yield from self._reported([unchanged], wanted)
            if not self._orders.read:
                return
        look, wanted = yield from self._read(compared, number, wanted)
        if look is None:
            return
        if look.relocated:
            look, wanted = yield from self._tried(look, frame, wanted)
            if look is None:
                return
        wanted = yield from self._reported([look], wanted)
        if not self._orders.elsewhere:
            return
        found: list[Input] = []
        if self._attention.time_to_search(frame):
            found = self._where.search_elsewhere(frame, compared.place, begun=wanted.begun)
        if (found or self._spot.on_trial) and self.place is not None:
            wanted = yield from self._reported(found, wanted)
            yield from self._consider(frame, self.place, wanted)
        else:
            yield from self._reported([replace(look, may_lie_elsewhere=False)], wanted)

    def _tried(self, look: Look, frame: Frame, wanted: Wanted) -> Generator[Input, Wanted, tuple[Look | None, Wanted]]:
        """Return the *look* at a board that may be another table's, once the table has said that it is the game's."""
        wanted = yield from self._reported([look], wanted)
        if self._orders.foreign == look.number:
            self._spot.leave_alone(frame)
            self._attention.turn_away()
        if self._orders.ours != look.number:
            return None, wanted
        wanted = yield from self._reported(self._spot.adopt(frame), wanted)
        return replace(look, relocated=False), wanted

    def _compared(
        self, frame: Frame, place: Place, wanted: Wanted
    ) -> Generator[Input, Wanted, tuple[_Compared | None, Wanted]]:
        """Return *frame* beside the latest undisturbed view; None where the board or the view to it is not at rest."""
        attention = self._attention
        anew = not attention.readings
        if self._spot.on_trial:
            stays = self._spot.still_on_trial(frame)
            return _Compared(frame, place, look_down(frame.image, place), anew, {}) if stays else None, wanted
        if anew and (undisturbed := self._orders.undisturbed) is not None:
            stays = undisturbed in self._views and self._views[undisturbed][0] is place
            wanted = yield from self._reported([Rested(frame.moment, undisturbed if stays else None)], wanted)
        view, before = look_down(frame.image, place), self._before()
        difference = compare(before, view, place)
        patient = attention.still_s(frame) >= self._patience.object_s
        found, reports = self._where.found_again(frame, place, before, difference, patient=patient)
        wanted = yield from self._reported(reports, wanted)
        if found is None:
            return None, wanted
        if self._spot.on_trial:
            return _Compared(frame, found, look_down(frame.image, found), anew, {}), wanted
        if self._reference is None:
            return _Compared(frame, found, look_down(frame.image, found), anew, {}), wanted
        reached, waiting = bool(difference.reached), attention.in_the_way(frame, difference.covered)
        if waiting and len(difference.reached) > _SMALL:
            return None, wanted
        compared = _Compared(
            frame, place, view, anew, difference.cells, difference.covered, difference.at_rim, reached, waiting
        )
        return compared, wanted

    def _read(
        self, compared: _Compared, number: int, wanted: Wanted
    ) -> Generator[Input, Wanted, tuple[Look | None, Wanted]]:
        """Return what is read in the frame that was *compared*; None as long as something over it may go away."""
        frame, place, covered, reached = compared.frame, compared.place, compared.covered, compared.reached
        attention = self._attention
        read = self._eye.look(frame.image, place, wanted.colours)
        if read.framing != self._framing:
            self._framing = read.framing
            wanted = yield from self._reported([Framed(frame.moment, tuple(read.framing))], wanted)
        fingers = not hidden_by_pieces(place, read.reading, compared.at_rim)
        if hidden_by_pieces(place, read.reading, covered):
            covered, reached = frozenset(), fingers
        elif compared.waiting and (reached or not frame.own_moment):
            return None, wanted
        elif not reached:
            covered = frozenset(cell for cell in covered if not plain(read.reading, [cell]))
            reached = fingers
        hidden = len(read.reading.covered) > MOST_HIDDEN
        if hidden and not compared.changes:
            reached = attention.in_the_way(frame, read.reading.covered)
        disturbed = bool(covered) or reached or hidden
        return self._look(compared, number, read, covered, reached=reached, disturbed=disturbed), wanted

    def _look(
        self, compared: _Compared, number: int, read: Read, covered: frozenset[str], *, reached: bool, disturbed: bool
    ) -> Look:
        frame, place, attention = compared.frame, compared.place, self._attention
        reading = attention.take(without(read.reading, covered))
        known = place.way_round_is_known
        return Look(
            frame.moment,
            number,
            frame.own_moment,
            attention.still_s(frame),
            attention.at_rest_since(frame.t),
            attention.readings,
            compared.anew,
            attention.missed,
            tuple(board.plan for board in place.boards),
            known,
            reading,
            read.colours,
            compared.changes,
            compared.at_rim,
            reached,
            disturbed,
            known and not self._spot.named_by_pieces and (self._reference is None or self._spot.on_trial),
            read.prior_nats,
            self._where.may_lie_elsewhere(frame, place) and not self._spot.on_trial,
            self._spot.on_trial,
        )

    def _reported(self, inputs: Iterable[Input], wanted: Wanted) -> Generator[Input, Wanted, Wanted]:
        """Yield *inputs*, and return what is wanted after the last."""
        for given in inputs:
            if isinstance(given, Found) and given.told:
                self._attention.turn_away()
                self._framing = None
            wanted = yield given
            self.heed(wanted.orders)
        return wanted

    @property
    def _reference(self) -> View | None:
        known = self._views.get(self._orders.reference or 0)
        return None if known is None else known[1]

    def _before(self) -> View:
        """Return the table as last understood or, where it has not been yet, as it was when the board was found."""
        return self._reference or self._spot.as_found

    def _seen(self, compared: _Compared) -> int:
        """Remember the view of a look, and return its number; drop views that no later frame is compared with."""
        self._number += 1
        kept = (self._orders.reference, self._orders.undisturbed)
        self._views = {number: view for number, view in self._views.items() if number in kept}
        self._views[self._number] = (compared.place, compared.view)
        self.image = compared.frame.image
        return self._number

    def _turn(self, quarters: int) -> None:
        """Name the cells as the pieces tell, in the view of the latest look, too."""
        self._spot.turn(quarters)
        if self.place is not None and self.image is not None:
            self._views[self._number] = (self.place, look_down(self.image, self.place))
