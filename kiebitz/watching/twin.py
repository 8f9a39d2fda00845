"""One game on several boards: each table referees its own, and asks its people for what was played at another.

A ``Twin`` is a listener like bots are: it answers a state with what the other tables have made known. It changes no
game by itself. What another table says is checked by the rules, and refused where it does not fit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from core.game import AnyGame, holder
from core.json_types import JsonObject
from core.verdict import in_words
from kiebitz.archive.course import Course
from kiebitz.archive.recorded import Recorded
from kiebitz.table.controls import Pause, Seats
from kiebitz.table.inputs import Arrived, Input, Remarked, Seated, Told
from kiebitz.table.rules.timing import GOES_ON, PAUSED
from kiebitz.table.state import AnyTable
from kiebitz.watching.accord import ASKED, FORCED, TWIN, Accord, common_length
from kiebitz.watching.across import boards_there, clock_there, mover, objection_there, put_here, wrong_here
from kiebitz.watching.kept_table import Line
from kiebitz.watching.tidings import LONGEST_TEXT, Tidings

SILENT_S = 15.0
"""A table that has been silent for this many seconds is announced as out of reach."""
_MOST_IDLE = 4
_MOST_NOTICES = 12
"""Most notices about one other table until the game goes on."""
_MOST_PAUSES = 999
"""Most times that people may have paused the clocks, or let them go on, while the line was broken."""
GONE = "The other table cannot be reached. Play on where you can; it hears of it as soon as it is back."
ALONE = "If it stays away for good, go on alone: as New game offers, or by --start with the file of this game."
WAITING = "Waiting until {} is made at the other table, too; if it is not played there, take it back."
ANOTHER_GAME = "the other table plays another game, or from another start; begin this one from there"
NOT_AGREED = "it takes moves back on which this table has not agreed"


@dataclass(slots=True)
class Other:
    """What is known of one other table."""

    tidings: Tidings
    heard_s: float
    is_linked: bool = True
    refused: str = ""
    """Why something from it was last refused; empty if nothing was."""
    confirmed: int = 0
    """How many plies of the common course it has had."""
    notices: int = 0
    """Number of notices about it since the common course last changed."""


@dataclass(slots=True)
class Twin:
    """What one table knows of the others: a host of its guests, a guest of its host."""

    is_host: bool
    table: str = ""
    """A guest's name, by which its host knows it."""
    wants: tuple[str, ...] = ()
    """The seats that a guest asks for; if it names none, the host chooses."""
    now: Callable[[], float] = time.monotonic
    fault: str = ""
    """What is wrong with the line to a guest's host; empty if nothing is, or if the line only rests."""
    shows: bool = False
    """Whether this table agrees that the tables show each other their boards."""
    others: dict[str, Other] = field(default_factory=dict)
    accord: Accord | None = None
    boards: tuple[JsonObject, ...] = ()
    """The boards of other tables that differ from this one, at the time of the latest answer."""
    _start: Any = None
    _lines: list[Line] = field(default_factory=list)
    """Lines heard before anything about the game had to be known."""
    _said: set[object] = field(default_factory=set)
    _journal: str = ""
    _seen: tuple[int, int] = (0, 0)
    _since_s: float = field(init=False)

    def __post_init__(self) -> None:
        self._since_s = self.now()

    def go_on(self, recorded: Recorded) -> None:
        """Be of the mind that the journal *recorded* leaves behind."""
        self._start, self._lines = recorded.first, list(recorded.events)
        if any(line["event"] == TWIN for line in recorded.events):
            self.table = self._opened(recorded.course.game).table or self.table

    def hear(self, line: Line) -> None:
        """Take note of a *line* of the journal of this table."""
        if line["event"] == "journal":
            if self._journal and line["game"] != self._journal:  # another game begins, with whoever dials again
                self.accord, self._start, self._lines = None, None, []
                self.others.clear()
                self._said.clear()
                self.boards, self.shows = (), False
            self._journal = str(line["game"])
        elif self.accord is None:
            self._lines.append(line)
        else:
            self.accord.take(line)

    def meet(self, tidings: Tidings) -> None:
        """Take note of what another table tells; of those that have no seat, only the latest are remembered."""
        known = self.others.get(tidings.table)
        if known is None:
            claims = {} if self.accord is None else self.accord.claims
            idle = [name for name in self.others if name not in claims]
            for name in idle[: max(0, len(idle) - _MOST_IDLE + 1)]:
                del self.others[name]
            self.others[tidings.table] = Other(tidings, self.now(), is_linked="gone" not in self._said)
            self._said.discard("gone")
        else:
            known.tidings, known.heard_s = tidings, self.now()

    def tidings(self, state: AnyTable, table: str = "") -> Tidings:
        """Return what this table tells the guest *table*, or its host. Raises ``ValueError`` before a game."""
        accord = self._accord(state)
        if accord is None:
            raise ValueError("No game has begun at this table yet; show it the board, then dial again.")
        game, start, other = accord.course.game, accord.course.positions[0], self.others.get(table)
        given = accord.claims.get(table, frozenset()) if table else self._free(accord)
        seats = given if self.is_host else accord.seats or self.wants
        clock = None if state.timing is None else state.timing.clock.at(state.moment[1])
        left = {} if clock is None else clock.left
        return Tidings(
            game.name, game.format_position(start), start.options.changed(),
            table="" if self.is_host else self.table, seats=tuple(sorted(seats)), joined=accord.joins.get(table, 0),
            plies=tuple(accord.common), shown=accord.shared, epoch=accord.epoch, back=accord.back, wish=accord.wish,
            pauses=accord.pauses, wrong=wrong_here(state, accord), refused="" if other is None else other.refused,
            clock={seat: (round(its.seconds, 1), its.periods) for seat, its in left.items() if accord.owns(seat)},
            controls={} if clock is None else {seat: str(control) for seat, control in clock.controls.items()},
            shows=self.shows,
        )  # fmt: skip

    def answer(self, state: AnyTable) -> Input | None:
        """Return the next thing that this table is to hear of the others; None where it has heard all."""
        if self.is_host and not self.others and self.accord is None:
            return None  # nobody plays with this table
        accord = self._accord(state)
        if accord is None or state.over or len(state.told) != len(accord.course.steps) + 1:
            return None
        if self._seen != (accord.epoch, len(accord.common)):
            self._seen = accord.epoch, len(accord.common)
            for other in self.others.values():
                other.notices = 0
        if (given := next(self._news(state, accord), None)) is None:
            self.boards = boards_there(accord, {name: other.tidings for name, other in self.others.items()})
        return given

    # -- one thing after another

    def _accord(self, state: AnyTable) -> Accord | None:
        if self.accord is None and state.told:
            self._start = self._start or state.told[0]
            self._opened(state.game)
        return self.accord

    def _opened(self, game: AnyGame) -> Accord:
        """Begin the accord, with all lines heard so far; return it."""
        self.accord = accord = Accord(Course(game, [self._start]), self.is_host)
        for line in self._lines:
            accord.take(line)
        self._lines = []
        return accord

    def _news(self, state: AnyTable, accord: Accord) -> Iterator[Input]:
        if self.fault:
            message = f"The other table cannot be played with: {self.fault}"
            yield from self._once(("fault", self.fault), Remarked(TWIN, {"linked": False, "message": message}))
        if accord.table and not self.others and self.now() - self._since_s >= SILENT_S:  # it goes on without its host
            yield from self._once("gone", Remarked(TWIN, {"linked": False, "message": f"{GONE} {ALONE}"}))
        for name, other in self.others.items():
            yield from self._link(other)
            if (refused := self._unfit(accord, other.tidings)) is not None:
                yield from self._refuse(other, refused)
                continue
            yield from self._joined(state, accord, name, other.tidings)
            yield from self._taken_back(accord, other)
            yield from self._asked(state, accord, name, other)
            yield from self._paused(state, accord, other)
            yield from self._troubled(other)
        yield from self._agreed(state, accord)
        yield from self._own(state, accord)

    def _link(self, other: Other) -> Iterator[Input]:
        is_linked = self.now() - other.heard_s < SILENT_S
        if is_linked != other.is_linked:
            other.is_linked = is_linked
            message = "The other table is there again." if is_linked else GONE
            yield Remarked(TWIN, {"linked": is_linked, "message": message})

    def _unfit(self, accord: Accord, tidings: Tidings) -> str | None:
        """Return why this table does not play with the sender of *tidings*; None if it does."""
        game, start = accord.course.game, accord.course.positions[0]
        if (tidings.game, tidings.start) != (game.name, game.format_position(start)):
            return ANOTHER_GAME
        if dict(tidings.options) != dict(start.options.changed()):
            return ANOTHER_GAME
        if self.is_host and tidings.table not in accord.claims:
            return None if self._given(accord, tidings) else "the seats that it asks for are played elsewhere"
        return None

    def _given(self, accord: Accord, tidings: Tidings) -> tuple[str, ...]:
        """Return the seats that a new guest gets: those it asks for, or the first after the host's own."""
        free = self._free(accord)
        if tidings.seats:
            return tidings.seats if set(tidings.seats) <= set(free) and len(tidings.seats) < len(free) else ()
        return (free[1],) if len(free) > 1 else ()

    def _free(self, accord: Accord) -> list[str]:
        """Return the host's own seats; it may give away all but one of them."""
        first = accord.course.positions[0]
        return [seat for seat in sorted({holder(first, side) for side in first.seats}) if accord.owns(seat)]

    def _joined(self, state: AnyTable, accord: Accord, name: str, tidings: Tidings) -> Iterator[Input]:
        if self.is_host and name and name not in accord.claims:
            if state.is_open:
                self._said.add(Seats)
                yield Told(Seats(state.options.players))  # a guest joins for as many as are known to play
            seats = sorted(self._given(accord, tidings))
            message = f"At another table: {in_words(seats)}."
            if Seats in self._said:
                message += f" If more than {state.options.players} play, begin again and name their number."
            yield Remarked(TWIN, {"other": name, "seats": seats, "joined": len(accord.common), "message": message})
        elif not self.is_host and not accord.table and tidings.seats:
            seats = sorted(tidings.seats)
            message = f"At this table: {in_words(seats)}; all others at another one."
            if (players := state.options.players) < state.options.most_players():
                message += f" If more than {players} play, begin again there and name their number."
            yield Remarked(TWIN, {"table": self.table, "seats": seats, "joined": tidings.joined, "message": message})

    def _taken_back(self, accord: Accord, other: Other) -> Iterator[Input]:
        told, both = other.tidings, common_length(other.tidings.plies, accord.common)
        if told.epoch == accord.epoch + 1 and not self.is_host:
            if told.back in accord.offers and both >= told.back:
                yield self._back(accord, told.back)
            else:
                yield from self._refuse(other, NOT_AGREED)
        elif told.epoch > accord.epoch:
            yield from self._refuse(other, NOT_AGREED)
        elif told.epoch == accord.epoch and told.wish is not None and told.wish < both:
            if accord.wish is not None and accord.wish <= told.wish:
                return
            count = len(accord.common) - told.wish
            said = (
                "The other table takes back a move: please do so, too, or play on."
                if count == 1
                else f"The other table takes back {count} moves: please do so, too, or play on."
            )
            fields = {"do": "takeback", "at": told.wish, "plies": count, "message": said}
            yield from self._once(("wish", accord.epoch, told.wish, len(accord.common)), Remarked(ASKED, fields))

    def _agreed(self, state: AnyTable, accord: Accord) -> Iterator[Input]:
        """Yield the take-back on which all tables agree, as the host declares it; announced moves are dropped by it."""
        asked = state.proposal
        if asked is not None and asked.elsewhere and asked.action not in accord.common[len(accord.course.steps) :][:1]:
            yield Seated(asked.seat)
        if not self.is_host or accord.wish is None:
            return
        guests = [self.others.get(name) for name in accord.claims]
        told = [None if each is None else each.tidings for each in guests]
        wishes = {None if each is None else (each.epoch, each.wish, each.plies) for each in told}
        if wishes == {(accord.epoch, accord.wish, tuple(accord.common))}:  # wished by all who know of the latest move
            yield self._back(accord, accord.wish)

    def _back(self, accord: Accord, plies: int) -> Input:
        count = len(accord.common) - plies
        message = "All tables take back a move." if count == 1 else f"All tables take back {count} moves."
        return Remarked(TWIN, {"back": plies, "message": message})

    def _asked(self, state: AnyTable, accord: Accord, name: str, other: Other) -> Iterator[Input]:
        """Yield what this table has yet to put on its board, or to agree to, because of the *other* table."""
        told = other.tidings
        if told.epoch != accord.epoch or not (accord.table or self.is_host):
            return
        both, known = common_length(told.plies, accord.common), len(accord.common)
        other.confirmed = max(other.confirmed, both)
        if both < min(known, len(told.plies)):
            yield from self._parted(accord, other, both)
            return
        if known == len(told.plies) or both < known:
            return
        entry = told.plies[known]
        if accord.wish is not None:
            message = "The other table plays on: put back what you have taken."
            yield Remarked(TWIN, {"kept": accord.wish, "message": message})
            return
        if accord.shared < known:
            return
        is_ahead = len(accord.told) > known
        if entry.startswith("=") and not is_ahead:
            yield from self._to_agree(accord, other, entry)
        elif not entry.startswith("=") and (refused := objection_there(accord, name, entry)) is not None:
            yield from self._refuse(other, refused)
        elif is_ahead:
            yield from self._ahead(state, accord, other, entry)
        elif entry != FORCED or len(state.game.actions(accord.course.position)) > 1:
            other.refused = ""
            yield put_here(state, accord, entry, other.tidings)

    def _ahead(self, state: AnyTable, accord: Accord, other: Other, entry: str) -> Iterator[Input]:
        """Yield that the *other* table has made what this board shows already, or something else in its place."""
        shown = accord.told[len(accord.common)]
        if shown == entry:
            other.refused = ""
            seat = mover(accord.course.positions[len(accord.common)])
            yield from self._once(("left", self._seen), Arrived(seat, clock_there(state, seat, other.tidings)))
            message = f"The other table has made {entry}, too."
            yield Remarked(TWIN, {"action": entry, "at": len(accord.common), "message": message})
            return
        self._said.add(("own", accord.epoch, *accord.told))  # it no longer waits
        played = "" if entry.startswith("=") else f", but {entry}"
        message = f"{shown} is not what was played{played}: take it back."
        yield from self._once(("own", accord.epoch, *accord.told, entry), Remarked(TWIN, {"message": message}))

    def _paused(self, state: AnyTable, accord: Accord, other: Other) -> Iterator[Input]:
        """Yield what lets the clocks stand, or go on, because people at the *other* table have said so since."""
        told = other.tidings.pauses
        if state.timing is None or not accord.pauses < told <= accord.pauses + _MOST_PAUSES:
            return
        on, key = bool(told % 2), ("pauses", told)
        if on == state.timing.clock.paused:
            yield from self._notice(other, (*key, on), Remarked(TWIN, {"pauses": told}))
        elif key in self._said:
            yield Told(Pause(on))
        else:
            given = Remarked(TWIN, {"message": f"At the other table: {PAUSED if on else GOES_ON}"})
            yield from self._notice(other, key, given)

    def _to_agree(self, accord: Accord, other: Other, entry: str) -> Iterator[Input]:
        try:
            accord.course.game.parse_position(entry[1:], accord.course.positions[0].options)
        except ValueError:
            yield from self._refuse(other, "it agrees to a position that cannot be read")
            return
        said = "The other table lets stand what breaks a rule: change your board alike and agree, or play on."
        fields = {"do": "agree", "at": len(accord.common), "wants": entry[1:], "message": said}
        yield from self._once(("agree", accord.epoch, len(accord.common), entry), Remarked(ASKED, fields))

    def _parted(self, accord: Accord, other: Other, both: int) -> Iterator[Input]:
        """Yield what to do if the *other* table's course differs from this one's after *both* shared plies."""
        own = accord.common[both]
        if own.startswith("=") and both == len(accord.common) - 1 and other.confirmed <= both:
            message = "The other table does not agree: put the board back as it was before."
            yield Remarked(TWIN, {"declined": both, "message": message})
        elif not other.tidings.plies[both].startswith("="):
            yield from self._refuse(other, "it has another course of the game")

    def _troubled(self, other: Other) -> Iterator[Input]:
        """Yield what is wrong on the *other* board, and what the other table has refused from this one."""
        if (wrong := other.tidings.wrong) is not None:
            code = {"code": wrong.code} if wrong.code else {}
            given = Remarked(TWIN, {**code, "message": f"At the other table: {wrong.message}"})
            yield from self._notice(other, ("wrong", wrong, self._seen), given)
        if refused := other.tidings.refused:
            given = Remarked(TWIN, {"message": f"The other table refuses what this one plays: {refused}."})
            yield from self._notice(other, ("refused by", refused, self._seen), given)

    def _own(self, state: AnyTable, accord: Accord) -> Iterator[Input]:
        """Yield what this board lacks of the common course, and what it has too much."""
        if not self.others and not accord.claims and not accord.table:
            return
        told, shared = accord.told, accord.shared
        if accord.wish is not None or told == accord.common:
            return
        if shared == len(told):
            proposal = state.proposal
            if proposal is None or proposal.position != state.position or not proposal.elsewhere:
                is_own = accord.owns(mover(accord.course.position))
                there = None if is_own else next((each.tidings for each in self.others.values()), None)
                yield put_here(state, accord, accord.common[shared], there)
            return
        if shared < len(accord.common):
            message = f"{told[shared]} is not what was played, but {accord.common[shared]}: take it back."
        else:
            message = WAITING.format(told[shared])
        yield from self._once(("own", accord.epoch, *told), Remarked(TWIN, {"message": message}))

    def _refuse(self, other: Other, why: str) -> Iterator[Input]:
        """Yield that something from the *other* table was refused, and let that table know."""
        other.refused = why[:LONGEST_TEXT]
        given = Remarked(TWIN, {"refused": other.refused, "message": f"Refused from the other table: {why}."})
        yield from self._notice(other, ("refused", why, self._seen), given)

    def _notice(self, other: Other, key: object, given: Input) -> Iterator[Input]:
        """Yield *given* once, unless there have been enough notices about the *other* table."""
        if key not in self._said and other.notices < _MOST_NOTICES:
            other.notices += 1
            yield from self._once(key, given)

    def _once(self, key: object, given: Input) -> Iterator[Input]:
        if key not in self._said:
            self._said.add(key)
            yield given
