"""Puts a loss off: of moves that all lose, finds the one that lasts longest against the quickest win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adviser.findings import Findings
from adviser.forcing import Allowance, Forcing, after, in_words, played_out
from adviser.kernels import Codes, Kernel, State
from core.game import Game, P

MOST_POSITIONS = 1_000_000
"""The most positions to examine, about a tenth of a second."""


def put_off(
    game: Game[P],
    kernel: Kernel,
    position: P,
    found: Findings,
    allowance: Allowance,
) -> Findings:
    """Return *found*, a proved loss of one of two, with the move first that lasts longest.

    Moves that end the game or allow a win in one come last even if *allowance* is spent from the start. Once it is,
    the others keep their order, and ``plies`` is None.
    """
    state = kernel.encode(position)
    assert state is not None
    actions = {kernel.code(position, other.action): other for other in found.alternatives}
    countdown = _Countdown(kernel, state, allowance)
    lasting, lost = countdown.sort(list(actions))
    ordered = [*lasting, *sorted(lost, key=lambda move: -lost[move])]
    best = ordered[0]
    end = lost.get(best)
    if line := countdown.line(best, end) if end else []:
        texts = in_words(kernel, position, game.play, line)
    else:
        texts = found.line if found.line[0] == actions[best].action else (actions[best].action,)
    return replace(
        found,
        line=texts,
        simulations=found.simulations + allowance.used,
        plies=end,
        alternatives=tuple(actions[move] for move in ordered),
    )


@dataclass
class _Countdown:
    """Finds the ply, counted from *root*, by which the seat not to move there can win."""

    kernel: Kernel
    root: State
    allowance: Allowance
    _by_end: dict[int, Forcing] = field(default_factory=dict)

    def sort(self, moves: list[int]) -> tuple[list[int], Mapping[int, int]]:
        """Return the *moves* that last longest, if unproved, and the last ply after each of the others."""
        lost = {move: 1 for move in moves if self.kernel.result(after(self.kernel, self.root, move))}
        lasting = [move for move in moves if move not in lost]
        scratch = self._scratch()
        for move in tuple(lasting):
            if self.kernel.winning(after(self.kernel, self.root, move), scratch) >= 0:
                lasting.remove(move)
                lost[move] = 2
        end = 3
        while lasting:
            for move in tuple(lasting):
                if (answer := self._won_by(end, after(self.kernel, self.root, move), 1)) is None:
                    return lasting, lost
                if answer:
                    lasting.remove(move)
                    lost[move] = end
            end += 1
        return lasting, lost

    def line(self, move: int, end: int) -> list[int]:
        """Return *move* and both sides' best play after it, up to ply *end*; nothing if the allowance runs out."""
        loser = self.kernel.seat(self.root)

        def keeps(before: State, reached: State, ply: int) -> bool | None:
            winning = self.kernel.seat(before) != loser
            answer = self._won_by(end if winning else end - 1, reached, ply)
            return None if answer is None else answer == winning

        return played_out(self.kernel, self.root, move, keeps) or []

    def _won_by(self, end: int, state: State, ply: int) -> bool | None:
        """Return whether the other seat wins by ply *end* from *state*, which was reached at *ply*."""
        if end not in self._by_end:
            winner = 1 - int(self.kernel.seat(self.root))
            self._by_end[end] = Forcing(self.kernel, winner, self.allowance)
        return self._by_end[end].answer(state, end - ply)

    def _scratch(self) -> Codes:
        import numpy as np

        return np.zeros(self.kernel.most_moves, np.int64)
