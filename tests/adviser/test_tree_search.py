"""The search in plain Python plays every game, and proves only what is so."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adviser import suggest
from adviser.kernels import store
from adviser.tree_search import LEAST, Play, grow
from core import games
from core.game import Game, P, side_to_move
from core.goodwin.options import TinkOptions
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from tests.added.games.toy import GAME as TOY
from tests.adviser.test_suggestion import endings
from tests.games.sample import paths

SMALL = TabikOptions(board_size=3)


def _at_once() -> bool:
    return True


def _never() -> bool:
    return False


def minimax(play: Play[P], position: P, known: dict[P, float]) -> float:
    """Return what *position* of two players is worth to the side to move, looking at everything."""
    if position not in known:
        me, best = play.person(position, side_to_move(position)), -2.0
        for move in play.moves(position):
            after = play.apply(position, move)
            outcome = play.game.outcome(after)
            if outcome:
                worth = play.value(after, outcome)[me]
            else:
                worth = minimax(play, after, known)
                worth = worth if play.person(after, side_to_move(after)) == me else -worth
            best = max(best, worth)
        known[position] = best
    return known[position]


@pytest.mark.parametrize(
    ("game", "options", "met"),
    [(games.find("tabik"), SMALL, {1.0, -1.0}), (TOY, TOY.options(ply_limit=6), {0.0})],
)
def test_what_is_proved_is_what_minimax_finds(game: Game[Any], options: RuleOptions, met: set[float]) -> None:
    play, known, values = Play(game), dict[Any, float](), set()
    for position in endings(game, options, plies=4, count=12):
        found = grow(game, position, expired=_never, max_nodes=20_000)
        assert found.proved
        assert found.value == minimax(play, position, known)
        values.add(found.value)
    assert values >= met


def test_after_tabiks_swap_the_players_are_the_same_persons() -> None:
    game, play = games.find("tabik"), Play(games.find("tabik"))
    before = game.play(game.start(TabikOptions(board_size=4)), "b2+b3")
    after = game.play(before, "swap")
    assert before.to_move == after.to_move == "W"
    assert play.person(before, "W") == play.person(after, "B") == 1


def test_no_action_of_tabik_takes_more_than_fourteen_others_away() -> None:
    game = games.find("tabik")
    for path in paths("tabik"):
        for before, action, after in path.plies:
            if action != "swap" and not game.outcome(after):
                assert len(game.actions(before)) - len(game.actions(after)) <= 14 + (before.ply == 1)


@pytest.mark.parametrize("name", ["tabik", "tinker_tactics"])
def test_a_single_playout_promises_little(name: str) -> None:
    game = games.find(name)
    found = grow(game, game.start(game.options()), expired=_at_once, max_nodes=1)
    assert found.simulations == 1
    assert abs(found.value) <= 1 / 3


@pytest.mark.parametrize("name", ["tabik", "tinker_tactics"])
def test_a_search_without_time_still_plays_some_games_out(name: str) -> None:
    game = games.find(name)
    found = grow(game, game.start(game.options()), expired=_at_once)
    assert found.simulations == LEAST
    assert len(found.alternatives) > 1


@pytest.mark.parametrize("rule", ["off", "at_once", "after_grace"])
def test_wins_in_one_are_those_that_playing_every_move_finds(rule: str) -> None:
    game = games.find("tink")
    play, found = Play(game), 0
    for seed in range(5):
        rng, position = random.Random(seed), game.start(TinkOptions(mobility_win=rule, ply_limit=200))
        while not game.outcome(position):
            ends = {action: game.outcome(game.play(position, action)) for action in game.actions(position)}
            wins = {action for action, end in ends.items() if end and end.winners == (position.to_move,)}
            assert {play.text(position, move) for move in play.wins(position)} == wins
            found += bool(wins)
            position = game.play(position, rng.choice(list(ends)))
    assert found


@pytest.mark.parametrize(("name", "nodes"), [("tink", 400), ("tabik", 70), ("tinker_tactics", 70)])
def test_that_many_nodes_are_looked_at_that_are_asked_for(name: str, nodes: int) -> None:
    found = suggest(games.find(name), paths(name)[2].at(6), expired=_never, max_nodes=nodes)
    assert found.simulations == nodes or found.proved


@pytest.mark.parametrize(
    ("name", "options", "least"), [("tabik", {}, 256), ("tink", {}, 256), ("tabik", {"repetition_limit": 1}, LEAST)]
)
def test_a_kernel_that_is_loaded_during_the_search_is_used_where_it_can_be(
    name: str, options: dict[str, object], least: int
) -> None:
    pytest.importorskip("numba", reason="compiled kernels need numba")
    game, asked = games.find(name), list[int]()

    def loading() -> bool:
        """Load the kernel at the third glance at the clock, which stops at the fifth after that."""
        asked.append(len(asked))
        if len(asked) == 3:
            store.load(str(store.family(game)))
        return len(asked) > 8

    try:
        late = suggest(game, game.start(game.options.of(options)), expired=loading)
    finally:
        store.forget()
    assert late.simulations >= least
