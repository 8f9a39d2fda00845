"""The search in plain Python plays every game, and proves only what is so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from adviser.tree_search import LEAST, Play, grow
from core import games
from core.game import Game, P, Searchable, side_to_move
from core.goodwin.options import TinkOptions
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions
from tests.added.games.toy import GAME as TOY
from tests.games.sample import paths

SMALL = TabikOptions(board_size=3)
SHORT = {"tabik": TabikOptions(board_size=5, ply_limit=150), "tinker_tactics": TinkerOptions(ply_limit=150)}
"""Rules under which random games end soon."""


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


def endings(game: Game[Any], options: RuleOptions, plies: int, count: int) -> Iterator[Any]:
    """Yield positions *plies* before the end of random games."""
    play, seed = Play(game), 0
    while count:
        rng, positions = random.Random(seed), [game.start(options)]
        while not game.outcome(positions[-1]):
            positions.append(play.apply(positions[-1], rng.choice(list(play.moves(positions[-1])))))
        seed += 1
        if len(positions) > plies:
            count -= 1
            yield positions[-1 - plies]


@pytest.mark.parametrize("name", games.names())
def test_every_game_gets_a_legal_line_and_findings_that_hang_together(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(30):
            if game.outcome(position):
                continue
            found = grow(game, position, expired=_never, max_nodes=5, seed=3)
            assert -1.0 <= found.value <= 1.0
            assert {other.action for other in found.alternatives} <= set(game.actions(position))
            assert found.alternatives[0].action == found.line[0]
            for action in found.line:
                position = game.play(position, action)


@pytest.mark.parametrize("name", games.names())
def test_a_seed_and_a_number_of_playouts_decide_alone(name: str) -> None:
    game = games.find(name)
    position = game.start(game.options())
    first = grow(game, position, expired=_never, max_nodes=8, seed=5)
    assert first == grow(game, position, expired=_never, max_nodes=8, seed=5)
    assert first != grow(game, position, expired=_never, max_nodes=8, seed=6)


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


@pytest.mark.parametrize("name", ["tabik", "tinker_tactics"])
def test_a_win_in_one_is_played_at_once(name: str) -> None:
    game = games.find(name)
    assert isinstance(game, Searchable)
    for position in endings(game, SHORT[name], plies=1, count=10):
        wins = Play(game).wins(position)
        found = grow(game, position, expired=_at_once)
        if wins:
            assert found.line[0] in {game.move_text(position, move) for move in wins}
            assert found.proved
            assert found.value == 1.0


@pytest.mark.parametrize(("name", "plies"), [("tabik", 2), ("tabik", 4), ("tinker_tactics", 2)])
def test_a_loss_in_one_is_stopped_where_it_can_be(name: str, plies: int) -> None:
    game, play = games.find(name), Play(games.find(name))
    stopped = 0
    for position in endings(game, SHORT[name], plies, count=12):
        if play.wins(position):
            continue
        losing = {
            action
            for action in game.actions(position)
            if not game.outcome(after := game.play(position, action)) and play.wins(after)
        }
        if losing and losing < set(game.actions(position)):
            stopped += 1
            assert grow(game, position, expired=_at_once).line[0] not in losing
    assert stopped


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
    for seed in range(12):
        rng, position = random.Random(seed), game.start(TinkOptions(mobility_win=rule, ply_limit=200))
        while not game.outcome(position):
            ends = {action: game.outcome(game.play(position, action)) for action in game.actions(position)}
            wins = {action for action, end in ends.items() if end and end.winners == (position.to_move,)}
            assert {play.text(position, move) for move in play.wins(position)} == wins
            found += bool(wins)
            position = game.play(position, rng.choice(list(ends)))
    assert found
