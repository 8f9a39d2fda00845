"""How games begin: with what the first still looks show, together where no single picture shows all boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.belief.board_evidence import BoardSeen, BoardsSeen
from core.belief.likelihood import Rows, rows_of
from core.belief.misreading import with_mistakes
from core.game import Game, HiddenSetup, P
from core.options import SEATS, RuleOptions
from core.reading import EMPTY, Reading, is_bare
from core.verdict import Objection, in_words
from kiebitz.judging.doubts import SUSPECTED, shown_again
from kiebitz.judging.evidence import may_be, reseated, seen_position
from kiebitz.judging.priors import TABLE_PRIORS
from kiebitz.judging.reveal import awaited, pieces_dealt, seats_at_home, strays, turned_home
from kiebitz.judging.start_rules import StartRules
from kiebitz.judging.starts import (
    MOST_HIDDEN,
    Begun,
    Guess,
    Seen,
    all_seen,
    likeliest,
    looks_like,
    perhaps_bare,
    starts,
    with_anything,
)
from kiebitz.table.inputs import Look
from kiebitz.table.roll import NOTHING_ROLLED
from kiebitz.table.rules import following, hidden_roll, setting_up
from kiebitz.table.rules.orders import learning, turned, understood
from kiebitz.table.rules.playing import passed_on
from kiebitz.table.rules.telling import with_colours_seen
from kiebitz.table.rules.trouble import asked, calmed, doubted, forgotten, has_refused, refused
from kiebitz.table.state import Glimpsed, Insisted, TableState

COVERED = "Something covers part of the board. Please clear the view."
TAP = "If I cannot read a die, tell me what it shows: tap its cell, or write it."
MISREAD = "I may have misread a die. As I see it:"


def started_over(state: TableState[P], message: str) -> TableState[P]:
    """Leave the game as it is; the next one begins with what is seen now."""
    state = replace(forgotten(state), told=(), roll=NOTHING_ROLLED, insisted=Insisted(
        changes=state.insisted.changes, beside=state.insisted.beside, marked=state.insisted.marked,
        marked_beside=state.insisted.marked_beside,
    ))  # fmt: skip
    state = replace(state, beginning=replace(state.beginning, again=message, given=False))
    return replace(state, telling=replace(state.telling, resumed=False))


def may_begin_anew(state: TableState[P], evidence: Reading) -> bool:
    """Return whether the first position may still be completed or corrected, before the first action."""
    return not state.beginning.given and len(state.told) == 1 and not evidence.covered


def is_put_right(state: TableState[P], evidence: Reading) -> bool:
    """Return whether *evidence* shows a set-up without a fault, in which pieces were on another player's board."""
    game, options = state.game, state.options
    rules, before = StartRules(game, options, state.roll.highest), game.contents(state.told[0])
    away = strays(game, before, options) if isinstance(game, HiddenSetup) else []
    if evidence.covered or not any(evidence.best(cell) == EMPTY for cell in away):
        return False
    now = likeliest(game, evidence, options, state.roll.highest).contents
    return rules.is_set_up(now) and not rules.faults(now)


def is_usual(state: TableState[P], evidence: Reading) -> bool:
    """Return whether all of the board is in sight, set up as games begin; otherwise it may lie elsewhere."""
    game, options = state.game, state.options
    if isinstance(game, HiddenSetup):
        return not evidence.covered and StartRules(game, options).is_set_up(evidence.contents)
    return not evidence.covered and may_be(evidence, game.contents(game.start(options)))


def begun(state: TableState[P], look: Look, evidence: Reading, colours: Mapping[str, str]) -> TableState[P]:
    """Use the position in the first still frames as the start; most games start with an empty board."""
    game, options = state.game, state.options
    if isinstance(game, HiddenSetup) and state.colours and not state.told and not look.way_round_is_known:
        home = turned_home(game, evidence, pieces_dealt(game, options), look.plans[0], options)
        if home is not None:
            state, evidence = turned(state, 2), home
    state, evidence, colours = _joined_to_earlier(state, look, evidence, colours)
    state = _beginning(state, unbegun=(look, evidence, colours))
    state, start = _start_seen(state, look, evidence, colours)
    if start is None:
        return state
    if not start.seen.unsure or start.seen.question:
        state = _beginning(state, unbegun=None, glimpsed=Glimpsed())
    state = replace(state, told=(start.position,), telling=replace(state.telling, seen=None, latest=None))
    turn_nats = TABLE_PRIORS.moved_before if state.terms.to_move else TABLE_PRIORS.other_turn
    first = starts(game, start, options, turn_nats=turn_nats)
    state = following.begun(state, first, BoardsSeen.begun(first, BoardSeen.in_look(start.read)))
    state = replace(state, faulty=any(has_refused(state, fault) for fault in start.faults))
    if len(evidence.covered) <= MOST_HIDDEN:
        state = understood(state, look.number, reached=look.reached)
    contents = game.contents(start.position)
    state = with_colours_seen(state, start.colours, contents)
    if following.is_certain(state):
        state = learning(state, contents)
    return _start_told(state, start)


def _start_told(state: TableState[P], start: Begun[P]) -> TableState[P]:
    """Announce *start*, and what is wrong with it."""
    state, remark = setting_up.accepted(state)
    again: dict[str, Any] = {"new_game": True} if state.beginning.again else {}
    if said := state.beginning.again or remark:
        again["message"] = said
    state = _beginning(state, again="")
    state = calmed(state.saying("state", **again, **state.standing()))
    for fault in start.faults:
        if start.seen.may_be_misread:
            cells, question = _asked_about(state, fault, start.seen, start.read)
            state = doubted(state, fault, cells, MISREAD, question)
        else:
            state = refused(state, fault, start.position)
    state = replace(state, faulty=bool(state.trouble.key))
    if start.seen.unsure and not start.faults:
        question = start.seen.question or _asking(state, start.seen)
        state = asked(state, "unsure", start.seen.unsure, question)
    if state.terms.to_move and not isinstance(state.game, HiddenSetup):
        state = passed_on(state)
    return state


