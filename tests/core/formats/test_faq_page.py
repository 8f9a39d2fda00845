"""The page of odd cases, made from what the referee says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import games
from core.formats.faq_page import page
from core.games import rulebook

PAGE = Path(__file__).parents[3] / "docs" / "faq.md"


def test_the_page_in_the_docs_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run  python -m core.formats.faq_page > docs/faq.md"


@pytest.mark.parametrize("name", games.names())
def test_every_game_is_on_the_page_and_asks_what_it_answers(name: str) -> None:
    headings = [line for line in page().splitlines() if line.startswith("## ")]
    assert any(games.find(name).title in line for line in headings)
    keys = {entry.key for entry, _ in rulebook(name).questions()}
    assert all(f" ({key})\n" in page() for key in keys)


def test_a_family_with_the_same_answers_is_told_of_once() -> None:
    assert "## Tink, Tingle and Ting\n" in page()
    assert page().count("May the large help to pay for its own move?") == 1
