"""Positions and moves of the family, as values on integer bitboards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.board.cells import union
from core.goodwin.options import GoodwinOptions
from core.play.display import ShownPosition
from core.verdict import Outcome

SMALL, MEDIUM, LARGE = KINDS = range(3)
STOCK = (5, 4, 1)
"""Pieces of each kind that a seat owns."""
KIND_LETTERS = "sml"
SEAT_LETTERS = "ABCD"
ELIMINATED = -1
NOBODY = -1


class Move(NamedTuple):
    """A placement: the kind, the cell it goes to, and the spent cells as bits; or ``PASS``."""

    kind: int
    target: int
    spent: int


PASS = Move(-1, -1, 0)

State = tuple[tuple[int, ...], int, tuple[int, ...]]


@dataclass(frozen=True, slots=True, repr=False)
class Position(ShownPosition):
    """A position of two to four players.

    ``boards`` holds three bitboards a seat (small, medium, large), seat A first.
    ``mover`` is the seat to move by number, ``NOBODY`` once there is an ``outcome``.
    ``passes`` counts each seat's forced passes, ``ELIMINATED`` for a seat that is out.
    ``forced`` has the bit of every seat whose latest action was a forced pass,
    ``passed`` that of every seat that passed since the last placement. ``past`` holds
    the states so far, kept only under ``repetition_limit``.
    """

    options: GoodwinOptions
    boards: tuple[int, ...]
    mover: int
    passes: tuple[int, ...]
    forced: int
    passed: int
    ply: int
    outcome: Outcome | None = None
    past: tuple[State, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(SEAT_LETTERS[: len(self.passes)])

    @property
    def to_move(self) -> str | None:
        return None if self.outcome else SEAT_LETTERS[self.mover]

    @property
    def active(self) -> tuple[int, ...]:
        """The numbers of the seats that have not been eliminated."""
        return tuple(seat for seat, count in enumerate(self.passes) if count != ELIMINATED)

    @property
    def occupied(self) -> int:
        """The bits of all cells with a piece."""
        return union(self.boards)

    def of_seat(self, seat: int) -> tuple[int, int, int]:
        """Return the bitboards of *seat*: small, medium, large."""
        small, medium, large = self.boards[3 * seat : 3 * seat + 3]
        return small, medium, large
