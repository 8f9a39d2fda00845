"""Reads records from files: record texts, and the journals of ``kiebitz watch``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core.record import BEFORE, Line, Record, setting
from core.record.reading import LONGEST_RECORD
from kiebitz.archive.course import Step
from kiebitz.archive.recorded import LARGEST_BYTES, Recorded, load
from kiebitz.discreet import source_shared, source_told
from kiebitz.disk import plain, read_file, shown
from kiebitz.failure import Failure
from kiebitz.output import note

STDIN = Path("-")
_MOST_BYTES = 4 * LONGEST_RECORD
_HEAD = 64


def read_record(path: Path) -> Record:
    """Return the record or the journal at *path* (``-``: a record on stdin), replayed by the rules.

    Raises ``Failure`` naming the file and what is wrong with it.
    """
    if path == STDIN:
        return _parsed("stdin", plain(sys.stdin.buffer.read(_MOST_BYTES + 1)))
    data = plain(read_file(path, "a record", most_bytes=LARGEST_BYTES, remedy="name a record or a journal"))
    return _from_journal(path) if _begins_journal(data) else _parsed(shown(path), data)


def is_journal(path: Path) -> bool:
    """Return whether the file at *path*, which was read as a record, is a journal."""
    if path == STDIN:
        return False
    with path.open("rb") as file:
        return _begins_journal(plain(file.read(_HEAD)))


def _begins_journal(data: bytes) -> bool:
    """Return whether *data* begins like a journal; JSON spread over several lines is something else."""
    return data.startswith(b"{") and not data.startswith(b"{\n")


def _parsed(name: str, data: bytes) -> Record:
    try:
        record = Record.parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        wrong = f"byte {error.start + 1} is not UTF-8; save it as UTF-8 text"
        raise Failure(f"{name} is not a record: {wrong}") from None
    except ValueError as error:
        raise Failure(f"{name}: {error}") from None
    source = record.tags.get("Source", "")
    return replace(record, tags={**record.tags, "Source": source_told(source)}) if source else record


def _from_journal(path: Path) -> Record:
    recorded = load(path)
    if recorded.trouble:
        note(f"{path}: {recorded.trouble}")
    return record_of(recorded)


def record_of(recorded: Recorded) -> Record:
    """Return the game of a journal. Actions that were taken back and replaced become branches."""
    header, course = recorded.header, recorded.course
    line = _line(course.steps, course.comments)
    undone = {
        at: [other for gone in lines if (other := _line(gone, course.comments)).actions]
        for at, lines in course.taken_back.items()
    }
    if course.comments.get(0):
        line = replace(
            line, comments={**line.comments, BEFORE: f"{course.comments[0]} {line.comments.get(BEFORE, '')}"}
        )
    last = undone.get(len(course.steps), [])
    end = len(line.actions) - 1 if line.actions else BEFORE
    remarks = [line.comments.get(end, ""), f"taken back: {', '.join(' '.join(other.actions) for other in last)}"]
    dated = {"Date": header.created} if header.created else {}
    return Record(
        game=header.game,
        start=recorded.start,
        actions=line.actions,
        options=course.positions[0].options,
        comments={**line.comments, end: " ".join(remarks)} if last else line.comments,
        tags={**recorded.colours, **dated, "Source": source_shared(header.source)},
        branches=_branches(course.steps, undone),
    )


def _line(steps: Sequence[Step], written: Mapping[int, str]) -> Line:
    """Return *steps* as a line of play, with the comments in *written*, which has them by the numbers of events.

    A position that was set becomes a comment on the action before it.
    """
    actions: list[str] = []
    comments: dict[int, str] = {}
    for step in steps:
        if not step.why:
            actions.append(step.text)
        index = len(actions) - 1 if actions else BEFORE
        told = [setting(step.text, step.why)] if step.why else []
        told += [written[step.n]] if step.n and written.get(step.n) else []
        if told:
            comments[index] = " ".join([comments.get(index, ""), *told])
    return Line(tuple(actions), comments)


def _branches(steps: Sequence[Step], undone: Mapping[int, Sequence[Line]]) -> dict[int, tuple[Line, ...]]:
    """Return the lines that were taken back, as branches of the actions played instead."""
    played = [(at, step.text) for at, step in enumerate(steps) if not step.why]
    return {
        index: tuple(line for line in undone.get(at, ()) if line.actions[0] != action)
        for index, (at, action) in enumerate(played)
    }
