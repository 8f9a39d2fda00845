"""What must always hold of Tabik (section 7), in seeded games, and the symmetries of the board and of the colours."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.play.counting import renamed, symmetries
from core.tabik.options import TabikOptions
from core.tabik.position import Position
from tests.tabik.sample import TABIK, at, playthrough

SIDE = 5


@pytest.mark.parametrize("seed", range(8))
def test_every_game_keeps_the_promises(seed: int) -> None:
    side = 3 + seed % 5
    path, actions = playthrough(seed, board_size=side)
    swaps = actions.count("swap")
    assert len(actions) <= 2 * side * (side - 1) + swaps
    done = ""
    for position, action in zip(path, ["", *actions], strict=True):
        done += "+" if "+" in action else "x" if "x" in action else ""
        assert position.black.bit_count() == position.white.bit_count() == done.count("+")
        assert position.rods.bit_count() == len(done)
        seen = TABIK.contents(position)
        for name, content in seen.items():
            if content == "rod":
                assert all(seen[cell] != "." for cell in name.split("-"))
        assert (position.ply > position.rods.bit_count()) == position.swapped
    over = TABIK.contents(path[-1])
    for name in over:
        if "-" in name:
            one, other = (over[cell] for cell in name.split("-"))
            assert (one, other) != (".", ".")
            assert over[name] == "rod" or one == other or "." in (one, other)
    outcome = TABIK.outcome(path[-1])
    assert outcome is not None
    assert not outcome.drawn
    score = TABIK.survey(over, TabikOptions()).score
    assert (score["B"] == score["W"]) == (outcome.reason == "zero_tie")
    assert score["B"] != score["W"] or score["B"] == 0


@pytest.mark.parametrize("number", range(8))
def test_symmetries_keep_actions_and_results(number: int) -> None:
    path, actions = playthrough(number, board_size=SIDE)
    start = other = path[0]
    assert start == TABIK.start(TabikOptions(board_size=SIDE))
    for position, action in zip(path, actions, strict=False):
        turned = sorted(_turned(action, symmetries(SIDE)[number]) for action in TABIK.actions(position))
        assert turned == TABIK.actions(other)
        other = TABIK.play(other, _turned(action, symmetries(SIDE)[number]))
    assert other.outcome == path[-1].outcome


def _turned(action: str, names: Mapping[str, str]) -> str:
    return TABIK.canonical_action(renamed(action, names))


@pytest.mark.parametrize("seed", range(6))
def test_exchanging_the_colours_mirrors_the_result(seed: int) -> None:
    path, _ = playthrough(seed, board_size=2 + seed)
    for position in path:
        mirrored = _mirrored(position)
        placed = {"+".join(reversed(a.split("+"))) for a in TABIK.actions(position) if "+" in a}
        others = {action for action in TABIK.actions(position) if "x" in action}
        assert placed | others == set(TABIK.actions(mirrored)) - {"swap"}
        if position.outcome:
            assert mirrored.outcome is not None
            assert {*position.outcome.winners, *mirrored.outcome.winners} == {"B", "W"}
            assert mirrored.outcome.reason == position.outcome.reason


def _mirrored(position: Position) -> Position:
    rows, rods, turn, ply = TABIK.format_position(position).split()
    return at(f"{rows.translate(str.maketrans('bw', 'wb'))} {rods} {'W' if turn == 'B' else 'B'} {ply}")
