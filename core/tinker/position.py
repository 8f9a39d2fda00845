"""Positions and moves of Tinker Tactics, as values on integer bitboards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.board.cells import union
from core.play.display import ShownPosition
from core.tinker.board import SEAT_LETTERS, Board, joined
from core.tinker.options import TinkerOptions
from core.verdict import Outcome

NOBODY = -1
KINDS = (4, 6, 8)
STOCK = (2, 2, 1)
"""How many dice of each kind a seat owns."""


class Move(NamedTuple):
    """The cell a die leaves and the one it stops on; or ``PASS``."""

    source: int
    target: int


PASS = Move(-1, -1)

State = tuple[tuple[int, ...], bytes, tuple[int, ...], int]


def face_of(kind: int, value: int) -> int:
    """Return the number under which a cell holds a die of *kind* (an index of ``KINDS``) showing *value*."""
    return 8 * kind + value


def value_of(face: int) -> int:
    return (face - 1 & 7) + 1


def kind_of(face: int) -> int:
    """Return the index in ``KINDS`` of a die."""
    return face - 1 >> 3


@dataclass(frozen=True, slots=True, repr=False)
class Position(ShownPosition):
    """A position of two to six players.

    ``own`` holds the cells of each seat's dice, nothing for a seat that is out;
    ``blocks`` those of the neutral dice of eliminated seats (R47). ``faces`` has a byte
    per cell, 0 for an empty one. ``mover`` is the seat to move by number, ``NOBODY``
    once there is an ``outcome``. ``quiet`` counts the actions since a die was weakened,
    ``passed`` has the bit of every seat that passed since the last move. ``past`` holds
    the states so far, kept only under ``repetition_limit``.
    """

    options: TinkerOptions
    own: tuple[int, ...]
    faces: bytes
    blocks: tuple[int, ...]
    mover: int
    ply: int
    outcome: Outcome | None = None
    quiet: int = 0
    passed: int = 0
    past: tuple[State, ...] = ()

    @property
    def board(self) -> Board:
        return joined(len(self.own), self.options.ring_direction)

    @property
    def homes(self) -> dict[str, tuple[str, ...]]:
        """Seat → the cells of its mini-board."""
        names = self.board.names
        return {
            seat: tuple(name for cell, name in enumerate(names) if mask >> cell & 1)
            for seat, mask in zip(self.seats, self.board.home, strict=True)
        }

    @property
    def seams(self) -> tuple[tuple[str, str], ...]:
        """The joins between one player's mini-board and another's."""
        return self.board.seams

    @property
    def clockwise(self) -> bool:
        """Whether the mini-boards of a ring follow one another clockwise."""
        return self.options.ring_direction == "clockwise"

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(SEAT_LETTERS[: len(self.own)])

    @property
    def to_move(self) -> str | None:
        return None if self.outcome else SEAT_LETTERS[self.mover]

    @property
    def active(self) -> tuple[int, ...]:
        """The numbers of the seats that have not been eliminated."""
        return tuple(seat for seat, mask in enumerate(self.own) if mask)

    @property
    def occupied(self) -> int:
        """The bits of all cells with a die."""
        return union((*self.own, *self.blocks))

    @property
    def look(self) -> tuple[bytes, tuple[int, ...]]:
        """What tells one board from another for the eye: the faces, and whose dice stand where."""
        owned = tuple(own | blocks for own, blocks in zip(self.own, self.blocks, strict=True))
        return self.faces, owned

    def owner(self, cell: int) -> int:
        """Return the seat whose die, neutral or not, stands on *cell*; ``NOBODY`` if it is empty."""
        for seat, mask in enumerate(self.look[1]):
            if mask >> cell & 1:
                return seat
        return NOBODY
