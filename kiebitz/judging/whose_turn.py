"""Whose turn it is if the board does not show it: what the histories say, and the question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.belief.belief import Belief
from core.belief.history import History
from core.belief.traces import contents_of
from core.game import Game, P
from core.verdict import Unclear


def whose_turn(seats: Iterable[str]) -> Unclear:
    """Return the question about which of *seats* is to move."""
    return Unclear("Whose turn is it?", seats=tuple(sorted(seats)))


def turn_after(game: Game[P], told: Sequence[P], history: History[P]) -> str | None:
    """Return who was to move in the last position of *told*, by *history*; None where it had another board then."""
    if len(history.positions) < len(told):
        return None
    position = history.positions[len(told) - 1]
    return position.to_move if contents_of(game, position) == contents_of(game, told[-1]) else None


def open_turns(belief: Belief[P], told: Sequence[P], nats: float) -> set[str]:
    """Return the seats that may be to move in the last position of *told*, by the histories within *nats*."""
    return {seat for history in belief.close(nats) if (seat := turn_after(belief.game, told, history))}


def unknown_turn(belief: Belief[P], nats: float) -> set[str]:
    """Return the seats that may be to move where the board was taken as it stands; none where one alone may be."""
    best = belief.best
    seats = open_turns(belief, best.positions, nats) if best.put and best.is_legal else set()
    return seats if len(seats) > 1 else set()
