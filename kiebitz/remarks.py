"""The comments and tags of a record in sentences for people."""

from __future__ import annotations

import re
from datetime import datetime

_WRITTEN = re.compile(r"\[%set (?P<position>[^\[\]]+)\](?: set as told| agreed: \S+ (?P<agreed>[^\[]+))?")


def remarks(comment: str) -> list[str]:
    """Return what *comment* tells, in sentences; what `kiebitz watch` wrote for programs is put in words.

    >>> remarks("well played [%set 8/8/8/8/8/8/8/8 A 0,0 3] set as told taken back: Sc3 Sd4")
    ['well played', 'The position was set as told: 8/8/8/8/8/8/8/8 A 0,0 3.', 'Taken back: Sc3 Sd4.']
    >>> remarks("[%set 8/8/8/8/8/8/8/1As6 A 0,0 3] agreed: GW-10 The first piece must be a small.")
    ['The players let this stand: The first piece must be a small.']
    """
    told, at = [], 0
    for match in _WRITTEN.finditer(comment):
        told.append(comment[at : match.start()])
        agreed = match["agreed"]
        if agreed:
            told.append(f"The players let this stand: {agreed}")
        else:
            told.append(f"The position was set as told: {match['position']}.")
        at = match.end()
    before, undone, actions = comment[at:].partition("taken back: ")
    told += [before, f"Taken back: {actions}." if undone else ""]
    return [text.strip() for text in told if text.strip()]


def on_the_wall(moment: str) -> str:
    """Return *moment*, a time as journals hold it, by the clock on the wall; other texts as they are.

    >>> on_the_wall("May 2026")
    'May 2026'
    """
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return moment
