"""What goes wrong is said in German to people who read German: in one line, with its remedy."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiebitz.cli import run
from tests.kiebitz.language.literals import GAP
from tests.kiebitz.language.test_catalogue import ROOT, known, pieces

RAISERS = sorted(path for path in (ROOT / "kiebitz").rglob("*.py") if "raise Failure(" in path.read_text("utf-8"))


def failures(path: Path) -> Iterator[str]:
    """Yield what *path* raises a ``Failure`` with, with a ``GAP`` for each value."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Failure":
            for part in node.args:
                if isinstance(part, ast.Constant):
                    yield str(part.value)
                elif isinstance(part, ast.JoinedStr):
                    yield "".join(str(each.value) if isinstance(each, ast.Constant) else GAP for each in part.values)


@pytest.mark.parametrize("path", RAISERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_failure_is_in_the_catalogue(path: Path) -> None:
    assert [piece for text in failures(path) for piece in pieces(text) if piece not in known()] == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("print chess", "kein Spiel heißt 'chess'; die Spiele sind tabik, ting, tingle, tink, tinker_tactics"),
        ("print tink --paper b9", "kein Papier heißt 'b9'; zu wählen sind a4, letter, a3, a5, tabloid oder both"),
        ("watch x.png --tentative", "--tentative bewirkt ohne --json nichts; weglassen"),
        ("print --xyz", "Die Option '--xyz' gibt es nicht; siehe `kiebitz print --help`"),
        ("list -j", "Die Option '-j' gibt es nicht. War '--json' gemeint? Siehe `kiebitz list --help`"),
        ("read", "Es fehlt 'IMAGE'; siehe `kiebitz read --help`"),
        ("games --players 2", "Die Option '--players' gibt es nicht; siehe `kiebitz games --help`"),
        ("show last --event x", "Ungültiger Wert für '--event': 'x' ist keine ganze Zahl; siehe `kiebitz show --help`"),
        ("show 99", "eine Partie 99 ist nicht gespeichert; `kiebitz list` zeigt, welche es sind"),
        ("export no.txt --to svg", "eine Datei no.txt gibt es nicht; eine Aufzeichnung oder ein Journal nennen"),
    ],
)  # fmt: skip
def test_a_failure_is_told_in_the_language_of_the_surroundings(
    typed: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(typed.split()) == 2
    assert capsys.readouterr().err == f"kiebitz: {told}\n"


def test_the_option_counts_more_than_the_surroundings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run(["print", "chess", "--language", "de"]) == 2
    assert "kein Spiel heißt" in capsys.readouterr().err
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(["print", "chess", "--language=en"]) == 2
    assert "no game is called" in capsys.readouterr().err
