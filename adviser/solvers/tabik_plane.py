"""Tabik as the solver of small boards sees it: the side to move, the other side, and the edges still of use.

What is the same in a mirror, after a turn or with the colours exchanged has the same key. An edge that no play can
ever use again is dropped, so that positions which differ only in such edges are the same, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import getitem
from typing import NamedTuple

from core.board.cells import bits
from core.tabik.board import below_top

_BLACK_LOW, _BLACK_HIGH, _TWIST = range(3)


class State(NamedTuple):
    """A position as the side to move sees it, in bits of cells.

    ``up`` and ``right`` are the edges, by their smaller cell, that may still be used; none at an end.
    """

    own: int
    other: int
    up: int
    right: int


@dataclass(frozen=True)
class Plane:
    """The board of *side* × *side* cells: what can be played, and what is the same in a mirror."""

    side: int

    @property
    def size(self) -> int:
        return self.side * self.side

    @cached_property
    def tops(self) -> int:
        """The cells with one above them."""
        return below_top(self.side)

    @cached_property
    def everywhere(self) -> int:
        return (1 << self.size) - 1

    def state(self, own: int, other: int, rods: int) -> State:
        """Return the state with these stones and with *rods* as in ``core.tabik.board``."""
        free = ~rods
        return self.trimmed(own, other, free & self.tops, free >> self.size & self.everywhere >> self.side)

    def trimmed(self, own: int, other: int, up: int, right: int) -> State:
        """Return the state without the edges that can never be used again: no move can reach their stones."""
        side, empty = self.side, self.everywhere & ~(own | other)
        place_up, place_right = self._pairs(empty)
        swap_up, swap_right = self._unlike(own, other, up, right)
        active = swap_up | swap_up << 1 | swap_right | swap_right << side
        fillable = place_up | place_up << 1 | place_right | place_right << side
        active |= fillable
        lasting = ~empty | fillable
        up, right = up & lasting & lasting >> 1, right & lasting & lasting >> side
        reached = 0
        while reached != active:
            reached = active
            active |= (active & up) << 1 | active >> 1 & up | (active & right) << side | active >> side & right
        return State(own, other, up & active, right & active)

    def moves(self, state: State) -> Iterator[tuple[int, int]]:
        """Yield the moves: the bit of the edge as in ``core.tabik.board``, and how it is used."""
        own, other, up, right = state
        swap_up, swap_right = self._unlike(own, other, up, right)
        for edge in bits(swap_up | swap_right << self.size):
            yield edge, _TWIST
        place_up, place_right = self._pairs(self.everywhere & ~(own | other))
        for edge in bits(place_up | place_right << self.size):
            yield edge, _BLACK_LOW
            yield edge, _BLACK_HIGH

    def after(self, state: State, move: tuple[int, int]) -> State:
        """Return the state after *move*, as the other side sees it; in ``moves``, black is the side to move."""
        own, other, up, right = state
        edge, how = move
        if edge < self.size:
            low = 1 << edge
            high, up = low << 1, up & ~low
        else:
            low = 1 << edge - self.size
            high, right = low << self.side, right & ~low
        if how == _TWIST:
            return self.trimmed(other ^ (low | high), own ^ (low | high), up, right)
        mine, theirs = (low, high) if how == _BLACK_LOW else (high, low)
        return self.trimmed(other | theirs, own | mine, up, right)

    def replies(self, state: State) -> int:
        """Return the number of moves."""
        own, other, up, right = state
        pairs = sum(edges.bit_count() for edges in self._pairs(self.everywhere & ~(own | other)))
        return 2 * pairs + sum(edges.bit_count() for edges in self._unlike(own, other, up, right))

    def over(self, state: State) -> bool:
        """Return whether nothing can be played: an edge remains wherever something can."""
        return not (state.up or state.right)

    def won(self, state: State) -> bool:
        """Return whether the side to move has won an end: groups decide, and where they are level the last mover."""
        return self.groups(state.own) >= self.groups(state.other)

    def groups(self, stones: int) -> int:
        """Return how many groups of each size *stones* make as one number, in which larger groups come first."""
        known = self._groups.get(stones)
        if known is None:
            known = self._groups[stones] = self._count_groups(stones)
        return known

    def key(self, state: State) -> int:
        """Return a number that is the same for all mirror images and turns of *state*, and for no other state."""
        size = self.size
        packed = state.own | state.other << size | state.up << 2 * size | state.right << 3 * size
        data = packed.to_bytes((4 * size + 7) // 8, "little")
        return min(packed, *[sum(map(getitem, image, data)) for image in self._images])

    @cached_property
    def _groups(self) -> dict[int, int]:
        return {}

    def _count_groups(self, stones: int) -> int:
        total, side, tops = 0, self.side, self.tops
        while stones:
            group, grown = 0, stones & -stones
            while group != grown:
                group = grown
                grown |= (group & tops) << 1 | group >> 1 & tops | group << side | group >> side
                grown &= stones
            total += 1 << 5 * group.bit_count()
            stones ^= group
        return total

    def _pairs(self, empty: int) -> tuple[int, int]:
        return empty & empty >> 1 & self.tops, empty & empty >> self.side

    def _unlike(self, own: int, other: int, up: int, right: int) -> tuple[int, int]:
        side = self.side
        return (own & other >> 1 | other & own >> 1) & up, (own & other >> side | other & own >> side) & right

    @cached_property
    def _images(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each mirror image or turn and each byte of a packed state: where its bits go."""
        found = []
        for number in range(1, 8):
            where = [self._image(bit, number) for bit in range(4 * self.size)]
            where += [0] * (-len(where) % 8)
            chunks = [where[start : start + 8] for start in range(0, len(where), 8)]
            found.append(tuple(tuple(sum(chunk[bit] for bit in bits(byte)) for byte in range(256)) for chunk in chunks))
        return tuple(found)

    def _image(self, bit: int, number: int) -> int:
        plane, cell = divmod(bit, self.size)
        if plane < 2:
            return 1 << plane * self.size + self._turned(cell, number)
        step = 1 if plane == 2 else self.side
        if (plane == 2 and not self.tops >> cell & 1) or cell + step >= self.size:
            return 0
        one, other = sorted((self._turned(cell, number), self._turned(cell + step, number)))
        return 1 << (2 if other == one + 1 else 3) * self.size + one

    def _turned(self, cell: int, number: int) -> int:
        column, row = divmod(cell, self.side)
        if number & 1:
            column = self.side - 1 - column
        if number & 2:
            row = self.side - 1 - row
        return row * self.side + column if number & 4 else column * self.side + row
