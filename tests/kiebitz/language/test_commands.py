"""Commands and their help speak German to people who ask for it, and English to programs.

What goes wrong is said in one line, with its reason and its remedy; whatever a command does, none of it is English.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from core import games
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.cli import ABOUT, COMMANDS, kiebitz, run
from kiebitz.commands import show
from kiebitz.commands.helping import described, paragraphs
from kiebitz.home import games_folder
from kiebitz.language import LANGUAGES, language
from tests.kiebitz.language.literals import GAP
from tests.kiebitz.language.test_catalogue import ENGLISH, ROOT, known, pieces
from tests.screen.kept_game import ILLEGAL, WON, keep, moves

IN_GERMAN = {"LC_ALL": "de_DE.UTF-8"}


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def _game() -> None:
    """Keep a game that A won, with a broken rule in it."""
    keep(games_folder(), *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:])


with_a_game = pytest.mark.usefixtures("_game")


def said(*arguments: str, **environment: str) -> str:
    done = CliRunner().invoke(kiebitz, arguments, env=environment, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@with_a_game
@pytest.mark.parametrize("how", [("--language", "de"), ()])
def test_a_kept_game_is_shown_in_german(how: tuple[str, ...]) -> None:
    environment = {} if how else IN_GERMAN
    assert "Rot gewinnt mit einer Reihe." in said("show", "last", *how, **environment)
    assert "vom letzten Zug verändert" in said("replay", "last", *how, **environment)
    told = said("show", "last", "--event", "3", *how, **environment)
    assert "f4 liegt nicht neben d3. [GW-17]" in told


@with_a_game
def test_english_is_read_where_it_is_asked_for_and_where_nothing_is() -> None:
    assert "Red wins with a line." in said("show", "last")
    assert "Red wins with a line." in said("show", "last", "--language", "en", **IN_GERMAN)


@with_a_game
@pytest.mark.parametrize("words", [("show", "last"), ("show", "last", "--event", "3"), ("replay", "last")])
def test_programs_read_english_everywhere(words: tuple[str, ...]) -> None:
    english = json.loads(said(*words, "--json"))
    assert json.loads(said(*words, "--json", "--language", "de", **IN_GERMAN)) == english


def test_programs_read_the_titles_of_a_german_kit_in_english(tmp_path: Path) -> None:
    out = str(tmp_path / "tink.pdf")
    words = ("print", "tink", "--only", "rules", "--out", out)
    assert json.loads(said(*words, "--json", **IN_GERMAN))["sheets"] == ["Start here", "The rules of Tink"]
    assert "Die Regeln von Tink" in said(*words, **IN_GERMAN)


def test_every_language_of_the_catalogue_may_be_asked_for() -> None:
    (option,) = (each for each in show.command.params if each.name == "language")
    assert isinstance(option.type, click.Choice)
    assert list(option.type.choices) == list(LANGUAGES)


# -- help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_text_is_in_the_catalogue(name: str) -> None:
    command = kiebitz.get_command(click.Context(kiebitz), name)
    assert command is not None
    texts = [COMMANDS[name][1], *paragraphs(inspect.cleandoc(command.help or ""))]
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            texts += described(param.help)
    assert [text for text in texts if language("de").translated(text) is None] == []


def test_the_list_of_commands_is_in_german() -> None:
    shown = said(**IN_GERMAN)
    assert shown.startswith("Aufruf: kiebitz")
    assert "\nBefehle:\n" in shown
    assert "Ein Spiel als PDF zum Drucken, Schneiden und Falten." in shown
    assert [text for text in paragraphs(ABOUT) if language("de").translated(text) is None] == []


def test_help_is_given_in_the_language_that_is_asked_for() -> None:
    german, english = (
        said("learn", "--language", "de", "--help"),
        said("learn", "--language", "en", "--help", **IN_GERMAN),
    )
    assert (german.split()[0], english.split()[0]) == ("Aufruf:", "Usage:")
    assert "\nOptionen:\n" in german


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
FOR_PROGRAMMERS = ("must be declared", "must be texts", "are five texts", "make them with the game's own class")
"""What only somebody who writes a program can cause."""
PARTS = "a position has \0"
"""How a message begins that names the parts of a game's positions: the catalogue has it for each game."""
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
    texts = [text for text in messages(path) if not any(each in text for each in (*FOR_PROGRAMMERS, PARTS))]
    assert [piece for text in texts for piece in pieces(text) if piece not in known()] == []


