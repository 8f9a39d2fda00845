"""Generic code names no game and no family of games: what it must know of one, a game or a kit declares."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

GENERIC = (
    "adviser",
    "calibration",
    "core",
    "interop",
    "kiebitz",
    "kits",
    "playtest",
    "printkit",
    "simulator",
    "vision",
)
GAMES = {"tink", "ting", "tingle", "tabik", "tinker_tactics"}
OWN = {*GAMES, "goodwin", "tinker"}
"""What a folder or module of a game's own is called: the games, and the packages of their rules."""
EXCEPTIONS = {
    "core/games/__init__.py": "says which game is meant where nobody names one",
}


def own(path: Path) -> bool:
    """Return whether the program at *path* is about one game, or one family of games."""
    parts = [*path.parts[:-1], path.stem]
    return any(part in OWN or part.split("_")[0] in OWN for part in parts)


def named(path: Path) -> Iterator[str]:
    """Yield each place in the program at *path* that names a game as a text, or imports a module of its own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if text in GAMES:
                yield f"{node.lineno}: {text!r}"
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
