"""Other boards: another game's, and one like the game's own that may be another table's, which its pieces tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.belief.history import common
from core.game import P
from core.reading import EMPTY, Reading
from kiebitz.judging.names import names_of
from kiebitz.judging.starts import is_cleared
from kiebitz.table.inputs import Elsewhere, Look
from kiebitz.table.rules import following
from kiebitz.table.rules.insisting import with_what_is_told
from kiebitz.table.rules.orders import ordering
from kiebitz.table.state import TableState

ANOTHER_TABLES = "another table's board"
_PLIES_ON = 2
"""Most plies that may have been played on a board while it, or the camera, was carried."""
_PLIES_BACK = 1
_PLAIN = 3
"""A board with this many pieces in their places is the game's, whatever was added."""


def other_seen(state: TableState[P], seen: Elsewhere) -> TableState[P]:
    """Announce, once, whose board is in view instead of the game's; do nothing before a game has begun."""
    return _waiting(state, seen.whose)


def judged(state: TableState[P], look: Look) -> TableState[P]:
    """Decide by its pieces whether the board of *look*, found at another place, is the game's; nothing else changes."""
    _, evidence = with_what_is_told(state, look.reading, look.changes)
    if state.position is None or _is_ours(state, look, evidence):
        return ordering(state, ours=look.number)
    if not look.seen_enough(3) or 2 * len(evidence.covered) > len(state.contents):
        return state
    return _waiting(ordering(state, foreign=look.number), ANOTHER_TABLES)


def _waiting(state: TableState[P], whose: str) -> TableState[P]:
    if state.elsewhere or state.position is None:
        return replace(state, in_view=False)
    message = f"This is {whose}; the game of {state.game.title} waits."
    return replace(state.saying("elsewhere", message=message), elsewhere=True, in_view=False)


def _is_ours(state: TableState[P], look: Look, evidence: Reading) -> bool:
    """Return whether the pieces are those of the game, which may have gone on or back a little."""
    if is_cleared(state.game, state.position, evidence):
        return True
    sight = following.sight_of(state, look, evidence)
    after, followed = following.saw(state, replace(sight, fresh=True), new=True, behind=False, several=False)
    best, told = followed.best, state.told
    shared = common(told, best.positions)
    may_be_played = best.is_legal and not best.put and following.fits(after)
    if may_be_played and len(told) - shared <= _PLIES_BACK and len(best.positions) - shared <= _PLIES_ON:
        return True
    seen = sight.named(names_of(best)).contents
    boards = [state.contents] if state.telling.judged is None else [state.contents, state.telling.judged.board]
    return any(_stands(board, seen) for board in boards)


def _stands(board: Mapping[str, str], seen: Mapping[str, str]) -> bool:
    """Return whether most pieces of *board* are *seen* in their places, and hardly any others."""
    pieces = [cell for cell, content in board.items() if content != EMPTY and cell in seen]
    stand = sum(seen[cell] == board[cell] for cell in pieces)
    more = sum(content != EMPTY and board[cell] == EMPTY for cell, content in seen.items())
    return stand >= 2 * (len(pieces) - stand) and (stand >= _PLAIN or more <= _PLIES_ON)
