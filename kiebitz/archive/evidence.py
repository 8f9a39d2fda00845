"""The pictures of a kept game as evidence: their hashes stand in the lines of its journal, which a chain guards.

An event's ``pictures`` are the hashes of those that were kept of it: ``before`` and ``after``, and the ``whole`` one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.json_types import Json, JsonObject, as_object
from kiebitz.archive.crop_files import MOST_EVENTS, WHEN, crop_file, pictured
from kiebitz.archive.lines import COLOURS
from kiebitz.archive.picture_files import picture_file
from kiebitz.archive.recorded import Recorded

WHOLE = "whole"
_DIGITS = 32
"""Hexadecimal digits of a picture's hash: 128 bits, so that nobody finds another picture with it."""


def picture_hashes(crops: Mapping[str, bytes], whole: bytes) -> dict[str, Json]:
    """Return the hashes of an event's pictures: of the small ones in *crops*, and of the *whole* one unless empty.

    >>> picture_hashes({"after": b"one"}, b"")
    {'after': '7692c3ad3540bb803c020b3aee66cd88'}
    """
    return {when: _hash(data) for when, data in {**crops, **({WHOLE: whole} if whole else {})}.items()}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the picture of the event *number* in *file*: it is ``altered``, ``missing`` or ``unknown``.

    An altered one may be that of another event, whose number is ``from_event``.
    """

    number: int
    when: str
    file: Path
    what: str
    from_event: int = 0

    @property
    def words(self) -> str:
        told = {
            "altered": "is not the one that was kept",
            "missing": "is missing",
            "unknown": "was put there later: the journal tells of none",
        }[self.what]
        source = f": it is that of event {self.from_event}" if self.from_event else ""
        return f"event {self.number}: its picture {self.file.name} {told}{source}"

    def as_json(self) -> JsonObject:
        known: JsonObject = {"event": self.number, "when": self.when, "file": str(self.file), "what": self.what}
        return {**known, "from_event": self.from_event or None, "message": self.words}


def checked(recorded: Recorded) -> tuple[int, list[Fault]]:
    """Return how many pictures of the game in *recorded* are as they were kept, and what is wrong with the others.

    Pictures of games that older versions kept have no hashes, and are not counted. Small ones of all but the newest
    events, and whole ones, may have been deleted to make room; these are no faults.
    """
    told = dict(_told(recorded))
    of = {str(value): number for number, hashes in told.items() for value in hashes.values()}
    kept, newest = pictured(recorded.path), [*told][-MOST_EVENTS:]
    good, faults = 0, []
    for number, hashes in told.items():
        for when, expected in hashes.items():
            file = _file(recorded.path, number, when)
            if not file.is_file():
                if when != WHOLE and number in newest:
                    faults.append(Fault(number, when, file, "missing"))
            elif (found := _hash(file.read_bytes())) == expected:
                good += 1
            else:
                faults.append(Fault(number, when, file, "altered", of.get(found, 0)))
    if told:
        added = ((number, when) for number in kept for when in WHEN if when not in told.get(number, {}))
        for number, when in added:
            if (file := crop_file(recorded.path, number, when)).is_file() and number >= min(told):
                faults.append(Fault(number, when, file, "unknown"))
    return good, sorted(faults, key=lambda fault: fault.number)


def _told(recorded: Recorded) -> Iterator[tuple[int, Mapping[str, Json]]]:
    """Yield the number of each event that has pictures, with the hashes of these."""
    events = (event for event in recorded.events if event["event"] != COLOURS)
    for number, event in enumerate(events, 1):
        if "pictures" in event:
            yield number, as_object(event["pictures"])


def _file(journal: Path, number: int, when: str) -> Path:
    return picture_file(journal, number) if when == WHOLE else crop_file(journal, number, when)
