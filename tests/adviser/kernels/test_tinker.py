"""Compiled Tinker Tactics against the rules, and what its learned value sees and says."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels.compiled import random_below
from adviser.kernels.rows import WIDTH
from adviser.kernels.tinker import KERNEL
from adviser.kernels.tinker_rules import CELL, MOST_CELLS, OWN, PASSING, PLAYERS, SHIFT, WORDS
from adviser.kernels.tinker_value import BIAS, NUMBERS, SHARP, SIDE, VALUE, describe
from core.board.cells import bits
from core.games.tinker_tactics import GAME
from core.tinker import rules
from core.tinker.options import TinkerOptions
from core.tinker.position import Position, value_of
from tests.adviser.kernels.follow import agree, chances, encoded, follow, perft, sampled, tells_apart, wins_at_once
from tests.tinker import test_examples as examples
from tests.tinker.sample import at, playthrough
from tests.tinker.test_reference import VARIANTS

CLAIMED = [values for values in VARIANTS if "repetition_limit" not in values]
STAY = "3 A8Aa2=3,A6Ab1=2,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=1 A 0"


def choose(rng: random.Random, actions: list[str]) -> str:
    """Choose an action; pass now and then where that is possible."""
    return "--" if "--" in actions and rng.random() < 0.2 else rng.choice(actions)


def winners(position: Position) -> int:
    assert position.outcome
    return sum(1 << position.seats.index(seat) for seat in position.outcome.winners)


@pytest.mark.parametrize("values", CLAIMED, ids=str)
def test_seeded_games(values: dict[str, Any]) -> None:
    for seed in range(2):
        follow(GAME, KERNEL, GAME.deal(TinkerOptions.of(values), seed), seed=seed, choose=choose, plies=150)


@pytest.mark.parametrize("values", CLAIMED, ids=str)
def test_games_in_which_dice_are_hunted(values: dict[str, Any]) -> None:
    """To the end, with eliminations all the way."""
    positions, actions = playthrough(TinkerOptions.of(values), seed=5, plies=80)
    played = iter(actions)
    follow(GAME, KERNEL, positions[0], seed=0, choose=lambda *_: next(played), plies=len(actions))


@pytest.mark.parametrize(
    ("text", "values", "depth"),
    [
        (examples.FIRST, {}, 3),
        (examples.BLOCKED, {}, 4),
        (examples.BLOCKED, {"no_move": "lose"}, 4),
        (STAY, {"eliminated_die": "stay"}, 3),
        (STAY, {"eliminated_die": "stay", "no_move": "lose", "land_on_start": True}, 3),
        ("2 A8b3=2,A6d1=1,B6b4=1,B4c6=2 A 0", {"voluntary_pass": True, "quiet_ply_limit": 3}, 4),
    ],
)
def test_counts(text: str, values: dict[str, Any], depth: int) -> None:
    start = at(text, **values)
    for plies in range(1, depth + 1):
        assert perft(KERNEL, KERNEL.encode(start), plies) == GAME.perft(start, plies)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2 A8b3=1,A6d1=1,B6b4=1,B4c6=1 A 0", {"ply_limit": 3}),
        (examples.BLOCKED, {"ply_limit": 3, "no_move": "lose"}),
        ("2 A8b3=1,A6d1=1,B6b4=1,B4c6=2 A 0", {"voluntary_pass": True, "quiet_ply_limit": 3, "land_on_start": True}),
        ("3 A8Aa2=1,A6Ab1=1,B4Ba1=1,B6Bc3=1,C4Ca3=1,C8Cb2=1 A 0", {"ply_limit": 3, "eliminated_die": "stay"}),
    ],
)
def test_random_play(text: str, values: dict[str, Any]) -> None:
    start = at(text, **values)
    assert agree(chances(GAME, start, winners), sampled(KERNEL, start, 20_000))


LOST = MOST_CELLS
"""The cell of a die that is gone."""


def stepwise(state: Any, rng: Any) -> tuple[int, int]:
    """Play *state* to its end at random on the rules' functions alone; return the winners and the plies.

    Moves are counted as a random game counts them: in the order in which the dice stood at first, then by target.
    """
    out, plies = np.zeros(KERNEL.most_moves, np.int64), 0
    order = [[cell for cell in range(MOST_CELLS) if own >> cell & 1] for own in owned(state)]
    while not KERNEL.result(state) and plies < 400:
        moves, dice = out[: KERNEL.moves(state, out)].tolist(), order[KERNEL.seat(state)]
        moves.sort(key=lambda move: (move == PASSING, move != PASSING and dice.index(move >> SHIFT), move))
        move = moves[0 if moves == [PASSING] else random_below(rng, len(moves))]
        KERNEL.apply(state, move)
        if move != PASSING:
            dice[dice.index(move >> SHIFT)] = move & CELL
        order = [
            [cell if cell < LOST and own >> cell & 1 else LOST for cell in one]
            for one, own in zip(order, owned(state), strict=True)
        ]
        plies += 1
    return KERNEL.result(state) or sum(1 << seat for seat, own in enumerate(owned(state)) if own), plies


def owned(state: Any) -> list[int]:
    """Return the mask of each seat's dice."""
    starts = [OWN + WORDS * seat for seat in range(int(state[PLAYERS]))]
    return [sum(int(state[start + word]) << 64 * word for word in range(WORDS)) for start in starts]


