"""Who has won: groups compared size by size, from the largest down (4.5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.tabik.board import Board
from core.tabik.options import TabikOptions
from core.tabik.position import BLACK, COLOUR_NAMES, COLOURS, WHITE
from core.verdict import Outcome, in_letters


@dataclass(frozen=True, slots=True)
class Tally:
    """The sizes of the groups of both colours, each from the largest down."""

    black: tuple[int, ...]
    white: tuple[int, ...]

    def score(self, colour: int) -> int:
        """Return the largest size where *colour* has more groups, or 0.

        >>> Tally(black=(3,), white=(2, 1)).score(BLACK)
        3
        """
        counts = Counter(self.black), Counter(self.white)
        own, other = counts[colour], counts[1 - colour]
        return max((size for size in own if own[size] > other[size]), default=0)

    @property
    def winner(self) -> int | None:
        """The colour with the higher score; None where both are zero."""
        black, white = self.score(BLACK), self.score(WHITE)
        return None if black == white else BLACK if black > white else WHITE

    @property
    def reason(self) -> str:
        """What decides, in words.

        >>> Tally(black=(3,), white=(2, 1)).reason
        'one group of 3 against none'
        """
        winner = self.winner
        if winner is None:
            return "as many groups of every size"
        size = self.score(winner)
        ours, theirs = (sizes.count(size) for sizes in self._from(winner))
        return f"{in_letters(ours)} group{'' if ours == 1 else 's'} of {size} against {in_letters(theirs)}"

    def _from(self, colour: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (self.white, self.black) if colour else (self.black, self.white)


def tally(board: Board, black: int, white: int, rods: int, options: TabikOptions) -> Tally:
    """Return the groups of the stones, *rods* between them or not (R27)."""
    closed = rods if options.rods_split_groups else 0
    groups = (_groups(board, stones, closed) for stones in (black, white))
    return Tally(*(tuple(sorted((group.bit_count() for group in colour), reverse=True)) for colour in groups))


def in_groups_of(size: int, board: Board, stones: int, rods: int, options: TabikOptions) -> int:
    """Return those of the *stones* of one colour that are in groups of *size*."""
    closed = rods if options.rods_split_groups else 0
    return sum(group for group in _groups(board, stones, closed) if group.bit_count() == size)


def outcome_of(tally: Tally, next_mover: int, options: TabikOptions) -> Outcome:
    """Return the result when nothing is left to do and the turn would be *next_mover*'s."""
    winner = tally.winner
    if winner is not None:
        return Outcome((COLOURS[winner],), "score")
    if options.zero_tie_loser == "draw":
        return Outcome(tuple(COLOURS), "zero_tie", drawn=True)
    return Outcome((COLOURS[next_mover],), "zero_tie")


def verdict_in_words(tally: Tally, outcome: Outcome) -> str:
    """Return who has won and why.

    >>> verdict_in_words(Tally((2,), (2,)), Outcome(("B",), "zero_tie"))
    'Black wins: as many groups of every size, and White moved last.'
    """
    if outcome.drawn:
        return f"A draw: {tally.reason}."
    winner = COLOURS.index(outcome.winners[0])
    last = f", and {COLOUR_NAMES[1 - winner]} moved last" if outcome.reason == "zero_tie" else ""
    return f"{COLOUR_NAMES[winner]} wins: {tally.reason}{last}."


def _groups(board: Board, stones: int, closed: int) -> list[int]:
    """Return the groups of *stones*: those of one colour touch unless a *closed* edge parts them."""
    side = board.side
    up, right = ~closed & board.below_top, ~(closed >> board.size)
    found = []
    while stones:
        group, grown = 0, stones & -stones
        while grown != group:
            group = grown
            grown |= (group & up) << 1 | (group >> 1) & up | (group & right) << side | (group >> side) & right
            grown &= stones
        found.append(group)
        stones ^= group
    return found
