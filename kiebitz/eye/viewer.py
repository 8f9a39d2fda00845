"""From frames to inputs: finds the board, waits until the table is still, compares, and reads what is in sight.

Reading is expensive, so the comparison with the latest undisturbed view comes first. Unchanged cells are also evidence
for their old contents. Nothing is read while something reaches in over the board and moves.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from calibration.places import Place
from core.reading import EMPTY, Reading
from kiebitz.eye.attention import Attention
from kiebitz.eye.protocol import ByHand, Eye
from kiebitz.eye.protocol import Look as Read
from kiebitz.eye.spot import Instead, Spot
from kiebitz.eye.whereabouts import Whereabouts
from kiebitz.judging.evidence import BESIDE, CHANGED, UNCHANGED, plain, without
from kiebitz.judging.starts import MOST_HIDDEN
from kiebitz.pictures.frame import Frame, Image
from kiebitz.pictures.steady import View, compare, look_down
from kiebitz.table.inputs import Found, Framed, Input, Look, Rested, Stirred, Tick, Unchanged
from kiebitz.table.orders import Orders
from kiebitz.table.patience import PATIENCE, Patience
from kiebitz.table.state import TableState

_MOST_CHANGED = 6
"""Number of cells, those that look changed most, on which to look for pieces that lie wrong."""
_MUCH = 0.25
"""Cells that look changed by less than this share of the most changed one are not searched."""
_SMALL = 6
"""Something that reaches in over at most this many cells may be a tall piece at the rim; the reader checks."""
_A_PIECE = 0.8
"""Least certainty of a piece that counts as hiding what is behind it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a table wants of the eye that depends on the game."""

    orders: Orders
    colours: Mapping[str, str]
    """Seat → colour, for the seats whose colours are known."""
    begun: bool
    """Whether a position is known."""
    players: int = 0
    """Number of players, or the most that there may be; 0 while unknown."""
    is_open: bool = False
    """Whether fewer may play."""
    contents: Mapping[str, str] = field(default_factory=dict)
    """Cell → content, as last announced."""

    @classmethod
    def by(cls, state: TableState[Any]) -> Wanted:
        """Return what the table in *state* wants."""
        players = state.options.most_players() if state.is_open else state.options.players
        contents = state.contents if state.told else {}
        return cls(state.orders, state.colours, bool(state.told), players, state.is_open, contents)


def changed_most(changes: Mapping[str, float]) -> Sequence[str]:
    """Return the cells that look changed most by *changes*, on which a piece may lie wrong."""
    least = max(CHANGED, _MUCH * max(changes.values(), default=0.0))
    cells = [cell for cell, share in changes.items() if share > least]
    return sorted(cells, key=lambda cell: -changes[cell])[:_MOST_CHANGED]


Seeing = Generator[Input, Wanted, None]
"""Inputs for the table; the answer to each is what the table wants next."""


class _Views:
    """The views from above that frames may be compared with, by the numbers of their looks, the latest ``number``."""

    def __init__(self) -> None:
        self.number = 0
        self.image: Image | None = None
        """The picture of the latest look."""
        self._known: dict[int, tuple[Place, View]] = {}

    def add(self, image: Image, place: Place, view: View, *, besides: Collection[int | None]) -> int:
        """Remember the *view* of *place* in *image* and return its number; only *besides* are kept of the others."""
        self.number += 1
        self._known = {number: known for number, known in self._known.items() if number in besides}
        self._known[self.number] = (place, view)
        self.image = image
        return self.number

    def of(self, number: int | None) -> View | None:
        """Return the view with this *number*; None where there is none any more."""
        known = self._known.get(number or 0)
        return None if known is None else known[1]

    def is_at(self, number: int, place: Place) -> bool:
        """Return whether the view with this *number* is of the board at *place*."""
        return number in self._known and self._known[number][0] is place

    def move_latest(self, place: Place) -> None:
        """Take the latest picture as one of a board at *place*."""
        if self.image is not None:
            self._known[self.number] = (place, look_down(self.image, place))


@dataclass(frozen=True, slots=True)
class _Compared:
    """A frame compared with the reference view; its fields are as in ``Look``."""

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

    def in_the_way(self, read: Read) -> tuple[frozenset[str], bool] | None:
        """Return the cells that do not count, as *read* decides, and whether something reaches in; None to wait."""
        fingers = not hidden_by_pieces(self.place, read.reading, self.at_rim)
        if hidden_by_pieces(self.place, read.reading, self.covered):
            return frozenset(), fingers
        if self.waiting and (self.reached or not self.frame.own_moment):
            return None
        if self.reached:
            return self.covered, True
        return frozenset(cell for cell in self.covered if not plain(read.reading, [cell])), fingers


class Viewer:
    """Sees one table through *eye*; *by_hand* lets people point out the board, *instead* names another one in view."""

    def __init__(
        self, eye: Eye, *, by_hand: ByHand | None = None, instead: Instead | None = None, patience: Patience = PATIENCE
    ) -> None:
        self._eye = eye
        self._patience = patience
        self._attention = Attention(patience)
        self._spot = Spot(instead)
        self._where = Whereabouts(eye, self._spot, by_hand, instead)
        self._views = _Views()
        self._wanted = Wanted(Orders(), {}, begun=False)
        self.looked = False
        """Whether the newest frame was read, or showed an unchanged board."""
        self._framing: object = None
        """The latest report on the board's place in the picture."""

    @property
    def place(self) -> Place | None:
        """Where the board lies; None where it is not in view."""
        return self._spot.place

    @property
    def image(self) -> Image | None:
        """The picture of the latest look."""
        return self._views.image

    @property
    def on_trial(self) -> bool:
        """Whether the board at its place may be another table's."""
        return self._spot.on_trial

    def at_rest_since(self, t: float) -> float:
        """Return since when nothing has moved here, as seen at *t*."""
        return self._attention.at_rest_since(t)

    def turn(self, quarters: int) -> None:
        """Name the cells as if the board lay turned by *quarters*, as another eye tells, and read it again."""
        self._spot.turn(quarters)
        self._attention.freshen()

    @property
    def _orders(self) -> Orders:
        return self._wanted.orders

    def begin(self, orders: Orders) -> None:
        """Serve a table that has given these *orders* so far; none of them is to be carried out again."""
        self._wanted = replace(self._wanted, orders=orders)
        numbers = (orders.reference, orders.undisturbed, orders.ours, orders.foreign)
        self._views.number = max(number or 0 for number in numbers)

    def heed(self, wanted: Wanted) -> None:
        """Carry out what is new in the orders of what is *wanted*."""
        if (wanted.players, wanted.is_open) != (self._wanted.players, self._wanted.is_open):
            self._eye.expect(wanted.players, fewer=wanted.is_open)
            self._attention.freshen()
        before, now, self._wanted = self._wanted.orders, wanted.orders, wanted
        if now.settlings != before.settlings:
            self._attention.understand()
        if now.freshenings != before.freshenings:
            self._attention.freshen()
        if now.turnings != before.turnings:
            self._attention.turn_away()
        if now.quarters != before.quarters:
            self._spot.turn(now.quarters - before.quarters)
            if self.place is not None:
                self._views.move_latest(self.place)
        if now.searches != before.searches:
            self._where.find_anew(now.corners_px)
        if now.lessons != before.lessons and now.contents is not None:
            self._eye.learn(now.contents)

    def see(self, frame: Frame, wanted: Wanted) -> Seeing:
        """Yield what *frame* shows, and last that it was looked at; each is answered by what is *wanted* then."""
        self.heed(wanted)
        self.looked = False
        attention = self._attention
        if self.place is None and attention.time_to_search(frame):
            yield from self._reported(self._where.search(frame))
            if self._spot.on_trial:
                attention.turn_away()
        if self.place is not None:
            if attention.stirs(frame, self.place) and self._orders.settled:
                yield from self._reported([Stirred(frame.moment)])
            if attention.time_to_read(frame, settled=self._orders.settled and not self._spot.on_trial):
                yield from _OneFrame(self, frame).considered(self.place)
        in_view = self.place is not None and not self._spot.on_trial
        yield Tick(frame.moment, attention.at_rest_since(frame.t), in_view)

    def _reported(self, inputs: Iterable[Input]) -> Generator[Input, Wanted, None]:
        """Yield *inputs*, and carry out what is wanted after each."""
        for given in inputs:
            self.looked |= isinstance(given, Look | Unchanged)
            if isinstance(given, Found) and given.told:
                self._attention.turn_away()
                self._framing = None
            self.heed((yield given))

    @property
    def _reference(self) -> View | None:
        return self._views.of(self._orders.reference)


