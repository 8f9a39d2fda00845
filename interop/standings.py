"""Positions as a library sees them that knows actions by number: in plain Python, or on a compiled kernel.

Neither kind ever changes, so copies of a state share it: OpenSpiel copies a state for every simulation.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from adviser.kernels import Kernel, store
from core.game import ColourHolders, Game
from core.options import SEATS
from core.play.numbering import Numbered, Numbers

OVER = -4
"""The player to move once the game is over: OpenSpiel's ``PlayerId.TERMINAL``."""


def numbers_of(game: Game[Any], start: Any) -> Numbers:
    """Return the numbers of the actions of *game* from *start*. Raises ``ValueError`` where it has none."""
    if not isinstance(game, Numbered):
        raise ValueError(f"the actions of {game.title} have no numbers; its rules need a method `numbers`")
    return game.numbers(start)


def seat_number(position: Any, seat: str) -> int:
    """Return the number of the person who holds *seat*: in Tabik the players may exchange their colours."""
    return SEATS.index(position.holders[seat] if isinstance(position, ColourHolders) else seat)


def returns(position: Any, winners: tuple[str, ...]) -> list[float]:
    """Return what an end is worth to each person: 1 to the only winner; sums to 0; nothing where all share it."""
    return shares(len(position.seats), {seat_number(position, seat) for seat in winners})


def shares(persons: int, winners: Collection[int]) -> list[float]:
    """Return what an end is worth to each of this many *persons*, where those with the numbers *winners* share it."""
    return [((person in winners) / len(winners) - 1 / persons) * persons / (persons - 1) for person in range(persons)]


class Standing(Protocol):
    """A position and what may be played in it."""

    @property
    def mover(self) -> int:
        """The number of the person to move, ``OVER`` at the end."""

    @property
    def legal(self) -> list[int]:
        """The numbers of the legal actions, in their order."""

    @property
    def position(self) -> Any:
        """The position as the rules know it."""

    def worth(self) -> list[float]:
        """Return what the position is worth to each person: nothing before the end."""

    def after(self, action: int) -> Standing: ...


@dataclass(frozen=True)
class Table:
    """What all positions of a game share."""

    rules: Game[Any]
    start: Any
    numbers: Numbers
    kernel: Kernel | None
    codes: dict[int, int] = field(default_factory=dict)
    """Our number of an action → the kernel's, for those met so far."""
    known: dict[int, int] = field(default_factory=dict)
    """The kernel's number of an action → ours, for those met so far."""

    @cached_property
    def scratch(self) -> Any:
        """Room for the legal actions of a position, as the kernel numbers them."""
        import numpy as np

        assert self.kernel
        return np.empty(self.kernel.most_moves, np.int64)

    @classmethod
    def of(cls, rules: Game[Any], start: Any) -> Table:
        """Return the table of a game that begins with *start*, with its compiled kernel if that has been loaded."""
        return cls(rules, start, numbers_of(rules, start), store.find(rules))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to build a copy in another process, which looks for a kernel there."""
        return Table.of, (self.rules, self.start)

    def standing(self, position: Any) -> Standing:
        """Return *position*: on the kernel, if there is one that knows its options and numbers its persons as we do."""
        if self.kernel and not self.rules.outcome(position):
            state = self.kernel.encode(position)
            if state is not None and self.kernel.seat(state) == seat_number(position, position.to_move):
                return Compiled(self, self.kernel, state, (position,))
        return Plain(self, position)

    def text(self, code: int) -> str:
        """Return the action with the kernel's number *code*."""
        assert self.kernel
        return self.kernel.text(self.start, code)

    def learn(self, code: int) -> int:
        """Return our number of the action with the kernel's number *code*, and remember it."""
        number = self.numbers.number(self.text(code))
        self.known[code], self.codes[number] = number, code
        return number

    def texts(self, position: Any) -> dict[int, str]:
        """Return the legal actions of *position* by number, in the order of the numbers."""
        return dict(sorted((self.numbers.number(text), text) for text in self.rules.actions(position)))


@dataclass(frozen=True)
class Plain:
    """A position of ``core``."""

    table: Table
    position: Any

    def __deepcopy__(self, _memo: object) -> Plain:
        return self

    @cached_property
    def mover(self) -> int:
        return OVER if self.table.rules.outcome(self.position) else seat_number(self.position, self.position.to_move)

    @cached_property
    def _texts(self) -> dict[int, str]:
        return self.table.texts(self.position)

    @property
    def legal(self) -> list[int]:
        return list(self._texts)

    def worth(self) -> list[float]:
        outcome = self.table.rules.outcome(self.position)
        return returns(self.position, outcome.winners) if outcome else [0.0] * len(self.position.seats)

    def after(self, action: int) -> Plain:
        return Plain(self.table, self.table.rules.play(self.position, self._texts[action]))


class Compiled:
    """A state of a kernel, and the way to it from a position of ``core``: ``((position, action), action)`` and so on.

    A random playout makes one for each of its plies, so nothing is worked out before it is asked for.
    """

    __slots__ = ("_kernel", "_legal", "_path", "_state", "_table", "mover")

    def __init__(self, table: Table, kernel: Kernel, state: Any, path: tuple[Any, ...]) -> None:
        self._table, self._kernel, self._state, self._path = table, kernel, state, path
        self._legal: list[int] | None = None
        self.mover: int = OVER if kernel.result(state) else kernel.seat(state)

    def __deepcopy__(self, _memo: object) -> Compiled:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self._table.standing, (self.position,)

    @property
    def legal(self) -> list[int]:
        if self._legal is None:
            self._legal = self._numbers()
        return self._legal

    def _numbers(self) -> list[int]:
        out, known = self._table.scratch, self._table.known
        codes = out[: self._kernel.moves(self._state, out)].tolist()
        try:
            return sorted(map(known.__getitem__, codes))
        except KeyError:
            return sorted(known[code] if code in known else self._table.learn(code) for code in codes)

    @property
    def position(self) -> Any:
        actions, path = list[int](), self._path
        while len(path) == 2:
            path, action = path
            actions.append(action)
        position = path[0]
        for action in reversed(actions):
            position = self._table.rules.play(position, self._table.text(self._table.codes[action]))
        return position

    def worth(self) -> list[float]:
        persons, winners = len(self._table.start.seats), self._kernel.result(self._state)
        if not winners:
            return [0.0] * persons
        return shares(persons, {person for person in range(persons) if winners >> person & 1})

    def after(self, action: int) -> Compiled:
        code = self._table.codes.get(action)
        if code is None:
            self._numbers()
            code = self._table.codes[action]
        state = self._state.copy()
        self._kernel.apply(state, code)
        return Compiled(self._table, self._kernel, state, (self._path, action))
