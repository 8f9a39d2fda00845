"""The script of a game's demo: written in ``demos``, or made up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec

from kiebitz.failure import Failure
from kiebitz.watching import demos
from kiebitz.watching.scripts import Script, played_at_once


def script_of(game: str, players: int = 2) -> Script:
    """Return what happens on the pretend table of *game*: the game written here, or one made up.

    Raises ``Failure`` naming what there is instead.
    """
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
