"""Which kept game goes on, and where in its source it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.json_types import Json, as_whole
from kiebitz.archive.lines import COLOURS
from kiebitz.archive.numbers import game_id, game_named
from kiebitz.archive.recorded import Recorded, load
from kiebitz.disk import kind_of, shown
from kiebitz.failure import Failure
from kiebitz.output import note


def journals_in(folder: Path) -> list[Path]:
    """Return the journal files in *folder*, the most recently written first."""
    return sorted(folder.glob("*.jsonl"), key=_age)


def newest_unfinished(folder: Path, game: str | None = None, *, pretended: bool = False) -> Recorded | None:
    """Return the most recently written unfinished journal in *folder*, of *game* if named; None if there is none.

    One in which nothing has been played yet, such as a false start after a crash, comes behind all others, and so does
    one that was not begun at such a table, *pretended* or not. Empty ones are passed over.
    What is named like a journal and is no file is left out, with a note. Raises ``Failure`` if a journal written later
    is damaged: it says what is wrong, and which game can be resumed instead.
    """
    damaged: Failure | None = None
    lesser: Recorded | None = None
    for path in journals_in(folder):
        if (kind := kind_of(path)) not in ("", "file"):
            note(f"{shown(path)} is a {kind}, not a game; it is left out")
            continue
        if not path.stat().st_size:  # the disk was full when it began
            continue
        try:
            recorded = load(path)
        except Failure as failure:
            if game is None or game_named(path) in (game, ""):
                damaged = damaged or failure
            continue
        if game in (None, recorded.header.game) and (not is_finished(recorded) or is_result_untold(recorded)):
            if len(recorded.positions) < 2 or is_pretended(recorded) != pretended:
                lesser = lesser or recorded
                continue
            if damaged is None:
                return recorded
            raise _cannot_go_on(damaged, instead=recorded)
    if damaged is not None:
        raise _cannot_go_on(damaged, instead=lesser)
    return lesser


def _cannot_go_on(damaged: Failure, *, instead: Recorded | None) -> Failure:
    if instead is None:
        return Failure(f"the newest game cannot go on: {damaged}; no other game waits to be resumed")
    number = game_id(instead.path)
    other = f"game {number} ({instead.header.game}) can go on: --journal {number}"
    return Failure(f"the newest game cannot go on: {damaged}; {other}")


def is_pretended(recorded: Recorded) -> bool:
    """Return whether the game was begun on the pretend table."""
    return recorded.header.source == "demo"


def is_finished(recorded: Recorded) -> bool:
    """Return whether the game is over, by the rules or by the table."""
    if recorded.course.game.outcome(recorded.course.position) is not None:
        return True
    over = False
    for event in recorded.events:
        if event["event"] == "result":
            over = True
        elif event["event"] in ("takeback", "corrected", "agreed") or event.get("set"):
            over = False
    return over


def is_result_untold(recorded: Recorded) -> bool:
    """Return whether the game ended and nobody may have been told, because Kiebitz was killed just then.

    The result is the last event, or it is missing behind the last move.
    """
    if not is_finished(recorded):
        return False
    told = [event["event"] for event in recorded.events if event["event"] != COLOURS]
    latest = next((kind for kind in reversed(told) if kind in ("result", "move", "pass", "corrected", "agreed")), "")
    return latest != "result" or told[-1] == "result"


def result_untold(recorded: Recorded) -> Mapping[str, Json] | None:
    """Return a result that was saved and maybe not told; None if it was not even saved, {} if it was told."""
    if not is_result_untold(recorded):
        return {}
    last = next(event for event in reversed(recorded.events) if event["event"] != COLOURS)
    return last if last["event"] == "result" else None


@dataclass(frozen=True, slots=True)
class Stopped:
    """How far a source had been read when the game was left."""

    picture: str = ""
    """The last picture that was read from a folder; empty if none was."""
    frame: int = -1
    """The number of the last frame that was read from a video; −1 if none was."""


def stopped_in(recorded: Recorded, source: str) -> Stopped:
    """Return how far *source*, a file or folder, had been read when it was the one watched last; else nothing."""
    runs = [(recorded.header.source, -1, "")]
    for event in recorded.events:
        began, frame, picture = runs[-1]
        if event.get("source"):
            began, frame, picture = str(event["source"]), -1, ""
            runs.append((began, frame, picture))
        runs[-1] = (began, max(frame, _frame(event)), str(event.get("picture") or picture))
    frame, picture = -1, ""
    for name, last, named in reversed(runs):
        if Path(name).resolve() != Path(source).resolve():
            break
        frame, picture = max(frame, last), picture or named
    return Stopped(picture, frame)


def _frame(event: Mapping[str, Json]) -> int:
    return as_whole(event.get("frame", -1))


def _age(path: Path) -> tuple[float, str]:
    try:
        return -path.stat().st_mtime, path.name
    except OSError:  # deleted meanwhile
        return 0.0, path.name
