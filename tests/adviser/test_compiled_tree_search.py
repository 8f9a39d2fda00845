"""The search on compiled kernels: what it must never miss, what it proves, and that a seed repeats it."""

from __future__ import annotations

import random
import statistics
from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser import compiled_tree_search, suggest
from adviser.compiled_tree_search import Manner, grow
from adviser.findings import Findings
from adviser.kernels import store
from adviser.tree_search import Play
from core import games
from core.game import Game
from core.games.tink import GAME as TINK
from core.tabik.options import TabikOptions
from tests.added.games.toy import GAME as TOY
from tests.adviser.test_suggestion import three_of_four, wins
from tests.adviser.test_tree_search import SHORT, endings, minimax
from tests.games.sample import paths

pytestmark = pytest.mark.usefixtures("all_kernels")


def _at_once() -> bool:
    return True


def _never() -> bool:
    return False


def search(game: Game[Any], position: Any, playouts: int, seed: int = 0) -> Findings:
    kernel = store.find(game)
    assert kernel
    found = grow(game, kernel, position, expired=_never, max_nodes=playouts, seed=seed)
    assert found
    return found


@pytest.mark.parametrize("name", games.names())
def test_legal_lines_in_every_game(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(12):
            if game.outcome(position):
                continue
            found = search(game, position, 60)
            assert -1.0 <= found.value <= 1.0
            assert {other.action for other in found.alternatives} == set(game.actions(position))
            assert found.alternatives[0].action == found.line[0]
            for action in found.line:
                position = game.play(position, action)


@pytest.mark.parametrize("name", games.names())
def test_a_seed_and_a_number_of_playouts_decide_alone(name: str) -> None:
    game = games.find(name)
    position = game.start(game.options())
    assert search(game, position, 500, seed=5) == search(game, position, 500, seed=5)
    assert search(game, position, 500, seed=5) != search(game, position, 500, seed=6)


def test_what_is_proved_is_what_minimax_finds() -> None:
    game, known, values = games.find("tabik"), dict[Any, float](), set()
    for position in endings(game, TabikOptions(board_size=3), plies=5, count=25):
        found = search(game, position, 50_000)
        assert found.proved
        assert found.value == minimax(Play(game), position, known)
        values.add(found.value)
    assert values == {1.0, -1.0}


@pytest.mark.parametrize("players", [2, 3])
def test_never_misses_a_win_in_one(players: int) -> None:
    rng, game = random.Random(players), games.find("tink")
    for _ in range(40):
        position = three_of_four(players, "A", rng)
        chosen = suggest(game, position, expired=_at_once)
        assert chosen.action in wins(position)
        assert (chosen.value, chosen.proved) == (1.0, True)


@pytest.mark.parametrize("players", [2, 3])
def test_never_leaves_a_loss_in_one_that_can_be_stopped(players: int) -> None:
    rng, game, stopped = random.Random(players), TINK, 0
    for _ in range(25):
        position = three_of_four(players, "B", rng)
        if wins(position):
            continue
        losing = {action for action in game.actions(position) if wins(game.play(position, action))}
        if losing < set(game.actions(position)):
            stopped += 1
            assert suggest(game, position, expired=_at_once).action not in losing
    assert stopped > 5


@pytest.mark.parametrize("name", ["tabik", "tinker_tactics"])
@pytest.mark.parametrize("plies", [1, 2, 4])
def test_the_end_of_a_game_is_seen_coming(name: str, plies: int) -> None:
    game, play = games.find(name), Play(games.find(name))
    for position in endings(game, SHORT[name], plies, count=15):
        winning = {play.text(position, move) for move in play.wins(position)}
        chosen = suggest(game, position, expired=_at_once)
        if winning:
            assert chosen.action in winning
            continue
        losing = {
            action
            for action in game.actions(position)
            if not game.outcome(after := game.play(position, action)) and play.wins(after)
        }
        if losing < set(game.actions(position)):
            assert chosen.action not in losing


def test_a_proof_comes_with_its_whole_line() -> None:
    game = games.find("tabik")
    for position in endings(game, TabikOptions(board_size=4), plies=4, count=10):
        found = search(game, position, 50_000)
        assert found.proved
        assert found.plies == len(found.line)
        for action in found.line:
            position = game.play(position, action)
        assert game.outcome(position)


def test_options_that_the_kernel_does_not_know_are_searched_in_plain_python() -> None:
    game = games.find("tink")
    position = game.start(game.options(repetition_limit=2))
    assert suggest(game, position, expired=_never, max_nodes=50).action in game.actions(position)


def test_a_game_without_a_kernel_is_searched_in_plain_python() -> None:
    assert store.family(TOY) is None
    assert suggest(TOY, TOY.start(TOY.options()), expired=_never, max_nodes=50).action


def test_a_tree_that_is_full_is_played_on() -> None:
    game, kernel = games.find("tink"), store.find(games.find("tink"))
    assert kernel
    position = game.parse_position("8/8/8/8/3As4/8/8/8 B 0,0 1", game.options())
    found = grow(game, kernel, position, expired=_never, max_nodes=3000, most_nodes=500)
    assert found
    assert found.simulations == 3000


@pytest.mark.parametrize(("name", "promised"), [("tink", True), ("ting", True), ("tinker_tactics", False)])
def test_of_several_seats_promises_count_beside_random_games(name: str, promised: bool) -> None:
    game = games.find(name)
    kernel, position = store.find(game), game.start(game.options.of({"players": 3}))
    assert kernel
    assert (kernel.promise is not None) == promised
    found = [
        grow(game, kernel, position, expired=_never, max_nodes=300, manner=Manner(trust=trust)) for trust in (0.5, 1.0)
    ]
    assert (found[0] != found[1]) == promised
    assert all(one and all(-1 <= other.value <= 1 for other in one.alternatives) for one in found)


def test_of_several_seats_many_random_games_say_more_than_one() -> None:
    game = games.find("tinker_tactics")
    kernel, position = store.find(game), game.start(game.options.of({"players": 4}))
    assert kernel

    def spread(games: int) -> float:
        """Return how much the value of an action differs from seed to seed."""
        values = list[float]()
        for seed in range(20):
            found = grow(game, kernel, position, expired=_never, max_nodes=100, seed=seed, manner=Manner(games=games))
            assert found
            values.append(statistics.fmean(other.value for other in found.alternatives))
        return statistics.stdev(values)

    assert spread(24) < spread(1) / 2


def test_by_the_clock_a_simulation_of_several_seats_is_one_random_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("tinker_tactics")
    position, asked = game.start(game.options.of({"players": 3})), list[tuple[int | None, int]]()

    def recorded(*given: Any, max_nodes: int | None, manner: Manner, **how: Any) -> Any:
        asked.append((max_nodes, manner.games))
        return grow(*given, max_nodes=max_nodes, manner=manner, **how)

    monkeypatch.setattr(compiled_tree_search, "grow", recorded)
    suggest(game, position, expired=_at_once)
    suggest(game, position, expired=_never, max_nodes=200)
    assert [(nodes is None, count) for nodes, count in asked] == [(True, 1), (False, Manner().games)]
