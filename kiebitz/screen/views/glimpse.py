"""What a game looks like, for those who do not know it: a small picture of the board while a game is on."""

from __future__ import annotations

from functools import lru_cache

from core.formats.diagram import Moment
from core.games import find
from kiebitz.diagrams import moment_svg
from kiebitz.watching.scripts import script_of

_PLAYED = 0.8
"""The share of the pretend table's game that the picture shows as played."""


@lru_cache(maxsize=32)
def glimpse(name: str) -> str:
    """Return a position of the pretend table's game of *name* as an SVG picture. Raises ``Failure`` without a kit."""
    game, script = find(name), script_of(name)
    options = script.options
    positions = [game.parse_position(script.start, options) if script.start else game.start(options)]
    actions = script.actions[: round(_PLAYED * len(script.actions))]
    for action in actions:
        positions.append(game.play(positions[-1], action))
    return moment_svg(Moment.of(game, positions, actions, len(actions)), {}, captioned=False)
