"""The measures of a game: each has a name, the clause it is about, and a function of a played game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core import games
from core.options import RuleOptions
from core.play.counting import counting_of
from playtest.play import Played

Group = Literal["Who wins", "Length", "Endings", "Clauses", "Pieces"]
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure of a game: a ``share`` of games in which something holds, or the ``mean`` of a number.

    ``of`` gives 0 or 1 for a share. ``clause`` is a key of the rulebook, or empty.
    """

    group: Group
    name: str
    kind: Literal["share", "mean"]
    of: Callable[[Played], float]
    clause: str = ""
    is_score: bool = False
    """Whether every game gives a value from 0 to 1."""


def measures(game_name: str, options: RuleOptions) -> tuple[Measure, ...]:
    """Return the measures of a game under *options*, including those of events that never happened."""
    counting = counting_of(games.find(game_name))
    seats = ORDINALS[: options.players]
    found = [Measure("Who wins", f"{seat} player wins", "share", _wins(turn)) for turn, seat in enumerate(seats)]
    found.append(Measure("Who wins", "drawn", "share", lambda game: game.drawn))
    found += [
        Measure("Who wins", f"{seat} player's score", "mean", _score(turn), is_score=True)
        for turn, seat in enumerate(seats)
    ]
    found += [
        Measure("Length", "actions", "mean", lambda game: game.plies),
        Measure("Length", "choices at each action", "mean", lambda game: game.choices),
        Measure("Length", "games with a pass", "share", lambda game: game.passes > 0),
        Measure("Length", "passes of 100 actions", "mean", lambda game: 100 * game.passes / max(1, game.plies)),
    ]
    for reason, clause in counting.endings(options).items():
        found.append(Measure("Endings", reason, "share", _ends(reason), clause))
    for deed, clause in counting.deeds(options).items():
        found.append(Measure("Clauses", deed, "share", _occurs(deed), clause))
        found.append(Measure("Clauses", f"{deed}, a game", "mean", _often(deed), clause))
    for piece in counting.pieces(options):
        found.append(Measure("Pieces", f"{piece}, a game", "mean", _used(piece)))
    return tuple(found)


def _wins(turn: int) -> Callable[[Played], float]:
    return lambda game: not game.drawn and turn < len(game.scores) and game.scores[turn] > 0


def _score(turn: int) -> Callable[[Played], float]:
    return lambda game: game.scores[turn] if turn < len(game.scores) else 0.0


def _ends(reason: str) -> Callable[[Played], float]:
    return lambda game: game.reason == reason


def _occurs(deed: str) -> Callable[[Played], float]:
    return lambda game: game.deeds.get(deed, 0) > 0


def _often(deed: str) -> Callable[[Played], float]:
    return lambda game: game.deeds.get(deed, 0)


def _used(piece: str) -> Callable[[Played], float]:
    return lambda game: game.pieces.get(piece, 0)
