"""What people write about the moves of a kept game: events of its journal, the last one about a move counts."""

from __future__ import annotations

from pathlib import Path

from core.json_types import JsonObject
from kiebitz.archive.recorded import Recorded, load
from kiebitz.failure import Failure

COMMENT = "comment"
"""The event of a comment. ``at`` is the number of the event that reported the move, 0 for the start; an empty comment
deletes the one that is there."""
LONGEST = 500
_FOR_PROGRAMS = "[%"
"""Text in comments that is meant for programs begins with this; people may not write it."""


def check_comment(text: str) -> str:
    """Return the comment *text* on one line. Raises ``ValueError`` where it cannot stand in a record.

    >>> check_comment("  well  played ")
    'well played'
    """
    line = " ".join(text.split())
    if len(line) > LONGEST:
        raise ValueError(f"a comment has at most {LONGEST} characters; this one has {len(line)}")
    if _FOR_PROGRAMS in line or not all(letter.isprintable() or letter in "\u200c\u200d" for letter in line):
        raise ValueError(f"a comment is plain text without {_FOR_PROGRAMS}")
    return line


def check_place(recorded: Recorded, at: int) -> None:
    """Raise ``ValueError`` unless *at* is 0 or the number of an event that told a move of the game in *recorded*."""
    if at != 0 and at not in recorded.course.told_by:
        raise ValueError(f"event {at} told no move of this game")


def comment_event(at: int, text: str) -> JsonObject:
    """Return the fields of the comment *text* on the move that event *at* told. Raises ``ValueError``."""
    return {"at": at, "message": check_comment(text)}


def write_comment(path: Path, at: int, text: str) -> None:
    """Write the comment *text* on the move that event *at* told into the journal at *path*, which nobody else writes.

    Raises ``ValueError``, and ``Failure`` for a journal that cannot be written.
    """
    recorded = load(path)
    check_place(recorded, at)
    event = comment_event(at, text)
    journal = recorded.reopen()
    try:
        journal.append({"event": COMMENT, "frame": -1, "t": 0.0, **event})
        if journal.trouble:
            raise Failure(journal.trouble)
    finally:
        journal.close()
