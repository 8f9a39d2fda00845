"""Boards that no game of stones and rods can show are doubted."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from core.reading import EMPTY, Reading
from vision.contents import Row
from vision.reader import SURE
from vision.stone_doubts import astray, told_by_stones, uneven


def rows(**seen: str) -> dict[str, Row | None]:
    """Return rows that are nearly certain of what is *seen*; an edge is written ``a1_b1``."""
    found: dict[str, Row | None] = {}
    for place, content in seen.items():
        name = place.replace("_", "-")
        letters = (EMPTY, "rod") if "-" in name else (EMPTY, "b", "w")
        rest = 0.02 / (len(letters) - 1)
        found[name] = {letter: math.log(0.98 if letter == content else rest) for letter in letters}
    return found


def sure(of: Mapping[str, Row | None]) -> dict[str, bool]:
    reading = Reading({place: row for place, row in of.items() if row is not None})
    return {place: reading.certainty(place) >= SURE for place in reading.cells}


def stray(of: Mapping[str, Row | None]) -> set[str]:
    return set(astray(Reading({place: row for place, row in of.items() if row is not None})))


def test_a_rod_between_two_empty_cells_is_asked_about_with_both() -> None:
    assert stray(rows(a1=EMPTY, b1=EMPTY, c1="b", a1_b1="rod", b1_c1=EMPTY)) == {"a1", "b1", "a1-b1"}


@pytest.mark.parametrize("beside", ["b", "w"])
def test_a_rod_between_a_stone_and_an_empty_cell_is_asked_about_with_that_cell(beside: str) -> None:
    assert stray(rows(a1=beside, b1=EMPTY, a1_b1="rod")) == {"b1", "a1-b1"}


def test_a_rod_between_two_stones_or_beside_a_hidden_cell_is_not() -> None:
    assert stray(rows(a1="b", b1="w", a1_b1="rod")) == set()
    assert stray({**rows(a1="b", a1_b1="rod"), "b1": None}) == set()


def test_an_edge_out_of_sight_beside_an_empty_cell_holds_nothing() -> None:
    seen = {**rows(a1="b", b1="w", c1=EMPTY), "a1-b1": None, "b1-c1": None, "d1": None, "c1-d1": None}
    told = told_by_stones(seen)
    assert told["a1-b1"] is None
    assert told["d1"] is None
    assert sure(told) == dict.fromkeys(("a1", "b1", "c1", "b1-c1", "c1-d1"), True)
    assert max(told["b1-c1"] or {}, key=lambda what: (told["b1-c1"] or {})[what]) == EMPTY


def test_of_unequal_numbers_the_least_certain_cells_are_doubted() -> None:
    found = rows(a1="b", b1="b", c1="w", d1=EMPTY, a1_b1="rod")
    found["d1"] = {EMPTY: math.log(0.9), "b": math.log(0.02), "w": math.log(0.08)}
    cells = {place: row for place, row in found.items() if row is not None}
    assert uneven(Reading(cells)) == ("d1",)
    assert uneven(Reading(cells | {"d1": {EMPTY: -5.0, "b": -5.0, "w": 0.0}})) == ()


def test_of_equally_certain_cells_the_one_beside_a_stray_rod_is_doubted() -> None:
    found = rows(a1=EMPTY, b1=EMPTY, c1="b", d1=EMPTY, b1_c1="rod")
    assert uneven(Reading({place: row for place, row in found.items() if row is not None})) == ("b1",)


def test_of_what_is_covered_nothing_is_known() -> None:
    cells = {place: row for place, row in rows(a1="b").items() if row is not None}
    assert uneven(Reading(cells, frozenset({"b1"}))) == ()
