"""The pages as they are read: links lead somewhere, examples work, decisions have an index, some words are left out."""

from __future__ import annotations

import doctest
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, anchors, links, pages

DECISIONS = ROOT / "docs" / "decisions"
INDEX = {
    match[1]: match[2]
    for line in (DECISIONS / "README.md").read_text(encoding="utf-8").splitlines()
    if (match := re.match(r"\| \[?(\d{4})\b.*\| ([^|]+) \|$", line))
}
LONGEST_DECISION = 150
FORBIDDEN = re.compile(r"\b(so many|of which|is told|anew|plainly)\b", re.IGNORECASE)
"""Words that docs/conventions.md forbids."""
FOLDERS = (
    "adviser", "benchmarks", "calibration", "core", "interop", "kiebitz", "kits", "playtest", "printkit", "simulator",
    "tablebench", "tests", "training", "vision",
)  # fmt: skip
AS_WRITTEN = (ROOT / "benchmarks" / "history", ROOT / "CHANGELOG.md", ROOT / "docs" / "conventions.md")
"""The history of measurements and the changelog stay as they were written."""
QUOTED = re.compile(r"`[^`]*`|\]\([^)]*\)|\"[^\"\n]*\"")
"""Code, addresses and quotations within a page, which may be names."""


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_something(page: Path) -> None:
    for target in links(page):
        name, _, anchor = target.partition("#")
        there = page.parent / name if name else page
        assert there.exists(), target
        if anchor:
            assert anchor in anchors(there), target


def test_the_python_of_readme_works() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_no_decision_is_too_long_and_who_is_overruled_says_so_at_the_top() -> None:
    for page in sorted(DECISIONS.glob("0*.md")):
        text = page.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= LONGEST_DECISION, page
        if INDEX[page.name[:4]].startswith("overruled"):
            assert text.partition("\n\n")[2].startswith("*"), page


def test_the_index_of_decisions_has_every_number_and_its_status() -> None:
    assert set(INDEX) == {page.name[:4] for page in DECISIONS.glob("0*.md")} | {"0045"}
    assert sorted(int(number) for number in INDEX) == list(range(1, len(INDEX) + 1))
    for number, status in INDEX.items():
        assert re.match(r"in force|in part; |overruled by \[|–$", status), number


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings, comments and texts of the program at *path*, with their lines; names are no prose."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.STRING, tokenize.COMMENT) and " " in token.string:
                yield token.start[0], re.sub(r"\{[^}]*\}|``[^`]*``|^\s*\w+:", "", token.string, flags=re.MULTILINE)


def found(texts: Iterator[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(line, match[0]) for line, text in texts if (match := FORBIDDEN.search(text))]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_program_says_forbidden_words(folder: str) -> None:
    files = (path for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__))
    assert {str(path.relative_to(ROOT)): lines for path in files if (lines := found(prose(path)))} == {}


def test_no_page_and_no_translated_message_says_them() -> None:
    for page in pages():
        if not any(page.is_relative_to(one) for one in AS_WRITTEN):
            lines = enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
            assert found((number, QUOTED.sub("", line)) for number, line in lines) == [], page
    for path in sorted((ROOT / "kiebitz" / "language" / "german").glob("*.json")):
        english = json.loads(path.read_text(encoding="utf-8"))
        assert [text for text in english if FORBIDDEN.search(text)] == [], path.name


def test_they_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('"""It is told so."""\nanew = 1  # by plain words\n', encoding="utf-8")
    assert found(prose(tmp_path / "one.py")) == [(1, "is told")]
