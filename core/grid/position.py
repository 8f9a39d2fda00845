"""A position on a grid with its options, and a step: what one action does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from core import option_fields as declare
from core.grid.plane import Grid
from core.options import SEATS, RuleOptions
from core.play.display import ShownPosition
from core.reading import EMPTY
from core.verdict import Outcome

LIMITS = "GRID-R"
"""The code of the decision behind the options of every grid game."""


@dataclass(frozen=True, slots=True)
class GridOptions(RuleOptions):
    """Two players, of whom A begins, and no limits, unless a game says otherwise."""

    players: int = declare.players(2, rule=LIMITS)
    first_player: str = declare.first_player(2, rule=LIMITS)
    repetition_limit: int | None = declare.repetition_limit(rule=LIMITS)
    ply_limit: int | None = declare.ply_limit(rule=LIMITS)


class Kind(NamedTuple):
    """A kind of piece: its letter in positions, what people call it, and how many each seat owns."""

    letter: str
    name: str
    stock: int


class Step(NamedTuple):
    """An action: the cells it names, in order, and the kind's letter where a piece has to be chosen.

    >>> Step.of("a2", "b3").text, Step.of("c3", kind="s").text, PASS.text
    ('a2-b3', 'Sc3', '--')
    """

    cells: tuple[str, ...] = ()
    kind: str = ""

    @classmethod
    def of(cls, *cells: str, kind: str = "") -> Step:
        return cls(cells, kind)

    @property
    def text(self) -> str:
        return self.kind.upper() + "-".join(self.cells) or "--"


PASS = Step()


@dataclass(frozen=True, slots=True, repr=False)
class GridPosition(ShownPosition):
    """What lies on the grid and whose turn it is. ``position["c3"]`` is ``As``, or ``.`` where nothing lies."""

    options: RuleOptions
    grid: Grid
    board: tuple[str, ...]
    """The content of every cell, in the order of ``grid.cells``."""
    mover: int
    """The number of the seat to move, or of the one that would be next."""
    ply: int = 0
    outcome: Outcome | None = None
    past: tuple[tuple[tuple[str, ...], int], ...] = ()
    """The boards and movers so far, kept only under ``repetition_limit``."""

    def __getitem__(self, cell: str) -> str:
        return self.board[self.grid.numbers[cell]]

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(SEATS[: self.options.players])

    @property
    def seat(self) -> str:
        """The seat to move, or that would be next after the end."""
        return SEATS[self.mover]

    @property
    def to_move(self) -> str | None:
        return None if self.outcome else self.seat

    @property
    def contents(self) -> dict[str, str]:
        return dict(zip(self.grid.cells, self.board, strict=True))

    @property
    def empty(self) -> tuple[str, ...]:
        """The empty cells."""
        return self.holding(EMPTY)

    def holding(self, content: str) -> tuple[str, ...]:
        """Return the cells that hold *content*."""
        return tuple(cell for cell, here in zip(self.grid.cells, self.board, strict=True) if here == content)

    def of(self, seat: str) -> tuple[str, ...]:
        """Return the cells with a piece of *seat*."""
        return tuple(cell for cell, here in zip(self.grid.cells, self.board, strict=True) if here[0] == seat)

    def changed(self, change: Mapping[str, str]) -> GridPosition:
        """Return the position with the contents of *change*, and the same seat to move."""
        board = list(self.board)
        for cell, content in change.items():
            board[self.grid.numbers[cell]] = content
        return replace(self, board=tuple(board))

    def turned_to(self, seat: str) -> GridPosition:
        """Return the position with *seat* to move."""
        return replace(self, mover=SEATS.index(seat))
