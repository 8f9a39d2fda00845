"""Iterative-deepening alpha-beta for the four-in-a-row family, in plain Python."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from adviser.alphabeta import PROVED, WIN, ExpiredError, Search, winning_moves
from adviser.findings import Alternative, Findings
from core.goodwin.game import Goodwin
from core.goodwin.position import Move, Position

_SCALE = 120.0
_SURE_DEPTH = 2
"""Plies searched whatever the time; with a number of nodes one ply, so as not to look at more."""


def deepen(
    game: Goodwin,
    position: Position,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    max_depth: int = 12,
    seed: int = 0,
) -> Findings:
    """Return the result of alpha-beta in *position*, which must be in play.

    *max_nodes* limits the positions looked at, but each move is looked at once. The value of an alternative that is
    worse than the best one is an upper bound.
    """
    search = Search(game.rules, position, expired, max_nodes)
    moves = search.ordered(position)
    random.Random(seed).shuffle(moves)
    if len(moves) == 1:
        scored = [(search.value(game.rules.apply(position, moves[0]), 0), moves[0])]
        return _findings(game, position, search, scored)

    sure = _SURE_DEPTH if max_nodes is None else 1
    scored = _rank(search, position, _safe(search, position, moves), sure)
    search.stoppable = True
    for depth in range(sure + 1, max_depth + 1):
        if abs(scored[0][0]) > PROVED or search.expired():
            break
        try:
            scored = _rank(search, position, [move for _, move in scored], depth)
        except ExpiredError:
            break
        if all(value < -PROVED for value, _ in scored[1:]):
            break
    return _findings(game, position, search, scored)


def _safe(search: Search, position: Position, moves: list[Move]) -> list[Move]:
    """Return the moves that win at once; else those that give nobody a four in one move; else all."""
    wins = winning_moves(search.rules, position, position.mover)
    if wins:
        return wins
    others = [seat for seat in position.active if seat != position.mover]
    if not any(_pool(position, seat) for seat in others):
        return moves
    safe = []
    for move in moves:
        after = search.rules.apply(position, move)
        if after.outcome or not any(winning_moves(search.rules, after, seat) for seat in others):
            safe.append(move)
    return safe or moves


def _pool(position: Position, seat: int) -> bool:
    return sum(board.bit_count() for board in position.of_seat(seat)) >= 3


def _rank(search: Search, position: Position, moves: list[Move], depth: int) -> list[tuple[float, Move]]:
    """Return *moves* searched *depth* plies on, the best first; only the first is exact."""
    scored: list[tuple[float, Move]] = []
    best = -2 * WIN
    for move in moves:
        after = search.rules.apply(position, move)
        value = search.value(after, depth - 1, alpha=best)
        best = max(best, value)
        scored.append((value, move))
    order = {move: place for place, move in enumerate(moves)}
    return sorted(scored, key=lambda item: (-item[0], order[item[1]]))


def _findings(game: Goodwin, position: Position, search: Search, scored: list[tuple[float, Move]]) -> Findings:
    two = len(position.active) == 2
    value, move = scored[0]
    line, at = [game.move_text(position, move)], search.rules.apply(position, move)
    for reply in search.line(at):
        line.append(game.move_text(at, reply))
        at = search.rules.apply(at, reply)
    return Findings(
        value=_share(value, two),
        line=tuple(line),
        simulations=search.nodes,
        proved=_proved(value, two),
        plies=int(WIN - abs(value)) if _proved(value, two) else None,
        alternatives=tuple(Alternative(game.move_text(position, m), _share(v, two), 0) for v, m in scored),
    )


def _proved(value: float, two: bool) -> bool:
    return value > PROVED or (two and value < -PROVED)


def _share(value: float, two: bool) -> float:
    return math.copysign(1.0, value) if _proved(value, two) else math.tanh(value / _SCALE)
