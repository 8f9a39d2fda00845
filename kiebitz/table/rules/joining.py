"""Who sits down at a table that has not said how many play: a colour that no seat plays, in the first round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from core.belief.history import action_between
from core.game import P
from core.options import SEATS
from core.play.more_players import with_players
from core.reading import EMPTY, Reading
from core.verdict import in_short
from kiebitz.table.inputs import Look
from kiebitz.table.rules import following
from kiebitz.table.rules.trouble import asked, forgotten
from kiebitz.table.state import TableState


def joined(state: TableState[P], look: Look, evidence: Reading) -> tuple[TableState[P], bool]:
    """Return *state* with those who have sat down by *look*, and whether the look leaves open if somebody has.

    Each new colour that is read beyond doubt takes a seat. A doubtful one may be a misread piece of somebody who plays
    already, so it is asked about; so is one in a game whose beginning nobody has seen. On boards without tags nobody
    joins: pieces bought with them are misread as somebody else's too often.
    """
    if not state.is_open or not look.way_round_is_known:
        return state, False
    new = _new_colours(state, look, evidence)
    free = [seat for seat in SEATS[: state.options.players] if seat not in state.colours]
    players = min(state.options.players + max(0, len(new) - len(free)), state.options.most_players())
    if players == state.options.players:
        return state, False
    nats = state.terms.certainty.lead_nats
    sure = all(any(_lead(state, look, evidence, cell) >= nats for cell in cells) for cells in new.values())
    told = _told_by(state, players)
    if sure and told is not None and look.seen_enough(3):
        return _with_players(state, look, told, players, new), False
    if state.told and look.still_for(state.terms.patience.unclear_s):
        cells = sorted(cell for each in new.values() for cell in each)
        state = asked(state, "unsure", cells, _question(cells, players, can_join=told is not None))
    return state, True


def of_seats(state: TableState[P], evidence: Reading) -> Reading:
    """Return *evidence* without the pieces of seats that nobody has taken."""
    if not state.is_open:
        return evidence
    others = set(SEATS[state.options.players :])
    cells = {
        cell: {content: nats for content, nats in row.items() if content[0] not in others}
        for cell, row in evidence.cells.items()
    }
    return Reading(cells, evidence.covered)


def _new_colours(state: TableState[P], look: Look, evidence: Reading) -> Mapping[str, list[str]]:
    """Return each colour that nobody is known to play, and the cells with a piece of it that were empty before."""
    known, before = set(state.colours.values()), state.contents if state.told else {}
    found: dict[str, list[str]] = {}
    for cell, content in evidence.contents.items():
        colour = look.colours.get(content[0])
        if colour is not None and colour not in known and before.get(cell, EMPTY) == EMPTY:
            found.setdefault(colour, []).append(cell)
    return found


def _lead(state: TableState[P], look: Look, evidence: Reading, cell: str) -> float:
    """Return by how many nats the piece on *cell* is likelier than none, and than any of a known colour."""
    row, known = evidence.cells[cell], set(state.colours.values())
    is_other = {content: content == EMPTY or look.colours.get(content[0]) in known for content in row}
    best = max(nats for content, nats in row.items() if not is_other[content])
    return best - max((nats for content, nats in row.items() if is_other[content]), default=-float("inf"))


def _question(cells: Sequence[str], players: int, *, can_join: bool) -> str:
    if can_join:
        return f"Has somebody joined? Please show me {in_short(cells)} again."
    return f"Has somebody joined? Then please begin again, and say that {players} play."


def _told_by(state: TableState[P], players: int) -> Sequence[P] | None:
    """Return what was told of the game as it is with so many *players*; None where that would be another game."""
    actions = [action_between(state.game, *pair) for pair in pairwise(state.told)]
    return with_players(state.game, state.told, actions, players) if state.told else ()


def _with_players(
    state: TableState[P], look: Look, told: Sequence[P], players: int, new: Mapping[str, list[str]]
) -> TableState[P]:
    """Return *state* with so many *players*, with whom the game is as *told*."""
    seats = SEATS[state.options.players : players]
    options = replace(state.options, players=players)
    state = replace(state, terms=replace(state.terms, options=options), told=tuple(told))
    if len(new) == 1 or not told:
        seen = dict.fromkeys(seats, *new) if told else {seat: look.colours[seat] for seat in seats}
        state = replace(state, colours={**state.colours, **seen})
    for number, seat in enumerate(seats, start=players - len(seats) + 1):
        colour = {"colour": state.colours[seat]} if seat in state.colours else {}
        state = state.saying(
            "joined", seat=seat, **colour, players=number, message=f"{seat} has joined: {number} play."
        )
    if not told:
        return state
    return following.begun_as_told(forgotten(state))
