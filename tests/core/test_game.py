"""What generic code asks of games that it knows by their interface alone."""

from __future__ import annotations

import pytest

from core.game import dealt, is_of, side_to_move
from core.games import find, names
from core.goodwin.game import Goodwin


def test_a_side_is_to_move_until_the_game_is_over() -> None:
    tink = find("tink")
    assert side_to_move(tink.start(tink.options(first_player="B"))) == "B"
    over = tink.parse_position("8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 - 0,0 10", tink.options())
    with pytest.raises(ValueError, match="the game is over"):
        side_to_move(over)


def test_three_games_are_of_one_family() -> None:
    assert [name for name in names() if is_of(find(name), Goodwin)] == ["ting", "tingle", "tink"]


def test_only_a_hidden_set_up_is_dealt() -> None:
    tinker, tink = find("tinker_tactics"), find("tink")
    assert dealt(tinker, tinker.options(), seed=7) != dealt(tinker, tinker.options(), seed=8)
    assert dealt(tink, tink.options(), seed=7) == tink.start(tink.options())
    with pytest.raises(ValueError, match="Tink has no hidden set-up"):
        dealt(tink, tink.options(), setup=[])
