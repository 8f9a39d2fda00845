"""Reasons for a suggested action, in words and with cells to mark. Every reason is confirmed by the rules.

Reasons that fit any game are in ``general``. Those of one family of games are in the module named after the
package of its rules: ``core.goodwin`` has ``adviser.reasons.goodwin``. Nothing is registered; a game whose
family has no module gets the general reasons.
"""

from __future__ import annotations

from typing import cast

from adviser.families import brought
from adviser.findings import Findings
from adviser.reasons import general
from adviser.reasons.reason import Reason, Words
from core.game import Game, P

__all__ = ["Reason", "explain", "piece", "steps", "why"]


def explain(game: Game[P], position: P, found: Findings) -> tuple[Reason, ...]:
    """Return the reasons for the first action of *found*, the most important first; there is always at least one."""
    words, action = _words(game), found.line[0]
    after = game.play(position, action)
    if outcome := game.outcome(after):
        return (words.ending(game, position, action, after, outcome),)
    if len(game.actions(position)) == 1:
        return (words.only(game, position, action),)
    forced = [*general.forced(position, found)]
    told = [*words.reasons(game, position, action, after, found)]
    lost = found.proved and found.value < 0
    all_told = [*told, *forced] if lost else [*forced, *told]
    if found.from_book:
        all_told.append(general.booked(found))
    return tuple(all_told) or (general.quiet(found),)


def why(reasons: tuple[Reason, ...]) -> str:
    """Return *reasons* as one line."""
    return "; ".join(reason.text for reason in reasons)


def piece(game: Game[P], position: P, action: str) -> str:
    """Return what is to be moved or placed in *action*, without saying where to."""
    return _words(game).piece(game, position, action)


def steps(game: Game[P], position: P, action: str) -> str:
    """Return what to do with one's hands to play *action*, as a phrase without a capital or full stop."""
    return _words(game).steps(game, position, action)


def _words(game: Game[P]) -> Words[P]:
    return cast("Words[P]", brought("reasons", game) or general)
