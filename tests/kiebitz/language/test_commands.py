"""Commands speak German to people who ask for it, and English to programs."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from kiebitz.cli import kiebitz
from kiebitz.commands.show import command
from kiebitz.home import games_folder
from kiebitz.language import LANGUAGES
from tests.screen.kept_game import ILLEGAL, WON, keep, moves

GERMAN = {"LC_ALL": "de_DE.UTF-8"}


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep a game that A won, with a broken rule in it."""
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return keep(games_folder(), *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:])


def said(*arguments: str, **environment: str) -> str:
    done = CliRunner().invoke(kiebitz, arguments, env=environment, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("how", [("--language", "de"), ()])
def test_a_kept_game_is_shown_in_german(how: tuple[str, ...]) -> None:
    environment = {} if how else GERMAN
    assert "Rot gewinnt mit einer Reihe." in said("show", "last", *how, **environment)
    assert "vom letzten Zug verändert" in said("replay", "last", *how, **environment)
    told = said("show", "last", "--event", "3", *how, **environment)
    assert "f4 liegt nicht neben d3. [GW-17]" in told


def test_kept_games_are_listed_and_deleted_in_german() -> None:
    listed = said("list", **GERMAN)
    assert " Züge  Rot gewinnt mit einer Reihe" in listed
    assert listed.splitlines()[-1].startswith("Gespeichert in ")
    assert said("delete", "last", "--yes", **GERMAN) == "Gelöscht: Partie 1.\n"
    assert said("list", **GERMAN).startswith("Noch ist keine Partie gespeichert; `kiebitz watch` speichert")


def test_a_picture_is_examined_in_german(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), np.full((100, 150, 3), 40, np.uint8))
    told = CliRunner().invoke(kiebitz, ["doctor", str(tmp_path / "dark.png")], env=GERMAN).output
    assert told.startswith("Kein Brett gefunden.\n    Es ganz ins Bild nehmen oder das Spiel mit --game nennen.\n")
    assert "Das Bild hat nur 150 × 100 Pixel.\n    Ein größeres aufnehmen." in told


def test_a_move_is_suggested_in_german() -> None:
    told = said("suggest", "tink", "8/8/8/2BsAs4/2BsAs4/3As2Bs1/8/8 A 0,0 6", "--nodes", "50", "--language", "de")
    assert told.startswith(
        "A sollte Sd2 spielen: eine kleine Pyramide auf d2 setzen\n  - vier in einer Reihe: d2 d3 d4"
    )
    assert "Wert +1,00 (bewiesen); erwartet: Sd2" in told


def test_english_is_read_where_it_is_asked_for_and_where_nothing_is() -> None:
    assert "Red wins with a line." in said("show", "last")
    assert "Red wins with a line." in said("show", "last", "--language", "en", **GERMAN)


@pytest.mark.parametrize("words", [("show", "last"), ("show", "last", "--event", "3"), ("replay", "last")])
def test_programs_read_english_everywhere(words: tuple[str, ...]) -> None:
    english = json.loads(said(*words, "--json"))
    assert json.loads(said(*words, "--json", "--language", "de", **GERMAN)) == english


def test_programs_read_the_titles_of_a_german_kit_in_english(tmp_path: Path) -> None:
    out = str(tmp_path / "tink.pdf")
    told = json.loads(said("print", "tink", "--quick", "--out", out, "--json", **GERMAN))
    assert told["sheets"][:2] == ["Start here", "The rules of Tink"]
    assert "Die Regeln von Tink" in said("print", "tink", "--quick", "--out", out, **GERMAN)


def test_every_language_of_the_catalogue_may_be_asked_for() -> None:
    (option,) = (each for each in command.params if each.name == "language")
    assert isinstance(option.type, click.Choice)
    assert list(option.type.choices) == list(LANGUAGES)


def test_a_review_is_in_german_with_its_numbers(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text('[Game "tabik"]\n[Options "board_size=4"]\n\n1. b2+b3 2. swap 3. c3+c2 *')
    told = said("review", str(record), "--seconds", "1", **GERMAN)
    assert "2. Weiß swap, ein grober Fehler: +1,00 (bewiesen) mit a4+a3, danach -1,00 (bewiesen)." in told
    assert told.endswith("Die Partie ist nicht zu Ende.\n")
