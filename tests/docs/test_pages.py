"""The pages as they are read: links lead somewhere, examples work, decisions have an index, some words are left out.

The examples in docstrings work too, and generic code names no game: what it must know of one, a game or a kit declares.
And what ``make release`` makes of the changelog and the version, and what it refuses.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import re
import tokenize
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, anchors, links, pages
from tests.release import following, notes, numbered, released

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
    doubtful = (path for path in files if FORBIDDEN.search(path.read_text(encoding="utf-8")))
    assert {str(path.relative_to(ROOT)): lines for path in doubtful if (lines := found(prose(path)))} == {}


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


PACKAGES = ("core", "kits", "calibration", "vision", "printkit", "adviser", "playtest", "kiebitz")
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_give_what_they_say(name: str) -> None:
    assert not doctest.testmod(importlib.import_module(name)).failed


GENERIC = (
    "adviser", "calibration", "core", "interop", "kiebitz", "kits", "playtest", "printkit", "simulator", "vision",
)  # fmt: skip
GAMES = {"tink", "ting", "tingle", "tabik", "tinker_tactics"}
OWN = {*GAMES, "goodwin", "tinker"}
"""What a folder or module of a game's own is called: the games, and the packages of their rules."""
_WORDS = re.compile(rf"\b({'|'.join(OWN)})\b")
EXCEPTIONS = {"core/games/__init__.py": "says which game is meant where nobody names one"}


def own(path: Path) -> bool:
    """Return whether the program at *path* is about one game, or one family of games."""
    parts = [*path.parts[:-1], path.stem]
    return any(part in OWN or part.split("_")[0] in OWN for part in parts)


def named(path: Path) -> Iterator[str]:
    """Yield each place in the program at *path* that names a game as a text, or imports a module of its own."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if _WORDS.search(text) else ():
        match node:
            case ast.Constant(value=str(word)) if word in GAMES:
                yield f"{node.lineno}: {word!r}"
            case ast.ImportFrom(module=str(module), names=names):
                if any(part in OWN for part in [*module.split("."), *(each.name for each in names)]):
                    yield f"{node.lineno}: from {module}"
            case ast.Import(names=names):
                if any(part in OWN for each in names for part in each.name.split(".")):
                    yield f"{node.lineno}: import"
            case _:
                pass


@pytest.mark.parametrize("folder", GENERIC)
def test_no_generic_module_names_a_game(folder: str) -> None:
    files = [path.relative_to(ROOT) for path in sorted((ROOT / folder).rglob("*.py"))]
    generic = [path for path in files if not own(path) and path.as_posix() not in EXCEPTIONS]
    assert generic
    assert {path.as_posix(): places for path in generic if (places := list(named(ROOT / path)))} == {}


def test_every_exception_is_needed() -> None:
    assert [path for path in EXCEPTIONS if own(Path(path)) or not list(named(ROOT / path))] == []


def test_names_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('from core.tabik import rules\n\nkit = {"tink": 1}  # "ting"\n', encoding="utf-8")
    assert list(named(tmp_path / "one.py")) == ["1: from core.tabik", "3: 'tink'"]


CHANGELOG = "# Changelog\n\n## Unreleased (0.3.0)\n\n- One thing.\n- Another.\n\n## 0.2.0, 1 November 2026\n\n- Old.\n"


def test_notes_are_what_is_unreleased() -> None:
    assert notes(CHANGELOG) == "- One thing.\n- Another."


@pytest.mark.parametrize(
    ("changelog", "why"),
    [
        ("# Changelog\n", "no section"),
        ("## Unreleased\n\n## 0.2.0\n\n- Old.\n", "nothing is unreleased"),
        ("## Unreleased\n" + "- One.\n" * 41, "at most 40 lines"),
    ],
)
def test_no_release_without_notes_that_can_be_read(changelog: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        notes(changelog)


def test_a_release_is_dated_and_the_next_version_follows() -> None:
    text = released(CHANGELOG, "0.3.0", date(2026, 12, 4))
    assert "## 0.3.0, 4 December 2026\n\n- One thing." in text
    assert "Unreleased" not in text
    assert following("0.3.1") == "0.4.0.dev0"


def test_only_the_program_s_own_version_is_set() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    changed = numbered(project, "9.8.7")
    assert changed.count('"9.8.7"') == 1
    assert changed.replace('version = "9.8.7"', "") == numbered(project, "x").replace('version = "x"', "")
