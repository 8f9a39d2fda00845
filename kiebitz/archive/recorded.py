"""Journals read from disk: every line is checked before anything is believed.

What is wrong is said with its line. Only an unfinished last line, which a crash leaves behind, is left out, and
``Recorded.trouble`` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core import games
from core.game import PositionLike
from core.json_types import Json, as_object
from core.options import shown
from kiebitz.archive.chain import LINES, body_of, hash_of, parsed
from kiebitz.archive.course import AnyCourse, Course
from kiebitz.archive.journal import FORMAT, UNCHAINED, Header, Journal, keep_copy
from kiebitz.archive.lines import COLOURS, KINDS, fault
from kiebitz.discreet import source_told, without_secrets
from kiebitz.disk import MIB, plain, read_file
from kiebitz.failure import Failure

LARGEST_BYTES = 64 * MIB
"""Most bytes of a journal that is read; a journal of 1,000 events has about 1 MiB."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A journal read from disk: its header, its other lines, and the game that they tell."""

    path: Path
    header: Header
    events: tuple[Mapping[str, Json], ...]
    course: AnyCourse = field(repr=False)
    data: bytes = field(repr=False)
    """The whole file as it was read."""
    lines: tuple[bytes, ...] = field(repr=False)
    """The whole lines as they are in the file, except the closing one."""
    is_chained: bool = True
    """Whether hashes guard the lines; journals of Kiebitz 0.1 have none."""
    unfinished: int = 0
    """The number of bytes of an unfinished last line."""
    trouble: str = ""
    """What is missing at the end, in words; empty if nothing is missing."""

    @property
    def positions(self) -> list[PositionLike]:
        """Every position of the game, from the start to the current one."""
        return [*self.course.positions[:-1], self.course.position]

    @property
    def start(self) -> str:
        """The position that the game began with: one put right before the first action is the one seen last."""
        return self.course.game.format_position(self.course.positions[0])

    @property
    def first(self) -> PositionLike:
        """The position of the header, which later lines may have put right or given further players."""
        game, header = self.course.game, self.header
        return game.parse_position(header.start, game.options.of(header.options))

    @property
    def colours(self) -> dict[str, str]:
        """The last known colours of the seats."""
        colours = dict(self.header.colours)
        for event in self.events:
            if event["event"] == COLOURS:
                colours |= {seat: str(colour) for seat, colour in as_object(event["colours"]).items()}
        return dict(sorted(colours.items()))

    @property
    def count(self) -> int:
        """The number of events."""
        return sum(event["event"] != COLOURS for event in self.events)

    def reopen(self) -> Journal:
        """Return the journal, ready for more events; an unfinished last line is cut, and kept in a copy of the file.

        Raises ``Failure`` if another process is writing it, or has written it since it was read.
        """
        journal = Journal(
            self.path,
            lines=self.lines,
            events=self.count,
            is_chained=self.is_chained,
            as_left=plain(self.data) == self.data,
        )
        journal.go_on()
        if _read(self.path) != self.data:
            journal.close()
            raise Failure(f"{self.path} has been written by another kiebitz in the meantime; try again")
        if self.trouble:
            journal.news.append(self._cut(journal))
        return journal

    def _cut(self, journal: Journal) -> str:
        """Keep a copy of the file if its last line is unfinished, and return what to say about its end."""
        if not self.unfinished:
            return f"{self.path}: {self.trouble}; the game goes on from there"
        try:
            copy = keep_copy(self.path)
        except OSError as error:
            journal.close()
            why = error.strerror or error
            raise Failure(f"no copy of {self.path} can be kept before its end is cut ({why}); make room") from error
        return f"{self.path}: {self.trouble}; it is cut, and the file as it was is kept as {copy}"


def load(path: Path) -> Recorded:
    """Return the journal at *path*, replayed by the rules. Raises ``Failure`` with the line that is wrong."""
    return _Reader(path).read(_read(path))


