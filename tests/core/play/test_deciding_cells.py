"""The cells that decide a game, in every game and for every way to end it."""

from __future__ import annotations

import pytest

from core.games import find
from core.play.deciding_cells import Deciding, deciding
from tests.added.games.race import GAME as RACE


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
