"""The help of every command has its German, and comes in it."""

from __future__ import annotations

import inspect
import re

import click
import pytest
from click.testing import CliRunner

from kiebitz.cli import ABOUT, COMMANDS, kiebitz
from kiebitz.commands.helping import described, paragraphs
from kiebitz.language import language

GERMAN = language("de")
_ENGLISH = re.compile(r"(?<!--)\b(the|and|is|are|of|not|with|from|has|have|your|this|which|for)\b")


def command_of(name: str) -> click.Command:
    command = kiebitz.get_command(click.Context(kiebitz), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_text_is_in_the_catalogue(name: str) -> None:
    command = command_of(name)
    texts = [COMMANDS[name][1], *paragraphs(inspect.cleandoc(command.help or ""))]
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            texts += described(param.help)
    assert [text for text in texts if GERMAN.translated(text) is None] == []


def test_the_list_of_commands_is_in_german() -> None:
    shown = CliRunner().invoke(kiebitz, [], env={"LC_ALL": "de_DE.UTF-8"}).output
    assert shown.startswith("Aufruf: kiebitz")
    assert "Ein Spiel als PDF zum Drucken, Schneiden und Falten." in shown
    assert [text for text in paragraphs(ABOUT) if GERMAN.translated(text) is None] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_of_a_german_help_is_english(name: str) -> None:
    shown = CliRunner().invoke(kiebitz, [name, "--help"], env={"LC_ALL": "de_DE.UTF-8"}).output
    assert "Optionen:" in shown
    assert [line for line in shown.splitlines() if _ENGLISH.search(line)] == []


def test_help_is_given_in_the_language_that_is_asked_for() -> None:
    german = CliRunner().invoke(kiebitz, ["learn", "--language", "de", "--help"], env={"LC_ALL": "C"}).output
    english = CliRunner().invoke(kiebitz, ["learn", "--language", "en", "--help"], env={"LC_ALL": "de_DE"}).output
    assert (german.split()[0], english.split()[0]) == ("Aufruf:", "Usage:")
