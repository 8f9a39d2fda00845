"""Why a move is suggested: every sentence is checked against the rules before it is said."""

from __future__ import annotations

from typing import Any

from adviser.findings import Findings
from adviser.lines import fours_of
from adviser.search import winning_lines, winning_moves
from core.cells import bits
from core.game import Game
from core.goodwin.game import Goodwin
from core.goodwin.position import Move, Position


def why(game: Game[Any], position: Any, found: Findings) -> str:
    """Return one sentence on the first action of *found*, as the search of *position* found it."""
    if isinstance(game, Goodwin):
        return _why_goodwin(game, position, found)
    after = game.play(position, found.line[0])
    if outcome := game.outcome(after):
        return f"ends the game: {outcome.sentence}"
    if len(game.actions(position)) == 1:
        return "the only legal move"
    if found.proved and found.value != 0.0:
        return _forced(found)
    return "no forced end was found; the best of the games that were tried from here"


def _why_goodwin(game: Goodwin, position: Position, found: Findings) -> str:
    rules, seat, move = game.rules, position.mover, game.move_of(found.line[0])
    after = rules.apply(position, move)
    if after.outcome:
        return _ending(game, position, move, after)
    if move.target < 0:
        return "no placement is possible: pass"
    if rules.count(position) == 1:
        return "the only legal move"
    parts = []
    if found.proved and found.value > 0:
        parts.append(_forced(found))
    blocked = _blocked(game, position, after)
    if blocked:
        parts.append("stops " + " and ".join(blocked))
    threats = _threats(game, after, seat)
    if len(threats) == 1:
        parts.append(f"threatens four in a row at {threats[0]}")
    elif threats:
        parts.append(f"threatens four in a row at {' and '.join(threats[:3])}")
    if found.proved and found.value < 0:
        parts.append(_forced(found))
    if not parts:
        parts.append(_growth(game, position, after, seat))
    return "; ".join(parts)


def _forced(found: Findings) -> str:
    plies = f" in {found.plies} plies" if found.plies else ""
    if found.value > 0:
        return f"wins by force{plies}"
    return "cannot save the game" + (f", but lasts {found.plies} plies" if found.plies else "")


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
