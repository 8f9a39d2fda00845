"""Looks at boards that nobody has painted: a board by its contents becomes the inputs that an eye would make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast

from core.options import RuleOptions
from core.reading import Misplaced, Reading, gather
from kiebitz.judging.evidence import UNCHANGED, without
from kiebitz.judging.starts import MOST_HIDDEN
from kiebitz.kits import kit_of
from kiebitz.table import inputs
from kiebitz.table.controls import Command
from kiebitz.table.events import Event
from kiebitz.table.state import TableState
from kiebitz.table.step import step
from kits.colours import parts
from kits.kit import Plan

PAINTS: Mapping[str, Mapping[str, str]] = {
    "tink": dict(zip("ABCD", ("red", "blue", "green", "yellow"), strict=True)),
    "tinker_tactics": dict(zip("ABCDEF", ("red", "yellow", "green", "blue", "purple", "cyan"), strict=True)),
}
"""Game → the letter of a piece on a board → its colour; nobody owns the pieces of the other games."""
_SHARE = 0.5
"""How much of a cell looks changed where a piece came or went."""
_BETWEEN_LOOKS_S = 0.25
"""An eye looks more often; more looks than the rules wait for tell them nothing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board as it is seen: in a picture that stands for itself, or in a film, where it is still for *for_s* seconds.

    Args:
        contents: what lies on each cell.
        doubts: cell → what is read of it instead, as log-likelihoods; all else is 30 nats less likely.
        hidden: cells out of sight.
        hand: whether something reaches in over the board.
        misplaced: pieces that lie wrong.
    """

    contents: Mapping[str, str]
    doubts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    hand: bool = False
    for_s: float | None = None
    misplaced: tuple[Misplaced, ...] = ()


@dataclass(frozen=True, slots=True)
class Gone:
    """A picture without the board."""


@dataclass(frozen=True, slots=True)
class Passing:
    """Nothing but time passes, for this many seconds, at a table that is not at rest."""

    for_s: float


Happening = Shown | Gone | Passing | Command | inputs.Input


class Watched:
    """A table in ``state``, at ``t`` seconds."""

    def __init__(self, state: TableState[Any]) -> None:
        self.state = state
        self.t = 0.0
        self._boards: dict[int, Mapping[str, str]] = {}
        """The boards that were seen, by the numbers of their looks."""
        self._searches: int | None = None
        """How often the board had been searched for when it was found last; None where it is not in view."""
        self._events: list[Event] = []

    def take(self, what: Happening) -> list[Event]:
        """Return the events of *what* happens."""
        self._events = []
        match what:
            case Shown(for_s=None):
                self.t += 1.0
                self._in_view()
                self._read(what, at=self.t, anew=True, readings=1)
                self._given(inputs.Tick(self._moment, self.t, in_view=True))
            case Shown(for_s=for_s):
                self._in_view()
                self._film(what, for_s or 0.0)
            case Passing(for_s):
                for _ in range(round(2 * for_s)):
                    self.t += 0.5
                    self._given(inputs.Tick(self._moment, self.t, self._searches is not None))
            case Gone():
                self.t += 1.0
                self._given(inputs.Lost(self._moment, {"message": "The board is not in view."}))
                self._searches = None
                self._given(inputs.Tick(self._moment, self.t, in_view=False))
            case _:
                self._given(what if isinstance(what, inputs.INPUTS) else inputs.Told(cast(Command, what)))
        return self._events

    @property
    def _moment(self) -> inputs.Moment:
        return round(self.t), self.t

    def _given(self, given: Any) -> None:
        self.state, events = step(self.state, given)
        self._events += events

    def _in_view(self) -> None:
        """Find the board where it was not in view, or is searched for."""
        if self._searches != self.state.orders.searches:
            self._searches = self.state.orders.searches
            self._given(inputs.Found(self._moment, [], "tags", 0.0))

    def _film(self, shown: Shown, for_s: float) -> None:
        """Look, as an eye does, at a table that comes to rest now."""
        rest, end, readings = self.t, self.t + for_s, 0
        patience, freshened = self.state.terms.patience, self.state.orders.freshenings
        if self.state.orders.settled:
            self._given(inputs.Stirred(self._moment))
        self.t += patience.settle_s
        while self.t <= end:
            if not self.state.orders.settled and readings < patience.most_readings:
                if self.state.orders.freshenings != freshened:
                    freshened, readings = self.state.orders.freshenings, 0
                self._read(shown, at=rest, anew=not readings, readings=readings + 1)
                readings += 1
            self._given(inputs.Tick(self._moment, rest, in_view=True))
            self.t += _BETWEEN_LOOKS_S
        self.t = end

    def _read(self, shown: Shown, *, at: float, anew: bool, readings: int) -> None:
        """Give what is seen of a table that is at rest since *at*."""
        own_moment = shown.for_s is None
        if own_moment and self.state.orders.settled:
            self._given(inputs.Stirred(self._moment))
        if anew and (undisturbed := self.state.orders.undisturbed) is not None:
            self._given(inputs.Rested(self._moment, undisturbed))
        number = max(self._boards, default=0) + 1
        changes = self._changes(shown)
        self._boards[number] = shown.contents
        if changes and not shown.hidden and max(changes.values()) < UNCHANGED:
            self._given(inputs.Unchanged(self._moment, number, own_moment, at, reached=shown.hand))
            if not self.state.orders.read:
                return
        reading, colours = seen(self.state, shown)
        more = min(readings, self.state.terms.patience.readings)
        look = inputs.Look(
            self._moment, number, own_moment, inputs.STANDS_ALONE if own_moment else self.t - at, at, readings, anew,
            missed=False, plans=plans_of(self.state.game.name, self.state.options), way_round_is_known=True,
            reading=gather([reading] * more), colours=colours, changes=changes, reached=shown.hand,
            disturbed=shown.hand or len(shown.hidden) > MOST_HIDDEN, marked=self.state.orders.reference is None,
            may_lie_wrong=bool(shown.misplaced),
        )  # fmt: skip
        self._given(look)
        if self.state.orders.lying:
            self._given(replace(look, may_lie_wrong=False, misplaced=shown.misplaced))

    def _changes(self, shown: Shown) -> Mapping[str, float]:
        before = self._boards.get(self.state.orders.reference or 0)
        if before is None:
            return {}
        shares = {cell: 0.0 for cell in shown.contents if "-" not in cell}
        for place, content in shown.contents.items():
            if before[place] != content:
                for cell in place.split("-"):
                    shares[cell] = max(shares[cell], 0.1 if "-" in place else _SHARE)
        return shares


def seen(state: TableState[Any], shown: Shown) -> tuple[Reading, Mapping[str, str]]:
    """Return what is read of the board *shown*, and the colours of the reader's seats: those known, then free ones.

    A colour too many is taken for that of the first seat.
    """
    paints = PAINTS.get(state.game.name, {})
    present = [seat for seat in paints if any(content[0] == seat for content in shown.contents.values())]
    named = {colour: seat for seat, text in state.colours.items() for colour in parts(text)}
    options = replace(state.options, players=state.options.most_players()) if state.is_open else state.options
    players = options.players
    free = iter(seat for seat in list(paints)[:players] if seat not in state.colours)
    named |= {paints[seat]: next(free, "A") for seat in present if paints[seat] not in named}
    contents = {
        cell: named[paints[content[0]]] + content[1:] if content[0] in paints else content
        for cell, content in shown.contents.items()
    }
    known = None if state.is_open else state.position
    alphabet = state.game.alphabet(known or state.game.start(options))
    exact = Reading.exact(contents, alphabet, 12.0)
    doubts = {cell: {**dict.fromkeys(alphabet, -30.0), **row} for cell, row in shown.doubts.items()}
    reading = without(Reading({**exact.cells, **doubts}), shown.hidden)
    colours = {seat: colour for colour, seat in reversed(named.items())} | dict(state.colours)
    return reading, dict(sorted(colours.items()))


@cache
def plans_of(name: str, options: RuleOptions) -> tuple[Plan, ...]:
    """Return the boards of the game *name*, as their cells lie."""
    kit = kit_of(name, options)
    return (kit.plan,) if kit.has_whole else tuple(mini.plan for mini in kit.minis)


def play(state: TableState[Any], *happens: Happening) -> tuple[TableState[Any], list[Event]]:
    """Return what *state* becomes by all that *happens*, and the events."""
    table = Watched(state)
    events = [event for what in happens for event in table.take(what)]
    return table.state, events
