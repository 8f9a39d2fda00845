"""The set-up on boards that no single picture shows whole: what one does not show, another does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.game import Game, HiddenSetup, P
from core.options import SEATS, RuleOptions
from core.reading import EMPTY, Reading
from core.verdict import in_words
from kiebitz.judging.evidence import reseated
from kiebitz.table.inputs import Look
from kiebitz.table.state import Glimpsed, TableState


def joined_to_earlier(
    state: TableState[P], look: Look, evidence: Reading, colours: Mapping[str, str]
) -> tuple[TableState[P], Reading, Mapping[str, str]]:
    """Return *evidence* with what earlier looks showed of the cells out of sight now, and the *colours* of all seats.

    The reader names seats by the colours of one picture, so those of another are called by their colours. Where
    something reaches in over the board, earlier looks do not tell what is under it.
    """
    earlier = state.beginning.glimpsed
    if not isinstance(state.game, HiddenSetup) or not (look.out_of_view or earlier.reading.cells):
        return state, evidence, colours
    names = _alike(earlier.colours, colours)
    if len({*earlier.colours, *names.values()}) > state.options.players:
        earlier, names = Glimpsed(), {seat: seat for seat in colours}
    evidence = reseated(_of_known_colours(evidence, names), names)
    gone = look.out_of_view if look.reached else evidence.covered
    kept = {cell: row for cell, row in earlier.reading.cells.items() if cell in gone}
    cells = _with_one_alphabet({**kept, **evidence.cells})
    found = Glimpsed(
        Reading(cells, evidence.covered - kept.keys()),
        {**earlier.colours, **{names[seat]: colour for seat, colour in colours.items()}},
    )
    state = replace(state, beginning=replace(state.beginning, glimpsed=found))
    return state, found.reading, found.colours


def still_to_show(game: Game[P], evidence: Reading, out_of_view: frozenset[str], options: RuleOptions) -> str:
    """Return how to ask for the boards that no look has shown; empty where something else hides what is missing."""
    if not isinstance(game, HiddenSetup) or not evidence.covered or not evidence.covered <= out_of_view:
        return ""
    homes = game.homes(options)
    missing = sorted({homes[cell] for cell in evidence.covered})
    seen = sorted(set(homes.values()) - set(missing))
    if not seen:
        return "Show me the boards one after the other, and hold the camera still over each part of them."
    so_far = f"I have seen the board of {in_words(seen)}."
    if len(seen) > 1:
        so_far = f"I have seen the boards of {in_words(seen)}."
    if len(missing) == 1:
        return f"{so_far} Now show me the board of {in_words(missing)}, and hold the camera still there."
    return f"{so_far} Now show me the boards of {in_words(missing)}, and hold the camera still there."


def _of_known_colours(evidence: Reading, names: Mapping[str, str]) -> Reading:
    """Return *evidence* without the pieces of seats that *names* lacks, as the picture shows no colour of theirs."""
    cells = {
        cell: {content: nats for content, nats in row.items() if content == EMPTY or content[0] in names}
        for cell, row in evidence.cells.items()
    }
    return Reading(cells, evidence.covered)


def _alike(known: Mapping[str, str], seen: Mapping[str, str]) -> dict[str, str]:
    """Return the table's seat for each seat of *seen*: the one *known* by its colour, else the first free one."""
    by_colour = {colour: seat for seat, colour in known.items()}
    free = iter([seat for seat in SEATS if seat not in known])
    return {seat: by_colour[colour] if colour in by_colour else next(free, seat) for seat, colour in seen.items()}


def _with_one_alphabet(rows: Mapping[str, Mapping[str, float]]) -> dict[str, Mapping[str, float]]:
    """Return *rows* with the same contents in each; a content new to a row is as unlikely as the least likely there."""
    every = dict.fromkeys(content for row in rows.values() for content in row)
    return {cell: {**dict.fromkeys(every, min(row.values())), **row} for cell, row in rows.items()}
