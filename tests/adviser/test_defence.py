"""In a lost position the adviser holds out as long as it can, and a loss in one that can be stopped is stopped."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser import suggest
from adviser.tree_search import Play
from core import games
from core.game import Game, Move, P, side_to_move
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions

DRAWN = {
    "tabik": (
        TabikOptions(board_size=4),
        ((33, 14), (42, 14), (52, 12), (57, 13), (69, 10), (79, 8), (84, 11), (85, 12), (86, 17)),
    ),
    "tinker_tactics": (
        TinkerOptions(ply_limit=150),
        ((0, 78), (1, 73), (4, 71), (9, 80), (12, 43), (14, 58), (15, 47), (21, 79), (24, 66)),
    ),
}
"""Seeds of random games and the plies at which somebody is lost, but not with every move at once."""
EIGHT = (
    "6As1/8/8/3BsAs3/BsBsAsBs4/8/As7/8 A 0,0 8",
    "3As4/3Bs4/3Bs2As1/3As4/3BsBs3/3As4/8/8 A 0,0 8",
    "8/6As1/8/2BsAm4/AsBsBsBsAsBm2/8/6As1/8 A 0,0 14",
    "8/1Bm6/2As5/2Bs1Bs3/2Bs1Am1As1/2Bs5/2As5/4As3 A 0,0 14",
    "8/8/3As4/7As/2BsBs4/2As5/2Bs5/As1Bs5 A 0,0 8",
    "8/As7/8/4As3/3Bs4/2AsBsBsBsAs1/8/8 A 0,0 8",
    "8/3As4/1BmBsAmAmBm2/1As1Bs4/3Bs4/3Bs4/3As4/6As1 A 0,0 20",
    "8/5AsAm1/4BsBs2/5Bs2/5Bs2/2AsBm1AsAm1/5Bm2/5As2 A 0,0 20",
)
TWELVE = (
    "12/12/12/2As9/12/12/12/1Bm2AsBs6/2AsBsBsBsAs5/12/6Am5/12 A 0,0 14",
    "12/12/2As9/7As4/4As7/5Bs6/6Bs5/5Bs1Bs4/8As3/12/12/12 A 0,0 8",
    "7As4/7BsAs3/7Bs4/7BsBs3/7As4/12/12/12/12/12/5As6/12 A 0,0 8",
    "12/12/9As2/7As1Bs2/4As4Bs2/8BsBs2/9As2/12/12/12/12/12 A 0,0 8",
    "12/2As9/12/12/12/12/12/4As7/6As5/6BsBs4/6Bs5/6Bs1As3 A 0,0 8",
    "12/12/12/5As6/12/12/12/7AsBsBsBsAs/8Bs1As1/12/12/12 A 0,0 8",
)
"""From games of the search against a player at random, on the small boards and on the large one."""


LONGEST_TRIED = {"tabik": 7, "tinker_tactics": 4}
"""Plies within which plain Python can try everything."""


def never() -> bool:
    return False


def at_once() -> bool:
    return True


def at(game: Game[Any], options: RuleOptions, seed: int, ply: int) -> Any:
    """Return the position after *ply* moves of the random game of that seed."""
    play, rng, position = Play(game), random.Random(seed), game.start(options)
    for _ in range(ply):
        position = play.apply(position, rng.choice(list(play.moves(position))))
    return position


def lost_positions(name: str) -> Iterator[Any]:
    game = games.find(name)
    if name in DRAWN:
        options, places = DRAWN[name]
        return (at(game, options, *place) for place in places)
    texts = TWELVE if name == "ting" else EIGHT
    return (game.parse_position(text, game.options()) for text in texts)


def ends_badly(play: Play[P], before: P, after: P) -> bool:
    """Return whether whoever moved from *before* to *after* has lost with that, or loses to a win in one."""
    if outcome := play.game.outcome(after):
        return play.value(after, outcome)[play.person(before, side_to_move(before))] < 0
    return bool(play.wins(after))


def loses_within(play: Play[P], position: P, plies: int) -> bool:
    """Return whether the side to move loses within *plies*, whatever it plays."""
    return all(lost_after(play, position, move, plies - 1) for move in play.moves(position))


def lost_after(play: Play[P], position: P, move: Move, plies: int) -> bool:
    """Return whether whoever plays *move* in *position* has lost at most *plies* later."""
    after = play.apply(position, move)
    if play.game.outcome(after) or plies == 1:
        return (plies > 0 or play.game.outcome(after) is not None) and ends_badly(play, position, after)
    if plies < 1:
        return False
    return bool(play.wins(after)) or any(
        not play.game.outcome(later := play.apply(after, reply)) and loses_within(play, later, plies - 1)
        for reply in play.moves(after)
    )


@pytest.mark.parametrize("name", games.names())
def test_a_loss_in_one_that_can_be_stopped_is_stopped_in_a_lost_position(name: str, compiled: bool) -> None:
    game, met = games.find(name), 0
    play = Play(game)
    for position in [*lost_positions(name)][:: 1 if compiled else 3]:
        after = {action: game.play(position, action) for action in game.actions(position)}
        losing = {action for action, reached in after.items() if ends_badly(play, position, reached)}
        assert losing
        assert losing < set(after)
        met += 1
        assert suggest(game, position, expired=at_once).action not in losing
        assert suggest(game, position, expired=never, max_nodes=300 if compiled else 30).action not in losing
    assert met >= (6 if compiled else 2)


@pytest.mark.usefixtures("all_kernels")
@pytest.mark.parametrize("name", DRAWN)
def test_no_move_lasts_longer_than_the_one_suggested(name: str) -> None:
    play, met = Play(games.find(name)), 0
    for position in lost_positions(name):
        found = suggest(play.game, position, expired=never, max_nodes=300_000)
        assert found.proved
        assert found.value == -1.0
        counted = re.search(r"lasts (\d+) plies", found.why)
        if counted and (lasts := int(counted[1])) <= LONGEST_TRIED[name]:
            met += 1
            assert len(found.line) == lasts
            assert loses_within(play, position, lasts)
            assert not loses_within(play, position, lasts - 1)
            assert not lost_after(play, position, moved(play, position, found.action), lasts - 2)
    assert met >= 6


@pytest.mark.usefixtures("all_kernels")
@pytest.mark.parametrize("name", ["tink", "ting"])
def test_a_loss_is_called_one_where_there_is_no_time_to_count_its_plies(name: str) -> None:
    game = games.find(name)
    for position in [*lost_positions(name)][::3]:
        found = suggest(game, position, expired=never, max_nodes=1_000_000)
        assert found.proved
        assert found.value == -1.0
        assert found.why.endswith("cannot save the game")
        assert len(found.line) > 1


def moved(play: Play[P], position: P, action: str) -> Move:
    return next(move for move in play.moves(position) if play.text(position, move) == action)
