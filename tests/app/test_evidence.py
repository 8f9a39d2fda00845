"""What the looks of cells add to a reading."""

from __future__ import annotations

import pytest

from app.evidence import beside_more, may_be, weighed
from core.reading import Reading
from kits.tink import KIT
from tests.calibration.scenes import camera_over

PLACE = camera_over(KIT.plan)
READING = Reading({"e4": {".": 0.0, "As": -3.0}, "e5": {".": -9.0, "As": 0.0}}, frozenset())


def test_a_cell_next_to_one_that_has_changed_more_may_be_in_its_shadow() -> None:
    assert beside_more(PLACE, {"e4": 0.2, "e5": 0.8, "a1": 0.3, "h8": 0.01}) == {"e4"}


@pytest.mark.parametrize(("changes", "may_stay_empty"), [({"e4": 0.2}, False), ({"e4": 0.2, "e5": 0.8}, True)])
def test_a_shadow_hardly_speaks_against_what_stood_there(changes: dict[str, float], may_stay_empty: bool) -> None:
    seen = weighed(READING, {"e4": ".", "e5": "."}, changes, beside_more(PLACE, changes))
    assert (seen.best("e4") == ".") is may_stay_empty


def test_a_cell_that_looks_as_it_did_vouches_for_what_stood_there() -> None:
    seen = weighed(READING, {"e4": "As", "e5": "."}, {"e4": 0.0, "e5": 0.5})
    assert seen.best("e4") == "As"
    assert may_be(seen, {"e4": ".", "e5": "As"})
