"""One look at the table in whichever names a history has, and what the looks of cells add to a reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.orientation import turned
from calibration.places import Place
from core.belief.misreading import PIECE
from core.reading import Reading
from kiebitz.eye.viewer import hidden_by_pieces
from kiebitz.judging.evidence import beside_more, turned_reading, without
from kiebitz.judging.look import look_of
from kiebitz.judging.names import Names
from kiebitz.judging.priors import TABLE_PRIORS
from kiebitz.judging.sight import Sight
from kits import tabik, tinker_tactics
from kits.kit import Kit
from kits.tink import KIT
from tests.calibration.scenes import camera_over

PLANS = (KIT.plan,)
READING = Reading({"e4": {".": 0.0, "As": -3.0, "Bs": -9.0}, "e5": {".": -9.0, "As": 0.0, "Bs": -7.0}})


def sight(changes: Mapping[str, float] | None = None, **how: Any) -> Sight:
    changes = changes or {}
    how = {"seats": ("A", "B"), "known": {"A": "red", "B": "blue"}, "colours": {"A": "red", "B": "blue"}, **how}
    return Sight(
        plans=PLANS, reading=how.pop("reading", READING), changes=changes, shaded=beside_more(PLANS, changes),
        expected={}, **how,
    )  # fmt: skip


def best(rows: Mapping[str, Mapping[str, float]], cell: str) -> str:
    return max(rows[cell], key=lambda content: rows[cell][content])


@pytest.mark.parametrize(("changes", "may_stay_empty"), [({"e4": 0.2}, False), ({"e4": 0.2, "e5": 0.8}, True)])
def test_a_shadow_hardly_speaks_against_what_stood_there(changes: dict[str, float], may_stay_empty: bool) -> None:
    rows = look_of(sight(changes)).rows(Names(), {"e4": ".", "e5": "."})
    assert (best(rows, "e4") == ".") is may_stay_empty


def test_a_cell_that_looks_as_it_did_vouches_for_what_stood_there() -> None:
    rows = look_of(sight({"e4": 0.0, "e5": 0.5})).rows(Names(), {"e4": "As", "e5": "."})
    assert best(rows, "e4") == "As"


EDGE = "e4-e5"
STRAY_NATS = -3.7


def stones(of_edge: Mapping[str, float], e4: str = ".", e5: str = ".") -> Reading:
    """Return what is read where *e4* and *e5* hold these stones beyond doubt, with the row *of_edge* between them."""
    cells = {c: {what: 0.0 if what == holds else -9.0 for what in ".bw"} for c, holds in (("e4", e4), ("e5", e5))}
    return Reading({**cells, EDGE: of_edge})


def test_a_rod_that_came_or_went_explains_why_its_cells_look_changed() -> None:
    reading = Reading({**READING.cells, EDGE: {".": 0.0, "rod": -8.0}})
    looks = {edge: look_of(sight({"e4": 0.1, "e5": 0.1}, reading=reading)).rows(
        Names(), {"e4": "As", "e5": "As", EDGE: edge}
    ) for edge in ("rod", ".")}  # fmt: skip
    assert looks["rod"]["e5"]["As"] == -0.5
    assert looks["."]["e5"]["As"] == -4.0


@pytest.mark.parametrize(
    ("e4", "e5", "changes", "lead"),
    [
        (".", ".", {"e4": 0.1, "e5": 0.1}, 8.0),  # both bare cells look changed, and hold what they did
        (".", "b", {"e4": 0.1, "e5": 0.0}, 4.0),  # a stone hides the half beside it
        ("b", "w", {"e4": 0.1, "e5": 0.1}, 8.0),
    ],
)
def test_cells_that_look_changed_and_are_not_speak_for_a_rod(
    e4: str, e5: str, changes: dict[str, float], lead: float
) -> None:
    """What the reader says of a rod beside an empty cell counts as it looks: without how seldom there is one."""
    beside_bare = "." in (e4, e5)
    said = 1.0 + STRAY_NATS if beside_bare else 1.0
    reading = stones({".": -max(said, 0.0), "rod": min(said, 0.0)}, e4, e5)
    look = look_of(sight(changes, reading=reading, prior_nats={"rod": STRAY_NATS}))
    rows = look.rows(Names(), {"e4": e4, "e5": e5, EDGE: "."})
    assert rows[EDGE]["rod"] - rows[EDGE]["."] == pytest.approx(1.0 + lead)
    assert {best(rows, "e4"), best(rows, "e5")} == {e4, e5}


def test_a_bare_cell_that_looks_as_it_did_has_no_rod_beside_it() -> None:
    reading = stones({".": -1.0, "rod": 0.0}, ".", "b")
    rows = look_of(sight({"e4": 0.0, "e5": 0.5}, reading=reading)).rows(Names(), {"e4": ".", "e5": "b", EDGE: "."})
    assert rows[EDGE]["rod"] - rows[EDGE]["."] == pytest.approx(1.0 - 4.0)


def test_where_a_stone_came_a_rod_is_no_reason_why_its_cell_looks_changed() -> None:
    reading = stones({".": -2.0, "rod": 0.0}, "b", "w")
    rows = look_of(sight({"e4": 0.5, "e5": 0.5}, reading=reading)).rows(Names(), {"e4": ".", "e5": ".", EDGE: "."})
    assert rows[EDGE] == {".": -2.0, "rod": 0.0}


def test_a_covered_cell_that_looks_as_it_did_vouches_too() -> None:
    hidden = Reading({"e5": READING.cells["e5"]}, frozenset({"e4"}))
    rows = look_of(sight({"e4": 0.0, "e5": 0.0}, reading=hidden)).rows(Names(), {"e4": "Bs", "e5": "As"})
    assert best(rows, "e4") == "Bs"


def test_with_no_view_to_compare_only_the_reading_counts() -> None:
    look = look_of(sight({"e4": 0.5, "e5": 0.0}))
    assert look.rows(Names(), None)["e4"] == {".": 0.0, "As": -3.0, "Bs": -9.0}
    assert look.changed(Names()) == {"e4"}
    assert look_of(sight()).changed(Names()) == frozenset()


def test_an_edge_has_changed_if_it_is_read_otherwise() -> None:
    before = Reading({"e4-e5": {".": 0.0, "rod": -4.0}, "e5-e6": {".": -4.0, "rod": 0.0}})
    now = Reading({"e4-e5": {".": -4.0, "rod": 0.0}, "e5-e6": {".": -5.0, "rod": 0.0}})
    assert look_of(sight({"e4": 0.0}, reading=now, before=before)).changed(Names()) == {"e4-e5"}


def test_the_board_may_lie_any_way_round_and_sooner_if_it_was_just_found() -> None:
    for fresh, marked, nats in (
        (True, True, TABLE_PRIORS.turned),
        (True, False, TABLE_PRIORS.turned),
        (False, False, TABLE_PRIORS.turned_in_place),
    ):
        ways = look_of(sight(fresh=fresh, marked=marked)).turned(Names())
        assert ways == ([] if marked else [(Names(quarters), nats) for quarters in (1, 2, 3)])


def test_what_looks_changed_besides_a_change_and_its_neighbours_is_named() -> None:
    look = sight({"e4": 0.5, "e5": 0.5, "h5": 0.5, "a1": 0.01})
    assert look.changed_besides(Names(), {"e4": "As"}) == ["h5"]
    assert look.changed_besides(Names(), {"e4-e5": "rod", "h5": "As"}) == []


def test_a_cell_that_changed_like_one_to_which_a_piece_came_is_not_merely_shaded() -> None:
    before, after = dict.fromkeys(("e4", "e5", "e6"), "."), {"e4": "b", "e5": ".", "e6": "."}
    assert sight({"e4": 0.8, "e5": 0.6, "e6": 0.2}).changed_alike(Names(), before, after) == ["e5"]
    with_edge = {**before, EDGE: "."}
    assert sight({"e4": 0.8, "e5": 0.6}).changed_alike(Names(), with_edge, {**with_edge, EDGE: "rod"}) == []
    assert sight({"e4": 0.8, "e5": 0.6}).changed_alike(Names(), with_edge, {**after, EDGE: "rod"}) == []


def test_a_cell_counts_as_touched_where_more_of_it_changed_than_a_shadow_does() -> None:
    assert look_of(sight({"e4": 0.8, "e5": 0.1, "e6": 0.3})).touched(Names()) == {"e4", "e6"}
    assert look_of(sight({"e5": 0.1})).touched(Names()) == {"e5"}
    assert look_of(sight({"e4": 0.8, "a1": 0.1})).touched(Names()) == {"e4", "a1"}  # no shadow reaches there
    assert look_of(sight()).touched(Names()) == frozenset()


def test_a_rod_leaves_a_trace_on_its_cells_and_nothing_is_sure_without_a_view_before() -> None:
    look = sight({"e4": 0.5, "e5": 0.1, "e6": 0.0, "h5": 0.01, "h6": 0.0})
    assert look.unchanged(Names(), {"e4-e5": "rod", "e4": "b"}) == []
    assert look.unchanged(Names(), {"e5-e6": "rod"}) == ["e5-e6"]
    assert look.unchanged(Names(), {"h5-h6": "rod"}) == ["h5-h6"]
    assert look.unchanged(Names(), {"e5-e6": "rod"}, {"e5": ".", "e6": "b"}) == []
    assert sight({}).unchanged(Names(), {"e4": "b"}) == ["e4"]


def test_a_kind_is_as_likely_as_it_looks_however_seldom_there_is_one() -> None:
    """The reader takes a large for rare where hardly any piece stands; that it was paid for is known to the rules."""
    row = {".": -12.0, "As": -6.0, "Am": -9.0, "Al": 0.0}
    prior = {"s": -0.1, "m": -2.1, "l": -3.1}
    read = Reading({"e4": row})
    rows = look_of(sight({}, reading=read, prior_nats=prior)).rows(Names(), None)
    assert rows["e4"]["As"] - rows["e4"]["Al"] == pytest.approx(PIECE)
    plain = look_of(sight({}, reading=read)).rows(Names(), None)
    assert plain["e4"]["As"] - plain["e4"]["Al"] > PIECE
    told = look_of(sight({}, reading=read, prior_nats=prior, told=frozenset({"e4"}))).rows(Names(), None)
    assert told["e4"]["As"] - told["e4"]["Al"] == -6.0


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
