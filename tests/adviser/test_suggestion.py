"""What no search may miss, compiled or in plain Python, and what holds of every answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adviser import suggest
from adviser.tree_search import Play
from adviser.wins.goodwin import fours_of
from core import games
from core.game import Game
from core.games.tink import GAME
from core.goodwin.position import Position
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions
from tests.games.sample import paths

SHORT = {"tabik": TabikOptions(board_size=5, ply_limit=150), "tinker_tactics": TinkerOptions(ply_limit=150)}
"""Rules under which random games end soon."""


def _at_once() -> bool:
    return True


def _never() -> bool:
    return False


def three_of_four(options: RuleOptions, owner: str, rng: random.Random, kinds: tuple[str, ...] = ("s",)) -> Position:
    """Return a position with A to move in which *owner* has three of a four, of these *kinds*, among other pieces."""
    topology = GAME.rules.topology
    four = list(topology.named(rng.choice(topology.fours)))
    others = [name for name in topology.names if name not in four]
    rng.shuffle(four)
    rng.shuffle(others)
    contents = {cell: owner + rng.choice(kinds[:2]) for cell in four[:3]}
    contents[four[0]] = owner + rng.choice(kinds)
    for seat in "ABCD"[: options.players]:
        for kind in ("s", "m"):
            contents[others.pop()] = seat + kind
    rows = GAME.format_contents(contents, options).split()[0]
    return GAME.parse_position(f"{rows} A {','.join('0' * options.players)} 20", options)


def threes(owner: str, players: int, count: int) -> Iterator[Position]:
    rng = random.Random(players)
    return (three_of_four(GAME.options(players=players), owner, rng) for _ in range(count))


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


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("name", "how"),
    [
        *(("tink", (owner, players, 9)) for owner in "AB" for players in (2, 3)),
        *(("tabik", (plies, 12)) for plies in (1, 2, 4)),
        *(("tinker_tactics", (plies, 12)) for plies in (1, 2)),
    ],
)
def test_no_win_in_one_is_missed_and_no_loss_in_one_is_left_that_can_be_stopped(name: str, how: Any) -> None:
    game, play, met = games.find(name), Play(games.find(name)), 0
    for position in threes(*how) if name == "tink" else endings(game, SHORT[name], *how):
        winning = {play.text(position, move) for move in play.wins(position)}
        chosen = suggest(game, position, expired=_at_once)
        if winning:
            met += 1
            assert chosen.action in winning
            assert (chosen.value, chosen.proved) == (1.0, True)
            continue
        after = {action: game.play(position, action) for action in game.actions(position)}
        losing = {action for action, reached in after.items() if not game.outcome(reached) and play.wins(reached)}
        if losing and losing < set(after):
            met += 1
            assert chosen.action not in losing
    assert met > (0 if name == "tabik" else 3)


@pytest.mark.parametrize("name", games.names())
def test_every_game_gets_a_legal_line_and_values_that_hang_together(name: str, compiled: bool) -> None:
    for path in paths(name):
        for position in path.every(20 if compiled else 60):
            if path.game.outcome(position):
                continue
            found = suggest(path.game, position, expired=_never, max_nodes=60 if compiled else 5, seed=3)
            assert -1.0 <= found.value <= 1.0
            assert {other.action for other in found.alternatives} <= set(path.game.actions(position))
            assert found.alternatives[0].action == found.line[0] == found.action
            for action in found.line:
                position = path.game.play(position, action)


@pytest.mark.parametrize("name", games.names())
def test_a_seed_and_a_number_of_nodes_decide_alone(name: str, compiled: bool) -> None:
    game, nodes = games.find(name), 500 if compiled else 8
    position = game.start(game.options())
    first = suggest(game, position, expired=_never, max_nodes=nodes, seed=5)
    assert first == suggest(game, position, expired=_never, max_nodes=nodes, seed=5)
    assert first != suggest(game, position, expired=_never, max_nodes=nodes, seed=6)


@pytest.mark.usefixtures("compiled")
def test_a_stuck_player_passes() -> None:
    position = GAME.parse_position("1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22", GAME.options())
    assert suggest(GAME, position, expired=_at_once).action == "--"


def test_finds_the_four_of_example_5_and_says_so() -> None:
    position = GAME.parse_position("1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30", GAME.options())
    found = suggest(GAME, position, expired=_at_once)
    assert found.action == "Se5"
    assert found.why == "four in a row: c3 d4 e5 f6"
    assert found.line == ("Se5",)


def test_finds_the_mobility_win_of_example_6() -> None:
    position = GAME.parse_position("1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs A 0,1 23", GAME.options())
    found = suggest(GAME, position, expired=_at_once)
    assert GAME.play(position, found.action).outcome is not None
    assert found.proved


def test_says_what_it_blocks() -> None:
    position = GAME.parse_position("8/8/8/8/8/BsBsBs5/AsAs6/8 A 0,0 5", GAME.options())
    found = suggest(GAME, position, expired=_at_once)
    assert found.action == "Sd3"
    assert "stops B's four at d3" in found.why


def test_a_finished_game_is_refused() -> None:
    over = GAME.play(GAME.parse_position("8/8/8/8/8/8/8/AsAsAs5 A 0,0 9", GAME.options()), "Sd1")
    with pytest.raises(ValueError, match="over"):
        suggest(GAME, over, expired=_never)


@settings(max_examples=30)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_fours_by_shifts_equal_fours_one_by_one(pool: int, others: int) -> None:
    fours, topology = fours_of(8), GAME.rules.topology
    occupied = pool | others
    completing, counts = 0, [0, 0, 0]
    for four in topology.fours:
        own, empty = (four & pool).bit_count(), four & ~occupied
        if own == 3 and empty:
            completing |= empty
        if own + empty.bit_count() == 4 and 1 <= own <= 3:
            counts[own - 1] += 1
    assert fours.completing(pool, occupied) == completing
    assert fours.open_counts(pool, occupied) == tuple(counts)