@dataclass(frozen=True, slots=True)
class _OneFrame:
    """One *frame* as *viewer* sees it."""

    viewer: Viewer
    frame: Frame

    def considered(self, place: Place) -> Generator[Input, Wanted, None]:
        """Yield what the frame shows of the board at *place*."""
        frame = self.frame
        compared = yield from self._compared(place)
        if compared is None:
            return
        kept = (self.viewer._orders.reference, self.viewer._orders.undisturbed)
        number = self.viewer._views.add(frame.image, compared.place, compared.view, besides=kept)
        if compared.is_unchanged:
            rested_s = self.viewer._attention.at_rest_since(frame.t)
            yield from self.viewer._reported(
                [Unchanged(frame.moment, number, frame.own_moment, rested_s, compared.reached)]
            )
            if not self.viewer._orders.read:
                return
        look = yield from self._read(compared, number)
        if look is not None and look.relocated:
            look = yield from self._tried(look)
        if look is None:
            return
        yield from self.viewer._reported([look])
        if self.viewer._orders.lying:
            cells = changed_most(compared.changes)
            wrong = self.viewer._eye.misplaced(frame.image, compared.place, cells)
            look = replace(look, may_lie_wrong=False, misplaced=wrong)
            yield from self.viewer._reported([look])
        if not self.viewer._orders.elsewhere:
            return
        found: list[Input] = []
        if self.viewer._attention.time_to_search(frame):
            found = self.viewer._where.search_elsewhere(frame, compared.place, begun=self.viewer._wanted.begun)
        if (found or self.viewer._spot.on_trial) and self.viewer.place is not None:
            yield from self.viewer._reported(found)
            yield from self.considered(self.viewer.place)
        else:
            yield from self.viewer._reported([replace(look, may_lie_elsewhere=False)])

    def _tried(self, look: Look) -> Generator[Input, Wanted, Look | None]:
        """Report *look*, at a board that may be another table's; return it once the table calls the board its own."""
        frame = self.frame
        yield from self.viewer._reported([look])
        if self.viewer._orders.foreign == look.number:
            self.viewer._spot.leave_alone(frame)
            self.viewer._attention.turn_away()
        if self.viewer._orders.ours != look.number:
            return None
        yield from self.viewer._reported(self.viewer._spot.adopt(frame))
        return replace(look, relocated=False)

    def _compared(self, place: Place) -> Generator[Input, Wanted, _Compared | None]:
        """Compare *frame* with the latest undisturbed view; None if the board or the view of it is not at rest."""
        frame, attention = self.frame, self.viewer._attention
        anew = not attention.readings
        if self.viewer._spot.on_trial:
            stays = self.viewer._spot.still_on_trial(frame)
            return _Compared(frame, place, look_down(frame.image, place), anew, {}) if stays else None
        if anew and (undisturbed := self.viewer._orders.undisturbed) is not None:
            stays = self.viewer._views.is_at(undisturbed, place)
            yield from self.viewer._reported([Rested(frame.moment, undisturbed if stays else None)])
        view, before = look_down(frame.image, place), self.viewer._reference or self.viewer._spot.as_found
        difference = compare(before, view, place)
        patient = attention.still_s(frame) >= self.viewer._patience.object_s
        found, reports = self.viewer._where.found_again(frame, place, before, difference, patient=patient)
        yield from self.viewer._reported(reports)
        if found is None:
            return None
        if self.viewer._spot.on_trial or self.viewer._reference is None:
            return _Compared(frame, found, look_down(frame.image, found), anew, {})
        reached, waiting = bool(difference.reached), attention.in_the_way(frame, difference.covered)
        if waiting and len(difference.reached) > _SMALL:
            return None
        return _Compared(
            frame, place, view, anew, difference.cells, difference.covered, difference.at_rim, reached, waiting
        )

    def _read(self, compared: _Compared, number: int) -> Generator[Input, Wanted, Look | None]:
        """Read the frame that was *compared*; None while something over the board may still go away."""
        frame, attention = compared.frame, self.viewer._attention
        read = self.viewer._eye.look(frame.image, compared.place, self.viewer._wanted.colours)
        # a picture of some mini-boards is meant to show these; which ones are still to be shown is said by the rules
        framing = tuple(each for each in read.framing if compared.place.whole or each.code != "outside")
        if framing != self.viewer._framing:
            self.viewer._framing = framing
            yield from self.viewer._reported([Framed(frame.moment, framing)])
        way = compared.in_the_way(read)
        if way is None:
            return None
        covered, reached = way
        outside = frozenset(cell for warned in read.framing if warned.code == "outside" for cell in warned.cells)
        beyond = read.reading.covered.difference(compared.place.cells) | (read.reading.covered & outside)
        hidden = len(read.reading.covered - beyond) > MOST_HIDDEN
        if hidden and not compared.changes:
            reached = attention.in_the_way(frame, read.reading.covered - beyond)
        reading = attention.take(without(read.reading, covered))
        on_trial, known = self.viewer._spot.on_trial, compared.place.way_round_is_known
        fresh = (self.viewer._reference is None or on_trial) and not self.viewer._spot.named_by_pieces
        return Look(
            moment=frame.moment, number=number, own_moment=frame.own_moment, still_s=attention.still_s(frame),
            rested_s=attention.at_rest_since(frame.t), readings=attention.readings, anew=compared.anew,
            missed=attention.missed, plans=tuple(board.plan for board in compared.place.boards),
            way_round_is_known=known, reading=reading, colours=read.colours, changes=compared.changes,
            at_rim=compared.at_rim, reached=reached, disturbed=bool(covered) or reached or hidden,
            marked=known and fresh, prior_nats=read.prior_nats,
            may_lie_elsewhere=self.viewer._where.may_lie_elsewhere(frame, compared.place) and not on_trial,
            relocated=on_trial, may_lie_wrong=not on_trial and bool(changed_most(compared.changes)),
            further=read.further, out_of_view=beyond,
        )  # fmt: skip


def hidden_by_pieces(place: Place, reading: Reading, covered: Collection[str]) -> bool:
    """Return whether the doubtful ones of the *covered* cells are all in sight, behind pieces on the others."""
    doubtful = [cell for cell in covered if not plain(reading, [cell])]
    if not reading.cells.keys() >= set(doubtful):
        return False
    pieces = [cell for cell in covered if plain(reading, [cell], sure=_A_PIECE) and reading.best(cell) != EMPTY]
    return all(cell in pieces or any(_is_behind(place, cell, piece) for piece in pieces) for cell in doubtful)


def _is_behind(place: Place, cell: str, piece: str) -> bool:
    """Return whether *cell* is next to *piece*, on the side away from the camera."""
    for board in place.boards:
        if cell in board.plan.cells and piece in board.plan.cells:
            at, front = (np.array(board.plan.centre_mm(each)) for each in (cell, piece))
            away = front - board.eye_mm[:2]
            return float(np.linalg.norm(at - front)) < BESIDE * board.plan.pitch_mm and float((at - front) @ away) > 0
    return False
