"""The searches on compiled kernels: what they prove is so, in what the kernel cannot do they are not asked."""

from __future__ import annotations

from functools import reduce
from itertools import product
from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser import suggest
from adviser.compiled_alphabeta import pursue
from adviser.compiled_tree_search import Manner, grow
from adviser.findings import Findings
from adviser.kernels import store
from adviser.tree_search import Play
from core import games
from core.game import Game
from core.goodwin.position import Position
from core.tabik.options import TabikOptions
from tests.adviser.test_suggestion import endings
from tests.adviser.test_tree_search import minimax
from tests.games.sample import paths
from tests.rules.sample import TINK, at, positions

PLAY = Play(TINK)
pytestmark = pytest.mark.usefixtures("all_kernels")


def _never() -> bool:
    return False


def search(game: Game[Any], position: Any, playouts: int, seed: int = 0) -> Findings:
    kernel = store.find(game)
    assert kernel
    found = grow(game, kernel, position, expired=_never, max_nodes=playouts, seed=seed)
    assert found
    return found


@pytest.mark.parametrize(("side", "plies", "count"), [(3, 4, 12), (4, 4, 10)])
def test_what_is_proved_is_what_minimax_finds_with_its_whole_line(side: int, plies: int, count: int) -> None:
    game, known, values = games.find("tabik"), dict[Any, float](), set()
    for position in endings(game, TabikOptions(board_size=side), plies, count):
        found = search(game, position, 50_000)
        assert found.proved
        assert found.value == minimax(Play(game), position, known)
        assert found.plies == len(found.line)
        assert game.outcome(reduce(game.play, found.line, position))
        values.add(found.value)
    assert values == {1.0, -1.0}


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


def wins(position: Position) -> set[str]:
    return {PLAY.text(position, move) for move in PLAY.wins(position)}


def pursued(position: Position, *, depth: int | None = None, nodes: int | None = None) -> Findings:
    kernel = store.find(TINK)
    assert kernel
    found = pursue(TINK, kernel, position, expired=_never, max_depth=depth, max_nodes=nodes)
    assert found
    return found


def test_what_is_proved_is_so() -> None:
    """A win in three leaves no reply without a win in one; a loss in two has no move that stops all of them."""
    met = set()
    for position in positions(150):
        found = pursued(position, depth=3)
        if found.proved:
            assert found.plies == len(found.line)
        if found.proved and found.plies == 1:
            assert found.line[0] in wins(position)
        if found.proved and found.plies == 3:
            met.add(found.value)
            after = TINK.play(position, found.line[0])
            assert all(wins(TINK.play(after, reply)) for reply in TINK.actions(after))
        if found.proved and found.plies == 2 and found.value == -1.0:
            met.add(found.value)
            assert all(wins(TINK.play(position, action)) for action in TINK.actions(position))
    assert met >= {1.0}


def test_a_chain_of_threats_is_followed_beyond_the_depth() -> None:
    position = at("8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6")
    found = pursued(position, depth=2)
    assert found.proved
    assert found.value == 1.0


@pytest.mark.parametrize("nodes", range(154_000, 250_000, 16_000))
def test_a_search_cut_short_calls_lost_only_what_loses_with_every_move(nodes: int) -> None:
    found = pursued(at("8/5As2/2As5/6As1/4BsBs2/5As2/5Bs2/5Bs2 A 0,0 8"), nodes=nodes)
    assert not found.proved or {one.value for one in found.alternatives} == {-1.0}


@pytest.mark.parametrize(("name", "nodes"), [*product(games.names(), (300, 2500))])
def test_that_many_nodes_are_looked_at_that_are_asked_for(name: str, nodes: int) -> None:
    path = paths(name)[2]
    found = [suggest(path.game, path.at(ply), expired=_never, max_nodes=nodes) for ply in (2, 6, 9, 20)]
    assert {round(each.simulations / nodes, 2) for each in found if not each.proved} <= {1.0, 1.01}


@pytest.mark.parametrize("name", games.names())
def test_a_search_without_time_is_more_than_a_look(name: str) -> None:
    found = suggest(games.find(name), paths(name)[2].at(6), expired=lambda: True)
    assert found.proved or found.simulations >= 2_000
