"""Matches: they go on where they were kept and try every seat; and the yardstick, UCT as in textbooks."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the yardstick is compiled")

from adviser.kernels import store
from adviser.tree_search import Play
from benchmarks.contestants import player
from benchmarks.spread import spread
from benchmarks.strength import Match, opening, pair, unsettled
from benchmarks.textbook import TUNED, Textbook
from core import games
from core.goodwin.options import TinkOptions
from core.tabik.options import TabikOptions
from tests.adviser.test_suggestion import endings
from tests.adviser.test_tree_search import minimax

compiled = pytest.mark.usefixtures("all_kernels")
MATCH = Match("tink", "full@1s", "random")


def test_only_pairs_of_the_same_match_are_gone_on_from(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    assert MATCH.kept(path) == {}
    for number, share in ((3, 0.5), (0, 1.0)):
        MATCH.keep(path, number, share)
    replace(MATCH, one="full@2s").keep(path, 1, 0.0)
    replace(MATCH, unsettled=10).keep(path, 2, 0.0)
    assert MATCH.kept(path) == {3: 0.5, 0: 1.0}


def test_a_match_is_the_same_in_two_processes() -> None:
    match = Match("tink", "plain@20", "random", "ply_limit=30")
    with ExitStack() as running:
        play = match.readied(running)
        alone, shared = (dict(spread(play, range(6), processes=processes)) for processes in (1, 2))
    assert alone == shared
    assert len(alone) == 6


def test_equals_share_alike_from_all_seats() -> None:
    tink, options = games.find("tink"), TinkOptions(players=3, ply_limit=200)
    with ExitStack() as running:
        same = player(tink, "random", options, running)
        assert pair(tink, (same, same), opening(tink, options, 3, 4), 5) == pytest.approx(1 / 3)


def test_settled_openings_are_passed_over() -> None:
    tabik, options = games.find("tabik"), TabikOptions(board_size=2)
    assert unsettled(tabik, options, 1, 1, 0) == opening(tabik, options, 1, 1)
    with pytest.raises(ValueError, match="every opening is settled"):
        unsettled(tabik, options, 1, 1, 500)


def yardstick(name: str, simulations: int, c: float = 0.5) -> Textbook:
    kernel = store.find(games.find(name))
    assert kernel
    return Textbook(kernel, simulations, c)


@compiled
@pytest.mark.thinned(0)
@pytest.mark.parametrize("name", games.names())
def test_it_plays_every_game_and_the_same_again(name: str) -> None:
    game, player = games.find(name), yardstick(name, 40, TUNED[name])
    position: Any = game.start(game.options())
    for ply in range(6):
        action = player(position, ply)
        assert action in game.actions(position)
        assert action == player(position, ply)
        position = game.play(position, action)


@compiled
@pytest.mark.thinned(0)
def test_it_wins_short_endings_that_can_be_won() -> None:
    won = 0
    game = games.find("tabik")
    play, known = Play(game), dict[Any, float]()
    for position in endings(game, TabikOptions(board_size=3), plies=4, count=12):
        if minimax(play, position, known) > 0:
            after = game.play(position, yardstick("tabik", 3000)(position, 2))
            won += 1
            assert game.outcome(after) or minimax(play, after, known) < 0
    assert won >= 4
