"""Games that were kept or written down: listed, read, reviewed, and turned into other forms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kiebitz.failure import Failure

if TYPE_CHECKING:
    from adviser.review import Turn
    from core.record import Record
    from kiebitz.archive.kept import Kept


def records() -> tuple[Kept, ...]:
    """Return the games kept on this machine, newest first, as ``kiebitz list`` does; ``record(each.id)`` reads one."""
    from kiebitz.archive.kept import kept_games

    return tuple(kept_games())


def record(source: str | Path | int) -> Record:
    """Return a game: the number of a kept one, ``"last"``, or the file of a record, a journal or a score sheet.

    Its text is ``format()``, its positions are ``positions()``; ``kiebitz.Record.parse`` reads a text. Raises
    ``kiebitz.Failure`` where there is no such game, or it cannot be read.
    """
    from kiebitz.archive.kept import file_of

    path = file_of(str(source))
    return record_at(path, str(path))


def review(game: Record, *, seconds: float = 30.0, seed: int = 0) -> tuple[Turn, ...]:
    """Return what each action of *game* was worth, as ``kiebitz review`` tells it.

    Raises ``kiebitz.Failure`` for a game without actions, ``ValueError`` for impossible *seconds*.

    Args:
        seconds: how long to think about the whole game.
        seed: breaks ties between equal moves.

    >>> import kiebitz
    >>> tags = '[Game "tink"][Start "8/8/8/2BsAs4/2BsAs4/3As2Bs1/8/8 A 0,0 6"]'
    >>> game = kiebitz.Record.parse(tags + " 1. Sd6")
    >>> (turn,) = kiebitz.review(game, seconds=0.5)
    >>> turn.side, turn.assessment.value, turn.assessment.grade
    ('A', 1.0, 'good')
    """
    from kiebitz.programs.advice import check_seconds
    from kiebitz.programs.turns import turns_of

    check_seconds(seconds)
    if not game.actions:
        raise Failure("the record has no actions, so there is nothing to review")
    return tuple(turns_of(game, seconds, seed=seed))


def export(game: Record, to: str, *, ply: int | None = None) -> str | bytes:
    """Return *game* in the form *to*, one of those of ``kiebitz export --to`` but html: a text, or the bytes of a file.

    Raises ``ValueError`` for a form that does not exist, a *ply* that the game has not, or a game that cannot be
    written so.

    Args:
        ply: a diagram (svg, png, text) shows the position after the move of this number, the last one if None.

    >>> import kiebitz
    >>> game = kiebitz.Record.parse('[Game "tink"] 1. Sc3 2. Sd5')
    >>> print(kiebitz.export(game, "csv").splitlines()[1])
    1,1,A,Sc3,"8/8/8/8/8/2As5/8/8 B 0,0 1",,
    """
    from kiebitz.archive.exports import FORMS

    if to not in FORMS:
        raise ValueError(f"there is no form {to!r}; the forms are {', '.join(FORMS)}")
    if ply is not None and not FORMS[to].has_ply:
        raise ValueError(f"ply goes with svg, png and text; {to} holds the whole game")
    return FORMS[to].write(game, actions_until(game, ply))


def actions_until(game: Record, ply: int | None) -> int:
    """Return after how many actions of *game* its move *ply* is played: 0 is the start, and None the end.

    Raises ``ValueError`` where there is no such move.
    """
    plies = game.plies()
    if not ply:
        return len(plies) if ply is None else 0
    if ply not in plies:
        known = f"its moves are {plies[0]} to {plies[-1]}" if plies else "it has none"
        raise ValueError(f"the record has no move {ply}; {known}")
    return len(plies) - plies[::-1].index(ply)


def record_at(path: Path, name: str) -> Record:
    """Return the record or journal at *path*, or the one on the score sheet in a picture, called *name* in messages.

    Raises ``Failure``.
    """
    from kiebitz.archive.records import read_record
    from kiebitz.pictures.files import SUFFIXES

    if path.suffix.lower() not in SUFFIXES:
        return read_record(path)
    from kiebitz.api.sheets import record_on

    return record_on(path, name)
