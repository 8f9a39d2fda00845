"""Games and positions can be pasted back, and positions print as boards."""

from __future__ import annotations

import pytest

from core import games
from core.board.text import board_text
from tests.added import EVERY
from tests.games.sample import paths

pytestmark = pytest.mark.usefixtures("added_games")

SPACE = {"find": games.find}


@pytest.mark.parametrize("name", EVERY)
def test_a_game_can_be_pasted_back(name: str) -> None:
    assert repr(games.find(name)) == f"find({name!r})"
    assert eval(repr(games.find(name)), SPACE) is games.find(name)


@pytest.mark.parametrize("name", EVERY)
def test_a_position_can_be_pasted_back_with_its_options(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(9):
            pasted = eval(repr(position), SPACE)
            assert pasted.options == position.options
            assert game.format_position(pasted) == game.format_position(position)


@pytest.mark.parametrize("name", EVERY)
def test_a_position_prints_as_its_board(name: str) -> None:
    game = games.find(name)
    position = paths(name)[0].positions[-1]
    assert str(position) == board_text(game.contents(position))
