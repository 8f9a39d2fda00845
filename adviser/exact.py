"""Solves Tabik's endgames: the exact value of every legal action, if that is quick.

Every action lays a rod, so a game with few free edges left must be short. The search is in
``kernels.exact``. Other games have no such bound; there the tree search proves what it can.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adviser.findings import Alternative, Findings
from adviser.kernels import Kernel
from core.game import Game
from core.tabik import rules
from core.tabik.position import Position

MOST_EDGES = 30
"""Most edges without a rod for an attempt."""
MOST_POSITIONS = 150_000
"""Most positions to search, about a quarter of a second, before leaving the answer to the tree search."""
_SLICE = 5_000
_ROWS = 1 << 18


def settle(
    game: Game[Any],
    kernel: Kernel,
    position: Any,
    *,
    expired: Callable[[], bool],
    most_positions: int = MOST_POSITIONS,
) -> Findings | None:
    """Return the exact value of *position* and of every action; None if that takes too long.

    Args:
        most_positions: the most positions to search.
    """
    if not isinstance(position, Position) or edges_left(position) > MOST_EDGES:
        return None
    state = kernel.encode(position)
    if state is None:
        return None
    solver = Solver(kernel, int(kernel.seat(state)), edges_left(position) + 4, expired, most_positions)
    values = dict[int, float]()
    for move in solver.moves(state):
        value = solver.value(solver.after(state, move))
        if value is None:
            return None
        values[move] = value
    over = {move for move in values if kernel.result(solver.after(state, move))}
    ordered = sorted(values, key=lambda move: (-values[move], move not in over))
    best = ordered[0]
    line = solver.line(state, best)
    if line is None:
        return None
    texts, at = [], position
    for move in line:
        texts.append(kernel.text(at, move))
        at = game.play(at, texts[-1])
    return Findings(
        value=values[best],
        line=tuple(texts),
        simulations=solver.positions,
        proved=True,
        plies=None,
        alternatives=tuple(Alternative(kernel.text(position, move), values[move], 0) for move in ordered),
    )


def edges_left(position: Position) -> int:
    """Return the number of edges without a rod, which bounds the actions left, apart from a swap and passes."""
    return len(rules.board_of(position).edges) - position.rods.bit_count()


@dataclass
class Solver:
    """Values of positions for *seat*, one of two: 1 for a win, 0 a draw, −1 a loss; None beyond *most* positions.

    *plies* bounds the length of the rest of the game.
    """

    kernel: Kernel
    seat: int
    plies: int
    expired: Callable[[], bool]
    most: int
    positions: int = 0
    _tables: dict[bool, Any] = field(default_factory=dict)

    def moves(self, state: Any) -> list[int]:
        import numpy as np

        out = np.zeros(self.kernel.most_moves, np.int64)
        return [int(move) for move in out[: self.kernel.moves(state, out)]]

    def after(self, state: Any, move: int) -> Any:
        after = state.copy()
        self.kernel.apply(after, move)
        return after

    def value(self, state: Any) -> float | None:
        """Return the value of *state*."""
        for sharing, worth in ((False, 1.0), (True, 0.0)):
            answer = self._can(state, sharing=sharing)
            if answer is None:
                return None
            if answer:
                return worth
        return -1.0

    def line(self, state: Any, move: int) -> list[int] | None:
        """Return *move* and best play of both sides after it, to the end of the game."""
        line = [move]
        state = self.after(state, move)
        while not self.kernel.result(state):
            wanted = self.value(state)
            for move in self.moves(state):
                value = self.value(self.after(state, move))
                if value is None:
                    return None
                if value == wanted:
                    break
            line.append(move)
            state = self.after(state, move)
        return line

    def _can(self, state: Any, *, sharing: bool) -> bool | None:
        """Return whether ``seat`` can force a win, or not to lose if *sharing*."""
        import numpy as np

        from adviser.kernels import calls, exact

        kernel = self.kernel
        winners, own = int(kernel.result(state)), 1 << self.seat
        if winners:
            return winners == own or (sharing and bool(winners & own))
        table = self._tables.setdefault(sharing, np.zeros((_ROWS, 3), np.uint64))
        states = np.zeros((self.plies, len(state)), np.uint64)
        choices = np.zeros((self.plies, kernel.most_moves), np.int64)
        frames, scratch = np.zeros((self.plies, 3), np.int64), np.zeros(kernel.most_moves, np.int64)
        states[0] = state
        frames[0, exact.COUNT] = kernel.moves(state, choices[0])
        progress = np.array([0, exact.UNDECIDED, self.positions, 0], np.int64)
        rules = calls.rules_of(kernel)
        memory = (states, choices, frames, table, progress, scratch)
        while True:
            answer = exact.step(rules, *memory, self.seat, sharing, min(_SLICE, self.most - self.positions))
            self.positions = int(progress[exact.NODES])
            if answer != exact.UNDECIDED:
                assert answer != exact.UNKNOWN, "the game goes on for longer than its edges allow"
                return bool(answer == exact.YES)
            if self.positions >= self.most or self.expired():
                return None
