"""How a game ended, in a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.verdict import in_words

_WON = {
    "line": "with four in a row",
    "mobility": "because the others are stuck",
    "last_active": "as the last one in play",
    "score": "by the score of the groups",
    "zero_tie": "by the rule for equal scores",
    "last_standing": "as the last one standing",
    "resignation": "by resignation",
    "time": "on time",
    "forfeit": "because the other side gave up its place",
    "adjudication": "as a judge decided",
}
_DRAWN = {
    "all_stuck": "nobody can move",
    "all_blocked": "nobody can move",
    "zero_tie": "the scores are equal",
    "repetition": "the same position came back too often",
    "ply_limit": "the game has reached its longest length",
    "quiet": "nothing has happened for too long",
    "all_passed": "everybody has passed",
    "agreement": "the players agree on it",
    "adjudication": "a judge decided so",
}


def result_words(result: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return *result*, as JSON tells it, as a sentence; *names* are what all sides are called.

    >>> result_words({"winners": ["A"], "reason": "line"}, {"A": "Red", "B": "Blue"})
    'Red wins with four in a row.'
    >>> result_words({"winners": ["A", "B"], "reason": "all_stuck"}, {"A": "Red", "B": "Blue"})
    'A draw between Red and Blue: nobody can move.'
    """
    winners, reason = result["winners"], str(result["reason"])
    who = in_words([names.get(side, side) for side in winners])
    if reason not in _WON or len(winners) == len(names) > 1:
        return f"A draw between {who}: {_DRAWN.get(reason, reason)}."
    return f"{who} {'win' if len(winners) > 1 else 'wins'} {_WON[reason]}."
