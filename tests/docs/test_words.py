"""Words that docs/conventions.md forbids occur in no page, docstring, comment or message."""

from __future__ import annotations

import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, pages

FORBIDDEN = re.compile(r"\b(so many|of which|is told|anew|plainly)\b", re.IGNORECASE)
FOLDERS = (
    "adviser", "benchmarks", "calibration", "core", "interop", "kiebitz", "kits", "playtest", "printkit", "simulator",
    "tablebench", "tests", "training", "vision",
)  # fmt: skip
QUOTED = re.compile(r"`[^`]*`|\]\([^)]*\)|\"[^\"\n]*\"")
"""Code, addresses and quotations within a page, which may be names."""


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings, comments and texts of the program at *path*, with their lines; names are no prose."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.STRING, tokenize.COMMENT) and " " in token.string:
                yield token.start[0], re.sub(r"\{[^}]*\}|``[^`]*``|^\s*\w+:", "", token.string, flags=re.MULTILINE)


def found(texts: Iterator[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(line, match[0]) for line, text in texts if (match := FORBIDDEN.search(text))]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_program_says_them(folder: str) -> None:
    files = (path for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__))
    assert {str(path.relative_to(ROOT)): lines for path in files if (lines := found(prose(path)))} == {}


def test_no_page_says_them() -> None:
    """The history of measurements and the changelog stay as they were written."""
    left = (ROOT / "benchmarks" / "history", ROOT / "CHANGELOG.md", ROOT / "docs" / "conventions.md")
    for page in pages():
        if not any(page.is_relative_to(one) for one in left):
            lines = enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
            assert found((number, QUOTED.sub("", line)) for number, line in lines) == [], page


def test_no_translated_message_says_them() -> None:
    for path in sorted((ROOT / "kiebitz" / "language" / "german").glob("*.json")):
        english = json.loads(path.read_text(encoding="utf-8"))
        assert [text for text in english if FORBIDDEN.search(text)] == [], path.name


def test_they_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('"""It is told so."""\nanew = 1  # by plain words\n', encoding="utf-8")
    assert found(prose(tmp_path / "one.py")) == [(1, "is told")]
