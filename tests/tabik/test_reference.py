"""The rules of Tabik against the plain reference: counts, and seeded games under every option."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.tabik import rules
from core.tabik.options import TabikOptions
from tests.games.sample import mixed, singly
from tests.tabik import reference
from tests.tabik.sample import TABIK, choose

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
        for seed in range(12):
            endings.add(play_through(TabikOptions.of({**values, "board_size": side}), seed))
    if set(values) & {"repetition_limit", "ply_limit"} and values.get("repetition_limit") != 2:
        assert endings & {"repetition", "ply_limit"}
    else:
        assert endings == {"score", "zero_tie"}


def test_options_agree_in_any_combination() -> None:
    rng = random.Random(12)
    endings = {play_through(TabikOptions.of({"board_size": 3} | mixed(rng, CHOICES)), seed) for seed in range(200)}
    assert endings == {"score", "zero_tie", "ply_limit", "repetition"}


@pytest.mark.parametrize("values", VARIANTS, ids=label)
@pytest.mark.parametrize(("side", "depth"), [(2, 7), (3, 3)])
def test_counts_agree(values: dict[str, Any], side: int, depth: int) -> None:
    options = TabikOptions.of({**values, "board_size": side})
    for plies in range(depth + 1):
        assert TABIK.perft(TABIK.start(options), plies) == reference.perft(reference.start(options), plies)
