"""The rules of Tabik against the plain reference: seeded games under every option; and what must always hold."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from core.play.counting import renamed, symmetries
from core.tabik import rules
from core.tabik.options import TabikOptions
from core.tabik.position import Position
from tests.games.sample import mixed, singly
from tests.tabik import reference
from tests.tabik.sample import TABIK, at, choose, playthrough

CHOICES: dict[str, list[Any]] = {
    "board_size": [2, 3, 4, 5, 7],
    "first_player": ["B"],
    "pie_rule": [False],
    "rods_split_groups": [True],
    "explicit_passes": [True],
    "zero_tie_loser": ["draw"],
    "repetition_limit": [1, 2],
    "ply_limit": [1, 2, 4, 9, 20],
}
VARIANTS = [values for values in singly(CHOICES) if "board_size" not in values]


def label(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items()) or "the rules"


def play_through(options: TabikOptions, seed: int) -> str:
    """Play one game on both; compare texts, actions, counts, groups and results at every ply. Return how it ended."""
    rng = random.Random(seed)
    table, position = reference.start(options), TABIK.start(options)
    while True:
        actions = sorted(reference.legal(table))
        assert TABIK.format_position(position) == reference.position(table)
        assert TABIK.actions(position) == actions
        assert TABIK.perft(position, 1) == len(actions)
        tally = rules.tally_of(position)
        assert tally.black == tuple(sorted(reference.sizes(table, "b"), reverse=True))
        assert tally.white == tuple(sorted(reference.sizes(table, "w"), reverse=True))
        outcome = TABIK.outcome(position)
        told = ("".join(outcome.winners), outcome.reason) if outcome else None
        assert told == table.result
        if outcome:
            assert outcome.drawn == (len(outcome.winners) == 2)
            return outcome.reason
        action = choose(rng, actions)
        table, position = reference.play(table, action), TABIK.play(position, action)


@pytest.mark.parametrize("values", VARIANTS, ids=label)
def test_seeded_games_agree(values: dict[str, Any]) -> None:
    endings = set()
    for side in (2, 3, 4, 5):
        for seed in range(6):
            endings.add(play_through(TabikOptions.of({**values, "board_size": side}), seed))
    if set(values) & {"repetition_limit", "ply_limit"} and values.get("repetition_limit") != 2:
        assert endings & {"repetition", "ply_limit"}
    else:
        assert endings == {"score", "zero_tie"}


def test_options_agree_in_any_combination() -> None:
    rng = random.Random(12)
    endings = {play_through(TabikOptions.of({"board_size": 3} | mixed(rng, CHOICES)), seed) for seed in range(120)}
    assert endings == {"score", "zero_tie", "ply_limit", "repetition"}


@pytest.mark.parametrize("values", VARIANTS, ids=label)
@pytest.mark.parametrize(("side", "depth"), [(2, 7), (3, 3)])
def test_counts_agree(values: dict[str, Any], side: int, depth: int) -> None:
    options = TabikOptions.of({**values, "board_size": side})
    for plies in range(depth + 1):
        assert TABIK.perft(TABIK.start(options), plies) == reference.perft(reference.start(options), plies)


SIDE = 5


@pytest.mark.parametrize("seed", range(8))
def test_every_game_keeps_the_promises(seed: int) -> None:
    side = 3 + seed % 5
    path, actions = playthrough(seed, board_size=side)
    swaps = actions.count("swap")
    assert len(actions) <= 2 * side * (side - 1) + swaps
    done = ""
    for position, action in zip(path, ["", *actions], strict=True):
        done += "+" if "+" in action else "x" if "x" in action else ""
        assert position.black.bit_count() == position.white.bit_count() == done.count("+")
        assert position.rods.bit_count() == len(done)
        seen = TABIK.contents(position)
        for name, content in seen.items():
            if content == "rod":
                assert all(seen[cell] != "." for cell in name.split("-"))
        assert (position.ply > position.rods.bit_count()) == position.swapped
    over = TABIK.contents(path[-1])
    for name in over:
        if "-" in name:
            one, other = (over[cell] for cell in name.split("-"))
            assert (one, other) != (".", ".")
            assert over[name] == "rod" or one == other or "." in (one, other)
    outcome = TABIK.outcome(path[-1])
    assert outcome is not None
    assert not outcome.drawn
    score = TABIK.survey(over, TabikOptions()).score
    assert (score["B"] == score["W"]) == (outcome.reason == "zero_tie")
    assert score["B"] != score["W"] or score["B"] == 0


@pytest.mark.parametrize("number", range(8))
def test_symmetries_keep_actions_and_results(number: int) -> None:
    path, actions = playthrough(number, board_size=SIDE)
    start = other = path[0]
    assert start == TABIK.start(TabikOptions(board_size=SIDE))
    for position, action in zip(path, actions, strict=False):
        turned = sorted(_turned(action, symmetries(SIDE)[number]) for action in TABIK.actions(position))
        assert turned == TABIK.actions(other)
        other = TABIK.play(other, _turned(action, symmetries(SIDE)[number]))
    assert other.outcome == path[-1].outcome


def _turned(action: str, names: Mapping[str, str]) -> str:
    return TABIK.canonical_action(renamed(action, names))


@pytest.mark.parametrize("seed", range(6))
def test_exchanging_the_colours_mirrors_the_result(seed: int) -> None:
    path, _ = playthrough(seed, board_size=2 + seed)
    for position in path:
        mirrored = _mirrored(position)
        placed = {"+".join(reversed(a.split("+"))) for a in TABIK.actions(position) if "+" in a}
        others = {action for action in TABIK.actions(position) if "x" in action}
        assert placed | others == set(TABIK.actions(mirrored)) - {"swap"}
        if position.outcome:
            assert mirrored.outcome is not None
            assert {*position.outcome.winners, *mirrored.outcome.winners} == {"B", "W"}
            assert mirrored.outcome.reason == position.outcome.reason


def _mirrored(position: Position) -> Position:
    rows, rods, turn, ply = TABIK.format_position(position).split()
    return at(f"{rows.translate(str.maketrans('bw', 'wb'))} {rods} {'W' if turn == 'B' else 'B'} {ply}")
