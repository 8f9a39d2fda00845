"""The rules against the plain reference: counts, and seeded games under every option."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from core.games import find
from core.goodwin.options import GoodwinOptions
from tests.games.sample import mixed, singly
from tests.rules import reference

SIDES = {"tink": 8, "ting": 12, "tingle": 8}


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
VARIANTS = singly(CHOICES)


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


def test_options_agree_in_any_combination() -> None:
    rng, endings = random.Random(12), set()
    for seed in range(40):
        endings.add(play_through(rng.choice(["tink", "tink", "tingle", "ting"]), mixed(rng, CHOICES), seed, 50))
    assert {"mobility", "last_active", "all_stuck"} <= endings
