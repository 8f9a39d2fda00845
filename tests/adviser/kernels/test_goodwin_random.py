"""Random play of the four-in-a-row family: every action as likely as any other, and games like those of the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from numba import njit

from adviser.kernels import goodwin, ting
from adviser.kernels.goodwin_random import play_on, random_move
from adviser.kernels.words import widened
from core.games import find
from core.goodwin.options import TinkOptions
from tests.adviser.kernels.follow import encoded
from tests.games.sample import mixed
from tests.rules.sample import at, playthrough
from tests.rules.test_reference import CHOICES

KERNELS = {**goodwin.KERNELS, **ting.KERNELS}
KNOWN = {name: values for name, values in CHOICES.items() if name not in ("repetition_limit", "players")}
ZERO = np.uint64(0)


@cache
def stepwise(words: int) -> Callable[[Any, Any], int]:
    """Return play to the end at random that carries every action out on the state."""

    @njit  # type: ignore[untyped-decorator]
    def play(state: Any, rng: Any) -> Any:
        return play_on(state, rng, True, widened(ZERO, words))

    played: Callable[[Any, Any], int] = play
    return played


@cache
def drawing() -> Callable[[Any, Any, Any], None]:
    @njit  # type: ignore[untyped-decorator]
    def draw(state: Any, rng: Any, out: Any) -> None:
        for place in range(out.size):
            out[place] = random_move(state, rng, widened(ZERO, 1))

    drawn: Callable[[Any, Any, Any], None] = draw
    return drawn


def ends(name: str, values: dict[str, Any], games: int) -> Counter[int]:
    """Return how often each end came up, after comparing games in registers with games on the state."""
    kernel, words = KERNELS[name], 1 if name == "tink" else 3
    options = find(name).options.of(values)
    start, scratch = encoded(kernel, find(name).start(options)), np.zeros(kernel.most_moves, np.int64)
    found: Counter[int] = Counter()
    for seed in range(games):
        end = kernel.uniform(start.copy(), np.array([seed], np.uint64), scratch)
        assert end == stepwise(words)(start.copy(), np.array([seed], np.uint64)), (options.changed(), seed)
        found[end & 255] += 1
    return found


@pytest.mark.parametrize("name", ["tink", "ting"])
def test_games_in_registers_are_games_on_the_state(name: str) -> None:
    assert set(ends(name, {}, 1000)) == {1, 2, 3}
    for seed in range(60):
        ends(name, mixed(random.Random(seed), KNOWN), 30)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("name", ["tink", "ting"])
def test_games_of_several_are_games_on_the_state(name: str, players: int) -> None:
    alone = {1 << seat for seat in range(players)}
    assert alone < set(ends(name, {"players": players}, 1000))
    for seed in range(60):
        ends(name, {**mixed(random.Random(seed), KNOWN), "players": players}, 30)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("8/8/8/8/8/8/8/8 A 0,0 0", {}),
        ("8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6", {}),
        ("7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34", {"voluntary_pass": True}),
        ("8/8/1AsAsAs4/1As1Al4/1AmAmAs4/1AmAm5/3Bs4/8 A 0,0 34", {}),
        ("8/8/1AsAsAs4/1As1As4/1AlAmAm4/1AmAm5/3Bs4/8 A 0,0 34", {"large_self_move": False}),
        ("8/8/1AmAm5/1Am1As4/1AsAmAs4/8/3Bs4/8 A 0,0 34", {"paid_small": False}),
    ],
)
def test_every_action_is_as_likely_as_any_other(text: str, values: dict[str, Any]) -> None:
    evenly(KERNELS["tink"], at(text, **values))


def test_every_action_of_any_position() -> None:
    for seed in range(12):
        options = TinkOptions.of(mixed(random.Random(seed), KNOWN))
        for position in playthrough(options, seed=seed, plies=60)[0][5:-1:6]:
            evenly(KERNELS["tink"], position)


def evenly(kernel: Any, position: Any) -> None:
    """Draw each legal move some hundred times; their counts stay within six standard deviations, chi-squared too."""
    state, out = encoded(kernel, position), np.zeros(kernel.most_moves, np.int64)
    moves = out[: kernel.moves(state, out)].tolist()
    each = 400
    drawn = np.zeros(each * len(moves), np.int64)
    drawing()(state, np.array([7], np.uint64), drawn)
    found = Counter(drawn.tolist())
    assert set(found) == set(moves)
    off = np.array([found[move] - each for move in moves], float)
    assert np.abs(off).max() < 6 * each**0.5
    free = len(moves) - 1
    assert abs((off**2).sum() / each - free) <= 6 * (2 * free) ** 0.5
