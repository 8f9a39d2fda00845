"""The adviser finds every win in one, stops every loss in one that can be stopped, and says true things."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adviser import suggest
from adviser.wins.goodwin import fours_of
from core.games.tink import GAME
from core.goodwin.position import Position


def _at_once() -> bool:
    return True


def _never() -> bool:
    return False


def wins(position: Position) -> set[str]:
    """Return the actions that win at once, found by trying them all."""
    found = set()
    for move in GAME.moves(position):
        outcome = GAME.apply(position, move).outcome
        if outcome and not outcome.drawn and position.to_move in outcome.winners:
            found.add(GAME.move_text(position, move))
    return found


def three_of_four(players: int, owner: str, rng: random.Random) -> Position:
    """Return a position with A to move in which *owner* has three smalls of a four, among scattered pieces."""
    topology = GAME.rules.topology
    four = list(topology.named(rng.choice(topology.fours)))
    rng.shuffle(four)
    contents = dict.fromkeys(four[:3], f"{owner}s")
    others = [name for name in topology.names if name not in four]
    rng.shuffle(others)
    seats = "ABCD"[:players]
    for seat in seats:
        for content in (f"{seat}s", f"{seat}m", f"{seat}m"):
            contents[others.pop()] = content
    options = GAME.options(players=players)
    rows = GAME.format_contents(contents, options).split()[0]
    return GAME.parse_position(f"{rows} A {','.join('0' * players)} 20", options)


@pytest.mark.parametrize("players", [2, 3])
def test_never_misses_a_win_in_one(players: int) -> None:
    rng = random.Random(players)
    for _ in range(15):
        position = three_of_four(players, "A", rng)
        winning = wins(position)
        chosen = suggest(GAME, position, expired=_at_once)
        assert winning
        assert chosen.action in winning
        assert chosen.proved
        assert chosen.value == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_never_leaves_a_loss_in_one_that_can_be_stopped(players: int) -> None:
    rng = random.Random(players)
    stopped = 0
    for _ in range(15):
        position = three_of_four(players, "B", rng)
        if wins(position):
            continue
        loses = {
            GAME.move_text(position, move): bool(wins(GAME.apply(position, move))) for move in GAME.moves(position)
        }
        assert any(loses.values())
        if not all(loses.values()):
            stopped += 1
            assert not loses[suggest(GAME, position, expired=_at_once).action]
    assert stopped > 5


def test_finds_the_four_of_example_5_and_says_so() -> None:
    position = GAME.parse_position("1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30", GAME.options())
    found = suggest(GAME, position, expired=_at_once)
    assert found.action == "Se5"
    assert found.why == "four in a row: c3 d4 e5 f6"
    assert found.line == ("Se5",)


def test_finds_the_mobility_win_of_example_6() -> None:
    position = GAME.parse_position("1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs A 0,1 23", GAME.options())
    found = suggest(GAME, position, expired=_at_once)
    assert GAME.play(position, found.action).outcome is not None
    assert found.proved


def test_says_what_it_blocks() -> None:
    position = GAME.parse_position("8/8/8/8/8/BsBsBs5/AsAs6/8 A 0,0 5", GAME.options())
    found = suggest(GAME, position, expired=_at_once)
    assert found.action == "Sd3"
    assert "stops B's four at d3" in found.why


def test_a_stuck_player_passes() -> None:
    position = GAME.parse_position("1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22", GAME.options())
    assert suggest(GAME, position, expired=_at_once).action == "--"


def test_a_finished_game_is_refused() -> None:
    position = GAME.parse_position("8/8/8/8/8/8/8/AsAsAsAs4 A 0,0 9", GAME.options())
    over = GAME.play(position, "Sa8") if not position.outcome else position
    line = GAME.play(GAME.parse_position("8/8/8/8/8/8/8/AsAsAs5 A 0,0 9", GAME.options()), "Sd1")
    assert over.outcome is None
    with pytest.raises(ValueError, match="over"):
        suggest(GAME, line, expired=_never)


@pytest.mark.slow
@pytest.mark.thinned(0)
def test_beats_random_play() -> None:
    rng = random.Random(5)
    won = 0
    for game in range(4):
        position = GAME.start(GAME.options(ply_limit=80))
        adviser = "AB"[game % 2]
        while not position.outcome:
            if position.to_move == adviser:
                action = suggest(GAME, position, expired=_at_once, seed=game).action
            else:
                action = rng.choice(GAME.actions(position))
            position = GAME.play(position, action)
        won += not position.outcome.drawn and adviser in position.outcome.winners
    assert won == 4


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_fours_by_shifts_equal_fours_one_by_one(pool: int, others: int) -> None:
    fours, topology = fours_of(8), GAME.rules.topology
    occupied = pool | others
    completing, counts = 0, [0, 0, 0]
    for four in topology.fours:
        own, empty = (four.mask & pool).bit_count(), four.mask & ~occupied
        if own == 3 and empty:
            completing |= empty
        if own + empty.bit_count() == 4 and 1 <= own <= 3:
            counts[own - 1] += 1
    assert fours.completing(pool, occupied) == completing
    assert fours.open_counts(pool, occupied) == tuple(counts)
