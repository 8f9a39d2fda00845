"""Seeded games of any game, for tests that know nothing of its rules."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from core import games
from core.game import Game
from core.options import RuleOptions
from core.verdict import Played, Still, Unclear

SILENT = {"--", "swap"}
"""Actions that the table does not show: a pass and Tabik's swap of colours."""


RARE = {"voluntary_pass", "repetition_limit", "ply_limit", "quiet_ply_limit"}
"""Options that end most games early."""


@dataclass(frozen=True, slots=True)
class Path:
    """A played game: one more position than actions."""

    game: Game[Any]
    positions: tuple[Any, ...]
    actions: tuple[str, ...]

    @property
    def plies(self) -> list[tuple[Any, str, Any]]:
        return list(zip(self.positions, self.actions, self.positions[1:], strict=False))

    def at(self, ply: int) -> Any:
        """Return the position after *ply* actions, or the last one in which something can be played."""
        return self.positions[min(ply, len(self.actions) - 1)]

    def every(self, step: int) -> Sequence[Any]:
        """Return every *step*-th position, and always the last two."""
        return (*self.positions[:-2:step], *self.positions[-2:])


def choose(rng: random.Random, actions: Sequence[str]) -> str:
    """Choose an action, now and then the one with the most parts, or the first: games get rich and stuck."""
    mood = rng.random()
    if mood < 0.3:
        return max(actions, key=lambda action: (action.count("-"), action))
    return actions[0] if mood < 0.4 else rng.choice(actions)


def mixed(rng: random.Random, choices: Mapping[str, Sequence[object]]) -> dict[str, object]:
    """Return some of the options of *choices* together, each at one of its values."""
    return {
        name: rng.choice(values) for name, values in choices.items() if rng.random() < (0.1 if name in RARE else 0.35)
    }


def singly(choices: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return no options, and each of *choices* alone at each of its values."""
    return [{}, *({name: value} for name, values in choices.items() for value in values)]


def play(game: Game[Any], options: RuleOptions, seed: int, plies: int) -> Path:
    """Return a seeded game of at most *plies* actions."""
    rng = random.Random(seed)
    positions, actions = [game.start(options)], list[str]()
    while game.outcome(positions[-1]) is None and len(actions) < plies:
        actions.append(choose(rng, game.actions(positions[-1])))
        positions.append(game.play(positions[-1], actions[-1]))
    return Path(game, tuple(positions), tuple(actions))


def passing(game: Game[Any]) -> dict[str, bool]:
    """Return the option that lets players pass, where *game* has it."""
    return {option.name: True for option in game.options.declared() if option.name == "voluntary_pass"}


@cache
def paths(name: str) -> tuple[Path, ...]:
    """Return games of *name*: two by the rules, one to a ply limit, one with voluntary passes, one a seat count."""
    game = games.find(name)
    found = [
        play(game, game.options(), 1, 60),
        play(game, game.options(), 2, 25),
        play(game, game.options(ply_limit=150), 3, 150),
        play(game, game.options.of({"ply_limit": 12, **passing(game)}), 4, 12),
    ]
    tables = range(3, game.options.most_players() + 1)
    return (*found, *(play(game, game.options(players=players), players, 14) for players in tables))


def check_one_or_two_are_found(game: Game[Any], position: Any, most: int = 60) -> set[type]:
    """Check the diagnosis of boards after one or two actions against all there are; return the kinds of verdicts."""
    unchanged = tuple(game.contents(position).values())
    singles, pairs = defaultdict[Any, list[str]](list), defaultdict[Any, list[str]](list)
    for first in game.actions(position):
        middle = game.play(position, first)
        singles[tuple(game.contents(middle).values())].append(first)
        for second in game.actions(middle):
            pairs[tuple(game.contents(game.play(middle, second)).values())].append(f"{first} {second}")
    explained, verdicts = {**pairs, **singles, unchanged: []}, set[type]()
    for look in random.Random(4).sample([*explained], min(most, len(explained))):
        verdict = game.diagnose(position, dict(zip(game.cells(position), look, strict=True)))
        verdicts.add(type(verdict))
        match explained[look]:
            case []:
                assert verdict == Still()
            case [actions]:
                assert verdict == Played(tuple(actions.split()))
            case several:
                assert isinstance(verdict, Unclear)
                assert sorted(verdict.candidates) == sorted(several)
    return verdicts
