"""Answers whether one of two seats can force a result, on a compiled kernel: the search is in ``kernels.exact``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adviser.kernels import Kernel, State
from core.game import P

_SLICE = 5_000
"""Positions searched between two checks of the clock."""
_ROWS = 1 << 18


@dataclass
class Allowance:
    """How long to search: at most *most* positions, and until ``expired()``; ``used`` are those looked at so far."""

    expired: Callable[[], bool]
    most: int
    used: int = 0

    @property
    def spent(self) -> bool:
        return self.used >= self.most or self.expired()


@dataclass
class Forcing:
    """Whether *seat* can force a win or, if *sharing*, can avoid a loss. Remembers the positions it has answered."""

    kernel: Kernel
    seat: int
    allowance: Allowance
    sharing: bool = False
    _table: Any = field(default=None)

    def answer(self, state: State, plies: int) -> bool | None:
        """Return the answer for *state* as far as it shows within *plies*; None once the allowance is spent.

        What shows later counts as no. Ask with fewer *plies* from positions nearer the end only: an answer that is
        remembered stands for all plies up to the same end.
        """
        import numpy as np

        from adviser.kernels import calls, exact

        kernel = self.kernel
        winners, own = int(kernel.result(state)), 1 << self.seat
        if winners:
            return winners == own or (self.sharing and bool(winners & own))
        if plies < 1:
            return False
        if self._table is None:
            self._table = np.zeros((_ROWS, 3), np.uint64)
        states = np.zeros((plies + 1, len(state)), np.uint64)
        choices = np.zeros((plies + 1, kernel.most_moves), np.int64)
        frames, scratch = np.zeros((plies + 1, 3), np.int64), np.zeros(kernel.most_moves, np.int64)
        states[0] = state
        frames[0, exact.COUNT] = kernel.moves(state, choices[0])
        progress = np.array([0, exact.UNDECIDED, self.allowance.used, 0], np.int64)
        rules, memory = calls.rules_of(kernel), (states, choices, frames, self._table, progress, scratch)
        while True:
            some = min(_SLICE, self.allowance.most - self.allowance.used)
            answer = exact.step(rules, *memory, self.seat, self.sharing, some)
            self.allowance.used = int(progress[exact.NODES])
            if answer != exact.UNDECIDED:
                return bool(answer == exact.YES)
            if self.allowance.spent:
                return None


def moves_of(kernel: Kernel, state: State) -> list[int]:
    """Return the legal moves in *state*."""
    import numpy as np

    out = np.zeros(kernel.most_moves, np.int64)
    return [int(move) for move in out[: kernel.moves(state, out)]]


def after(kernel: Kernel, state: State, move: int) -> State:
    """Return the state after *move* in *state*."""
    reached = state.copy()
    kernel.apply(reached, move)
    return reached


def played_out(
    kernel: Kernel, state: State, move: int, keeps: Callable[[State, State, int], bool | None]
) -> list[int] | None:
    """Return *move* in *state*, and after it to the end of the game the first moves of both sides that *keeps* takes.

    It is given the state before and after a move, and the number of plies until then; where it answers None, so does
    this.
    """
    line, state = [move], after(kernel, state, move)
    while not kernel.result(state):
        for choice in moves_of(kernel, state):
            reached = after(kernel, state, choice)
            kept = keeps(state, reached, len(line) + 1)
            if kept is None:
                return None
            if kept:
                break
        line.append(choice)
        state = reached
    return line


def in_words(kernel: Kernel, position: P, play: Callable[[P, str], P], moves: list[int]) -> tuple[str, ...]:
    """Return *moves*, played one after the other from *position*, in canonical notation."""
    texts = list[str]()
    for move in moves:
        texts.append(kernel.text(position, move))
        position = play(position, texts[-1])
    return tuple(texts)
