"""Moves that a program or another table announces for its seat: people make them, and the referee checks them."""

from __future__ import annotations

from dataclasses import replace

from core.game import P
from kiebitz.table.inputs import Arrived, Proposed, Seated
from kiebitz.table.rules.playing import played
from kiebitz.table.rules.timing import arrived
from kiebitz.table.state import Fields, Proposal, TableState

_OFF_THE_TABLE = ("takeback", "corrected", "agreed", "result")
"""Events that end every announced move."""


def proposed(state: TableState[P], proposal: Proposed) -> TableState[P]:
    """Announce the move of a program; one that changes nothing on the table, such as a swap, counts as made.

    What was played at another table people must make, or say, at this one.
    """
    position, elsewhere = state.position, proposal.elsewhere
    if position is None or position.to_move is None or state.over:
        return state
    state = state.saying("asked" if elsewhere else "suggest", **proposal.fields)
    state = replace(state, proposal=Proposal(position, proposal.seat, proposal.action, elsewhere))
    after = state.game.play(position, proposal.action)
    if elsewhere:
        return arrived(state, Arrived(proposal.seat, proposal.left))
    if state.game.contents(after) != state.contents:
        return state
    return played(state, proposal.action, float("inf"))


def seated(state: TableState[P], seat: Seated) -> TableState[P]:
    """Forget what was announced for a seat that somebody else plays now."""
    is_theirs = state.proposal is not None and state.proposal.seat == seat.seat
    return replace(state, proposal=None) if is_theirs else state


def heeded(state: TableState[P]) -> TableState[P]:
    """Return *state* with what it says related to the announced move.

    A move gets ``asked``, the announced action, and ``as_asked``, whether that was played. What is wrong or unclear on
    a program's turn gets ``asked``.
    """
    said = []
    for kind, moment, fields in state.said:
        state, more = _heeded(state, kind, fields)
        said.append((kind, moment, more))
    return replace(state, said=tuple(said))


def _heeded(state: TableState[P], kind: str, fields: Fields) -> tuple[TableState[P], Fields]:
    asked = state.proposal
    if asked is None:
        return state, fields
    if kind in _OFF_THE_TABLE or fields.get("new_game") or fields.get("set"):
        return replace(state, proposal=None), fields
    if kind in ("illegal", "partial", "unsure"):
        return state, {**fields, "asked": asked.action}
    if kind not in ("move", "pass"):
        return state, fields
    done = fields["action"] == asked.action
    more = {**fields, "asked": asked.action, "as_asked": done}
    if not done:
        rest = " at the other table; take this back" if asked.elsewhere else "; take this back, or let it stand"
        other = f"{asked.seat} {'played' if asked.elsewhere else 'was to play'} {asked.action}{rest}."
        more["message"] = " ".join(filter(None, (str(fields.get("message", "")), other)))
    return replace(state, proposal=None), more
