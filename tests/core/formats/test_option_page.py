"""The page of all options, made from what the games declare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core import games
from core.formats.option_page import option_json, page

PAGE = Path(__file__).parents[3] / "docs" / "options.md"


def test_the_page_in_the_docs_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run  python -m core.formats.option_page > docs/options.md"


@pytest.mark.parametrize("name", games.names())
def test_the_page_has_every_option_of_a_game(name: str) -> None:
    section = page().partition(f"(`{name}`)")[2].partition("\n## ")[0]
    for option in games.find(name).options.declared():
        assert f"| `{option.name}` |" in section


@pytest.mark.parametrize("name", games.names())
def test_an_option_told_to_programs_is_taken_back_from_them(name: str) -> None:
    options = games.find(name).options
    told: list[dict[str, Any]] = [option_json(option) for option in options.declared()]
    assert options.of({each["name"]: each["default"] for each in told}) == options()
    for each in told:
        if each["type"] == "choice":
            assert all(options.of({each["name"]: choice}) for choice in each["choices"])
