"""Results in the notation of records, and the ways players can end a game before the rules do (1.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.options import shown
from core.verdict import Outcome, in_words

OPEN = "*"
WON, DRAWN = {False}, {True}
TABLE_ENDINGS = {
    "resignation": WON,
    "time": WON,
    "forfeit": WON,
    "agreement": DRAWN,
    "adjudication": WON | DRAWN,
}
"""Reason → whether an ending for it is a win or a draw."""
_SEATS = re.compile(r"=|[A-Z](?:(?:\+[A-Z])*|(?:=[A-Z])+)")


def is_result(word: str) -> bool:
    """Return whether *word* begins a result: ``*``, ``=``, or seats joined by ``+`` or ``=``."""
    return word == OPEN or bool(_SEATS.fullmatch(word))


def in_record_words(outcome: Outcome | None, seats: Sequence[str]) -> str:
    """Return *outcome* in the notation of records; *seats* are those still in play.

    >>> in_record_words(Outcome(("A",), "line"), "AB"), in_record_words(None, "AB")
    ('A line', '*')
    >>> in_record_words(Outcome(("A", "C"), "agreement", drawn=True), "ABC")
    'A=C agreement'
    """
    if outcome is None:
        return OPEN
    if not outcome.drawn:
        who = "+".join(outcome.winners)
    elif outcome.reason not in TABLE_ENDINGS or tuple(outcome.winners) == tuple(seats):
        who = "="
    else:
        who = "=".join(outcome.winners)
    return f"{who} {outcome.reason}"


def table_ending(words: str, seats: Sequence[str]) -> Outcome | None:
    """Return the ending by the players that *words* describe; None if they describe no such ending.

    Raises ``ValueError`` if the seats do not fit the reason.
    """
    who, _, reason = words.partition(" ")
    if reason not in TABLE_ENDINGS:
        return None
    drawn = "=" in who
    named = tuple(seats) if who == "=" else tuple(re.split(r"[+=]", who))
    if drawn not in TABLE_ENDINGS[reason]:
        one, other = ("A=B", "A") if drawn else ("A", "A=B")
        raise ValueError(f"a result of {reason} is written as {other} {reason}, not as {one} {reason}")
    if strangers := [seat for seat in named if seat not in seats]:
        raise ValueError(f"the result {shown(words)} names {in_words(strangers)}; those in play are {', '.join(seats)}")
    if len(set(named)) < len(named) or (not drawn and len(named) == len(seats)):
        raise ValueError(f"the result {shown(words)} leaves nobody who lost, or names a seat twice")
    return Outcome(named, reason, drawn)
