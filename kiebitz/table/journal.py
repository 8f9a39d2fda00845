"""The journal of a game: an append-only file of JSON Lines, on disk before anything is announced.

The first line says which game, rules, options, start and colours; every further line is
an event of contract.md. The state is a replay of the lines. A last line that a crash cut
short is dropped. When the disk is full the lines wait in memory and are tried again with
the next event.
"""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from core.game import Game, P
from kiebitz.failure import Failure
from kiebitz.holding import Held, hold

FORMAT = 1


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
    """An open journal, which nobody else may write. ``trouble`` says why saving does not work, or is empty.

    Raises ``Failure`` when another process has it open.
    """

    def __init__(self, path: Path, lines: Sequence[str] = (), *, good_bytes: int = 0) -> None:
        self.path = path
        self.trouble = ""
        self._waiting = list(lines)
        self._good_bytes = good_bytes
        try:
            held = hold(path)
        except Held:
            raise Failure(
                f"{path} is being written by another kiebitz; stop that one, or leave --resume out to begin a new game"
            ) from None
        self._free = None if held is None else weakref.finalize(self, os.close, held)
        self._save()

    def close(self) -> None:
        """Let others write the journal."""
        if self._free is not None:
            self._free()

    @classmethod
    def create(cls, folder: Path, header: Header) -> Journal:
        """Begin the journal of a new game in *folder*, named after the game and the time."""
        now = datetime.now().astimezone()
        stamped = Header(header.game, header.start, header.options, header.colours, header.source, now.isoformat())
        stem = f"{header.game}-{now:%Y%m%d-%H%M%S}"
        return cls(_new_file(folder, stem), [stamped.line()])

    def append(self, event: Mapping[str, Any]) -> None:
        """Put *event* on disk before returning; in trouble it waits in memory instead."""
        self._waiting.append(json.dumps(event, ensure_ascii=False))
        self._save()

    def _save(self) -> None:
        if not self._waiting:
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


def _new_file(folder: Path, stem: str) -> Path:
    """Return a name in *folder* that nobody else has taken, nor can: the file is made at once, if the disk lets us."""
    for number in range(1, 1000):
        path = folder / f"{stem}-{number}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        except OSError:
            break
        return path
    return path


@dataclass(frozen=True, slots=True)
class Recorded:
    """A journal read back: its header, the whole events, and how many bytes they take."""

    path: Path
    header: Header
    events: tuple[Mapping[str, Any], ...]
    good_bytes: int

    @property
    def colours(self) -> dict[str, str]:
        """The colours of the seats, as far as they were known last."""
        colours = dict(self.header.colours)
        for event in self.events:
            if event.get("event") == "colours":
                colours.update(event["colours"])
        return dict(sorted(colours.items()))

    def reopen(self) -> Journal:
        """Return the journal, ready for more; a torn last line is cut off with the next event.

        Raises ``Failure`` when another process is writing it, or has since it was read.
        """
        journal = Journal(self.path, good_bytes=self.good_bytes)
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
    first = lines[0][0]
    header = Header(
        game=str(first["game"]),
        start=str(first["start"]),
        options=first.get("options", {}),
        colours=first.get("colours", {}),
        source=str(first.get("source", "")),
        created=str(first.get("created", "")),
    )
    return Recorded(path, header, tuple(event for event, _ in lines[1:]), lines[-1][1])


def newest_unfinished(folder: Path, game: str) -> Recorded | None:
    """Return the journal of *game* in *folder* that was begun last and has no result; None when there is none."""
    for path in sorted(folder.glob(f"{game}-*.jsonl"), key=_age):
        try:
            recorded = load(path)
        except Failure:
            continue
        if not _finished(recorded.events):
            return recorded
    return None


def _age(path: Path) -> tuple[float, str]:
    return -path.stat().st_mtime, path.name


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
