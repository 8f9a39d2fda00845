"""Pages and dialogs are looked at once, in one way; ``make bench`` looks at every state in all ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.screen.browser import IN_BROWSER

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

pytestmark = IN_BROWSER
PARTS = 6
"""The stations are looked at in this many parts, so that processes share them; ``make test`` takes the first."""


@pytest.mark.thinned(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_is_cut_off_too_small_for_fingers_in_english_for_germans_or_at_odds_with_axe(
    playwright: Playwright, part: int
) -> None:
    from tests.screen.stations import STATIONS
    from tests.screen.sweep import WAYS, swept

    unlike = [name for name, station in STATIONS.items() if not station.resembles]
    names = unlike[len(unlike) * part // PARTS : len(unlike) * (part + 1) // PARTS]
    found = swept(playwright, names, ways_of=lambda number: [WAYS[(5 * number + 3 * part) % len(WAYS)]])
    assert (found.faults, found.seen) == ([], len(names))


def test_what_is_left_out_resembles_what_is_looked_at() -> None:
    from tests.screen.stations import STATIONS

    others = {name: station.resembles for name, station in STATIONS.items() if station.resembles}
    assert all(not STATIONS[other].resembles for other in others.values())
