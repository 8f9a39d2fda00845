"""Two households that play one game, each with people, a board and a referee of its own: to test what links them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.game import Game, HiddenSetup
from core.games import find
from kiebitz.archive.course import Course
from kiebitz.clock import Clock, restored
from kiebitz.table.controls import Command, Say, TakeBack
from kiebitz.table.events import Event
from kiebitz.table.inputs import Input
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.accord import Accord
from kiebitz.watching.tidings import Tidings, tidings_of
from kiebitz.watching.twin import Twin
from tests.table.looks import PAINTS, Happening, Shown, Watched

WAITING = "Waiting until {} is made at the other table, too; if it is not played there, take it back."


def start_of(name: str, players: int = 2) -> Any:
    """Return the position with which the game *name* begins here; dice are dealt by a seed."""
    game = find(name)
    options = game.options.of({"players": players})
    return game.deal(options, 0) if isinstance(game, HiddenSetup) else game.start(options)


@dataclass
class House:
    """A household at the table of a game that begins with *start*; ``lines`` are its journal."""

    game: Game[Any]
    start: Any
    is_host: bool
    name: str = ""
    clock: Clock | None = None
    wants: tuple[str, ...] = ()
    may_join: bool = False
    """Whether nobody has said how many play."""
    lines: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    """What the clock shows that measures silence."""

    def __post_init__(self) -> None:
        self.sit_down()
        self.show(self.state.contents)

    def sit_down(self) -> None:
        """Begin, or go on from the journal alone, as after a crash: nothing else is remembered."""
        self.twin = Twin(self.is_host, self.name, self.wants, now=lambda: self.seconds)
        positions = [self.start]
        if self.lines:
            course = Course(self.game, [self.start])
            self.twin.accord = Accord(Course(self.game, [self.start]), self.is_host)
            for line in self.lines:
                course.take(line)
                self.twin.accord.take(line)
            assert course.position is not None
            positions = course.positions
        paints = PAINTS.get(self.game.name, {})
        colours = dict(list(paints.items())[: self.start.options.players])
        terms = Terms(self.game, self.start.options, may_join=self.may_join)
        clock = restored(self.lines) or self.clock
        state = TableState.begun(terms, positions=positions, colours=colours, resumed=bool(self.lines), clock=clock)
        self.watched = Watched(state)

    @property
    def state(self) -> TableState[Any]:
        return self.watched.state

    @property
    def accord(self) -> Accord:
        assert self.twin.accord is not None
        return self.twin.accord

    @property
    def replayed(self) -> str:
        """The position that the journal alone leads to."""
        course = Course(self.game, [self.start])
        for line in self.lines:
            course.take(line)
        return self.game.format_position(course.position)

    def take(self, happens: Happening) -> list[dict[str, Any]]:
        """Return the lines of what *happens*, and of what the other tables have to say to it."""
        lines = self._kept(self.watched.take(happens))
        return [*lines, *self.answered()]

    def answered(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = []
        while (given := self.twin.answer(self.state)) is not None:
            assert len(lines) < 50, lines
            lines += self._kept(self.watched.take(given))
        return lines

    def _kept(self, events: list[Event]) -> list[dict[str, Any]]:
        lines = [event.as_json() for event in events]
        for line in lines:
            self.lines.append(line)
            self.twin.hear(line)
        return lines

    def show(self, contents: Mapping[str, str]) -> list[dict[str, Any]]:
        return self.take(Shown(contents))

    def say(self, command: Command | Input) -> list[dict[str, Any]]:
        return self.take(command)

    def play(self, action: str) -> list[dict[str, Any]]:
        """Put *action* on the board; what changes nothing there is said."""
        after = self.game.play(self.state.position, action)
        if self.game.contents(after) == self.state.contents:
            return self.say(Say(action))
        return self.show(self.game.contents(after))

    def take_back(self, plies: int = 1) -> list[dict[str, Any]]:
        lines = self.say(TakeBack(plies))
        return [*lines, *self.show(self.state.contents)]

    def obey(self) -> list[dict[str, Any]]:
        """Do what the table wants of its people, if anything."""
        state, accord = self.state, self.accord
        if state.trouble.key:
            return self.show(state.contents)
        if not accord.is_in_line:
            return self.take_back(len(accord.told) - accord.shared)
        if state.proposal is not None and state.proposal.elsewhere:
            return self.play(state.proposal.action)
        wishes = [other.tidings for other in self.twin.others.values() if other.tidings.epoch == accord.epoch]
        wish = min((told.wish for told in wishes if told.wish is not None), default=None)
        if wish is not None and wish < len(accord.told) and (accord.wish is None or accord.wish > wish):
            return self.take_back(len(accord.told) - wish)
        return []

    def wrongly(self, rng: random.Random) -> list[dict[str, Any]]:
        """Change a cell so that a rule is broken, or a move is played that nobody wanted."""
        contents = dict(self.state.contents)
        cell = rng.choice([cell for cell in contents if "-" not in cell])
        contents[cell] = rng.choice(sorted({*self.game.alphabet(self.state.position)} - {contents[cell]}))
        return self.show(contents)


def written(house: House, name: str = "") -> Tidings:
    """Return what *house* tells, as it comes out of the line."""
    return tidings_of(house.twin.tidings(house.state, name).as_json())


def exchange(guest: House, host: House, *, answer: bool = True) -> None:
    """Let *guest* tell *host* what it knows, and hear the answer unless that is lost."""
    host.twin.meet(written(guest))
    host.answered()
    if answer:
        guest.twin.meet(written(host, guest.name))
        guest.answered()


def two(name: str, *, clock: Clock | None = None) -> tuple[House, House]:
    """Return a host and a guest who have met."""
    game, start = find(name), start_of(name)
    host, guest = House(game, start, is_host=True, clock=clock), House(game, start, False, "guest-at-home", clock)
    exchange(guest, host)
    return host, guest


def settle(host: House, *guests: House) -> None:
    """Let the people of all do what their tables want, over lines that hold, until nothing is wanted."""
    houses = (host, *guests)
    for _ in range(80):
        for guest in guests:
            exchange(guest, host)
        obeyed = [line for house in houses for line in house.obey()]
        if not obeyed and all(house.accord.told == house.accord.common == host.accord.common for house in houses):
            return
    raise AssertionError([(house.accord, house.lines[-5:]) for house in houses])


def clock_of(house: House) -> Clock:
    assert house.state.timing is not None
    return house.state.timing.clock
