"""What actions change on the board, told without playing them, is what playing them changes."""

from __future__ import annotations

import random

import pytest

from core.explaining import changed
from core.game import TracedGame
from core.games import find, names


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", [name for name in names() if isinstance(find(name), TracedGame)])
def test_traces_are_what_playing_changes(name: str, players: int) -> None:
    game = find(name)
    assert isinstance(game, TracedGame)
    rng = random.Random(players)
    position = game.start(game.options.of({"players": players}))
    for _ in range(40):
        if position.to_move is None:
            break
        before = game.contents(position)
        played = [
            (action, changed(before, game.contents(game.play(position, action)))) for action in game.actions(position)
        ]
        assert list(game.traces(position)) == [(action, change) for action, change in played if change]
        position = game.play(position, rng.choice(list(game.actions(position))))
