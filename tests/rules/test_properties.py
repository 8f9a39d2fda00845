"""What must always hold (section 7), in seeded games, and the eight symmetries of the board."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from core.goodwin.options import TinkOptions
from core.goodwin.position import ELIMINATED, Position
from core.play.counting import renamed, symmetries
from tests.rules.sample import RULES, TINK, playthrough, positions


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
