"""The journal of a game: an append-only JSON Lines file, written before anything is announced.

The first line holds the game, rules, options, start and colours; every further line is an
event, numbered from 1. The file is created when the first position is known, so a game in
which nothing was seen leaves no file. Replaying the lines gives the state. A last line cut
short by a crash is dropped. If the disk is full, lines wait in memory and are written with
the next event.
"""

from __future__ import annotations

import contextlib
import json
import os
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from core.game import Game, P
from kiebitz.failure import Failure
from kiebitz.holding import Held, hold
from kiebitz.table.numbers import game_id, next_number

FORMAT = 1
COLOURS = "colours"
"""The line that stores the seats' colours. It is not an event and has no number."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a journal."""

    game: str
    start: str
    options: Mapping[str, Any]
    colours: Mapping[str, str]
    source: str
    created: str = ""

    def line(self) -> str:
        return json.dumps(
            {
                "journal": FORMAT,
                "rules": 1,
                "game": self.game,
                "start": self.start,
                "options": dict(self.options),
                "colours": dict(self.colours),
                "source": self.source,
                "created": self.created,
            },
            ensure_ascii=False,
        )


class Journal:
    """A journal being written, locked against other writers. ``trouble`` says why saving fails, or is empty.

    Its path is known from the start; lines written before ``begin`` wait in memory.
    """

    def __init__(self, path: Path, *, good_bytes: int = 0, events: int = 0) -> None:
        self.path = path
        self.events = events
        """The number of events."""
        self.begun = False
        self.trouble = ""
        self._waiting: list[str] = []
        self._good_bytes = good_bytes
        self._free: weakref.finalize[[int], Journal] | None = None

    @classmethod
    def reserve(cls, folder: Path, game: str) -> Journal:
        """Return the journal of a new game in *folder*, named after its number, the game and the time."""
        return cls(folder / f"{next_number(folder)}-{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl")

    @classmethod
    def create(cls, folder: Path, header: Header) -> Journal:
        """Return the journal of a new game in *folder*, begun."""
        journal = cls.reserve(folder, header.game)
        journal.begin(header)
        return journal

    @property
    def id(self) -> str:
        """The game's number or name in `kiebitz list`."""
        return game_id(self.path)

    def begin(self, header: Header) -> None:
        """Create the file with *header* and everything written so far."""
        now = datetime.now().astimezone()
        self._waiting.insert(0, replace(header, created=now.isoformat()).line())
        with contextlib.suppress(OSError):  # saving will say why
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(exist_ok=False)
        self.go_on()

    def go_on(self) -> None:
        """Lock the journal and write the waiting lines. Raises ``Failure`` if another process holds it."""
        try:
            held = hold(self.path)
        except Held:
            raise Failure(
                f"game {self.id} is being watched by another kiebitz, which writes {self.path}; stop that one, or "
                "leave --resume out to begin a new game"
            ) from None
        self._free = None if held is None else weakref.finalize(self, os.close, held)
        self.begun = True
        self._save()

    def close(self) -> None:
        """Let others write the journal."""
        if self._free is not None:
            self._free()

    def append(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Write *event* and return it with its number ``n``; if saving fails it waits in memory."""
        self.events += 1
        numbered = {"event": event["event"], "n": self.events, **event}
        self.note(numbered)
        return numbered

    def note(self, line: Mapping[str, Any]) -> None:
        """Write a *line* that is not an event."""
        self._waiting.append(json.dumps(line, ensure_ascii=False))
        self._save()

    def _save(self) -> None:
        if not (self._waiting and self.begun):
            return
        data = "".join(f"{line}\n" for line in self._waiting).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                if file.tell() != self._good_bytes:
                    file.truncate(self._good_bytes)
                    file.seek(0, os.SEEK_END)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            self.trouble = error.strerror or str(error)
        else:
            self._good_bytes += len(data)
            self._waiting.clear()
            self.trouble = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A journal read from disk: its header, its other lines, their size in bytes, and the number of lost lines.

    A last line cut short by a crash does not count as lost.
    """

    path: Path
    header: Header
    events: tuple[Mapping[str, Any], ...]
    good_bytes: int
    lost: int = 0

    @property
    def colours(self) -> dict[str, str]:
        """The last known colours of the seats."""
        colours = dict(self.header.colours)
        for event in self.events:
            if event.get("event") == COLOURS:
                colours.update(event["colours"])
        return dict(sorted(colours.items()))

    @property
    def source(self) -> str:
        """The source that was watched last."""
        return next((str(e["source"]) for e in reversed(self.events) if e.get("source")), self.header.source)

    @property
    def picture(self) -> str:
        """The last picture file of a folder that an event mentions; empty if none does."""
        return next((str(e["picture"]) for e in reversed(self.events) if e.get("picture")), "")

    @property
    def start(self) -> str:
        """The position that the game began with: one put right before the first action is the one seen last."""
        start = self.header.start
        for event in self.events:
            if event.get("event") in ("move", "pass"):
                break
            if event.get("event") == "state" and event.get("position"):
                start = str(event["position"])
        return start

    def reopen(self) -> Journal:
        """Return the journal, ready for more events; the next one overwrites an incomplete last line.

        Raises ``Failure`` if another process is writing it, or has written it since it was read.
        """
        told = sum(event.get("event") != COLOURS for event in self.events)
        journal = Journal(self.path, good_bytes=self.good_bytes, events=told)
        journal.go_on()
        if load(self.path).good_bytes != self.good_bytes:
            journal.close()
            raise Failure(f"{self.path} has been written by another kiebitz in the meantime; try again")
        return journal

    def replay(self, game: Game[P], start: P) -> list[P]:
        """Return every position of the game, from *start* to the current one.

        If the start was corrected before the first action, it is the last one seen.
        """
        positions = [start]
        for event in self.events:
            match event.get("event"):
                case "state" if len(positions) == 1 and event.get("position"):
                    positions = [game.parse_position(str(event["position"]), start.options)]
                case "move" | "pass":
                    positions.append(game.play(positions[-1], str(event["action"])))
                case "takeback":
                    del positions[max(1, len(positions) - int(event["plies"])) :]
        return positions


def load(path: Path) -> Recorded:
    """Return the journal at *path*. Raises ``Failure`` if it is not one."""
    if path.exists() and not path.is_file():
        raise Failure(f"{path} is not a file; name a .jsonl file that `kiebitz watch` wrote")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Failure(f"cannot read the journal {path}: {error.strerror or error}") from error
    lines = list(_whole_lines(data))
    if not lines or not isinstance(lines[0][0], dict) or lines[0][0].get("journal") != FORMAT:
        raise Failure(
            f"{path} is not a journal of this version of Kiebitz; name a .jsonl file that `kiebitz watch` wrote"
        )
    first, *events = (line for line, _ in lines)
    header = Header(
        game=str(_given(path, first, "game")),
        start=str(_given(path, first, "start")),
        options=first.get("options", {}),
        colours=first.get("colours", {}),
        source=str(first.get("source", "")),
        created=str(first.get("created", "")),
    )
    for number, value in enumerate((header.options, header.colours, *events)):
        if not isinstance(value, dict):
            raise Failure(f"{path} cannot be replayed: line {max(1, number)} is damaged")
    good_bytes = lines[-1][1]
    lost = data.count(b"\n", good_bytes)
    return Recorded(path, header, tuple(events), good_bytes, lost)


def _given(path: Path, first: Mapping[str, Any], name: str) -> Any:
    if name not in first:
        raise Failure(f"{path} cannot be replayed: its first line lacks {name!r}")
    return first[name]


def journals_in(folder: Path) -> list[Path]:
    """Return the journal files in *folder*, the most recently written first."""
    return sorted(folder.glob("*.jsonl"), key=_age)


def newest_unfinished(folder: Path, game: str | None = None) -> Recorded | None:
    """Return the most recently written unfinished journal in *folder*, of *game* if named; None if there is none."""
    for path in journals_in(folder):
        try:
            recorded = load(path)
            if game in (None, recorded.header.game) and not _finished(recorded.events):
                return recorded
        except Failure:  # damaged: `kiebitz list` says how
            continue
    return None


def _age(path: Path) -> tuple[float, str]:
    try:
        return -path.stat().st_mtime, path.name
    except OSError:  # deleted meanwhile
        return 0.0, path.name


def _finished(events: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether a result stands that no take-back has undone."""
    over = False
    for event in events:
        if event.get("event") == "result":
            over = True
        elif event.get("event") == "takeback":
            over = False
    return over


def _whole_lines(data: bytes) -> Iterator[tuple[Any, int]]:
    """Yield each line's value and end offset, up to the first incomplete line."""
    end = 0
    for line in data.splitlines(keepends=True):
        if not line.endswith(b"\n"):
            return
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            return
        end += len(line)
        yield value, end
