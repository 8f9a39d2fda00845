"""Tabik at the table: the referee on exact readings of cells and rods, and the record of a game."""

from __future__ import annotations

import pytest

from core.belief.referee import judge
from core.reading import Reading
from core.record import Record
from core.tabik.options import TabikOptions
from core.tabik.position import Position
from core.verdict import Played, Refused, Still, Unclear, Verdict
from tests.tabik.sample import TABIK, at, playthrough


def judged(position: Position, seen: dict[str, str]) -> Verdict:
    return judge(TABIK, position, Reading.exact(seen, TABIK.alphabet(position)))


def test_the_referee_sees_actions_on_cells_and_edges() -> None:
    path, actions = playthrough(3, board_size=4)
    for before, action, after in list(zip(path, actions, path[1:], strict=False))[::4]:
        verdict = judged(before, dict(TABIK.contents(after)))
        assert isinstance(verdict, Still if action == "swap" else Played)
        if isinstance(verdict, Played):
            assert verdict.actions == (action,)


def test_the_referee_misses_a_rod() -> None:
    position = at("4/1w2/1b2/4 b2-b3 W 1")
    verdict = judged(position, {**TABIK.contents(position), "c2": "w", "c3": "b"})
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "TB-5"


@pytest.mark.parametrize("values", [{}, {"zero_tie_loser": "draw", "explicit_passes": True}], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_record_comes_back(seed: int, values: dict[str, object]) -> None:
    path, actions = playthrough(seed, board_size=2 + seed, **values)
    options = TabikOptions.of({"board_size": 2 + seed, **values})
    record = Record("tabik", TABIK.format_position(path[0]), tuple(actions), options)
    assert Record.parse(record.format()) == record
    assert record.positions()[-1] == path[-1]
    assert record.result.split()[-1] in ("score", "zero_tie")


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("TB-9", {"c2": "b", "c3": "b", "c2-c3": "rod"}),
        ("TB-10", {"d3": "b", "c2": "w", "c2-c3": "rod"}),
        ("TB-11", {"c2": "b", "c3": "w", "d3": "w", "c2-c3": "rod"}),
    ],
)
def test_a_broken_rule_may_show_as_many_pieces_as_a_legal_action_and_one_more(
    code: str, changes: dict[str, str]
) -> None:
    position = at("4/1w2/1b2/4 b2-b3 W 1")
    verdict = judged(position, {**TABIK.contents(position), **changes})
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == code


def test_many_pieces_at_once_tell_of_missed_moves() -> None:
    position = at("4/4/4/4 - B 0")
    stones = {f"{column}{row}": "b" for column in "abcd" for row in (1, 2)}
    assert isinstance(judged(position, {**TABIK.contents(position), **stones}), Unclear)
