"""What people say, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.game import P
from core.options import SEATS
from core.play.board_setup import accepted
from core.verdict import Objection
from kiebitz.table import controls
from kiebitz.table.inputs import Ended, Misheard, Rolled, Told
from kiebitz.table.rules import hidden_roll, sighting, taking_back, timing
from kiebitz.table.rules.answering import answered, begun_again, turn_given
from kiebitz.table.rules.correcting import corrected, understood_as
from kiebitz.table.rules.counting import changes_hands, counted, joined_by, recoloured, with_several_colours
from kiebitz.table.rules.following import has_told, played_before
from kiebitz.table.rules.insisting import noted
from kiebitz.table.rules.orders import freshened, heard, looking_anew, ordering, searching
from kiebitz.table.rules.playing import agreed, all_played, played
from kiebitz.table.rules.retelling import rewritten
from kiebitz.table.rules.trouble import forgotten, is_unsure
from kiebitz.table.state import TableState
from kits.colours import called, checked_seat, parts

NO_POSITION = "No position has been seen yet. Show the whole board first."
PLAYED = "moves have been played in these colours; begin a new game with the others, and the pieces may stay"
AGREES = "Noted. What breaks a rule stands as soon as I see it."


def said(state: TableState[P], told: Told) -> TableState[P]:
    """Return *state* after what people have *told*, or with an event that says why that cannot be."""
    command = told.command
    if isinstance(command, controls.Stop):
        return sighting.ended(state, Ended("Stopped."))
    if isinstance(command, controls.Pause):
        return timing.paused(state, on=command.on)
    try:
        after = _carried_out(state, command)
    except ValueError as error:
        after = misunderstood(state, str(error))
    return _settled_by_words(agreed_as_said(after))


def rolled(state: TableState[P], given: Rolled) -> TableState[P]:
    """Return *state* with dice that were rolled for a seat, or with an event that says why that cannot be."""
    try:
        return hidden_roll.rolled(state, given)
    except ValueError as error:
        return misunderstood(state, str(error))


def misheard(state: TableState[P], line: Misheard) -> TableState[P]:
    """Say that a line is no command."""
    return misunderstood(state, line.message)


def misunderstood(state: TableState[P], message: str) -> TableState[P]:
    """Say that something is no command, or none that can be carried out."""
    return _refusing(state, f"{message[:1].upper()}{message[1:]}{'' if message.endswith('.') else '.'}")


def agreed_as_said(state: TableState[P]) -> TableState[P]:
    """Agree to a broken rule if people did so before it was told, unless the table is understood otherwise."""
    told = state.trouble.broken is not None
    if not state.insisted.agrees or not (told or state.orders.settled):
        return state
    try:
        state = _agreeing(state)
    except ValueError as error:
        state = misunderstood(replace(state, insisted=replace(state.insisted, agrees=False)), str(error))
    return _settled_by_words(state) if told else state


def _agreeing(state: TableState[P]) -> TableState[P]:
    """Return *state* after people have agreed to a broken rule. Raises ``ValueError`` if there is none."""
    objection, looked, best = state.trouble.broken, state.telling.judged, state.best()
    if objection is None and state.trouble.key and best is not None and best.put and best.positions != state.told:
        margin = state.terms.certainty.lead_nats
        return has_told(rewritten(state, best.positions, undone=False, margin=margin, rests=best.rests))
    waits = objection is None and not state.orders.settled
    state = replace(state, insisted=replace(state.insisted, agrees=waits))
    if waits:
        return state.saying("state", message=AGREES, **state.standing())
    if objection is not None and state.faulty:
        return agreed(state, objection, None)
    if objection is None or looked is None:
        raise ValueError("nothing illegal stands on the board, so there is nothing to agree to")
    contents = {**looked.broken, **state.insisted.cells}
    try:
        after = accepted(state.game, state.told[-1], contents)
    except ValueError as error:
        raise ValueError(f"the game cannot go on from this board: {error}") from None
    return understood_as(agreed(state, objection, after), looked)


def _settled_by_words(state: TableState[P]) -> TableState[P]:
    """Settle what was asked, now that people have spoken."""
    return ordering(heard(state), undisturbed=None)


def _carried_out(state: TableState[P], command: controls.Command) -> TableState[P]:
    """Return *state* after *command*. Raises ``ValueError`` saying why it cannot be carried out."""
    match command:
        case controls.Recolour(colours):
            return _recoloured(state, colours)
        case controls.Correct(cells, sure):
            return _told_cells(state, cells, sure=sure)
        case controls.PointOut(corners_px):
            if not state.terms.can_point_out:
                raise ValueError("this board cannot be pointed out by its corners")
            return looking_anew(searching(state, corners_px))
        case controls.Find():
            return looking_anew(searching(state))
        case controls.Total(seat, total):
            return hidden_roll.total_told(state, seat, total)
        case controls.Reveal():
            return hidden_roll.revealed(state)
        case controls.Seats(players):
            return counted(state, players)
        case controls.Join(colour):
            return joined_by(state, colour)
        case controls.Tell():
            return _asked_where_it_stands(state)
    if state.position is None:
        raise ValueError(NO_POSITION)
    match command:
        case controls.Turn(seat):
            return turn_given(state, seat)
        case controls.TakeBack(plies):
            return taking_back.said(state, plies)
        case controls.Say(action):
            return _announced(_with_what_is_open_settled(state, action), action)
        case controls.Agree():
            return _agreeing(state)
        case _:
            return state


def _told_cells(state: TableState[P], cells: Mapping[str, str], *, sure: bool) -> TableState[P]:
    """Use what people say about *cells*: for the start, for the open question, or for the game."""
    if state.set_up.is_asking:
        return noted(state, cells)
    if state.beginning.unbegun is not None:
        return begun_again(state, cells, *state.beginning.unbegun)
    try:
        after = answered(state, cells)
    except ValueError:
        after = None
    return corrected(state, cells, sure=sure) if after is None else after


def _recoloured(state: TableState[P], told: Mapping[str, str]) -> TableState[P]:
    """Give the seats the colours that people say; a start that was only seen is read again."""
    told = {seat: checked_seat(text) for seat, text in told.items()}
    if any(len(parts(text)) > 1 for text in told.values()):
        state, told = with_several_colours(state, told)
    owners = {content[0] for content in state.game.alphabet(state.position or state.game.start(state.options))}
    seats = "".join(seat for seat in SEATS[: state.options.players] if seat in owners)
    colours = recoloured(state.colours, told, seats)
    changes = changes_hands(state.colours, colours)
    if changes and len(state.told) > 1:
        raise ValueError(PLAYED)
    if changes and not state.beginning.given:
        state = replace(forgotten(state), told=())
    state = looking_anew(replace(state, colours=colours))
    named = ", ".join(f"{seat} plays {called(colour)}" for seat, colour in colours.items())
    return state.saying("state", message=f"{named}.", **state.standing())


def _with_what_is_open_settled(state: TableState[P], action: str) -> TableState[P]:
    """Take the move in question as played if the *action* that people say is legal only after it."""
    game, position = state.game, state.told[-1]
    if not is_unsure(state):
        return state
    try:
        named = game.canonical_action(action)
    except ValueError:
        return state
    if game.objection(position, named) is None:
        return state
    open_one = played_before(state, lambda after: game.objection(after, named) is None)
    return state if open_one is None else all_played(forgotten(state), open_one.actions, open_one.margin_nats)


def _announced(state: TableState[P], action: str) -> TableState[P]:
    """Play *action*, which need not be seen."""
    game = state.game
    try:
        named = game.canonical_action(action)
    except ValueError:
        raise ValueError(f"{game.title} has no {action}") from None
    if (objection := game.objection(state.told[-1], named)) is not None:
        return _refusing(state, objection.message, objection)
    state = played(state, named, float("inf"))
    return freshened(forgotten(state)) if state.trouble.key else state


def _asked_where_it_stands(state: TableState[P]) -> TableState[P]:
    legal = [] if state.position is None else list(state.game.actions(state.position))
    plies, pending = max(0, len(state.told) - 1), state.trouble.pending
    return state.saying("state", **state.standing(), legal=legal, plies=plies, pending=pending)


def _refusing(state: TableState[P], message: str, objection: Objection | None = None) -> TableState[P]:
    fields = objection.as_json() if objection else {}
    return state.saying("error", **{**fields, "message": message})
