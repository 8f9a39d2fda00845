"""The rules against the plain reference: seeded games under every option; and what must always hold (section 7)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from core.games import find
from core.goodwin.options import GoodwinOptions, TinkOptions
from core.goodwin.position import ELIMINATED, Position
from core.play.counting import renamed, symmetries
from tests.games.sample import mixed, singly
from tests.rules import reference
from tests.rules.sample import RULES, TINK, playthrough, positions

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
    for seed in range(24):
        endings.add(play_through(rng.choice(["tink", "tink", "tingle", "ting"]), mixed(rng, CHOICES), seed, 50))
    assert {"mobility", "last_active", "all_stuck"} <= endings


def turned_action(action: str, names: Mapping[str, str]) -> str:
    return TINK.canonical_action(renamed(action, names))


def turned_position(position: Position, names: Mapping[str, str]) -> Position:
    contents = {names[cell]: piece for cell, piece in TINK.contents(position).items()}
    rows = TINK.format_contents(contents, RULES).split(" ")[0]
    others = TINK.format_position(position).split(" ")[1:]
    return TINK.parse_position(" ".join([rows, *others]), position.options)


@pytest.mark.parametrize("number", range(8))
def test_symmetries_keep_actions_and_results(number: int) -> None:
    turn, rng = symmetries(8)[number], random.Random(number)
    endings = set()
    for position in positions(40):
        other = turned_position(position, turn)
        actions = TINK.actions(position)
        assert sorted(turned_action(action, turn) for action in actions) == TINK.actions(other)
        for action in rng.sample(list(actions), min(12, len(actions))):
            after, mirrored = TINK.play(position, action), TINK.play(other, turned_action(action, turn))
            assert after.outcome == mirrored.outcome
            assert turned_position(after, turn) == mirrored
            endings.add(after.outcome.reason if after.outcome else "")
    assert endings > {""}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_every_game_keeps_the_promises(players: int, seed: int) -> None:
    game, actions = playthrough(TinkOptions(players=players), seed=seed, plies=120)
    for before, action, after in zip(game, actions, game[1:], strict=False):
        mover = before.mover
        counts = [[board.bit_count() for board in after.of_seat(seat)] for seat in range(players)]
        assert all(small <= 5 and medium <= 4 and large <= 1 for small, medium, large in counts)
        assert after.ply == before.ply + 1
        change = [
            sum(map(int.bit_count, after.of_seat(seat))) - sum(map(int.bit_count, before.of_seat(seat)))
            for seat in range(players)
        ]
        mine = change.pop(mover)
        assert not any(change)
        assert mine == (0 if action == "--" else 1 if len(action) == 3 else -1)
        assert any(_can(before, seat) for seat in before.active)
        assert (action == "--") == (not _can(before, mover))
        if action == "--":
            assert any(_can(before, seat) for seat in before.active if seat != mover)
        for seat in before.active:
            small, _, _ = before.of_seat(seat)
            if small.bit_count() < 5:
                assert _can(before, seat)
        if players == 2 and not after.outcome:
            assert all(count in {0, 1, ELIMINATED} for count in after.passes)


def _turn_of(position: Position, seat: int) -> Position:
    fields = TINK.format_position(position).split(" ")
    return TINK.parse_position(" ".join([fields[0], "ABCD"[seat], *fields[2:]]), position.options)


def _can(position: Position, seat: int) -> bool:
    return TINK.actions(_turn_of(position, seat)) != ["--"]


def test_no_second_pass_between_two_players() -> None:
    for seed in range(20):
        game, actions = playthrough(seed=seed, plies=150)
        for before, action in zip(game, actions, strict=False):
            assert not (action == "--" and before.passes[before.mover] == 1)


def test_the_order_of_spent_cells_does_not_matter() -> None:
    for position in positions(25):
        for action in TINK.actions(position):
            head, *spent = action.split("-")
            if len(spent) == 2 and action != "--":
                backwards = f"{head}-{spent[1]}-{spent[0]}"
                assert TINK.canonical_action(backwards) == action
                assert TINK.play(position, backwards) == TINK.play(position, action)
