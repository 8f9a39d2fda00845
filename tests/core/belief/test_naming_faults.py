"""Which broken rule is named where something is in doubt as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from core.belief.belief import Belief
from core.belief.explanation import explain
from core.belief.history import History
from core.belief.likelihood import Table, rows_of
from core.belief.look import Look
from core.belief.referee import doubtful
from core.belief.traces import contents_of
from core.games import find
from core.reading import Reading
from core.verdict import Refused, Verdict

TABIK, TINK = find("tabik"), find("tink")
EMPTY_BOARD = TABIK.start(TABIK.options.of({"board_size": 6}))
POSITION = TABIK.play(TABIK.play(EMPTY_BOARD, "c3+d3"), "c5+d5")
OPENED = TINK.play(TINK.start(TINK.options()), "Sc3")


def rows(game: Any, position: Any, changes: Mapping[str, str], doubts: Mapping[str, Mapping[str, float]]) -> Any:
    """Return how *position* with *changes* is read, with *doubts* on some cells."""
    alphabet = game.alphabet(position)
    exact = Reading.exact({**game.contents(position), **changes}, alphabet, 12.0)
    vague = {cell: {text: row.get(text, -12.0) for text in alphabet} for cell, row in doubts.items()}
    return rows_of(Reading({**exact.cells, **vague}))


def likeliest(changes: Mapping[str, str], doubts: Mapping[str, Mapping[str, float]]) -> tuple[Verdict, float]:
    """Return what is made of *changes* in Tabik, and by how much it leads over everything of another kind."""
    best, *others = explain(TABIK, POSITION, rows(TABIK, POSITION, changes, doubts)).explanations
    return best.verdict, best.nats - others[0].nats


@pytest.mark.parametrize(("nats", "code"), [(0.9, "TB-7"), (9.0, "TB-1")])
def test_a_rod_that_is_hardly_seen_to_be_gone_does_not_change_what_is_wrong(nats: float, code: str) -> None:
    verdict, lead = likeliest({"a1-b1": "rod"}, {"c3-d3": {".": 0.0, "rod": -nats}})
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == code
    assert lead > 1.8


@pytest.mark.parametrize(
    ("row", "asked"),
    [
        ({"Bl": 0.0, "Bm": -2.5}, []),  # a medium breaks another rule, but is not likely
        ({"Bl": 0.0, "Bm": -0.5}, ["e5"]),
        ({"Bl": 0.0, "Bs": -2.5}, ["e5"]),  # a small is legal
    ],
)
def test_a_broken_rule_is_named_where_it_is_likely_which(row: Mapping[str, float], asked: list[str]) -> None:
    table = Table(rows(TINK, OPENED, {}, {"e5": row}), contents_of(TINK, OPENED), 12.0)
    assert doubtful(TINK, OPENED, table, {"e5": "Bl"}, "GW-14") == asked


def test_the_same_broken_rule_on_boards_that_differ_is_one_answer() -> None:
    shown = rows(TABIK, POSITION, {"a1": "w", "b1": "w"}, {"a1-b1": {"rod": 0.0, ".": -1.5}})
    look = Look(
        lambda *_: shown, lambda frame, _: [(frame, 0.0)], lambda _: frozenset(), lambda _: frozenset(), lambda _: []
    )
    belief = Belief(TABIK, [History((EMPTY_BOARD, POSITION))]).after(look)
    codes = [h.standing.objection.code for h in belief.histories[:2] if isinstance(h.standing, Refused)]
    assert codes == ["TB-9", "TB-9"]
    assert belief.histories[0].nats - belief.histories[1].nats < 3.0
    assert belief.lead() > 1.8


def test_a_die_that_is_seen_twice_is_not_taken_for_the_same_die_with_another_value() -> None:
    """B has one d8, so that nothing is gained if one of two shows 7; the second came from another box."""
    game = find("tinker_tactics")
    dice = "2 A4a1=1,A4b1=2,A6b3=3,A6c1=1,A8c5=5,B4a3=2,B8a6=4,B4b2=2,B6c3=2,B6c6=2 B 7"
    position = game.parse_position(dice, game.options())
    moved = {"a4": "B8=4", "a6": ".", "c5": "A8=4", "d5": "B8=4"}
    vague = {"a4": {"B8=4": 0.0, "B8=7": -2.0, "B4=4": -5.9}}
    table = Table(rows(game, position, moved, vague), contents_of(game, position), 12.0)
    assert table.free_change(game.stock(position), 3.0) == moved
    assert table.free_change(game.stock(position), 6.0) == {**moved, "a4": "B4=4"}
