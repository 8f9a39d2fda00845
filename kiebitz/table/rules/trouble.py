"""What is reported as wrong or unclear, and when that is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.game import P
from core.verdict import Objection
from kiebitz.table.state import TableState, Trouble


def forgotten(state: TableState[P]) -> TableState[P]:
    """Return *state* with everything that was wrong or unclear settled, without a word."""
    return replace(state, trouble=Trouble())


def calmed(state: TableState[P]) -> TableState[P]:
    """Return *state* with everything that was wrong or unclear settled; a broken rule is said to be put right."""
    if (objection := state.trouble.unrepaired) is not None and not state.faulty:
        message, cells = "The board has been put right.", list(objection.cells)
        state = state.saying("repaired", code=objection.code, message=message, cells=cells, **state.standing())
    return forgotten(state)


def asked(
    state: TableState[P],
    kind: str,
    cells: Sequence[str],
    message: str,
    *,
    aloud: bool = True,
    whole: bool = False,
    **fields: Any,
) -> TableState[P]:
    """Report *message* once while the table stays so, about the *whole* board or *cells*; or note it, not *aloud*."""
    key = (kind, message, *cells)
    if key == state.trouble.key:
        return state
    pending = {"event": kind, "message": message, "cells": list(cells), **fields}
    trouble = replace(state.trouble, key=key, doubted=None, about_board=whole, pending=pending)
    state = replace(state, trouble=trouble)
    return state.saying(kind, message=message, cells=list(cells), **fields) if aloud else state


def refused(
    state: TableState[P], objection: Objection, position: P, nearest: Sequence[str] = (), **details: Any
) -> TableState[P]:
    """Report the rule that *objection* finds broken in *position*, with the *nearest* legal actions and *details*."""
    more: dict[str, Any] = {"nearest": list(nearest)} if nearest else {}
    if objection.by:
        more["by"] = objection.by
    state = asked(
        state, "illegal", objection.cells, objection.message, code=objection.code, repair=objection.repair,
        seat=position.to_move, position=state.game.format_position(position), **more, **details,
    )  # fmt: skip
    return replace(state, trouble=replace(state.trouble, unrepaired=objection))


def doubted(
    state: TableState[P], objection: Objection, cells: Sequence[str], reason: str, question: str = "", **details: Any
) -> TableState[P]:
    """Ask *question* about *cells*, as by *reason* the *objection* may not stand; people may agree to it."""
    message = " ".join(filter(None, (reason, objection.message, question)))
    state = asked(state, "unsure", cells, message, code=objection.code, repair=objection.repair, **details)
    return replace(state, trouble=replace(state.trouble, doubted=objection))


def has_refused(state: TableState[P], objection: Objection) -> bool:
    """Return whether *objection* was the last report."""
    return state.trouble.key == ("illegal", objection.message, *objection.cells)


def is_unsure(state: TableState[P]) -> bool:
    """Return whether the last report was that something was unclear."""
    return state.trouble.key[:1] == ("unsure",)
