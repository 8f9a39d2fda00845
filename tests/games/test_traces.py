"""What actions change on the board, told without playing them, is what playing them changes."""

from __future__ import annotations

import random

import pytest

from core.belief.traces import changed
from core.game import TracedGame
from core.games import find, names


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in names() for players in (2, 3, 4, 6) if players <= find(name).options.most_players()],
)
def test_traces_are_what_playing_changes(name: str, players: int) -> None:
    game = find(name)
    if not isinstance(game, TracedGame):
        pytest.skip("its actions are played")
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
