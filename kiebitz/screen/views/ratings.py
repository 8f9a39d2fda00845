"""How strong people are, by Elo's formula, from the games that are kept with their names; each game by itself.

Everybody begins with 1500. A game moves the ratings of two players by at most ``MOST_POINTS``, towards what its
result was beyond what their ratings had promised (Arpad Elo, 1978). Of more players each pair counts, and less: who
wins has beaten all others, those who share a draw have drawn with each other, and between others nothing is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from core.games import find, names
from core.json_types import JsonObject, as_texts
from kiebitz.archive.kept import Kept
from kiebitz.archive.people import key_of

BEGINNING = 1500.0
MOST_POINTS = 32
FEW_GAMES = 10
"""A rating from fewer games than this says little."""
_TENFOLD = 400
"""Elo points that make a win ten times as likely as a loss."""


@dataclass(slots=True)
class Player:
    """A person and what became of the games played: ``won``, ``drawn`` and ``lost`` count pairs of players."""

    name: str
    rating: float = BEGINNING
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def as_json(self) -> JsonObject:
        counts = {"games": self.games, "won": self.won, "drawn": self.drawn, "lost": self.lost}
        return {"name": self.name, "rating": round(self.rating), **counts, "few": self.games < FEW_GAMES}


@dataclass(slots=True)
class Rated:
    """The players of the game called *game*, and how often each has beaten each."""

    game: str
    players: dict[str, Player] = field(default_factory=dict)
    beaten: dict[tuple[str, str], int] = field(default_factory=dict)
    """Keys of two people → how often the first has beaten the second."""
    drawn: dict[tuple[str, str], int] = field(default_factory=dict)
    """Keys of two people, in alphabetical order → how often they have drawn."""

    def as_json(self) -> JsonObject:
        """Return the players, the strongest first, and the score of every two that have met."""
        strongest = sorted(self.players.values(), key=lambda player: -player.rating)
        met = [(one, other) for one, other in combinations(sorted(self.players), 2) if self._met(one, other)]
        return {
            "game": self.game,
            "title": find(self.game).title,
            "players": [player.as_json() for player in strongest],
            "pairs": [self._pair_json(one, other) for one, other in met],
        }

    def _met(self, one: str, other: str) -> int:
        return self.beaten.get((one, other), 0) + self.beaten.get((other, one), 0) + self.drawn.get((one, other), 0)

    def _pair_json(self, one: str, other: str) -> JsonObject:
        won = [self.beaten.get((one, other), 0), self.beaten.get((other, one), 0)]
        called = [self.players[one].name, self.players[other].name]
        return {"names": called, "won": won, "drawn": self.drawn.get((one, other), 0)}

    def take(self, game: Kept) -> None:
        """Let *game*, which is over, count."""
        pairs = [*_pairs(game)]
        if not pairs:
            return
        for name in game.people.values():
            player = self.players.setdefault(key_of(name), Player(name))
            player.name, player.games = name, player.games + 1
        share = MOST_POINTS / max(1, len(game.sides) - 1)
        points = dict.fromkeys(self.players, 0.0)
        for one, other, score in pairs:
            gained = share * (score - _promised(self.players[one].rating, self.players[other].rating))
            points[one] += gained
            points[other] -= gained
            self._count(one, other, score)
        for key, gained in points.items():
            self.players[key].rating += gained

    def _count(self, one: str, other: str, score: float) -> None:
        first, second = self.players[one], self.players[other]
        if score == 0.5:
            first.drawn, second.drawn = first.drawn + 1, second.drawn + 1
            pair = (min(one, other), max(one, other))
            self.drawn[pair] = self.drawn.get(pair, 0) + 1
        else:
            first.won, second.lost = first.won + 1, second.lost + 1
            self.beaten[one, other] = self.beaten.get((one, other), 0) + 1


def rated(games: Iterable[Kept]) -> list[Rated]:
    """Return the ratings of each game that named people have finished, in the order of its title."""
    found: dict[str, Rated] = {}
    for game in sorted(games, key=lambda one: one.began):
        if _counts(game):
            found.setdefault(game.game, Rated(game.game)).take(game)
    return sorted((each for each in found.values() if each.players), key=lambda each: find(each.game).title)


def _counts(game: Kept) -> bool:
    named = len(game.people) > 1 and game.game in names()
    return named and game.readable and game.result is not None and not game.demo


def _pairs(game: Kept) -> Iterator[tuple[str, str, float]]:
    """Yield two people and the score of the first, 1 or ½, for each pair that *game* has decided."""
    keys: Mapping[str, str] = {side: key_of(name) for side, name in game.people.items()}
    best = [side for side in as_texts((game.result or {}).get("winners", ())) if side in keys]
    yield from ((keys[one], keys[other], 0.5) for one, other in combinations(best, 2))
    yield from ((keys[one], keys[other], 1.0) for one in best for other in keys if other not in best)


def _promised(one: float, other: float) -> float:
    """Return the score that a rating of *one* promises against *other*.

    >>> round(_promised(1900, 1500), 2)
    0.91
    """
    return 1 / (1 + 10 ** ((other - one) / _TENFOLD))