def _told(event: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return *event* without secrets: older versions kept camera addresses with their passwords."""
    hidden = {"source": source_told, "message": without_secrets}
    return {
        name: hidden[name](value) if name in hidden and isinstance(value, str) else value
        for name, value in event.items()
    }


def _read(path: Path) -> bytes:
    return read_file(path, "a journal", most_bytes=LARGEST_BYTES, remedy="name a .jsonl file of `kiebitz watch`")


@dataclass(slots=True)
class _Reader:
    """Reads a journal line by line."""

    path: Path
    number: int = 1
    """The number of the line being read."""
    is_chained: bool = True
    events: int = 0
    before: str = ""
    """The hash of the previous line."""
    is_closed: bool = False

    def read(self, data: bytes) -> Recorded:
        *whole, rest = plain(data).split(b"\n")
        if not whole:
            raise self._no_journal()
        header = self._header(whole[0])
        course = self._begun(header)
        events = []
        for self.number, line in enumerate(whole[1:], 2):
            event = self._line(line)
            if not self.is_closed:
                self._play(course, event)
                events.append(_told(event))
        lines = tuple(line + b"\n" for line in whole[: 1 + len(events)])
        return Recorded(
            self.path, header, tuple(events), course, data, lines, self.is_chained, len(rest), self._missing(rest)
        )

    def _header(self, line: bytes) -> Header:
        body, told = body_of(line)
        try:
            first = parsed(body)
        except (ValueError, RecursionError):
            raise self._no_journal() from None
        if not isinstance(first, dict) or "journal" not in first:
            raise self._no_journal()
        if first["journal"] not in (FORMAT, UNCHAINED):
            raise self._damaged(
                f"format {shown(first['journal'])} is unknown; a newer version of Kiebitz may have written it"
            )
        self.is_chained = first["journal"] == FORMAT or bool(told)
        self._check_hash(body, told)
        if wrong := fault(first, first=True):
            raise self._damaged(wrong)
        return Header(
            game=first["game"],
            start=first["start"],
            options=first.get("options", {}),
            colours=first.get("colours", {}),
            source=source_told(first.get("source", "")),
            created=first.get("created", ""),
        )

    def _begun(self, header: Header) -> AnyCourse:
        try:
            game = games.find(header.game)
            return Course(game, [game.parse_position(header.start, game.options.of(header.options))])
        except (ValueError, TypeError, OverflowError) as error:
            raise self._against_rules(error) from None

    def _line(self, line: bytes) -> Mapping[str, Json]:
        """Return the fields of *line*."""
        if self.is_closed:
            raise self._damaged("it stands behind the line that ends the journal")
        body, told = body_of(line)
        self._check_hash(body, told)
        try:
            event = parsed(body)
        except (ValueError, RecursionError):
            raise self._damaged("it is not JSON") from None
        if self.is_chained and isinstance(event, dict) and "event" not in event and LINES in event:
            self.is_closed = True
            if event != {LINES: self.number - 1}:
                raise self._damaged(f"it closes the journal behind {self.number - 1} lines, and does not say so")
        elif wrong := fault(event) or self._wrong_number(event):
            raise self._damaged(wrong)
        assert isinstance(event, dict)
        return event

    def _check_hash(self, body: bytes, told: str) -> None:
        if not self.is_chained:
            return
        if not told:
            raise self._damaged("it does not end in its hash")
        if hash_of(body, self.before) != told:
            raise self._damaged("its hash is wrong: this line was changed, or the one before it is lost or misplaced")
        self.before = told

    def _wrong_number(self, event: Mapping[str, Json]) -> str:
        """Return what is wrong with the number of *event*; journals of Kiebitz 0.1 may lack numbers."""
        if event["event"] == COLOURS:
            return ""
        self.events += 1
        if not self.is_chained and event["event"] not in KINDS:
            return f"there is no event {shown(event['event'])}"
        if "n" in event or self.is_chained:
            return (
                "" if event.get("n") == self.events else f"event {self.events} says that it is {shown(event.get('n'))}"
            )
        return ""

    def _play(self, course: AnyCourse, event: Mapping[str, Json]) -> None:
        try:
            course.take(event)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            raise self._against_rules(error) from None

    def _missing(self, rest: bytes) -> str:
        """Return what is missing at the end, in words; *rest* is an unfinished last line."""
        if self.is_chained and rest.startswith(b'{"%s": ' % LINES.encode()):
            return f"line {self.number + 1}, which closes it, is unfinished, as a crash leaves it, and no event is lost"
        if rest:
            return f"line {self.number + 1}, the last one, is unfinished, as a crash leaves it"
        if self.is_chained and not self.is_closed:
            return f"it ends with line {self.number}, and nothing says that this is its end; later lines may be lost"
        return ""

    def _no_journal(self) -> Failure:
        return Failure(
            f"{self.path} is not a journal, or its line 1 is damaged; name a .jsonl file that `kiebitz watch` wrote"
        )

    def _damaged(self, why: str) -> Failure:
        good = f"the {self.number - 1} lines before it are good; " if self.number > 2 else ""
        remedy = "put a copy back, or remove it with `kiebitz delete`"
        return Failure(f"{self.path} is damaged: line {self.number}: {why}; {good}{remedy}")

    def _against_rules(self, error: Exception) -> Failure:
        return Failure(f"{self.path} cannot be replayed: line {self.number}: {error}")
