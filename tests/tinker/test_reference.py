"""The fast rules against the slow ones: counts by perft, and seeded games under every option."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.games.tinker_tactics import GAME
from core.tinker.options import TinkerOptions
from core.tinker.position import KINDS, Position, kind_of, value_of
from tests.games.sample import mixed
from tests.tinker import reference
from tests.tinker import test_examples as examples
from tests.tinker.sample import at, strength

VARIANTS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4, "first_player": "C"},
    {"players": 5},
    {"players": 6},
    {"players": 3, "ring_direction": "counterclockwise"},
    {"players": 4, "ring_direction": "counterclockwise"},
    {"land_on_start": True},
    {"players": 3, "eliminated_die": "stay"},
    {"players": 4, "eliminated_die": "stay", "no_move": "lose"},
    {"no_move": "lose"},
    {"players": 3, "no_move": "lose", "land_on_start": True},
    {"quiet_ply_limit": 4},
    {"voluntary_pass": True},
    {"voluntary_pass": True, "no_move": "lose", "players": 3},
    {"players": 3, "voluntary_pass": True, "quiet_ply_limit": 3},
    {"repetition_limit": 2},
    {"players": 3, "repetition_limit": 2, "voluntary_pass": True, "eliminated_die": "stay"},
    {"ply_limit": 7},
    {"quiet_ply_limit": 5, "repetition_limit": 2, "ply_limit": 20},
]

CHOICES: dict[str, list[Any]] = {
    "players": [3, 4, 5, 6],
    "first_player": ["B"],
    "ring_direction": ["counterclockwise"],
    "land_on_start": [True],
    "eliminated_die": ["stay"],
    "no_move": ["lose"],
    "voluntary_pass": [True],
    "quiet_ply_limit": [2, 5, 9],
    "repetition_limit": [1, 2, 3],
    "ply_limit": [5, 20],
}


def plain(position: Position, options: dict[str, Any]) -> reference.State:
    """Return *position* as the reference holds it."""
    board = position.board
    dice: dict[reference.Cell, list[Any]] = {}
    for place in reference.neighbours(board.players, "clockwise"):
        cell = board.cell(reference.local_name(place))
        if face := position.faces[cell]:
            neutral = any(mask >> cell & 1 for mask in position.blocks)
            dice[place] = [position.owner(cell), KINDS[kind_of(face)], value_of(face), neutral]
    state = reference.State(board.players, options, dice, position.mover, position.ply)
    state.seen.append((sorted((cell, tuple(die)) for cell, die in dice.items()), position.mover))
    return state


def action_text(position: Position, action: reference.Action) -> str:
    if action is None:
        return "--"
    source, target = (position.board.names[position.board.cell(reference.local_name(cell))] for cell in action)
    return f"{source}>{target}"


def check_same(position: Position, state: reference.State) -> None:
    assert (plain(position, state.options).dice, position.ply) == (state.dice, state.ply)
    outcome = position.outcome
    told = state.result and (tuple("ABCDEF"[seat] for seat in state.result[0]), state.result[1])
    assert (outcome and (outcome.winners, outcome.reason)) == told
    if not outcome:
        assert position.mover == state.mover


def play_beside(values: dict[str, Any], seed: int, plies: int = 40) -> str:
    """Play a game in both and return how it ended, if it did."""
    rng = random.Random(seed)
    position = GAME.deal(TinkerOptions.of(values), seed)
    state = plain(position, values)
    for _ in range(plies):
        actions = {action_text(position, action): action for action in reference.actions(state)}
        assert sorted(actions) == GAME.actions(position)
        assert GAME.perft(position, 1) == len(actions)
        if not actions:
            break
        texts = sorted(actions)
        chosen = "--" if "--" in texts and rng.random() < 0.3 else rng.choice(texts)
        if rng.random() < 0.6:
            after = {text: strength(GAME.play(position, text)) for text in texts}
            chosen = min(texts, key=after.__getitem__)
        position, state = GAME.play(position, chosen), reference.play(state, actions[chosen])
        check_same(position, state)
        assert GAME.format_position(GAME.parse_position(GAME.format_position(position), position.options)) == (
            GAME.format_position(position)
        )
    return position.outcome.reason if position.outcome else ""


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_seeded_games(values: dict[str, Any]) -> None:
    reasons = {play_beside(values, seed) for seed in range(2)}
    limits = {"quiet_ply_limit": "quiet", "repetition_limit": "repetition", "ply_limit": "ply_limit"}
    assert reasons <= {"", "last_standing", "all_passed", *(r for name, r in limits.items() if name in values)}


def test_options_agree_in_any_combination() -> None:
    rng = random.Random(12)
    endings = {play_beside(mixed(rng, CHOICES), seed, plies=24) for seed in range(24)}
    assert {"last_standing", "all_passed"} <= endings


@pytest.mark.parametrize(
    ("reason", "values"),
    [
        ("last_standing", {}),
        ("quiet", {"quiet_ply_limit": 2}),
        ("repetition", {"repetition_limit": 1}),
        ("ply_limit", {"ply_limit": 3}),
    ],
)
def test_a_game_that_ends(reason: str, values: dict[str, Any]) -> None:
    assert reason in {play_beside(values, seed, plies=150) for seed in range(3)}


@pytest.mark.parametrize(
    ("text", "options", "depth"),
    [
        (examples.BLOCKED, {}, 3),
        (examples.BLOCKED, {"no_move": "lose"}, 3),
        ("3 A8Aa2=3,A6Ab1=2,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=1 A 0", {"eliminated_die": "stay"}, 3),
        ("2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0", {"land_on_start": True}, 2),
        ("2 A8b3=2,A6d1=1,B6b4=1,B4c6=2 A 0", {"voluntary_pass": True}, 3),
        (examples.FIRST, {}, 2),
    ],
)
def test_perft(text: str, options: dict[str, Any], depth: int) -> None:
    position = at(text, **options)
    assert GAME.perft(position, depth) == reference.perft(plain(position, options), depth)
