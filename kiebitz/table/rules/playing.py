"""What is played, taken back, agreed and corrected: the positions of the game, and the events that tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.formats.json_engine import result_json
from core.game import P
from core.play.deciding_cells import deciding
from core.play.sequences import may_be_reordered
from core.verdict import Objection
from kiebitz.judging.amending import Amended
from kiebitz.table.rules.trouble import forgotten
from kiebitz.table.state import TableState

AS_TOLD = "I take the board to be as you say; how that came about is not known."
UNORDERED = {"order": "unknown"}
"""The field of a move that may have come before or after another one."""


def played(state: TableState[P], action: str, margin_nats: float, **fields: Any) -> TableState[P]:
    """Return *state* after *action* and the forced passes behind it."""
    kind, margin = "pass" if action == "--" else "move", round(min(margin_nats, 99.0), 2)
    return passed_on(_advanced(state, kind, action, margin=margin, **fields))


def all_played(state: TableState[P], actions: Sequence[str], margin_nats: float) -> TableState[P]:
    """Return *state* after *actions*, in any order; a pass forced among them comes with the action before it."""
    order = UNORDERED if may_be_reordered(state.game, state.told[-1], actions) else {}
    passed = 0
    for action in actions:
        if action == "--" and passed:
            passed -= 1
            continue
        before = len(state.told)
        state = played(state, action, margin_nats, **order)
        passed = len(state.told) - before - 1
    return state


def taken_back(state: TableState[P], plies: int, **fields: Any) -> TableState[P]:
    """Return *state* with *plies* undone; back at the start, who begins may be open again."""
    told = state.told[:-plies]
    is_open = len(told) == 1 and state.terms.may_join and not state.counted
    state = replace(state, told=told, colours={} if is_open else state.colours)
    return passed_on(state.saying("takeback", plies=plies, **fields, **state.standing()))


def amended(state: TableState[P], better: Amended) -> TableState[P]:
    """Return *state* with the latest moves replaced by those of *better*, which were really played."""
    state = replace(state, told=(*state.told[: better.first + 1], *better.positions))
    for was, action, after in zip(better.was, better.actions, better.positions, strict=True):
        if was != action:
            message = f"Move {after.ply} was {action}, not {was}."
            position = state.game.format_position(after)
            state = state.saying("corrected", ply=after.ply, was=was, action=action, position=position, message=message)
    if is_over(state):
        return concluded(state)
    if better.was[-1] == better.actions[-1]:
        state = state.saying("state", **state.standing())
    return passed_on(state)


def put(state: TableState[P], position: P, message: str = AS_TOLD) -> TableState[P]:
    """Return *state* going on from *position*, however that came about; a first position replaces the start."""
    told = () if len(state.told) == 1 else state.told
    state = replace(state, told=(*told, position))
    return _concluded_or_passed_on(state.saying("state", set=True, message=message, **state.standing()))


def agreed(state: TableState[P], objection: Objection, position: P | None) -> TableState[P]:
    """Return *state* going on from *position*, which broke a rule and is accepted; from the same one if None."""
    seat = state.told[-1].to_move
    start = {"start": True} if position is None else {}
    if position is not None:
        state = replace(state, told=(*state.told, position))
    state = replace(forgotten(state), faulty=False)
    fields = {"code": objection.code, "message": objection.message, "cells": list(objection.cells)}
    ply = state.told[-1].ply
    return _concluded_or_passed_on(state.saying("agreed", **fields, **start, seat=seat, ply=ply, **state.standing()))


def is_over(state: TableState[P]) -> bool:
    """Return whether the rules have ended the game."""
    return bool(state.game.outcome(state.told[-1]))


def concluded(state: TableState[P]) -> TableState[P]:
    """Return *state* with the result told if the rules have ended the game."""
    outcome = state.game.outcome(state.told[-1])
    if not outcome:
        return state
    why = deciding(state.game, *reversed(state.told[-2:]))
    where = {"cells": list(why.cells), "lines": [list(line) for line in why.lines]}
    said = {"result": result_json(outcome), "message": why.sentence(outcome), **where, **state.standing()}
    return state.saying("result", **said)


def passed_on(state: TableState[P]) -> TableState[P]:
    """Return *state* after the passes that are forced now."""
    while (now := state.told[-1]).to_move and tuple(state.game.actions(now)) == ("--",):
        state = _advanced(state, "pass", "--")
    return state


def _concluded_or_passed_on(state: TableState[P]) -> TableState[P]:
    return concluded(state) if is_over(state) else passed_on(state)


def _advanced(state: TableState[P], kind: str, action: str, **fields: Any) -> TableState[P]:
    game, before = state.game, state.told[-1]
    after = game.play(before, action)
    state = replace(state, faulty=False, told=(*state.told, after))
    remarks = game.announcements(before, action, after)
    said, announced = [remark.message for remark in remarks], [remark.as_json() for remark in remarks]
    if kind == "pass":
        forced = tuple(game.actions(before)) == ("--",)
        said.insert(0, f"{before.to_move} {'has no legal move and ' if forced else ''}passes.")
    if said:
        fields["message"] = " ".join(said)
    if announced:
        fields["announcements"] = announced
    position = game.format_position(after)
    return concluded(state.saying(kind, action=action, position=position, seat=before.to_move, ply=after.ply, **fields))
