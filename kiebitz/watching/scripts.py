"""What happens on a pretend table: a script, written down, or made up at once for games without one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from adviser.tree_search import Play
from core import games
from core.game import AnyGame, HiddenSetup, PositionLike
from core.options import RuleOptions
from core.reading import EMPTY
from core.verdict import Refused
from kiebitz.failure import Failure
from kiebitz.watching import demos

_SEEDS = range(4)
"""Seeds of the games that are tried until one has a winner; each takes a tenth of a second or two."""
LONGEST = 24
"""Most moves of a demo, about a second each; a longer game is shown up to there."""


@dataclass(frozen=True, slots=True)
class Script:
    """A game, and everything else that happens at the table. Keys are indices of actions, from 0."""

    actions: tuple[str, ...]
    rules: Mapping[str, Any] = field(default_factory=dict)
    """The options that differ from the game's own."""
    start: str = ""
    """The start position; empty for the game's own."""
    begun: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Action → what the board shows while it is unfinished, as changes."""
    wrong: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Action → the changes that break a rule before it; then the board is put right."""
    hands: Mapping[int, str] = field(default_factory=dict)
    """Action → the cell that a hand reaches for before it."""
    surface: str = "oak"
    """The table's material, one of those in simulator.calm."""
    elevation_deg: float = 56.0
    """Angle at which the camera looks down, in degrees."""
    seed: int = 4
    """Seed for the hand and the pieces' rotations."""
    size: tuple[int, int] = (1280, 960)
    """Size of the pictures, in px."""
    game: str = ""

    @property
    def options(self) -> RuleOptions:
        return games.find(self.game).options.of(self.rules)


def script_of(game: str, players: int = 2) -> Script:
    """Return what happens on the pretend table of *game*. Raises ``Failure`` for a wrong number of *players*."""
    if not game.isidentifier() or find_spec(f"{demos.__name__}.{game}") is None:
        return played_at_once(game, players)
    known: Mapping[int, Script] = import_module(f"{demos.__name__}.{game}").SCRIPTS
    if players not in known:
        raise Failure(f"the demo of {game} is for {_in_words(known)} players, not {players}")
    script = known[players]
    return replace(script, game=game, rules={**script.rules, "players": players})


def _in_words(numbers: Iterable[int]) -> str:
    *others, last = map(str, sorted(numbers))
    return f"{', '.join(others)} or {last}" if others else last


@cache
def played_at_once(name: str, players: int) -> Script:
    """Return a short game, or the beginning of one, in which somebody once breaks a rule and puts it right.

    A win in one is taken, all else is by chance: so it is there within a second, however slow the adviser finds a game.
    Raises ``Failure`` where the game is not for that many players.
    """
    game = games.find(name)
    try:
        options = game.options.of({"players": players})
        start = game.deal(options, 0) if isinstance(game, HiddenSetup) else game.start(options)
    except ValueError as error:
        raise Failure(str(error)) from None
    tried = []
    for seed in _SEEDS:
        tried.append(_played(game, start, seed))
        if _is_decided(game, tried[-1][0][-1]):
            break
    positions, actions = tried[-1] if _is_decided(game, tried[-1][0][-1]) else tried[0]
    middle = len(actions) // 2
    wrong = _misplayed(game, positions[middle], actions[middle])
    return Script(
        actions,
        game=name,
        rules={"players": players},
        start=game.format_position(start),
        wrong={middle: wrong} if wrong else {},
        hands={number: cell for number in (1, middle) if (cell := _touched(game, positions, number))},
    )


def _played(game: AnyGame, start: PositionLike, seed: int) -> tuple[tuple[PositionLike, ...], tuple[str, ...]]:
    """Return the positions and the actions of a game of at most ``LONGEST`` plies."""
    play, rng = Play(game), random.Random(seed)
    positions, actions = [start], list[str]()
    while not game.outcome(positions[-1]) and len(actions) < LONGEST:
        now = positions[-1]
        move = next(iter(play.wins(now)), None) or rng.choice([*play.moves(now)])
        actions.append(play.text(now, move))
        positions.append(play.apply(now, move))
    return tuple(positions), tuple(actions)


def _is_decided(game: AnyGame, position: PositionLike) -> bool:
    outcome = game.outcome(position)
    return outcome is not None and not outcome.drawn


def _change(game: AnyGame, before: PositionLike, after: PositionLike) -> dict[str, str]:
    was, now = game.contents(before), game.contents(after)
    return {cell: now[cell] for cell in now if now[cell] != was[cell]}


def _touched(game: AnyGame, positions: tuple[PositionLike, ...], number: int) -> str | None:
    """Return a cell that the action with this *number* changes; None if there is none."""
    if number + 1 >= len(positions):
        return None
    change = _change(game, positions[number], positions[number + 1])
    return next((cell for cell in change if "-" not in cell), None)


def _misplayed(game: AnyGame, before: PositionLike, action: str) -> dict[str, str]:
    """Return the changes of *action* with its piece on a cell where the rules object; empty if there is none."""
    was, change = game.contents(before), _change(game, before, game.play(before, action))
    put = [cell for cell, content in change.items() if content != EMPTY and "-" not in cell]
    if len(put) != 1:
        return {}
    lifted = {cell: content for cell, content in change.items() if cell != put[0]}
    for cell, content in was.items():
        wrong = {**lifted, cell: change[put[0]]}
        if content == EMPTY and "-" not in cell and isinstance(game.diagnose(before, {**was, **wrong}), Refused):
            return wrong
    return {}
