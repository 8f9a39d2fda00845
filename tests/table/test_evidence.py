"""What the looks of cells add to a reading."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.orientation import turned
from calibration.places import Place
from core.reading import Reading
from kiebitz.eye.hidden import hidden_by_pieces
from kiebitz.judging.evidence import beside_more, turned_reading, without
from kits import tabik, tinker_tactics
from kits.kit import Kit
from kits.tink import KIT
from tests.calibration.scenes import camera_over

PLACE = camera_over(KIT.plan)


def test_a_cell_next_to_one_that_has_changed_more_may_be_in_its_shadow() -> None:
    assert beside_more([KIT.plan], {"e4": 0.2, "e5": 0.8, "a1": 0.3, "h8": 0.01}) == {"e4"}


@pytest.mark.parametrize(("content", "doubted", "hides"), [("Am", "e8", True), (".", "e8", False), ("Am", "e6", False)])
def test_a_piece_tells_why_the_cell_behind_it_is_in_doubt(content: str, doubted: str, hides: bool) -> None:
    """The camera stands before row 1."""
    sure = {text: 0.0 if text == content else -9.0 for text in (".", "Am", "Al")}
    seen = Reading({"e7": sure, doubted: {".": -1.0, "Am": -0.5, "Al": -3.0}})
    assert hidden_by_pieces(Place.of(PLACE), seen, ["e7", doubted]) == hides
    assert not hidden_by_pieces(Place.of(PLACE), without(seen, frozenset([doubted])), ["e7", doubted])


def test_an_edge_between_two_covered_cells_is_covered() -> None:
    seen = Reading({name: {".": 0.0} for name in ("a1", "b1", "c1", "a1-b1", "b1-c1")}, frozenset({"a1"}))
    assert without(seen, frozenset({"b1"})).covered == {"a1", "b1", "a1-b1"}
    assert without(seen, frozenset()).covered == {"a1"}


@pytest.mark.parametrize(("kit", "quarters"), [(tabik.KIT, 1), (tabik.KIT, 2), (KIT, 3), (tinker_tactics.KIT, 2)])
def test_a_board_turned_lies_on_itself(kit: Kit, quarters: int) -> None:
    names = (*kit.plan.cells, *(kit.plan.edges if kit.rod else ()))
    seen = Reading({name: {".": float(number)} for number, name in enumerate(names)}, frozenset())
    other = turned_reading(seen, quarters, kit.plan)
    assert set(other.cells) == set(names)
    back = turned_reading(other, 4 - quarters, kit.plan)
    assert back.cells == seen.cells
    there = turned(replace(PLACE, plan=kit.plan), quarters)
    corner = there.px_from_board([kit.plan.centre_mm("a1")])[0]
    old = PLACE.px_from_board([kit.plan.centre_mm(name) for name in kit.plan.cells])
    nearest = kit.plan.cells[int(np.linalg.norm(old - corner, axis=1).argmin())]
    assert other.cells["a1"] == seen.cells[nearest]
