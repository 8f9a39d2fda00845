"""The index of decisions: every page once, with its status, and none too long to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

FOLDER = ROOT / "docs" / "decisions"
PAGES = sorted(FOLDER.glob("0*.md"))
ROWS = {
    match[1]: match[2]
    for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
    if (match := re.match(r"\| \[?(\d{4})\b.*\| ([^|]+) \|$", line))
}
LONGEST = 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem[:5])
def test_no_page_is_too_long(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_the_index_has_every_number_and_its_status() -> None:
    numbers = {page.name[:4] for page in PAGES}
    assert set(ROWS) == numbers | {"0045"}
    assert sorted(int(number) for number in ROWS) == list(range(1, len(ROWS) + 1))
    for number, status in ROWS.items():
        assert re.match(r"in force|in part; |overruled by \[|–$", status), number


def test_who_is_overruled_says_so_at_the_top() -> None:
    for page in PAGES:
        if ROWS[page.name[:4]].startswith("overruled"):
            _, _, text = page.read_text(encoding="utf-8").partition("\n\n")
            assert text.startswith("*"), page
