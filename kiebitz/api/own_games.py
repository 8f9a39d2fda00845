"""Teaches a table from the whole pictures kept of games played on it: what lay there is known from the whole game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.reading import EMPTY, is_edge
from kiebitz.api.harvest import pictures_of
from kiebitz.archive.recorded import load
from kiebitz.archive.resuming import is_finished
from kiebitz.failure import Failure
from kiebitz.pictures.real import Real
from kiebitz.pictures.teaching import Learned, Looked, Shown, actual_kit, look, taught
from kits.kit import Kit
from kits.pieces import Die

MOST_PICTURES = 24
"""Most pictures to learn from, spread over all games: more of one table teach nothing new."""


@dataclass(frozen=True, slots=True, eq=False)
class OwnGames:
    """What games on one table show: the *game* they are of, what was *learned*, and from how many *pictures*.

    ``left_out`` names pictures that do not show what the game says.
    """

    game: str
    learned: Learned
    pictures: int
    left_out: tuple[str, ...]


def taught_by_games(journals: Iterable[Path], colours: Mapping[str, str]) -> OwnGames:
    """Return what the finished games in *journals* teach; *colours* are the seats', those of the games where not named.

    Raises ``Failure`` where they are not all finished games of one kind in the same colours, or no pictures are kept.
    """
    games = [load(journal) for journal in journals]
    if len({recorded.header.game for recorded in games}) > 1:
        raise Failure("these are several games; teach the table from one of them at a time")
    for recorded in games:
        if not is_finished(recorded):
            raise Failure(
                f"{recorded.path} is not finished; teach from games that are: only these are known throughout"
            )
    known = [named for recorded in games for named in pictures_of(recorded)]
    if not known:
        raise Failure("no whole pictures of these games are kept; `kiebitz watch --keep-pictures` keeps them")
    seats = _colours([real for _, real in known], colours)
    chosen = [known[round(at)] for at in np.linspace(0, len(known) - 1, min(MOST_PICTURES, len(known)))]
    kit = teachable(chosen[0][1].kit)
    kit = actual_kit(kit, [_shown(name, real) for name, real in chosen])
    looked, left_out = list[Looked](), list[str]()
    for name, real in chosen:
        try:
            looked.append(_without_doubts(look(_shown(name, real), kit), real))
        except Failure:
            left_out.append(name)
    if not looked:
        raise Failure("none of the pictures shows what its game says; was the camera moved, or another board in view?")
    return OwnGames(kit.name, taught(kit.name, kit, looked, seats), len(looked), tuple(left_out))


def teachable(kit: Kit) -> Kit:
    """Return *kit*. Raises ``Failure`` where there is nothing to learn of its pieces."""
    if not kit.seats or any(isinstance(piece, Die) for piece in kit.pieces.values()):
        raise Failure(f"{kit.name} cannot be taught: there is nothing to learn of its pieces")
    return kit


def _colours(pictures: Iterable[Real], named: Mapping[str, str]) -> dict[str, str]:
    """Return the seats' colours. Raises ``Failure`` if the games disagree about them and *named* does not decide."""
    found: dict[str, str] = {}
    for real in pictures:
        for seat, colour in {**real.colours, **named}.items():
            if found.setdefault(seat, colour) != colour:
                raise Failure(f"{seat} has not the same colour in all these games; teach from games in like colours")
    return found


def _shown(name: str, real: Real) -> Shown:
    contents = {cell: what for cell, what in real.known.items() if what != EMPTY and not is_edge(cell)}
    return Shown(name, real.image, real.place, contents)


def _without_doubts(looked: Looked, real: Real) -> Looked:
    """Return *looked* without the cells whose content is not known."""
    known = np.array([float(cell in real.known) for cell in looked.where.cells])
    return replace(looked, where=replace(looked.where, inside=np.minimum(looked.where.inside, known)))