@pytest.mark.parametrize("name", games.names())
def test_the_parts_of_a_position_are_named_in_german(name: str) -> None:
    game = games.find(name)
    with pytest.raises(ValueError, match=r"^a position has") as refused:
        game.parse_position("8", game.options())
    told = GERMAN(str(refused.value))
    assert told.startswith("eine Stellung hat")
    assert not _ENGLISH.search(told)


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


TYPED = {
    "demo": ("demo tink --out out",),
    "print": ("print stand --out stand.pdf", "print target --out target.pdf", "print tink --quick --out tink.pdf"),
    "verify-print": (
        "verify-print --measured-mm 166,214 --paper a4",
        "verify-print bare.png",
    ),
    "report": ("report --picture start.png",),
    "doctor": ("doctor", "doctor bare.png", "doctor start.png --game tink"),
    "calibrate": ("calibrate bare.png bare.png",),
    "teach": ("teach tink start.png --position start", "teach tink --players 3"),
    "locate": ("locate start.png", "locate bare.png --game tabik"),
    "read": ("read start.png", "read bare.png --game tink"),
    "check": ("check start.png --game tink",),
    "watch": ("watch pictures --game tink", "watch pictures --game tink --resume"),
    "list": ("list",),
    "show": ("show last", "show last --event 3"),
    "harvest": ("harvest last --out out",),
    "rerun": ("rerun pictures 1",),
    "replay": ("replay last --ply 2", "replay last"),
    "export": ("export last --to text",),
    "suggest": (
        "suggest tink start --nodes 20",
        "suggest tink start --nodes 20 --hint area",
        "suggest tink start --nodes 20 --lines 2",
    ),
    "playtest": (
        "playtest tink --games 2 --by chance --workers 1 --compare players=3",
        "playtest tabik --games 30 --by chance --workers 1 --options board_size=2,pie_rule=false --even-out",
        "playtest tinker_tactics --games 1 --by chance --workers 1",
        "playtest tingle --games 1 --nodes 2 --workers 1",
    ),
    "review": ("review last --seconds 0.1",),
    "rules": ("rules tink", "rules tabik --options", "rules tink GW-17", "rules tinker 5.5"),
    "learn": ("learn tink --step 1",),
    "games": ("games",),
    "help": ("help", "help read"),
    "comment": ("comment last schön",),
    "verify": ("verify last",),
    "sign": ("sign last A",),
    "ratings": ("ratings",),
    "delete": ("delete last --yes",),
}
"""What is typed of each command; files are in the folder where it is typed."""
OF_WRITTEN_WORDS = {
    "print tink --quick --out tink.pdf", "report --picture start.png", "rerun pictures 1",
    "watch pictures --game tink --resume",
}  # fmt: skip
"""Slow ones, whose sentences ``test_catalogue`` finds in the code, and ``test_kits`` on paper."""
LONG = {"table"}
"""Serves until somebody stops it; what it says first is in ``tests/screen``."""
NAMES = re.compile(r"`[^`]*`|\{\w+\}|--\w+|\S*/\S*")
"""What is typed, what the rules leave open, and where files lie is the same in every language."""
FOR_PROGRAMS = {"engine"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a picture of no board, one of a game's start, and some of a game."""
    folder = tmp_path_factory.mktemp("typed")
    cv2.imwrite(str(folder / "bare.png"), np.full((480, 640, 3), 180, np.uint8))
    position = rules_of("tink").start()
    pictures = [pretend_picture(position)]
    cv2.imwrite(str(folder / "start.png"), pictures[0])
    for action in ("Sc3", "Sd4"):
        position = position.play(action)
        pictures.append(pretend_picture(position))
    (folder / "pictures").mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / "pictures" / f"{number}.png"), picture)
    return folder


def test_every_command_for_people_is_tried() -> None:
    assert set(TYPED) == set(COMMANDS) - LONG - FOR_PROGRAMS


@pytest.mark.slow
@pytest.mark.usefixtures("late_demo", "_game")
@pytest.mark.parametrize(
    "typed",
    [
        pytest.param(line, marks=[pytest.mark.thinned(0)] if line in OF_WRITTEN_WORDS else [])
        for lines in TYPED.values() for line in lines
    ],
)  # fmt: skip
def test_a_command_answers_in_german(typed: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.chdir(files)
    done = CliRunner().invoke(kiebitz, typed.split(), catch_exceptions=False, input="")
    assert done.exit_code in (0, 1)
    lines = [NAMES.sub("", line) for line in done.output.splitlines()]
    english = [line for line in lines if ENGLISH.search(line)]
    assert (english, bool(done.output)) == ([], True)