def _asking(state: TableState[P], board: Seen) -> str:
    """Return how to ask about the doubts on *board*; dice that stand in for pieces may be impossible to read."""
    again = shown_again(board.unsure).message
    if isinstance(state.game, HiddenSetup) and state.game.declared(state.options):
        return f"{again} {TAP}"
    return again


def _start_seen(
    state: TableState[P], look: Look, evidence: Reading, colours: Mapping[str, str]
) -> tuple[TableState[P], Begun[P] | None]:
    """Return the start that *evidence* shows, in the reader's *colours*; None while that is missing or asked about."""
    if not look.seen_enough(3):
        return state, None
    game, options, told = state.game, state.options, state.insisted.cells
    empty = game.start(options)
    if not isinstance(game, HiddenSetup) and looks_like(evidence, game.contents(empty)):
        return state, Begun(empty, Seen((Guess(game.contents(empty)),)), colours)
    if isinstance(game, HiddenSetup) and len(evidence.covered) <= MOST_HIDDEN:
        evidence = with_anything(evidence, {EMPTY, *all_seen(game, evidence, options)})
    else:
        state, stay = _staying_hidden(state, look, evidence.covered)
        evidence = with_anything(evidence) if stay else evidence
    if isinstance(game, HiddenSetup) and not state.colours:
        seats = seats_at_home(game, evidence.contents, options)
        evidence, colours = reseated(evidence, seats), {seats[seat]: colour for seat, colour in colours.items()}
    bare = perhaps_bare(game, evidence, options) if state.terms.may_be_new and not told else None
    state = hidden_roll.totals_seen(state, look, evidence)
    if hidden_roll.totals_are_wrong(state):
        board = Seen((Guess(evidence.contents),))
    else:
        board = bare or likeliest(game, evidence, options, state.roll.highest)
    if state.beginning.again and is_bare(board.contents):
        return state, None
    if evidence.covered:
        question = _still_to_show(game, evidence, look.out_of_view, options) or COVERED
        return asked(state, "unsure", sorted(evidence.covered), question), None
    if board.unsure and not look.seen_enough(state.terms.patience.readings):
        return state, None
    rows = {cell: with_mistakes(row) for cell, row in rows_of(evidence).items()}
    if board.unsure and len(board.guesses) == 1:
        return _asked_again(state, board, rows), None
    state, start = _standing(state, look, board, colours)
    return state, start and replace(start, read=rows)


def _staying_hidden(state: TableState[P], look: Look, covered: frozenset[str]) -> tuple[TableState[P], bool]:
    """Return whether a few cells stay out of sight for longer than behind a hand, and note *covered*."""
    before = state.beginning.hidden
    stays = before == covered if look.own_moment else look.still_for(state.terms.patience.object_s)
    return _beginning(state, hidden=covered), stays and 0 < len(covered) <= MOST_HIDDEN


def _asked_again(state: TableState[P], board: Seen, rows: Rows) -> TableState[P]:
    """Ask about the doubts on *board*, and say which rule it seems to break."""
    game, total = state.game, state.roll.highest
    faults = game.reveal_faults(board.contents, state.options, total) if isinstance(game, HiddenSetup) else ()
    if faults:
        cells, question = _asked_about(state, faults[0], board, rows)
        return doubted(state, faults[0], cells, SUSPECTED, question or shown_again(cells).message)
    return asked(state, "unsure", board.unsure, _asking(state, board))


def _asked_about(state: TableState[P], fault: Objection, seen: Seen, rows: Rows) -> tuple[tuple[str, ...], str]:
    """Return the cells to show again because *fault* may be misread, and how to ask; for totals, it is one die."""
    if fault.code != hidden_roll.TOTALS_DIFFER:
        return seen.unsure, ""
    cells = hidden_roll.die_in_doubt(state, seen.contents, seen.unsure, rows)
    return cells, shown_again(cells).message


def _standing(
    state: TableState[P], look: Look, seen: Seen, colours: Mapping[str, str]
) -> tuple[TableState[P], Begun[P] | None]:
    """Return the start that was *seen*, with what is wrong with a revealed set-up."""
    game, faults = state.game, tuple[Objection, ...]()
    if isinstance(game, HiddenSetup):
        if missing := awaited(game, seen.contents, state.options):
            return asked(state, "unsure", [], f"Waiting for the pieces of {' and '.join(missing)}."), None
        faults = tuple(game.reveal_faults(seen.contents, state.options, state.roll.highest)[:1])
    try:
        start = seen_position(game, seen.contents, state.options, state.terms.to_move or "A")
    except ValueError as error:
        if look.still_for(state.terms.patience.refused_s):
            state = setting_up.refused(state, seen.contents, error)
        return state, None
    return state, Begun(start, seen, colours, faults=faults)


def _beginning(state: TableState[P], **changes: Any) -> TableState[P]:
    return replace(state, beginning=replace(state.beginning, **changes))


# -- boards that no single picture shows whole


def _joined_to_earlier(
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


def _still_to_show(game: Game[P], evidence: Reading, out_of_view: frozenset[str], options: RuleOptions) -> str:
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
