"""The rules against the plain reference: counts, and seeded games under every option."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from core.games import find
from core.games.tink import GAME as TINK
from core.goodwin.options import GoodwinOptions, TinkOptions
from tests.games.sample import mixed
from tests.rules import reference

SIDES = {"tink": 8, "ting": 12, "tingle": 8}

VARIANTS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4, "first_player": "D"},
    {"opening_cells": "all_centres"},
    {"opening_cells": "any"},
    {"players": 4, "opening_scope": "each_player"},
    {"large_self_move": False},
    {"paid_small": False},
    {"large_wild_on_entry": False},
    {"overline": "ignored"},
    {"voluntary_pass": True},
    {"voluntary_pass": True, "pass_counting": "total", "players": 3},
    {"voluntary_pass": True, "draw_check": "after_pass_round", "players": 3, "pass_limit": 3},
    {"pass_limit": 1},
    {"pass_limit": 3, "mobility_win": "off"},
    {"pass_limit": 4, "pass_counting": "total", "mobility_win": "off", "players": 3},
    {"mobility_win": "at_once"},
    {"mobility_win": "at_once", "players": 4, "out_of_pieces": "when_empty", "draw_shares": "everyone"},
    {"mobility_win": "off"},
    {"out_of_pieces": "when_empty"},
    {"out_of_pieces": "when_empty", "players": 3, "eliminated_pieces": "remove"},
    {"out_of_pieces": "never", "mobility_win": "off", "players": 3},
    {"draw_check": "after_pass_round"},
    {"draw_check": "after_pass_round", "players": 3, "pass_limit": 5, "out_of_pieces": "never"},
    {"eliminated_pieces": "remove", "players": 3, "mobility_win": "off"},
    {"eliminated_pieces": "remove", "players": 4, "pass_limit": 1, "draw_shares": "everyone"},
    {"draw_shares": "everyone", "players": 3},
    {"repetition_limit": 2},
    {"repetition_limit": 3, "voluntary_pass": True},
    {"ply_limit": 15},
    {"ply_limit": 40, "repetition_limit": 2, "players": 3},
]

CHOICES: dict[str, list[Any]] = {
    "players": [3, 4],
    "first_player": ["B"],
    "opening_cells": ["all_centres", "any"],
    "opening_scope": ["each_player"],
    "large_self_move": [False],
    "paid_small": [False],
    "large_wild_on_entry": [False],
    "pass_limit": [1, 3, 4],
    "pass_counting": ["total"],
    "out_of_pieces": ["when_empty", "never"],
    "mobility_win": ["at_once", "off"],
    "draw_check": ["after_pass_round"],
    "eliminated_pieces": ["remove"],
    "draw_shares": ["everyone"],
    "overline": ["ignored"],
    "voluntary_pass": [True],
    "repetition_limit": [1, 2, 3],
    "ply_limit": [20, 60],
}


def label(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items()) or "the rules"


def crowded(rng: random.Random, actions: list[reference.Action]) -> reference.Action:
    """Choose an action; often a free small in the corner, so that games fill up, get stuck, and repeat."""
    mood = rng.random()
    if mood < 0.25:
        return max(actions, key=lambda action: (len(action[2]), action))
    if mood < 0.5:
        return min(actions, key=lambda action: (len(action[2]), action))
    return rng.choice(actions)


def play_through(name: str, values: Mapping[str, object], seed: int, plies: int) -> str:
    """Play one game on both; compare texts, actions and counts at every ply. Return how it ended."""
    game, rng = find(name), random.Random(seed)
    options = game.options.of(values)
    assert isinstance(options, GoodwinOptions)
    table, position = reference.start(SIDES[name], options), game.start(options)
    for _ in range(plies):
        actions = reference.legal(table)
        assert game.format_position(position) == reference.position(table)
        assert game.actions(position) == sorted(map(reference.text, actions))
        assert game.perft(position, 1) == len(actions)
        outcome = game.outcome(position)
        told = ("".join(outcome.winners), outcome.reason) if outcome else None
        assert told == table.result
        if told:
            return told[1]
        again = game.parse_position(game.format_position(position), options)
        assert game.format_position(again) == game.format_position(position)
        assert game.actions(again) == game.actions(position)
        action = crowded(rng, actions) if seed % 2 else rng.choice(actions)
        table, position = reference.play(table, action), game.play(position, reference.text(action))
    return "unfinished"


@pytest.mark.parametrize("values", VARIANTS, ids=label)
def test_seeded_games_agree(values: dict[str, Any]) -> None:
    for seed in (1, 2):
        play_through("tink", values, seed, 36)


@pytest.mark.slow
@pytest.mark.thinned(0)
@pytest.mark.parametrize("name", ["tink", "ting", "tingle"])
def test_many_seeded_games_agree(name: str) -> None:
    endings = set()
    for seed in range(4 if name == "ting" else 8):
        for values in VARIANTS[seed % 4 :: 4]:
            endings.add(play_through(name, values, seed, 90))
    assert {"mobility", "last_active"} <= endings


def test_options_agree_in_any_combination() -> None:
    rng, endings = random.Random(12), set()
    for seed in range(40):
        endings.add(play_through(rng.choice(["tink", "tink", "tingle", "ting"]), mixed(rng, CHOICES), seed, 50))
    assert {"mobility", "last_active", "all_stuck"} <= endings


@pytest.mark.slow
@pytest.mark.thinned(3)
@pytest.mark.parametrize("values", VARIANTS[::5], ids=label)
def test_counts_agree(values: dict[str, Any]) -> None:
    options, game = TinkOptions.of(values), find("tink")
    rng = random.Random(7)
    table, position = reference.start(8, options), game.start(options)
    for _ in range(rng.choice([9, 12, 15])):
        actions = reference.legal(table)
        if not actions:
            break
        action = crowded(rng, actions)
        table, position = reference.play(table, action), game.play(position, reference.text(action))
    assert game.perft(position, 2) == reference.perft(table, 2)


def test_a_finished_game_has_no_sequences() -> None:
    over = TINK.parse_position("8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 - 0,0 10", TinkOptions())
    assert [TINK.perft(over, depth) for depth in range(3)] == [1, 0, 0]
