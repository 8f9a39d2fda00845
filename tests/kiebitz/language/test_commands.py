"""Commands and their help speak German to people who ask for it, and English to programs."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kiebitz.cli import ABOUT, COMMANDS, kiebitz
from kiebitz.commands import show
from kiebitz.commands.helping import described, paragraphs
from kiebitz.home import games_folder
from kiebitz.language import LANGUAGES, language
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


def test_english_is_read_where_it_is_asked_for_and_where_nothing_is() -> None:
    assert "Red wins with a line." in said("show", "last")
    assert "Red wins with a line." in said("show", "last", "--language", "en", **GERMAN)


@pytest.mark.parametrize("words", [("show", "last"), ("show", "last", "--event", "3"), ("replay", "last")])
def test_programs_read_english_everywhere(words: tuple[str, ...]) -> None:
    english = json.loads(said(*words, "--json"))
    assert json.loads(said(*words, "--json", "--language", "de", **GERMAN)) == english


def test_programs_read_the_titles_of_a_german_kit_in_english(tmp_path: Path) -> None:
    out = str(tmp_path / "tink.pdf")
    words = ("print", "tink", "--only", "rules", "--out", out)
    assert json.loads(said(*words, "--json", **GERMAN))["sheets"] == ["Start here", "The rules of Tink"]
    assert "Die Regeln von Tink" in said(*words, **GERMAN)


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
    shown = said(**GERMAN)
    assert shown.startswith("Aufruf: kiebitz")
    assert "\nBefehle:\n" in shown
    assert "Ein Spiel als PDF zum Drucken, Schneiden und Falten." in shown
    assert [text for text in paragraphs(ABOUT) if language("de").translated(text) is None] == []


def test_help_is_given_in_the_language_that_is_asked_for() -> None:
    german, english = said("learn", "--language", "de", "--help"), said("learn", "--language", "en", "--help", **GERMAN)
    assert (german.split()[0], english.split()[0]) == ("Aufruf:", "Usage:")
    assert "\nOptionen:\n" in german
