"""The games that are kept: listed, named by a short number, and deleted."""

from __future__ import annotations

import contextlib
import glob
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from core.formats.json_engine import result_json
from core.game import holder
from core.json_types import Json, JsonObject
from kiebitz.archive.crop_files import delete_crops
from kiebitz.archive.journal import copies_of, review_file, state_file, twin_file, unfinished_of, unfinished_state
from kiebitz.archive.numbers import game_id, game_named
from kiebitz.archive.people import by_side, people_of, puzzle_of, signed_in
from kiebitz.archive.picture_files import delete_pictures
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.records import STDIN
from kiebitz.archive.resuming import is_pretended, journals_in
from kiebitz.disk import kind_of, shown
from kiebitz.failure import Failure
from kiebitz.holding import Held, hold
from kiebitz.home import games_folder

LAST = "last"
"""The name by which people ask for the newest game."""
_MOST_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept game. ``trouble`` says what is wrong with its journal, or is empty."""

    id: str
    file: str
    game: str = ""
    began: str = ""
    """When it began: ISO 8601, with the time zone."""
    moves: int = 0
    result: Mapping[str, Json] | None = None
    drawn: bool = False
    outcome: str = ""
    """The result in words."""
    trouble: str = ""
    chained: bool = True
    """Whether hashes guard the lines of its journal."""
    readable: bool = True
    """Whether its journal can be replayed; if it can, ``trouble`` is only about its end."""
    sides: tuple[str, ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    """Seat → colour, for the seats whose colours are known."""
    people: Mapping[str, str] = field(default_factory=dict)
    """Side at the end of the game → the name of the person who played it; Kiebitz itself is not named."""
    signed: tuple[str, ...] = ()
    """The sides that have agreed to the result."""
    puzzle: int = 0
    """The number of the puzzle that was tried or solved; 0 for a game."""
    demo: bool = False
    """Whether it is a demo, played on the pretend table."""

    def as_json(self) -> JsonObject:
        return asdict(self)


def mark_of(path: Path) -> tuple[int, int] | None:
    """Return size and time of the file at *path*, by which a change of it is noticed; None if it has gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def kept_games() -> list[Kept]:
    """Return the games in the games folder, newest first, including damaged ones."""
    return newest_first(map(kept, journals_in(games_folder())))


def newest_first(games: Iterable[Kept]) -> list[Kept]:
    """Return *games* by when they began; of those that began at the same moment, the higher number first."""
    return sorted(games, key=lambda game: (_began(game), _number(game)), reverse=True)


def kept(path: Path) -> Kept:
    """Return the list entry of the journal at *path*."""
    name = game_id(path)
    try:
        recorded = load(path)
    except Failure as failure:
        said = str(failure).removeprefix(f"{path} ").removeprefix("is damaged: ")
        return Kept(name, str(path), game_named(path), trouble=said.partition("; ")[0], readable=False)
    return kept_of(recorded)


def kept_of(recorded: Recorded) -> Kept:
    """Return the list entry of the game that was read from its journal as *recorded*."""
    course, path = recorded.course, recorded.path
    outcome = course.game.outcome(course.position)
    signed = signed_in(recorded.events)
    return Kept(
        game_id(path),
        str(path),
        recorded.header.game,
        recorded.header.created,
        moves=len(course.actions),
        result=result_json(outcome),
        drawn=outcome is not None and outcome.drawn,
        outcome=outcome.sentence if outcome else "",
        trouble=recorded.trouble,
        chained=recorded.is_chained,
        sides=course.position.seats,
        colours=recorded.colours,
        people=by_side(course.position, people_of(recorded.events)),
        signed=tuple(side for side in course.position.seats if holder(course.position, side) in signed),
        puzzle=puzzle_of(recorded.events) or 0,
        demo=is_pretended(recorded),
    )


def file_of(text: str) -> Path:
    """Return the file that *text* names: a kept game's number, ``last``, or the path of a file (``-``: stdin).

    Raises ``Failure`` where there is no such game; whether there is such a file is not asked.
    """
    if text == LAST:
        nothing = f"no game is kept in {games_folder()} yet; `kiebitz watch` keeps the games it sees"
        return _first([Path(game.file) for game in kept_games()], nothing)
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        found = [path for path in games_folder().glob(f"{int(text)}-*.jsonl") if game_id(path) == str(int(text))]
        if found or not kind_of(Path(text)):
            return _first(found, f"no game {text} is kept; `kiebitz list` shows those that are")
    path = Path(text)
    named = games_folder() / f"{text}.jsonl"
    if path != STDIN and path.name == text and not kind_of(path) and kind_of(named) == "file":
        return named
    return path


def delete(paths: list[Path]) -> None:
    """Delete the journals *paths*, and the copies, pictures and reviews kept beside them.

    Raises ``Failure``, before any is deleted, for one that is being written."""
    for path in paths:
        check_free(path)
    for path in paths:
        try:
            for file in (path, *(copy for copy in copies_of(path) if not copy.is_dir())):
                file.unlink()
            delete_crops(path)
            delete_pictures(path)
            address = path.parent.glob(f"{glob.escape(twin_file(path).name)}*")
            for beside in (unfinished_of(path), review_file(path), state_file(path), unfinished_state(path), *address):
                beside.unlink(missing_ok=True)
        except OSError as error:
            raise Failure(f"cannot delete {path}: {error.strerror or error}") from error


def check_is_journal(path: Path) -> None:
    """Raise ``Failure`` if *path* is not a kept game, which must not be deleted."""
    if (kind := kind_of(path)) not in ("", "file"):
        raise Failure(f"{shown(path)} is a {kind}, not a game; remove it by hand")
    if not kind:
        raise Failure(f"there is no game or file {shown(path)}; `kiebitz list` shows the games kept")
    if path.suffix != ".jsonl" or path.parent.resolve() != games_folder().resolve():
        load(path)


def check_free(path: Path) -> None:
    """Raise ``Failure`` if the journal at *path* is being written."""
    try:
        held = hold(path)
    except Held:
        raise Failure(
            f"game {game_id(path)} is being watched right now, so it stays as it is; stop that first"
        ) from None
    if held is not None:
        os.close(held)


def _first(paths: list[Path], otherwise: str) -> Path:
    if not paths:
        raise Failure(otherwise)
    return paths[0]


def _number(game: Kept) -> int:
    return int(game.id) if game.id.isdecimal() else 0


def _began(game: Kept) -> float:
    """Return when *game* began, in seconds; if that is unknown, when its file was last written."""
    with contextlib.suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(game.began).timestamp()
    with contextlib.suppress(OSError):
        return Path(game.file).stat().st_mtime
    return 0.0
