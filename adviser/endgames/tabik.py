"""Solves Tabik's endgames: the exact value of every legal action, if that is quick.

Every action lays a rod, so a game with few actions left is mostly short. Other games have no such bound; there the
tree search proves what it can.
"""

from __future__ import annotations

from collections.abc import Callable

from adviser.findings import Alternative, Findings
from adviser.forcing import Allowance, Forcing, after, in_words, moves_of, played_out
from adviser.kernels import Kernel, State
from core.game import Game
from core.tabik import rules
from core.tabik.position import Position

FEW_EDGES = 12
"""With at most this many edges without a rod, every attempt succeeds."""
MOST_POSITIONS = 2_000_000
"""The most positions to search, an eighth of a second, before leaving the answer to the tree search."""


def settle(game: Game[Position], kernel: Kernel, position: Position, allowance: Allowance) -> Findings | None:
    """Return the exact value of *position* and of every action; None if that takes more than *allowance*."""
    state = kernel.encode(position)
    if state is None:
        return None
    moves = moves_of(kernel, state)
    if edges_left(position) > FEW_EDGES and expected(len(moves)) > allowance.most:
        return None
    value_of = _valuing(kernel, state, edges_left(position) + 4, allowance)
    values = dict[int, float]()
    for move in moves:
        value = value_of(after(kernel, state, move))
        if value is None:
            return None
        values[move] = value
    over = {move for move in values if kernel.result(after(kernel, state, move))}
    ordered = sorted(values, key=lambda move: (-values[move], (move in over) != (values[move] > 0)))
    best = values[ordered[0]]

    def keeps(_before: State, reached: State, _ply: int) -> bool | None:
        value = value_of(reached)
        return None if value is None else value == best

    line = played_out(kernel, state, ordered[0], keeps)
    if line is None:
        return None
    return Findings(
        value=best,
        line=in_words(kernel, position, game.play, line),
        simulations=allowance.used,
        proved=True,
        plies=None,
        alternatives=tuple(Alternative(kernel.text(position, move), values[move], 0) for move in ordered),
    )


def expected(actions: int) -> float:
    """Return about how many positions an attempt takes where there are this many legal *actions*.

    They tell how far the end is: most edges without a rod are dead. In five games of our own on 8 × 8, 6 actions
    took 200 to 600 positions, 9 took 6,000 to 70,000, 11 took 160,000 to 750,000.
    """
    return float(3.5**actions / 8)


def edges_left(position: Position) -> int:
    """Return the number of edges without a rod, which bounds the actions left, apart from a swap and passes."""
    return len(rules.board_of(position).edges) - position.rods.bit_count()


def _valuing(kernel: Kernel, state: State, plies: int, allowance: Allowance) -> Callable[[State], float | None]:
    """Return what values states for the seat to move in *state*: 1 for a win, 0 a draw, −1 a loss.

    It answers None once *allowance* is spent. *plies* bounds the length of the rest of the game.
    """
    seat = int(kernel.seat(state))
    questions = ((Forcing(kernel, seat, allowance), 1.0), (Forcing(kernel, seat, allowance, sharing=True), 0.0))

    def value_of(at: State) -> float | None:
        for question, worth in questions:
            answer = question.answer(at, plies)
            if answer is None:
                return None
            if answer:
                return worth
        return -1.0

    return value_of
