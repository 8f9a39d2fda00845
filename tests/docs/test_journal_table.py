"""docs/journal-format.md shows the very table of lines by which journals are checked."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kiebitz.archive.lines import COLOURS, EVERY, HEADER, KINDS, REQUIRED, Fields
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "journal-format.md"
MARK = "<!-- kinds: made by `pytest tests/docs --regenerate` -->\n"
ONLY_WHERE_ASKED_FOR = {"tentative"}
"""``watch --tentative`` tells it."""


def rows(name: str, fields: Fields, required: tuple[str, ...]) -> Iterator[str]:
    for number, (field, kind) in enumerate(fields.items()):
        must = "yes" if field in required else ""
        yield f"| {'' if number else name} | `{field}` | {kind.words} | {must} |"
    if not fields:
        yield f"| {name} | | | |"


def table() -> str:
    """Return the table as it should be."""
    lines = ["", "| line | field | holds | required |", "|---|---|---|---|"]
    lines += rows("any event", EVERY, ())
    for kind, fields in KINDS.items():
        name = "the header" if kind == HEADER else f"`{kind}`"
        lines += rows(f"{name}, no event" if kind == COLOURS else name, fields, REQUIRED.get(kind, ()))
    return "\n".join([*lines, ""])


def test_the_table_of_a_journals_lines_is_current(request: pytest.FixtureRequest) -> None:
    text, mark, shown = PAGE.read_text(encoding="utf-8").partition(MARK)
    assert mark
    if request.config.getoption("--regenerate"):
        shown = table()
        PAGE.write_text(f"{text}{mark}{shown}", encoding="utf-8")
    assert shown == table(), "run pytest tests/docs --regenerate"


def test_every_event_that_the_table_can_tell_is_in_it() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "kiebitz" / "table").rglob("*.py")))
    told = set(re.findall(r'(?:\.saying|\basked|\bEvent|\bRemarked)\(\s*(?:state, )?"(\w+)"', source))
    assert len(told) > 10
    assert told - ONLY_WHERE_ASKED_FOR <= KINDS.keys()


def test_what_is_required_is_in_the_table() -> None:
    assert all(set(names) <= set(KINDS[kind]) for kind, names in REQUIRED.items())
