"""Agreements: the players accept a broken rule, after it is announced or before."""

from __future__ import annotations

from dataclasses import replace

from core.game import P
from core.play.board_setup import accepted
from kiebitz.table.rules.correcting import understood_as
from kiebitz.table.rules.following import has_told
from kiebitz.table.rules.playing import agreed
from kiebitz.table.rules.retelling import rewritten
from kiebitz.table.state import TableState

AGREES = "Noted. What breaks a rule stands as soon as I see it."


def agreeing(state: TableState[P]) -> TableState[P]:
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
