"""Runs of four on bitboards: which are open, where one more piece completes one, and which placements win.

Works on all fours of one direction at once: a four is held as the bit of its first
cell, and its k-th cell is reached by a shift of k steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from core.board.cells import bits
from core.board.topology import Topology, square_grid
from core.goodwin.game import Goodwin
from core.goodwin.position import LARGE, MEDIUM, SMALL, Move, Position
from core.goodwin.rules import Rules


class Fours:
    """The runs of four of one board, by direction."""

    def __init__(self, topology: Topology) -> None:
        starts: dict[int, int] = {}
        for four in topology.fours:
            first, second, *_ = bits(four)
            starts[second - first] = starts.get(second - first, 0) | 1 << first
        self._directions = tuple(starts.items())
        self._everywhere = topology.everywhere

    def completing(self, pool: int, occupied: int) -> int:
        """Return the empty cells that complete a four with three of *pool*."""
        empty = self._everywhere & ~occupied
        found = 0
        for step, starts in self._directions:
            a, b, c, d = pool, pool >> step, pool >> 2 * step, pool >> 3 * step
            front, back = a & b & starts, c & d & starts
            if front:
                found |= (front & c & (empty >> 3 * step)) << 3 * step
                found |= (front & d & (empty >> 2 * step)) << 2 * step
            if back:
                found |= (back & a & (empty >> step)) << step
                found |= back & b & empty
        return found

    def open_counts(self, pool: int, occupied: int) -> tuple[int, int, int]:
        """Return the numbers of fours with one, two and three of *pool* that are otherwise empty."""
        other = occupied & ~pool
        ones = twos = threes = 0
        for step, starts in self._directions:
            closed = other | other >> step | other >> 2 * step | other >> 3 * step
            live = starts & ~closed
            if not live:
                continue
            a, b, c, d = pool, pool >> step, pool >> 2 * step, pool >> 3 * step
            odd_front, odd_back = a ^ b, c ^ d
            both_front, both_back = a & b, c & d
            odd = odd_front ^ odd_back
            three = odd & (both_front | both_back)
            ones += (live & odd & ~three).bit_count()
            threes += (live & three).bit_count()
            twos += (live & ((odd_front & odd_back) | (both_front ^ both_back)) & ~odd).bit_count()
        return ones, twos, threes


@cache
def fours_of(side: int) -> Fours:
    """Return the fours of a board of *side* × *side* cells."""
    return Fours(square_grid(side))


def at_once(game: Goodwin, position: Position) -> Sequence[Move] | None:
    """Return the moves that win *position* at once; None where leaving the others without a move may win, too."""
    graced = all(position.forced >> seat & 1 for seat in position.active if seat != position.mover)
    rule = position.options.mobility_win
    if rule == "off" or (rule == "after_grace" and not graced):
        return winning_moves(game.rules, position, position.mover)
    return None


def winning_moves(rules: Rules, position: Position, seat: int) -> list[Move]:
    """Return the placements that would complete a four if it were *seat*'s turn."""
    own = position.of_seat(seat)
    small, medium, large = own
    if small.bit_count() + medium.bit_count() + large.bit_count() < 3:
        return []
    fours, occupied = fours_of(rules.topology.side), position.occupied
    cells = fours.completing(small | large, occupied) | fours.completing(medium | large, occupied)
    if not cells:
        return []
    return [
        move
        for move in rules.placements(position, seat)
        if cells >> move.target & 1 and any(winning_lines(rules, position, own, move))
    ]


def winning_lines(rules: Rules, position: Position, own: tuple[int, int, int], move: Move) -> Iterator[int]:
    """Yield the bits of the fours that *move* completes for the seat whose bitboards are *own*."""
    keep, new = ~move.spent, 1 << move.target
    small, medium, large = (board & keep for board in own)
    after = (
        small | new if move.kind == SMALL else small,
        medium | new if move.kind == MEDIUM else medium,
        large | new if move.kind == LARGE else large,
    )
    return rules.winning_lines(position.options, after, move.kind, move.target)
