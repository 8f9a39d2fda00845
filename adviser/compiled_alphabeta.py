"""Iterative-deepening alpha-beta on a compiled kernel; the search itself is in ``kernels.alphabeta``."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic

from adviser.findings import Alternative, Findings
from adviser.kernels import Kernel
from core.game import Game, P

SLICE = 4000
"""Positions searched between two checks of the clock; they take a few milliseconds."""
LEAST = 20_000
"""Positions that a search without time still examines; they take some milliseconds."""
_SCALE = 120.0
"""The estimate that is shown as a value of 0.76, which is tanh 1."""
_SURE_DEPTH = 1


def pursue(
    game: Game[P],
    kernel: Kernel,
    position: P,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    max_depth: int | None = None,
    seed: int = 0,
) -> Findings | None:
    """Return the result of alpha-beta in *position*, which must be in play.

    None for options that *kernel* does not support, and for a kernel that cannot estimate
    positions. Depth 1, with every winning reply, is searched even if ``expired()`` is true from
    the start, so as never to miss a win in one, nor to allow a loss in one that can be stopped.
    The value of an alternative that is worse than the best one is an upper bound.
    """
    state = kernel.encode(position)
    if state is None or kernel.estimate is None:
        return None
    from adviser.kernels import alphabeta

    rng = random.Random(seed)
    memory = alphabeta.Memory.of(kernel, state, [rng.random() for _ in range(kernel.most_moves)])
    pursuit = _Pursuit(game, kernel, position, memory)

    def late() -> bool:
        return memory.seen >= LEAST and expired()

    def room(sure: bool) -> int:
        return SLICE if max_nodes is None or sure else min(SLICE, max_nodes - memory.seen)

    for depth in range(1, min(max_depth or alphabeta.DEEPEST, alphabeta.DEEPEST) + 1):
        sure = depth <= _SURE_DEPTH
        if not sure and (room(sure) <= 0 or late() or pursuit.settled):
            break
        done = pursuit.search(depth, room(sure))
        while not done and (sure or (room(sure) > 0 and not late())):
            done = pursuit.search(0, room(sure))
        pursuit.rank(done)
        if not done:
            break
    return pursuit.findings()


@dataclass(slots=True)
class _Pursuit(Generic[P]):
    """A search under way; ``scored`` holds the moves with their values, the best first."""

    game: Game[P]
    kernel: Kernel
    position: P
    memory: Any
    scored: list[tuple[float, int]] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        """Whether more depth would change nothing: a win or loss is proved, or all moves but one lose."""
        from adviser.kernels import alphabeta

        return abs(self.scored[0][0]) > alphabeta.PROVED or all(v < -alphabeta.PROVED for v, _ in self.scored[1:])

    def search(self, depth: int, most: int) -> bool:
        """Begin a search to *depth*, or with 0 continue it, for *most* positions; return whether it is finished."""
        from adviser.kernels import alphabeta, calls

        me = int(self.kernel.seat(self.memory.states[0]))
        return bool(alphabeta.search(calls.rules_of(self.kernel), self.memory, me, depth, most))

    def rank(self, done: bool) -> None:
        """Take over the results; those of an interrupted depth count only if the best move so far has been searched.

        Moves not yet searched then come before those now known to lose.
        """
        from adviser.kernels import alphabeta

        found = self.memory.moves()
        searched = {move for _, move in found}
        if done or (self.scored and self.scored[0][1] in searched):
            order = {move: place for place, (_, move) in enumerate(self.scored)}
            found.sort(key=lambda item: (-item[0], order.get(item[1], 0)))
            rest = [item for item in self.scored if item[1] not in searched]
            self.scored = sorted(found + rest, key=lambda item: min(0.0, item[0] + alphabeta.PROVED), reverse=True)

    def findings(self) -> Findings:
        from adviser.kernels import alphabeta

        two, value = len(self.position.seats) == 2, self.scored[0][0]

        def certain(value: float) -> bool:
            return value > alphabeta.PROVED or (two and value < -alphabeta.PROVED)

        def share(value: float) -> float:
            return math.copysign(1.0, value) if certain(value) else math.tanh(value / _SCALE)

        return Findings(
            value=share(value),
            line=tuple(self._line()),
            simulations=self.memory.seen,
            proved=certain(value),
            plies=int(alphabeta.WIN - abs(value)) if certain(value) else None,
            alternatives=tuple(Alternative(self.kernel.text(self.position, m), share(v), 0) for v, m in self.scored),
        )

    def _line(self) -> list[str]:
        """Return the principal variation."""
        from adviser.kernels import alphabeta

        position, state, line = self.position, self.memory.states[0].copy(), list[str]()
        move = self.scored[0][1]
        while move >= 0:
            line.append(self.kernel.text(position, move))
            position = self.game.play(position, line[-1])
            self.kernel.apply(state, move)
            if self.game.outcome(position) or len(line) == alphabeta.DEEPEST:
                break
            move = self.kernel.winning(state, self.memory.scratch)
            if move < 0:
                move = alphabeta.recall(state, self.memory)
        return line
