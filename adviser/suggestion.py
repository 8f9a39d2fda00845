"""A suggestion: search a little deeper each time until told to stop, then say why."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from adviser.reasons import why
from adviser.search import PROVED, WIN, ExpiredError, Search, winning_moves
from core.goodwin.game import Goodwin
from core.goodwin.position import Move, Position

_SCALE = 120.0
_SURE_DEPTH = 2


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action, what it is worth to the side to move (−1 to 1), the play expected, and why.

    ``simulations`` counts the positions looked at. ``proved`` says that the value
    is certain: a forced win, or with two players a forced loss.
    """

    action: str
    value: float
    line: tuple[str, ...]
    simulations: int
    proved: bool
    why: str


def suggest(
    game: Goodwin,
    position: Position,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    max_depth: int = 12,
    seed: int = 0,
) -> Suggestion:
    """Return what to play in *position*.

    Never misses a win in one; never allows a loss in one that can be stopped: so much
    is looked at even when ``expired()`` is true from the start. With a bound on
    nodes and a clock that never expires the answer depends on *seed* alone.
    Raises ``ValueError`` when the game is over.
    """
    if position.outcome:
        raise ValueError("the game is over: there is nothing to suggest")
    rules = game.rules
    search = Search(rules, position, expired, max_nodes)
    moves = search.ordered(position)
    random.Random(seed).shuffle(moves)
    if len(moves) == 1:
        only = moves[0]
        value = search.value(rules.apply(position, only), 0)
        return _suggestion(game, position, search, only, value, len(moves))

    candidates = _safe(search, position, moves)
    scored = _rank(search, position, candidates, _SURE_DEPTH)
    search.stoppable = True
    for depth in range(_SURE_DEPTH + 1, max_depth + 1):
        if abs(scored[0][0]) > PROVED or search.expired():
            break
        try:
            scored = _rank(search, position, [move for _, move in scored], depth)
        except ExpiredError:
            break
        if all(value < -PROVED for value, _ in scored[1:]):
            break
    value, move = scored[0]
    return _suggestion(game, position, search, move, value, len(moves))


def _safe(search: Search, position: Position, moves: list[Move]) -> list[Move]:
    """Return the moves that win at once, or else those that leave nobody a four in one, or else all."""
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


def _suggestion(
    game: Goodwin, position: Position, search: Search, move: Move, value: float, choices: int
) -> Suggestion:
    two = len(position.active) == 2
    proved = value > PROVED or (two and value < -PROVED)
    after = search.rules.apply(position, move)
    line = (move, *search.line(after))
    return Suggestion(
        action=game.move_text(move),
        value=math.copysign(1.0, value) if proved else math.tanh(value / _SCALE),
        line=tuple(map(game.move_text, line)),
        simulations=search.nodes,
        proved=proved,
        why=why(game, position, move, value=value, choices=choices),
    )
