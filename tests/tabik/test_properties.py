"""What must always hold of Tabik (section 7), in seeded games, and the symmetries of the board and of the colours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.tabik.options import TabikOptions
from core.tabik.position import Position
from tests.tabik.sample import TABIK, at, playthrough

Turn = Callable[[int, int], tuple[int, int]]

SIDE = 5
SYMMETRIES: list[Turn] = [
    lambda x, y: (x, y),
    lambda x, y: (4 - x, y),
    lambda x, y: (x, 4 - y),
    lambda x, y: (4 - x, 4 - y),
    lambda x, y: (y, x),
    lambda x, y: (4 - y, x),
    lambda x, y: (y, 4 - x),
    lambda x, y: (4 - y, 4 - x),
]


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
        turned = sorted(_turned(action, SYMMETRIES[number]) for action in TABIK.actions(position))
        assert turned == TABIK.actions(other)
        other = TABIK.play(other, _turned(action, SYMMETRIES[number]))
    assert other.outcome == path[-1].outcome


def _turned(action: str, turn: Turn) -> str:
    if action == "swap":
        return action
    sign = "+" if "+" in action else "x"
    cells = []
    for cell in action.split(sign):
        x, y = turn(ord(cell[0]) - 97, int(cell[1]) - 1)
        cells.append(f"{chr(97 + x)}{y + 1}")
    return TABIK.canonical_action(sign.join(cells))


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
