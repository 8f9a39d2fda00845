"""The pages of odd cases and of options in the docs are what the games say."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core import games
from core.formats import faq_page, option_page
from core.formats.option_page import option_json

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("file", "module"), [("faq.md", faq_page), ("options.md", option_page)])
def test_the_page_in_the_docs_is_current(file: str, module: ModuleType) -> None:
    shown = (DOCS / file).read_text(encoding="utf-8")
    assert shown == module.page(), f"run  python -m {module.__name__} > docs/{file}"


@pytest.mark.parametrize("name", games.names())
def test_an_option_told_to_programs_is_taken_back_from_them(name: str) -> None:
    options = games.find(name).options
    told: list[dict[str, Any]] = [option_json(option) for option in options.declared()]
    assert options.of({each["name"]: each["default"] for each in told}) == options()
    for each in told:
        if each["type"] == "choice":
            assert all(options.of({each["name"]: choice}) for choice in each["choices"])
