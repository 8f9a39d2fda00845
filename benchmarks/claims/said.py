"""Checks single reasons: each is read as a person would, and its figures are found again with the rules alone.

What a player could do out of turn is asked of the same position with that player to move. Nothing of
``adviser.reasons`` is used.
"""

from __future__ import annotations

import re
from typing import Any

from benchmarks.claims import goodwin, tabik, tinker
from benchmarks.claims.case import Case, Check
from core.game import Game, holder


def holds(case: Case, code: str, text: str, cells: tuple[str, ...]) -> bool | None:
    """Return whether the reason is true; None for one that nobody here can judge."""
    family = case.game.__class__.__module__.split(".")[1]
    check = {**GENERAL, **FAMILIES.get(family, {})}.get(code)
    return None if check is None else check(case, text, cells)


def _ends(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    outcome = case.game.outcome(case.after)
    if outcome is None:
        return False
    if "draw" in text.split("(")[0]:
        return outcome.drawn
    return not text.startswith("wins") or outcome.winners == (case.mover,)


def _only(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    return len(case.game.actions(case.position)) == 1 and (case.action == "--") == text.endswith("pass")


def _stops(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    seat, action = re.fullmatch(r"stops (\w) from winning with (\S+)", text).groups()  # type: ignore[union-attr]
    return action in case.wins(case.position, seat) and action not in case.wins(case.after, seat)


def _threatens(case: Case, text: str, _cells: tuple[str, ...]) -> bool:
    named = re.split(r", | or ", text.removeprefix("threatens to win with "))
    return set(named) <= set(case.wins(case.after, case.mover))


GENERAL: dict[str, Check] = {"ends": _ends, "only": _only, "stops": _stops, "threatens": _threatens}
FAMILIES = {"goodwin": goodwin.CHECKS, "tabik": tabik.CHECKS, "tinker": tinker.CHECKS}
UNCHECKED = frozenset({"search", "swap"})
"""Codes of reasons that only tell what the search counted or estimated."""


def may_lose_at_once(game: Game[Any], after: Any, person: str) -> bool:
    """Return whether *person* has lost in *after*, or loses to whoever moves next with one move."""
    outcome = game.outcome(after)
    if outcome:
        return person not in {holder(after, seat) for seat in outcome.winners}
    for action in game.actions(after):
        reached = game.play(after, action)
        end = game.outcome(reached)
        if end and not end.drawn and person not in {holder(reached, seat) for seat in end.winners}:
            return True
    return False
