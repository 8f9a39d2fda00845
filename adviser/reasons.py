"""Why a move is suggested: every sentence is checked against the rules before it is said."""

from __future__ import annotations

from adviser.lines import fours_of
from adviser.search import PROVED, WIN, winning_lines, winning_moves
from core.cells import bits
from core.goodwin.game import Goodwin
from core.goodwin.position import Move, Position


def why(game: Goodwin, position: Position, move: Move, *, value: float, choices: int) -> str:
    """Return one sentence on *move* of *position*, which the search found worth *value*."""
    rules, seat = game.rules, position.mover
    after = rules.apply(position, move)
    if after.outcome:
        return _ending(game, position, move, after)
    if move.target < 0:
        return "no placement is possible: pass"
    if choices == 1:
        return "the only legal move"
    parts = []
    if value > PROVED:
        parts.append(f"wins by force in {_plies(value)} plies")
    blocked = _blocked(game, position, after)
    if blocked:
        parts.append("stops " + " and ".join(blocked))
    threats = _threats(game, after, seat)
    if len(threats) == 1:
        parts.append(f"threatens four in a row at {threats[0]}")
    elif threats:
        parts.append(f"threatens four in a row at {' and '.join(threats[:3])}")
    if value < -PROVED:
        parts.append(f"cannot save the game, but lasts {_plies(-value)} plies")
    if not parts:
        parts.append(_growth(game, position, after, seat))
    return "; ".join(parts)


def _plies(value: float) -> int:
    return int(WIN - value)


def _ending(game: Goodwin, position: Position, move: Move, after: Position) -> str:
    outcome = after.outcome
    assert outcome is not None
    if outcome.drawn:
        return f"ends the game in a draw ({outcome.reason})"
    if position.seats[position.mover] not in outcome.winners:
        return f"is forced, and {outcome.winners[0]} wins ({outcome.reason})"
    if outcome.reason == "line":
        four = next(winning_lines(game.rules, position, position.of_seat(position.mover), move))
        return f"four in a row: {_cells(game, four)}"
    return f"wins at once: nobody else can move ({outcome.reason})"


def _blocked(game: Goodwin, position: Position, after: Position) -> list[str]:
    """Return the fours that others could have completed before the move and cannot after it."""
    found = []
    for seat in position.active:
        if seat == position.mover:
            continue
        before = {move.target for move in winning_moves(game.rules, position, seat)}
        left = {move.target for move in winning_moves(game.rules, after, seat)}
        found += [
            f"{position.seats[seat]}'s four at {game.rules.topology.name(cell)}" for cell in sorted(before - left)
        ]
    return found


def _threats(game: Goodwin, after: Position, seat: int) -> list[str]:
    """Return the cells where *seat* would complete a four if it moved again."""
    return [
        game.rules.topology.name(cell)
        for cell in sorted({move.target for move in winning_moves(game.rules, after, seat)})
    ]


def _growth(game: Goodwin, position: Position, after: Position, seat: int) -> str:
    """Return the plainest true thing about a quiet move."""
    pairs = _open(game, after, seat) - _open(game, position, seat)
    if pairs > 0:
        return f"opens {pairs} more {'line' if pairs == 1 else 'lines'} of four with two or more pieces in them"
    return "the best found by search; no forced line"


def _open(game: Goodwin, position: Position, seat: int) -> int:
    small, medium, large = position.of_seat(seat)
    fours, occupied = fours_of(game.rules.topology.side), position.occupied
    return sum(sum(fours.open_counts(pool, occupied)[1:]) for pool in (small | large, medium | large))


def _cells(game: Goodwin, four: int) -> str:
    return " ".join(game.rules.topology.name(cell) for cell in bits(four))
