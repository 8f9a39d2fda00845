"""What goes wrong is said in German to people who read German: in one line, with its reason and its remedy."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiebitz.cli import run
from kiebitz.language import language
from tests.kiebitz.language.literals import GAP
from tests.kiebitz.language.test_catalogue import ROOT, known, pieces

GERMAN = language("de")
RAISERS = sorted(path for path in (ROOT / "kiebitz").rglob("*.py") if "raise Failure(" in path.read_text("utf-8"))
READERS = (
    *(path for name in ("notation", "board", "setup") for path in sorted(ROOT.glob(f"core/*/{name}.py"))),
    ROOT / "core/options.py",
    *(ROOT / f"core/board/{name}.py" for name in ("rows", "topology")),
    *(ROOT / f"core/record/{name}.py" for name in ("ending", "line", "reading")),
    *(ROOT / f"printkit/{name}.py" for name in ("adjust", "packing", "stand", "tiling")),
    ROOT / "adviser/levels.py",
    ROOT / "kiebitz/programs/advice.py",
    ROOT / "kiebitz/clock.py",
    ROOT / "kiebitz/table/corners.py",
    ROOT / "kiebitz/archive/recorded.py",
)
"""Modules below the commands that refuse what people gave."""
FOR_PROGRAMMERS = (
    "must be declared",
    "must be texts",
    "are five texts",
    "make them with the game's own class",
    "a position has \0",
)
"""What only somebody who writes a program can cause, and what the catalogue has for each game with its own parts."""
_ENGLISH = re.compile(r"\b(the|and|is|are|of|not|with|from|has|have|or|must|such|lies|takes|leave|write)\b")


def messages(path: Path) -> Iterator[str]:
    """Yield what *path* makes a ``Failure`` of, or raises another error with, with a ``GAP`` for each value."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)] if path in READERS else []
    for node in (*raised, *ast.walk(tree)):
        if isinstance(node, ast.Call) and (node in raised or ast.unparse(node.func) in ("Failure", "failing")):
            for part in node.args:
                if isinstance(part, ast.Constant):
                    yield str(part.value)
                elif isinstance(part, ast.JoinedStr):
                    yield "".join(str(each.value) if isinstance(each, ast.Constant) else GAP for each in part.values)


@pytest.mark.parametrize("path", sorted({*RAISERS, *READERS}), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_message_is_in_the_catalogue(path: Path) -> None:
    texts = [text for text in messages(path) if not any(each in text for each in FOR_PROGRAMMERS)]
    assert [piece for text in texts for piece in pieces(text) if piece not in known()] == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("print chess", "kein Spiel heißt 'chess'; die Spiele sind tabik, ting, tingle, tink, tinker_tactics\n"),
        ("print tink --paper b9", "kein Papier heißt 'b9'; zu wählen sind a4, letter, a3, a5, tabloid oder both\n"),
        ("watch x.png --tentative", "--tentative bewirkt ohne --json nichts; weglassen\n"),
        ("list -j", "Die Option '-j' gibt es nicht; siehe `kiebitz list --help`\n"),
        ("read", "Es fehlt 'IMAGE'; siehe `kiebitz read --help`\n"),
        ("show last --event x", "Ungültiger Wert für '--event': 'x' ist keine ganze Zahl; siehe `kiebitz show"),
        ("show 99", "eine Partie 99 ist nicht gespeichert; `kiebitz list` zeigt, welche es sind\n"),
        ("export no.txt --to svg", "eine Datei no.txt gibt es nicht; eine Aufzeichnung oder ein Journal nennen\n"),
        ("suggest tink abc", "hat vier Teile, Reihen, Seite am Zug, Passen und Zugzahl, nicht 1: 'abc'"),
        ("suggest tink '3Q4/8/8/8/8/8/8/8 A 0,0 0'", "bei 'Q4' nicht zu lesen: ein Stein ist ein Platz A bis D"),
        ("suggest tabik '4/4/4/4 e9 B 0'", "als Kante geschrieben, etwa b2-b3, kein Stab als -; nicht 'e9'"),
        ("suggest tinker_tactics '2 A6a3=9 A 0'", "der Würfel auf a3 zeigt 9; ein Würfel zeigt 1 bis 8"),
        ("suggest tink start --after Se9", "auf diesem Brett heißt kein Feld 'e9'; die Felder gehen von a1 bis h8"),
        ("suggest tink start --level 99", "--level: die Stufe muss eine ganze Zahl von 1 bis 10 sein, nicht 99"),
        ("suggest tink start --seconds -1", "--seconds muss eine Zahl über 0 und höchstens 3600 sein, nicht -1"),
        ("print tink --players 9", "die Option players muss eine ganze Zahl von 2 bis 4 sein, nicht 9"),
        ("print tink --options plyers=3", "Tink hat keine Option 'plyers'; ist players gemeint? Es hat players, "),
        ("engine --protocol json --game tink", "--game bewirkt bei Anfragen in JSON, die ihr Spiel selbst"),
        ("print stand --paper a3", "der Ständer wird aus ganzen Blättern A4 oder Letter gemacht, nicht aus A3"),
        ("watch demo --clock x", "eine Uhr wird geschrieben als 10 (Minuten), 10+5 (und 5 Sekunden für jeden Zug)"),
    ],
)  # fmt: skip
def test_a_failure_is_told_in_the_language_of_the_surroundings(
    typed: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(shlex.split(typed)) == 2
    said = capsys.readouterr().err
    assert told in said
    assert not _ENGLISH.search(re.sub(r"'[^']*'|`[^`]*`", "", said.replace(" or ", " ")))


def test_the_option_counts_more_than_the_surroundings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run(["print", "chess", "--language", "de"]) == 2
    assert "kein Spiel heißt" in capsys.readouterr().err
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run(["print", "chess", "--language=en"]) == 2
    assert "no game is called" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (
            "game.txt: action 3, 'Se9': no cell is called 'e9' on this board; cells run from a1 to h8",
            "game.txt: Zug 3, 'Se9': auf diesem Brett heißt kein Feld 'e9'; die Felder gehen von a1 bis h8",
        ),
        (
            "a/b.jsonl is damaged: line 4: it is not JSON; the 3 lines before it are good; put a copy back, or remove "
            "it with `kiebitz delete`",
            "a/b.jsonl ist beschädigt: Zeile 4: sie ist kein JSON; die 3 Zeilen davor sind in Ordnung; eine Kopie "
            "zurücklegen oder mit `kiebitz delete` entfernen",
        ),
        ("the position cannot be read: strange", "die Stellung lässt sich nicht lesen: strange"),
    ],
)  # fmt: skip
def test_reasons_are_told_where_they_are_known_and_kept_where_not(english: str, german: str) -> None:
    assert GERMAN(english) == german
