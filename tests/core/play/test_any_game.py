"""What can be asked of any game: the cells that decide it, its side to move, and a text that can be pasted back."""

from __future__ import annotations

import pytest

from core import games
from core.board.text import board_text
from core.game import dealt, is_of, side_to_move
from core.games import find, names
from core.goodwin.game import Goodwin
from core.play.deciding_cells import Deciding, deciding
from tests.added import EVERY
from tests.added.games.race import GAME as RACE
from tests.games.sample import paths


def decided(name: str, text: str, action: str) -> Deciding:
    game = find(name)
    before = game.parse_position(text, game.options())
    return deciding(game, game.play(before, action), before)


def test_a_line_decides() -> None:
    why = decided("tink", "8/8/8/8/2BsBsBs3/2AsAsAs3/8/8 A 0,0 6", "Sf3")
    assert why.lines == (("c3", "d3", "e3", "f3"),)
    assert why.cells == ("c3", "d3", "e3", "f3")


def test_of_five_in_a_row_both_fours_decide() -> None:
    why = decided("tink", "8/8/8/8/8/2BsBsBs3/8/AsAsAs1As3 A 0,0 7", "Sd1")
    assert why == Deciding((("a1", "b1", "c1", "d1"), ("b1", "c1", "d1", "e1")), ("a1", "b1", "c1", "d1", "e1"))


def test_a_line_that_a_large_piece_once_completed_without_winning_does_not_decide() -> None:
    why = decided("tink", "AmAmAm5/3AsAs3/8/8/8/2AsAsAsAl2/8/8 A 0,0 30", "Md8-d7-e7")
    assert why.lines == (("a8", "b8", "c8", "d8"),)


@pytest.mark.parametrize(
    ("size", "winner", "cells"), [(2, "B", ""), (3, "W", "a2 b2 c1 c2"), (5, "B", "a5 b4 b5 c4 c5 d4 d5 e5")]
)
def test_in_tabik_the_stones_of_the_deciding_groups_are_named(size: int, winner: str, cells: str) -> None:
    game = find("tabik")
    before = position = game.start(game.options.of({"board_size": size, "pie_rule": False}))
    while position.to_move:
        before, position = position, game.play(position, game.actions(position)[-1])
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winners == (winner,)
    assert deciding(game, position, before) == Deciding((), tuple(cells.split()))


def test_in_tinker_tactics_the_dice_that_are_left_decide() -> None:
    why = decided("tinker_tactics", "2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0", "b3>c4")
    assert why == Deciding((), ("c4", "d1"))


def test_no_cell_decides_a_draw_or_a_game_that_goes_on() -> None:
    tink = find("tink")
    assert deciding(tink, tink.start(tink.options())) == Deciding()
    race = RACE.start(RACE.options.of({"ply_limit": 1}))
    over = RACE.play(race, "a1-a2")
    assert RACE.outcome(over) is not None
    assert deciding(RACE, over, race) == Deciding()


SPACE = {"find": games.find}


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", EVERY)
def test_a_game_can_be_pasted_back(name: str) -> None:
    assert repr(games.find(name)) == f"find({name!r})"
    assert eval(repr(games.find(name)), SPACE) is games.find(name)


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", EVERY)
def test_a_position_can_be_pasted_back_with_its_options(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(9):
            pasted = eval(repr(position), SPACE)
            assert pasted.options == position.options
            assert game.format_position(pasted) == game.format_position(position)


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", EVERY)
def test_a_position_prints_as_its_board(name: str) -> None:
    game = games.find(name)
    position = paths(name)[0].positions[-1]
    assert str(position) == board_text(game.contents(position))


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
