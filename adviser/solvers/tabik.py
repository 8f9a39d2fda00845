"""Solves Tabik on boards of up to 4 × 4 cells in plain Python: who wins, and with which moves?

A depth-first search of the AND/OR tree with a table. After a look at the table for a move that is known to win, moves
that leave few replies are tried first. The book holds the answers for the first plies on 4 × 4, which take the
longest; ``python -m training.solved`` makes and verifies it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from adviser.findings import Alternative, Findings
from adviser.forcing import Allowance
from adviser.solvers.tabik_plane import Plane, State
from core.tabik import notation, rules
from core.tabik.options import TabikOptions
from core.tabik.position import SWAP, SWAPPING, Move, Position

LARGEST = 4
MOST_POSITIONS = 10_000
"""The most positions to search, some 0.2 s, before leaving the answer to others."""
BOOK = Path(__file__).parents[1] / "books" / "tabik-4x4.txt"
_WON, _LOST = "+-"


def settle(position: Position, allowance: Allowance) -> Findings | None:
    """Return the exact value of *position* and of every action.

    None for larger boards, for options that the solver does not know, and if it takes more than *allowance*.
    """
    if not knows(position.options):
        return None
    side = position.options.board_size
    solver = SmallSolver(_plane(side), allowance, dict(book(side)))
    try:
        return solver.findings(position)
    except SpentError:
        return None


def knows(options: TabikOptions) -> bool:
    """Return whether the solver knows the rules under *options*."""
    usual = TabikOptions(board_size=options.board_size, pie_rule=options.pie_rule, first_player=options.first_player)
    return options.board_size <= LARGEST and replace(options, rod_supply=None) == usual


@cache
def _plane(side: int) -> Plane:
    """Return the board; its mirror images are worked out only once."""
    return Plane(side)


@cache
def book(side: int) -> dict[int, bool]:
    """Return whether the side to move wins in the positions of the book, by ``Plane.key``; none for smaller boards."""
    if side < LARGEST:
        return {}
    rows = (line.split() for line in BOOK.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {int(key, 16): answer == _WON for answer, key in rows}


def book_text(known: dict[int, bool]) -> str:
    """Return *known* as ``book`` reads it."""
    return "".join(f"{_WON if known[key] else _LOST} {key:x}\n" for key in sorted(known))


def in_book(position: Position) -> bool:
    """Return whether the book says who wins *position*."""
    if not knows(position.options) or not (known := book(position.options.board_size)):
        return False
    return SmallSolver(_plane(LARGEST), Allowance(lambda: True, 0)).key(position) in known


class SpentError(Exception):
    """Raised when the allowance of a search is spent."""


@dataclass
class SmallSolver:
    """Whether the side to move wins positions on *plane*; ``known`` holds the answers so far, by key."""

    plane: Plane
    allowance: Allowance
    known: dict[int, bool] = field(default_factory=dict)

    def findings(self, position: Position) -> Findings:
        """Return the value of *position* and of every action. Raises ``SpentError`` once the allowance is spent.

        Where only the line is too long for the allowance, it is cut short.
        """
        values = {move: self.worth(position, move) for move in rules.moves(position)}
        ordered = sorted(values, key=lambda move: (-values[move], self._haste(rules.apply(position, move))))
        grid = rules.board_of(position)
        return Findings(
            value=values[ordered[0]],
            line=tuple(self._line(position, ordered[0])),
            simulations=max(1, self.allowance.used),
            proved=True,
            plies=None,
            alternatives=tuple(Alternative(notation.format_move(grid, move), values[move], 0) for move in ordered),
        )

    def worth(self, position: Position, move: Move) -> float:
        """Return 1 if *move*, legal in *position*, wins for who plays it, else −1."""
        if move.kind == SWAPPING:
            return -1.0 if self.wins(self.state(position)) else 1.0
        return -1.0 if self.wins_at(rules.apply(position, move)) else 1.0

    def wins_at(self, position: Position) -> bool:
        """Return whether the side to move wins *position*: who may swap takes the better place."""
        return SWAP in rules.moves(position) or self.wins(self.state(position))

    def wins(self, state: State) -> bool:
        """Return whether the side to move forces a win. Raises ``SpentError`` once the allowance is spent."""
        if self.plane.over(state):
            return self.plane.won(state)
        key = self.plane.key(state)
        known = self.known.get(key)
        return self._search(state, key) if known is None else known

    def _search(self, state: State, key: int) -> bool:
        self.allowance.used += 1
        if self.allowance.spent:
            raise SpentError
        plane, known = self.plane, self.known
        open_ones = dict[int, State]()
        for move in plane.moves(state):
            after = plane.after(state, move)
            if plane.over(after):
                answer = plane.won(after)
            else:
                reached = plane.key(after)
                found = known.get(reached)
                if found is None:
                    open_ones[reached] = after
                    continue
                answer = found
            if not answer:
                known[key] = True
                return True
        for reached in sorted(open_ones, key=lambda reached: plane.replies(open_ones[reached])):
            known_by_now = known.get(reached)
            if not (self._search(open_ones[reached], reached) if known_by_now is None else known_by_now):
                known[key] = True
                return True
        known[key] = False
        return False

    def winning_move(self, position: Position) -> Move | None:
        """Return a move that wins, one that is known to if there is any; None in a lost position."""
        moves = rules.moves(position)
        known = (move for move in moves if move.kind != SWAPPING and self._known_lost(rules.apply(position, move)))
        if move := next(known, None):
            return move
        return next(move for move in moves if self.worth(position, move) > 0) if self.wins_at(position) else None

    def key(self, position: Position) -> int:
        """Return the key of *position* in the book."""
        return self.plane.key(self.state(position))

    def state(self, position: Position) -> State:
        """Return *position* as its side to move sees it."""
        mover = position.mover
        return self.plane.state(position.stones(mover), position.stones(1 - mover), position.rods)

    def _known_lost(self, position: Position) -> bool:
        state = self.state(position)
        if self.plane.over(state):
            return not self.plane.won(state)
        return SWAP not in rules.moves(position) and self.known.get(self.plane.key(state)) is False

    def _haste(self, after: Position) -> float:
        """Return how soon *after* may be lost: at once, with the next move, else the sooner the fewer replies."""
        if after.outcome:
            return math.inf
        plane, state = self.plane, self.state(after)
        reached = (plane.after(state, move) for move in plane.moves(state))
        loses_next = any(plane.over(end) and not plane.won(end) for end in reached)
        return 1.0 if loses_next else -plane.replies(state)

    def _line(self, position: Position, move: Move) -> Iterator[str]:
        """Yield *move* and both sides' best play after it, to the end or as far as the allowance lasts."""
        while True:
            yield notation.format_move(rules.board_of(position), move)
            position = rules.apply(position, move)
            if position.outcome:
                return
            try:
                move = self.winning_move(position) or rules.moves(position)[0]
            except SpentError:
                return
