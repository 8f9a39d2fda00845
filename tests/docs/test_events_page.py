"""docs/events.md shows an event of each kind as sessions tell them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from kiebitz.archive.lines import COLOURS, HEADER, KINDS
from tests.docs.happening import told
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "events.md"
LINES = {HEADER, COLOURS, "terms"}
"""Lines of a journal that are no events."""
EXAMPLE = re.compile(r"(\n## `(\w+)`\n.*?```json\n)(.*?)(\n```\n)", re.DOTALL)


def examples(text: str) -> dict[str, Mapping[str, Any]]:
    return {kind: json.loads(shown) for _, kind, shown, _ in EXAMPLE.findall(text)}


def written(text: str, events: Mapping[str, Mapping[str, Any]]) -> str:
    """Return *text* with the *events* in place of its examples."""
    return EXAMPLE.sub(lambda found: found[1] + json.dumps(events[found[2]], ensure_ascii=False) + found[4], text)


def test_every_example_is_told_by_a_session(request: pytest.FixtureRequest) -> None:
    events, text = told(), PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--regenerate"):
        text = written(text, events)
        PAGE.write_text(text, encoding="utf-8")
    assert examples(text) == json.loads(json.dumps(events)), "run pytest tests/docs --regenerate"


def test_every_kind_of_event_has_its_example() -> None:
    assert examples(PAGE.read_text(encoding="utf-8")).keys() == KINDS.keys() - LINES
