"""The journal of a game: an append-only file of JSON Lines, on disk before anything is announced.

The first line says which game, rules, options, start and colours; every further line is
an event of contract.md. Events are numbered from 1. The file is made when the first position
is known: a game in which nothing was seen leaves nothing behind. The state is a replay of
the lines. A last line that a crash cut short is dropped. When the disk is full the lines
wait in memory and are tried again with the next event.
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
"""The line that keeps the seats' colours. It is no event, and has no number."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a journal says before its first event."""

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
    """A journal to write, which nobody else may write meanwhile. ``trouble`` says why saving fails, or is empty.

    Its place is known from the start; what is written before ``begin`` waits in memory.
    """

    def __init__(self, path: Path, *, good_bytes: int = 0, events: int = 0) -> None:
        self.path = path
        self.events = events
        """How many there are: the number of the last one."""
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
        """What the game is called in `kiebitz list`."""
        return game_id(self.path)

    def begin(self, header: Header) -> None:
        """Make the file, *header* first, then what has been written so far."""
        now = datetime.now().astimezone()
        self._waiting.insert(0, replace(header, created=now.isoformat()).line())
        with contextlib.suppress(OSError):  # saving will say why
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(exist_ok=False)
        self.go_on()

    def go_on(self) -> None:
        """Keep other processes out, and write what waits. Raises ``Failure`` where another one has the journal."""
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
        """Return *event* with its number ``n``, once it is on disk; in trouble it waits in memory instead."""
        self.events += 1
        numbered = {"event": event["event"], "n": self.events, **event}
        self.note(numbered)
        return numbered

    def note(self, line: Mapping[str, Any]) -> None:
        """Put a *line* on disk that is no event."""
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
    """A journal read back: its header, the lines behind it, how many bytes they take, and how many lines are lost.

    A last line that a crash cut short is not counted as lost.
    """

    path: Path
    header: Header
    events: tuple[Mapping[str, Any], ...]
    good_bytes: int
    lost: int = 0

    @property
    def colours(self) -> dict[str, str]:
        """The colours of the seats, as far as they were known last."""
        colours = dict(self.header.colours)
        for event in self.events:
            if event.get("event") == COLOURS:
                colours.update(event["colours"])
        return dict(sorted(colours.items()))

    @property
    def source(self) -> str:
        """What was watched last."""
        return next((str(e["source"]) for e in reversed(self.events) if e.get("source")), self.header.source)

    @property
    def picture(self) -> str:
        """The file of the last picture of a folder of which an event tells; empty where none does."""
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
        """Return the journal, ready for more; a torn last line is cut off with the next event.

        Raises ``Failure`` when another process is writing it, or has since it was read.
        """
        told = sum(event.get("event") != COLOURS for event in self.events)
        journal = Journal(self.path, good_bytes=self.good_bytes, events=told)
        journal.go_on()
        if load(self.path).good_bytes != self.good_bytes:
            journal.close()
            raise Failure(f"{self.path} has been written by another kiebitz in the meantime; try again")
        return journal

    def replay(self, game: Game[P], start: P) -> list[P]:
        """Return every position of the game, *start* first; the last one is where the table stands.

        A start that was put right before the first action is the one that was seen last.
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
    """Return the journal at *path*. Raises ``Failure`` when it is none."""
    if path.exists() and not path.is_file():
        raise Failure(f"{path} is no file; name a .jsonl file that `kiebitz watch` wrote")
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
    """Return the files of the journals in *folder*, those written last first."""
    return sorted(folder.glob("*.jsonl"), key=_age)


def newest_unfinished(folder: Path, game: str | None = None) -> Recorded | None:
    """Return the journal in *folder*, of *game* if named, that was written last and has no result; None without one."""
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
    """Yield each line's value and the offset behind it, up to the first that a crash has torn."""
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
