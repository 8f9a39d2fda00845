"""Every page, dialog and state of the screen is looked at once; ``python -m tests.screen.sweep`` looks in every way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.screen.browser import CHROMIUM, WHY_NONE

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)]
PARTS = 3
"""The stations are looked at in so many parts, so that two processes share them."""


@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_is_cut_off_too_small_for_fingers_in_english_for_germans_or_at_odds_with_axe(
    playwright: Playwright, part: int
) -> None:
    from tests.screen.sweep import STATIONS, WAYS, swept

    names = list(STATIONS)[part::PARTS]
    found = swept(playwright, names, ways_of=lambda number: [WAYS[(5 * number + part) % len(WAYS)]])
    assert (found.faults, found.seen) == ([], len(names))