@pytest.mark.parametrize("values", CLAIMED, ids=str)
def test_games_in_registers_are_games_on_the_state(values: dict[str, Any]) -> None:
    """With the same random numbers: under every option, also where nobody can move and where the game is called off."""
    ways, scratch = set(), np.zeros(KERNEL.most_moves, np.int64)
    for players in range(2, 7):
        for seed in range(2):
            start = encoded(KERNEL, GAME.deal(TinkerOptions.of({"players": players, **values}), seed))
            one, other = np.array([seed], np.uint64), np.array([seed], np.uint64)
            end = KERNEL.uniform(start.copy(), one, scratch)
            assert (end & 255, end >> 8) == stepwise(start.copy(), other)
            assert one[0] == other[0]
            ways.add(end)
    assert len(ways) > 1


def test_winning() -> None:
    found = set()
    for players, seed in [(2, 1), (2, 2), (2, 3), (2, 4), (3, 5), (6, 6)]:
        for position in playthrough(TinkerOptions(players=players), seed=seed, plies=200)[0][-12:-1]:
            found.add(wins_at_once(GAME, KERNEL, position, winners))
    assert found == {True, False}


def test_what_is_not_claimed() -> None:
    assert KERNEL.encode(GAME.start(TinkerOptions(repetition_limit=2))) is None


@pytest.mark.parametrize(("text", "values"), [(examples.FIRST, {}), (STAY, {"eliminated_die": "stay"})])
def test_different_positions_have_different_states(text: str, values: dict[str, Any]) -> None:
    assert tells_apart(GAME, KERNEL, at(text, **values))


def test_informed_play_takes_a_win_in_one() -> None:
    state = encoded(KERNEL, at("2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0"))
    scratch = np.zeros(KERNEL.most_moves, np.int64)
    ends = {KERNEL.informed(state.copy(), np.array([seed], np.uint64), scratch) for seed in range(1, 50)}
    assert ends == {1 << 8 | 1}


def numbers(position: Position) -> list[int]:
    """Return what ``describe`` should tell of *position*, by the rules' own functions."""
    found = []
    for seat in (position.mover, 1 - position.mover):
        shown = [value_of(position.faces[cell]) for cell in bits(position.own[seat])]
        walks, others = rules.walks(position, seat), position.own[1 - seat]
        hits = [set(bits(position.board.neighbours[walk.target] & others)) for walk in walks]
        weak = {cell for cell in bits(others) if value_of(position.faces[cell]) == 1}
        reached = set[int]().union(*hits)
        found += [len(shown), sum(shown), shown.count(1), shown.count(2), len(walks), len(reached), len(reached & weak)]
        found += [max(map(len, hits), default=0), max((len(hit & weak) for hit in hits), default=0)]
    return found


def told(position: Position) -> Any:
    into = np.zeros(NUMBERS, np.float32)
    describe(KERNEL.encode(position), into)
    return into


def promised(position: Position, weights: Any) -> float:
    """Return the value of *position* to its side to move, with NumPy."""
    hidden = weights[:BIAS].reshape(NUMBERS, WIDTH)
    channels = np.maximum(told(position) @ hidden + weights[BIAS:VALUE], 0.0)
    return float(np.tanh(channels @ weights[VALUE : VALUE + WIDTH] + weights[VALUE + WIDTH]))


@pytest.mark.parametrize(
    "options",
    [TinkerOptions(), TinkerOptions(land_on_start=True), TinkerOptions(voluntary_pass=True)],
    ids=str,
)
def test_what_is_told_is_so(options: TinkerOptions) -> None:
    seen = set[tuple[int, int]]()
    for seed in range(6):
        positions, _ = playthrough(options, seed=seed, plies=80)
        for position in positions:
            if not position.outcome:
                assert told(position).tolist() == numbers(position)
                seen.update(enumerate(numbers(position)[:SIDE]))
    assert all(len({value for place, value in seen if place == one}) > 1 for one in range(SIDE))


def test_a_move_is_worth_what_it_leaves() -> None:
    won, moves = 0, np.zeros(KERNEL.most_moves, np.int64)
    for seed in range(8):
        positions, _ = playthrough(seed=seed, plies=200)
        for position in positions[-9:-1]:
            state, known = KERNEL.encode(position), KERNEL.learned(position)
            assert known
            assert KERNEL.judge
            field, work = np.zeros(known.words, np.int64), np.zeros(known.floats, np.float32)
            count = KERNEL.moves(state, moves)
            value = KERNEL.judge(state, known.weights, field, work, moves, count)
            assert value == pytest.approx(promised(position, known.weights), abs=1e-4)
            for number in range(count):
                after = GAME.play(position, KERNEL.text(position, int(moves[number])))
                if after.outcome:
                    won += 1
                    assert work[number] > known.weights[SHARP]
                else:
                    assert work[number] == pytest.approx(
                        -known.weights[SHARP] * promised(after, known.weights), abs=1e-3
                    )
    assert won


def test_more_dice_promise_more() -> None:
    few, many = (
        GAME.parse_position(f"2 {own},B6b6=3,B4c6=2,B4d5=3 A 0", TinkerOptions())
        for own in ("A6a1=2,A4b1=2", "A8d1=6,A6a1=5,A4b1=4,A4c2=4")
    )
    known = KERNEL.learned(few)
    assert known
    assert promised(few, known.weights) < 0 < promised(many, known.weights)


@pytest.mark.parametrize("players", range(3, 7))
def test_only_games_for_two_were_learned(players: int) -> None:
    assert KERNEL.learned(GAME.start(TinkerOptions(players=players))) is None
