"""Games of moves and captures as numbers, against their plain rules: three games, and many made by chance."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels import moving
from core.grid import Grid, GridOptions, Kind, MovingGame, Travel
from core.grid.plane import DIAGONAL, STRAIGHT
from core.options import RuleOptions
from tests.adviser.kernels.follow import agree, chances, encoded, follow, sampled, tells_apart

LEAPS = tuple((across, up) for across in (-2, -1, 1, 2) for up in (-2, -1, 1, 2) if abs(across) != abs(up))


@dataclass(frozen=True, slots=True)
class Options(GridOptions):
    title: ClassVar[str] = "Made for tests"


class Hasami(MovingGame):
    """Rooks without captures of their own, that catch runs of enemies between two; three pieces are the fewest."""

    name = "hasami"
    title = "Hasami"
    options = Options
    grid = Grid(columns=5, rows=5)
    kinds = (Kind("d", "disc", 5),)
    travels = tuple(Travel("d", *step, reach=0, enemy=False) for step in STRAIGHT)
    encloses = True
    fewest = 3

    def set_up(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002
        return {f"{column}1": "Ad" for column in "abcde"} | {f"{column}5": "Bd" for column in "abcde"}


def by_chance(seed: int) -> MovingGame:
    """Return a game with board, pieces, travels and aims as they fall."""
    rng = random.Random(seed)
    board = Grid(rng.randint(3, 9), rng.randint(3, 7))
    letters = "pqrs"[: rng.randint(1, 4)]
    ways: list[Travel] = []
    for letter in letters:
        steps = rng.sample([*STRAIGHT, *DIAGONAL, *LEAPS], rng.randint(1, 6))
        for step in steps:
            empty = rng.random() < 0.8
            ways.append(Travel(letter, *step, rng.choice([0, 1, 1, 2]), empty, not empty or rng.random() < 0.6))

    class Chance(MovingGame):
        name = title = f"chance {seed}"
        options = Options
        grid = board
        kinds = tuple(Kind(letter, letter, 6) for letter in letters)
        travels = tuple(_apart(ways))
        encloses = rng.random() < 0.4
        fewest = rng.randint(1, 2)
        far_row = rng.random() < 0.5
        in_line = rng.choice([0, 0, 3, 4])

        def set_up(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002
            dealt = random.Random(seed)
            rows = {"A": "12", "B": f"{board.rows - 1}{board.rows}"}
            cells = {seat: [c for c in board.cells if c[1] in rows[seat]] for seat in "AB"}
            return {c: seat + dealt.choice(letters) for seat in "AB" for c in dealt.sample(cells[seat], 5)}

    return Chance()


def _apart(ways: list[Travel]) -> list[Travel]:
    """Return *ways*, each direction of a kind once."""
    return [way for number, way in enumerate(ways) if way[:3] not in {other[:3] for other in ways[:number]}]


@pytest.mark.parametrize("seed", range(40))
def test_games_by_chance_are_played_as_their_rules_say(seed: int) -> None:
    game = by_chance(seed)
    kernel = moving.kernel_of(game)
    assert kernel is not None
    start = game.start(Options(ply_limit=60))
    follow(game, kernel, start, seed=seed, choose=lambda rng, actions: rng.choice(actions))


def test_runs_between_two_pieces_are_caught_and_a_random_game_ends_as_often_as_it_should() -> None:
    game = Hasami()
    kernel = moving.kernel_of(game)
    assert kernel is not None
    assert tells_apart(game, kernel, game.start(Options()))
    near_end = game.parse_position("2Bd2/5/Bd3Ad/1BdAd2/Ad4 A 7", Options(ply_limit=9))
    expected = chances(game, near_end, lambda end: sum(1 << "AB".index(seat) for seat in end.outcome.winners))
    assert agree(expected, sampled(kernel, near_end, 4000))
    state, scratch = encoded(kernel, near_end), np.zeros(kernel.most_moves, np.int64)
    wins = {a for a in game.actions(near_end) if (end := game.play(near_end, a).outcome) and end.winners == ("A",)}
    assert wins
    assert kernel.text(near_end, kernel.winning(state, scratch)) in wins


def test_what_does_not_fit_is_left_to_the_plain_rules() -> None:
    class Wide(Hasami):
        grid = Grid(columns=9, rows=8)

    kernel = moving.kernel_of(Hasami())
    assert kernel is not None
    assert moving.kernel_of(Wide()) is None
    assert kernel.encode(Hasami().start(Options(repetition_limit=3))) is None


def test_an_added_game_plays_a_hundred_thousand_random_plies_a_second() -> None:
    """In processor time, with a wide margin: it plays some millions."""
    assert plies_a_second(Hasami()) > 100_000


def plies_a_second(game: MovingGame) -> float:
    kernel = moving.kernel_of(game)
    assert kernel is not None
    start, rng, scratch = encoded(kernel, game.start(Options())), np.array([1], np.uint64), np.zeros(1024, np.int64)
    began, plies = time.process_time(), 0
    while plies < 1_000_000:
        plies += kernel.uniform(start.copy(), rng, scratch) >> 8
    return plies / (time.process_time() - began)
