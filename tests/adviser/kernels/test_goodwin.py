"""Compiled Tink, Ting and Tingle against the rules; at random every action is as likely as any other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from numba import njit, types

from adviser.kernels import goodwin, ting
from adviser.kernels.compiled import STATE, compiled
from adviser.kernels.goodwin_play import NO_CHANCE, PROMISE, UNIT
from adviser.kernels.goodwin_random import play_on, random_move
from adviser.kernels.words import widened
from core.game import is_of
from core.games import find
from core.goodwin.game import Goodwin
from core.goodwin.options import TinkOptions
from core.goodwin.position import ELIMINATED, Position
from core.goodwin.rules import Rules
from tests.adviser.kernels.follow import agree, chances, encoded, follow, perft, sampled, tells_apart, wins_at_once
from tests.adviser.test_suggestion import three_of_four
from tests.games.sample import choose, mixed
from tests.rules.sample import TINK, at, playthrough
from tests.rules.test_reference import CHOICES, VARIANTS, label

KERNELS = {**goodwin.KERNELS, **ting.KERNELS}
CLAIMED = [values for values in VARIANTS if "repetition_limit" not in values]
KNOWN = {name: values for name, values in CHOICES.items() if name != "repetition_limit"}


def winners(position: Position) -> int:
    assert position.outcome
    return sum(1 << position.seats.index(seat) for seat in position.outcome.winners)


@pytest.mark.thinned(3)  # each set of options with one of the three games
@pytest.mark.parametrize("values", CLAIMED, ids=label)
@pytest.mark.parametrize("name", sorted(KERNELS))
def test_seeded_games(name: str, values: dict[str, Any]) -> None:
    start = find(name).start(find(name).options.of(values))
    plies = [follow(find(name), KERNELS[name], start, seed=seed, choose=choose, plies=90) for seed in range(3)]
    assert min(plies) < 90 or name == "ting" or "players" in values


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_games_under_any_mixture_of_options(name: str) -> None:
    for seed in range(12):
        start = find(name).start(find(name).options.of(mixed(random.Random(seed), KNOWN)))
        follow(find(name), KERNELS[name], start, seed=seed, choose=choose, plies=40)


@pytest.mark.parametrize(
    ("name", "text", "depth"),
    [
        ("tink", "8/8/8/8/8/8/8/8 A 0,0 0", 3),
        ("tink", "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6", 2),
        ("tink", "7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34", 2),
        ("tink", "1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27", 3),
        ("ting", "/".join(["12"] * 12) + " A 0,0,0 0", 2),
    ],
)
def test_counts(name: str, text: str, depth: int) -> None:
    game = find(name)
    position = game.parse_position(text, game.options())
    for plies in range(1, depth + 1):
        assert perft(KERNELS[name], encoded(KERNELS[name], position), plies) == game.perft(position, plies)


@pytest.mark.parametrize("values", [{}, {"mobility_win": "at_once"}, {"overline": "ignored"}, {"players": 3}])
def test_winning(values: dict[str, Any]) -> None:
    options, kinds = TinkOptions.of(values), ("s", "m", "l")
    played = [position for seed in range(4) for position in playthrough(options, seed=seed)[0][4:-1:2]]
    threatening = [three_of_four(options, "A", random.Random(seed), kinds) for seed in range(40)]
    found = {wins_at_once(TINK, KERNELS["tink"], position, winners) for position in (*played, *threatening)}
    assert found == {True, False}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs A 0,1 23", {"ply_limit": 25}),
        ("1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27", {"ply_limit": 29}),
        ("7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34", {"ply_limit": 35, "voluntary_pass": True}),
        ("8/8/8/8/8/8/8/8 A 0,0 0", {"ply_limit": 2}),
    ],
)
def test_random_play(text: str, values: dict[str, Any]) -> None:
    start = at(text, **values)
    assert agree(chances(TINK, start, winners), sampled(KERNELS["tink"], start, 20_000))


def test_informed_play_takes_a_win_and_stops_another() -> None:
    kernel = KERNELS["tink"]
    scratch, rng = np.zeros(kernel.most_moves, np.int64), np.array([3], np.uint64)
    win = encoded(kernel, at("8/8/2BsAs4/2BsAs4/3As4/8/6Bs1/8 A 0,0 6"))
    assert kernel.informed(win.copy(), rng, scratch) == 1 << 8 | 1
    stop = encoded(kernel, at("8/8/8/8/8/BsBsBs5/AsAs6/8 A 0,0 5"))
    lengths = [kernel.informed(stop.copy(), rng, scratch) >> 8 for _ in range(200)]
    assert min(lengths) > 2


def test_what_is_not_claimed() -> None:
    assert KERNELS["tink"].encode(TINK.start(TINK.options(repetition_limit=2))) is None


@pytest.mark.parametrize("values", [{}, {"voluntary_pass": True}])
def test_different_positions_have_different_states(values: dict[str, Any]) -> None:
    position = at("1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27", **values)
    assert tells_apart(TINK, KERNELS["tink"], position)


_WEIGHTS = (*PROMISE.few, *PROMISE.many, PROMISE.large, PROMISE.room, PROMISE.crowd)


def estimate(rules: Rules, position: Position, searching: int) -> float:
    """Return the estimate for the seat *searching* minus those for all others, counted cell by cell."""
    total = PROMISE.turn if position.mover == searching else -PROMISE.turn
    for seat, passes in enumerate(position.passes):
        if passes != ELIMINATED:
            worth = sum(weight * count for weight, count in zip(_WEIGHTS, _traits(rules, position, seat), strict=True))
            total += worth if seat == searching else -worth
    return total


def _traits(rules: Rules, position: Position, seat: int) -> tuple[int, ...]:
    """Return the counts of *seat* that ``Promise`` weighs (without ``turn``), in its order."""
    small, medium, large = position.of_seat(seat)
    few, occupied = small | large, position.occupied
    room = (rules.beside_two(few) & ~occupied).bit_count()
    open_few, open_many = (_open(rules, pool, occupied) for pool in (few, medium | large))
    return *open_few, *open_many, large.bit_count(), room, few.bit_count() ** 2


def _open(rules: Rules, pool: int, occupied: int) -> tuple[int, int, int]:
    """Return the numbers of fours with one, two and three of *pool* that are otherwise empty."""
    held = [four & pool for four in rules.topology.fours if not four & occupied & ~pool]
    one, two, three = (sum(bits.bit_count() == count for bits in held) for count in (1, 2, 3))
    return one, two, three


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_estimates_are_those_of_plain_python(name: str) -> None:
    game, kernel = find(name), KERNELS[name]
    assert is_of(game, Goodwin)
    assert kernel.estimate
    for players in (2, 3):
        played, _ = playthrough(game.options(players=players), seed=players, plies=40, game=game)
        for position in played[:-1]:
            state = kernel.encode(position)
            for seat in range(players):
                assert kernel.estimate(state, seat) == pytest.approx(estimate(game.rules, position, seat))


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_a_promise_is_the_estimate_as_a_logarithm_of_odds(name: str) -> None:
    kernel, game = KERNELS[name], find(name)
    assert is_of(game, Goodwin)
    assert kernel.estimate
    assert kernel.promise
    for seed in range(4):
        positions, _ = playthrough(seed=seed, plies=40, game=game)
        for position in positions[:-1]:
            state = encoded(kernel, position)
            odds = kernel.promise(state, 0) - kernel.promise(state, 1)
            assert kernel.estimate(state, 0) == pytest.approx(UNIT * odds)


def test_who_is_out_is_promised_nothing() -> None:
    kernel, out = KERNELS["tink"], 0
    assert kernel.promise
    for seed in range(20):
        positions, _ = playthrough(TinkOptions(players=4, pass_limit=1), seed=seed, plies=200)
        position = positions[-2]
        for number, seat in enumerate(position.seats):
            promised = kernel.promise(encoded(kernel, position), number)
            assert (promised == NO_CHANCE) == (number not in position.active), seat
            out += number not in position.active
    assert out


ZERO = np.uint64(0)


@cache
def stepwise(words: int) -> Callable[[Any, Any], int]:
    """Return play to the end at random that carries every action out on the state."""

    @compiled(types.int64(STATE, STATE))
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


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["tink", "ting"])
def test_games_in_registers_are_games_on_the_state(name: str, players: int) -> None:
    alone = {1 << seat for seat in range(players)}
    assert alone < set(ends(name, {"players": players}, 1000))
    for seed in range(40):
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
