"""What changes a game at a table, and nothing else does: from a state and an input to the next state and its events.

``TRANSITIONS`` says which rule follows which input in which phase, ``LEADS_TO`` which phase a table may be in after
that; the diagrams in docs/architecture.md are made from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from core.game import P
from kiebitz.table import inputs
from kiebitz.table.events import Event
from kiebitz.table.rules import (
    elsewhere,
    guessing,
    hidden_roll,
    looking,
    proposing,
    sighting,
    speaking,
    telling,
    timing,
)
from kiebitz.table.rules.playing import passed_on
from kiebitz.table.rules.proposing import heeded
from kiebitz.table.state import Phase, TableState

Rule = Callable[[Any, Any], Any]
"""Takes a state and an input of its kind, and returns the next state."""

ALWAYS: Mapping[type[Any], Rule] = {
    inputs.Found: sighting.found,
    inputs.Moved: sighting.moved,
    inputs.Lost: sighting.lost,
    inputs.Framed: sighting.framed,
    inputs.Stirred: sighting.stirred,
    inputs.Rested: sighting.rested,
    inputs.Elsewhere: elsewhere.other_seen,
    inputs.Tick: guessing.guessed,
    inputs.Told: speaking.said,
    inputs.Misheard: speaking.misheard,
    inputs.Proposed: proposing.proposed,
    inputs.Arrived: timing.arrived,
    inputs.Seated: proposing.seated,
    inputs.Rolled: speaking.rolled,
    inputs.Remarked: sighting.remarked,
    inputs.Opened: sighting.opened,
    inputs.Interrupted: sighting.interrupted,
    inputs.Concluded: sighting.concluded,
    inputs.Ended: sighting.ended,
}
"""The rules that apply in every phase."""
TRANSITIONS: Mapping[Phase, Mapping[type[Any], Rule]] = {
    Phase.SEARCHING: {**ALWAYS, inputs.Look: elsewhere.judged},
    Phase.BEGINNING: {**ALWAYS, inputs.Look: looking.before_a_game, inputs.Unchanged: telling.to_be_read},
    Phase.SETTING_UP: {**ALWAYS, inputs.Look: looking.in_a_game, inputs.Unchanged: telling.unchanged},
    Phase.PLAYING: {**ALWAYS, inputs.Look: looking.in_a_game, inputs.Unchanged: telling.unchanged},
    Phase.ASKING: {**ALWAYS, inputs.Look: looking.in_a_game, inputs.Unchanged: telling.unchanged},
    Phase.OVER: {**ALWAYS, inputs.Look: looking.after_a_game, inputs.Unchanged: telling.unchanged},
}
LEADS_TO: Mapping[Phase, frozenset[Phase]] = {
    Phase.SEARCHING: frozenset({Phase.BEGINNING, Phase.SETTING_UP, Phase.PLAYING, Phase.ASKING, Phase.OVER}),
    Phase.BEGINNING: frozenset({Phase.SEARCHING, Phase.PLAYING, Phase.ASKING, Phase.OVER}),
    Phase.SETTING_UP: frozenset({Phase.SEARCHING, Phase.PLAYING, Phase.ASKING, Phase.OVER}),
    Phase.PLAYING: frozenset({Phase.SEARCHING, Phase.BEGINNING, Phase.ASKING, Phase.OVER}),
    Phase.ASKING: frozenset({Phase.SEARCHING, Phase.BEGINNING, Phase.PLAYING, Phase.OVER}),
    Phase.OVER: frozenset({Phase.SEARCHING, Phase.BEGINNING, Phase.PLAYING, Phase.ASKING}),
}
"""Phase → the phases to which one input can lead from it."""
_IN_VIEW = (inputs.Look, inputs.Unchanged, inputs.Found)
"""Inputs that show that the board is in view."""
_FROM_THE_EYE = (
    *_IN_VIEW,
    inputs.Elsewhere,
    inputs.Moved,
    inputs.Lost,
    inputs.Framed,
    inputs.Stirred,
    inputs.Rested,
    inputs.Tick,
)


def step(state: TableState[P], given: inputs.Input) -> tuple[TableState[P], tuple[Event, ...]]:
    """Return the state after the input *given*, and the events that report it.

    Pure: equal arguments give equal results, and nothing is altered. Once watching has ended only people are heard.
    """
    if state.over and not isinstance(given, inputs.Told | inputs.Misheard):
        return state, ()
    state = _noted(state, given)
    state = TRANSITIONS[state.phase][type(given)](state, given)
    if isinstance(given, inputs.Tick):
        state = hidden_roll.looked_again(state, given)
    if isinstance(given, inputs.Look | inputs.Unchanged | inputs.Tick):
        state = speaking.agreed_as_said(state)
    if isinstance(given, inputs.Tick) or state.said:
        state = timing.timed(state, getattr(given, "rested_s", None))
    state = heeded(state)
    events = tuple(Event(kind, *moment, fields) for kind, moment, fields in state.said)
    return replace(state, said=()), events


def _noted(state: TableState[P], given: inputs.Input) -> TableState[P]:
    """Return *state* at the moment of *given*, before anything follows from that input."""
    moment = getattr(given, "moment", None) or state.moment
    shown = isinstance(given, _IN_VIEW) and not (isinstance(given, inputs.Look) and given.relocated)
    in_view = given.in_view if isinstance(given, inputs.Tick) else state.in_view or shown
    orders = replace(state.orders, elsewhere=False, lying=False, read=False)
    state = replace(state, moment=moment, in_view=in_view, orders=orders)
    if state.passes_due and isinstance(given, _FROM_THE_EYE):
        state = passed_on(replace(state, passes_due=False))
    return state
