"""Answers to what was asked: of cells that are in doubt, of the start of a game, and of whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.game import P, in_play
from core.play.board_setup import with_board
from core.reading import Reading
from core.verdict import Refused, Unclear, in_words
from kiebitz.judging.doubts import shown_again
from kiebitz.table.inputs import Look
from kiebitz.table.rules import beginning, following
from kiebitz.table.rules.insisting import check, insisted_on, noted, remembered
from kiebitz.table.rules.orders import freshened, heard
from kiebitz.table.rules.playing import put
from kiebitz.table.rules.telling import Seen, told
from kiebitz.table.rules.trouble import forgotten, is_unsure
from kiebitz.table.state import TableState


def begun_again(
    state: TableState[P], cells: Mapping[str, str], look: Look, evidence: Reading, colours: Mapping[str, str]
) -> TableState[P]:
    """Begin the game with what *look* shows and *cells* hold, as people say. Raises ``ValueError``."""
    check(state, cells)
    state = noted(state, cells) if state.position is None else remembered(state, cells)
    insisted = insisted_on(state, evidence, cells)
    return beginning.begun(replace(forgotten(state), told=()), look, insisted, colours)


def answered(state: TableState[P], cells: Mapping[str, str]) -> TableState[P] | None:
    """Tell what has happened, now that people have answered what was asked: *cells* hold this.

    None where that cannot be told. Where it cannot, though people have told all that it depends on, the board is to be
    taken as they say. Raises ``ValueError`` for cells that cannot hold this.
    """
    pending = state.trouble.pending or {}
    asked = set(pending.get("cells", ())) if pending.get("event") == "unsure" else set()
    if state.telling.latest is None or not asked or not asked <= cells.keys() or state.trouble.about_board:
        return None
    look, seen = state.telling.latest
    check(state, cells)
    known = {**state.insisted.cells, **cells}
    sight = replace(seen, reading=insisted_on(state, seen.reading, known), told=frozenset(cells))
    state, followed = following.saw(state, sight, new=False, behind=is_unsure(state), several=True)
    best, open_to = followed.best, followed.standing
    if not isinstance(best.standing, Refused) and seen.colours.keys() - seen.known.keys():
        return None  # the answer tells whose the pieces are as well, which this look has in the reader's names
    if isinstance(open_to, Unclear) and known.keys() >= set(open_to.cells):
        if followed.leads and isinstance(best.standing, Refused):
            followed = replace(followed, standing=best.standing)
        elif open_to.suspected is None or not open_to.likely:
            legal = following.lawful(state, sight)
            if legal is None:
                return None
            state, followed = legal
    if isinstance(followed.standing, Refused) and known.keys().isdisjoint(best.change):
        followed = replace(followed, standing=shown_again(best.change))
    state = remembered(heard(state), cells)
    return told(state, Seen(look, sight, followed, by_people=True))


def turn_given(state: TableState[P], seat: str) -> TableState[P]:
    """Give *seat* the move, and announce what the latest look then means. Raises ``ValueError`` if that cannot be."""
    game, before = state.game, state.told
    if before[-1].to_move is None:
        raise ValueError("the game is over, so it is nobody's turn")
    if seat not in (seats := in_play(before[-1])):
        raise ValueError(f"no seat {seat[:20]!r} is in play; it is the turn of {in_words(seats, 'or')}")
    state = heard(forgotten(state))
    message = f"Then it is {seat}'s turn."
    moved = following.let_move(state, seat)
    if moved is None or state.telling.latest is None:
        position = with_board(game, before[-1], state.contents, to_move=seat)
        return freshened(following.begun_as_told(put(state, position, message)))
    look, sight = state.telling.latest
    state = told(moved[0], Seen(look, sight, moved[1], by_people=True))
    if state.told == before and not state.trouble.key:
        state = state.saying("state", message=message, **state.standing())
    return state
