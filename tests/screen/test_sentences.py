"""Sentences to the referee and from it: no illegal move is ever understood; the computer's own voice."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from core.game import PositionLike
from core.games import find
from kiebitz.kits import kit_of
from kiebitz.language import language
from kiebitz.screen.views import voice
from kiebitz.screen.views.sentences import Told, told_by, understood
from kiebitz.table.state import AnyTable, TableState, Terms, Trouble
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, see_empty_board
from tests.screen.test_pages import check

TINK = "8/8/8/8/2AsAs4/8/3BsBsBs2/8 A 0,0 9"


def told(text: str, game: str = "tink", position: str = TINK, seen: Mapping[str, list[str]] | None = None) -> Told:
    rules = find(game)
    options = rules.options.of({})
    now = rules.parse_position(position, options) if game == "tink" else rules.start(options)
    colours = {"A": "red", "B": "yellow"}
    return told_by(text, rules, kit_of(game, options), now, colours, lambda cell: (seen or {}).get(cell, []))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Take back, please!", {"do": "takeback"}),
        ("Bitte zurücknehmen", {"do": "takeback"}),
        ("Zurück!", {"do": "takeback"}),
        ("Nimm den Zug zurück, bitte", {"do": "takeback"}),
        ("Take it back", {"do": "takeback"}),
        ("pass", {"do": "pass"}),
        ("D4 is a red medium", {"do": "correct", "cells": {"d4": "Am"}}),
        ("d 4 ist eine mittlere rote Pyramide", {"do": "correct", "cells": {"d4": "Am"}}),
        ("e2 is empty", {"do": "correct", "cells": {"e2": "."}}),
        ("E2 ist leer.", {"do": "correct", "cells": {"e2": "."}}),
        ("Sa1", {"do": "correct", "cells": {"a1": "As"}}),
        ("small on a1", {"do": "correct", "cells": {"a1": "As"}}),
        ("kleine auf a eins", {"do": "correct", "cells": {"a1": "As"}}),
        ("medium c3 c4 d4", {"do": "correct", "cells": {"c3": "Am", "c4": ".", "d4": "."}}),
        ("medium on d3", {"do": "correct", "cells": {"d3": "Am", "c4": ".", "d4": "."}}),
    ],
)
def test_orders_cells_and_moves_are_understood(text: str, command: dict[str, Any]) -> None:
    assert told(text).command == command


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Whose turn is it?", "turn"),
        ("Wer ist dran?", "turn"),
        ("Where do we stand?", "standing"),
        ("Wie steht es?", "standing"),
        ("again", "repeat"),
        ("Tipp", "hint"),
        ("What is on d4?", "cell"),
        ("Was liegt auf d4?", "cell"),
        ("What may I play on D 4?", "cell"),
        ("Was darf ich auf d4 spielen?", "cell"),
    ],
)
def test_questions_are_understood(text: str, asks: str) -> None:
    found = told(text)
    assert (found.asks, found.command) == (asks, None)
    assert found.cell == ("d4" if asks == "cell" else "")


@pytest.mark.parametrize(
    "text", ["hello", "", "the weather is nice", "small on d4", "large on a1", "take d4 to the moon"]
)
def test_what_is_no_sentence_or_legal_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"understand|legal"):
        told(text)


def test_a_colour_that_was_not_said_is_that_which_was_seen_or_is_asked() -> None:
    assert told("d4 is a medium", seen={"d4": [".", "Bm", "Am"]}).command == {"do": "correct", "cells": {"d4": "Bm"}}
    assert [words for words, _ in told("d4 is a medium").choices] == ["d4: medium, red", "d4: medium, yellow"]


@pytest.mark.parametrize("game", ["tink", "ting", "tingle", "tabik", "tinker_tactics"])
def test_every_legal_move_is_understood_as_it_is_written_and_by_its_cells(game: str) -> None:
    rules = find(game)
    position = rules.start(rules.options.of({}))
    for action in rules.actions(position)[::7]:
        assert told(action, game, rules.format_position(position)).heard == action
        spaced = action.replace("+", " and ").replace(">", " to ").replace("x", " and ")
        found = told(spaced if game != "tink" else action, game, rules.format_position(position))
        assert action in (found.heard, *(words for words, _ in found.choices))


def test_dice_are_called_by_what_they_show() -> None:
    found = told("a2 is a six-sided die showing 4, red", "tinker_tactics")
    assert found.command == {"do": "correct", "cells": {"a2": "A6=4"}}


UNDO = ["undo the last two moves", "Take back 2 moves, please", "Nimm die letzten zwei Züge zurück", "both moves back"]
UNDO += ["Mach die beiden Züge rückgängig"]


def at_tink(*actions: str, **more: Any) -> AnyTable:
    """Return the table of a game of Tink after *actions*."""
    rules = find("tink")
    positions: list[PositionLike] = [rules.start(rules.options.of({}))]
    for action in actions:
        positions.append(rules.play(positions[-1], action))
    state: AnyTable = TableState.begun(Terms(rules, positions[0].options))
    return replace(state, told=tuple(positions), colours={"A": "red", "B": "yellow"}, **more)


@pytest.mark.parametrize("text", UNDO)
def test_h3_several_moves_are_taken_back_if_they_were_played(text: str) -> None:
    told = understood(text, at_tink("Sc3", "Sf6", "Sd3"))
    assert (told["command"], told["heard"]) == ({"do": "takeback", "plies": 2}, text)
    with pytest.raises(ValueError, match="cannot be taken back"):
        understood(text, at_tink("Sc3"))


@pytest.mark.parametrize("text", ["undo", "nimm zurück", "take it back"])
def test_h3_one_move_is_taken_back_as_before(text: str) -> None:
    assert understood(text, at_tink("Sc3"))["command"] == {"do": "takeback"}


@pytest.mark.parametrize("text", ["Why is that illegal?", "Warum ist das nicht erlaubt?", "why is that not allowed"])
def test_h3_why_something_is_illegal_is_answered(text: str) -> None:
    assert understood(text, at_tink("Sc3"))["answer"] == "Nothing on the board breaks a rule."
    rules = find("tink")
    wrong = rules.objection(at_tink("Sc3").told[-1], "Lf6")
    assert wrong is not None
    told = understood(text, at_tink("Sc3", trouble=Trouble(("illegal",), unrepaired=wrong)))
    assert (told["asks"], told["command"]) == ("why", None)
    assert wrong.code in str(told["answer"])


@pytest.mark.parametrize("text", ["What is left?", "Was ist noch übrig?", "what have I left", "Was bleibt mir?"])
def test_h3_what_is_left_is_answered(text: str) -> None:
    told = understood(text, at_tink("Sc3"))
    assert told["asks"] == "left"
    assert told["answer"] == "In the stash: Red 4 S, 4 M, 1 L; Yellow 5 S, 4 M, 1 L."
    assert "Vorrat" in language("de")(str(told["answer"]))


@pytest.mark.parametrize("text", ["two moves", "back to the two of us", "take 2 on d4", "why two"])
def test_h3_what_is_no_such_sentence_is_not_taken_for_one(text: str) -> None:
    try:
        command = understood(text, at_tink("Sc3", "Sf6", "Sd3"))["command"]
    except ValueError:
        return
    assert command != {"do": "takeback", "plies": 2}


@in_browser
@pytest.mark.thinned(0)
def test_a_move_is_told_by_keyboard_in_a_sentence(german_phone: Page, served: Served, client: httpx.Client) -> None:
    see_empty_board(client, {"game": "tink", "colours": ["red", "yellow"]})
    german_phone.goto(served.screen.address("/"))
    german_phone.get_by_role("gridcell").first.focus()
    german_phone.keyboard.press("/")
    german_phone.keyboard.type("kleine auf d vier")
    german_phone.keyboard.press("Enter")
    expect(german_phone.locator("#score")).to_contain_text("Sd4")
    german_phone.get_by_label("In einem Satz sagen").fill("große auf d5")
    german_phone.keyboard.press("Enter")
    expect(german_phone.locator("#said")).to_have_text("Dazu passt kein erlaubter Zug.")
    german_phone.get_by_label("In einem Satz sagen").fill("nimm zurück")
    german_phone.keyboard.press("Enter")
    expect(german_phone.locator("#score")).not_to_contain_text("Sd4")
    check(german_phone)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_the_computer_is_heard_and_speaks_faster_when_told_to() -> None:
    usual, fast = (voice.spoken("Red plays c3 and wins.", "en", rate) for rate in (1.0, 1.8))
    assert usual is not None
    assert fast is not None
    assert usual[:4] == b"RIFF"
    assert len(fast) < 0.75 * len(usual)
    loudness = np.frombuffer(usual[44 : len(usual) // 2 * 2], "<i2")
    assert np.abs(loudness).max() > 1000


@pytest.mark.parametrize(
    ("script", "heard"),
    [('printf "%s|" "$@"\ncat\n', b"--stdin|--stdout|-v|de|-s|350|-f /etc/passwd"), ("exit 1\n", None)],
)
def test_what_is_spoken_is_never_an_option_and_a_program_that_fails_is_no_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, heard: bytes | None
) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text(f"#!/bin/sh\n{script}")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert voice.spoken("-f /etc/passwd", "de", 2.0) == heard


@pytest.mark.parametrize("asked", [(" ",), ("x" * 5000,), (7,), ("x", "de; ls"), ("x", ["de"]), ("x", "en", True)])
def test_what_cannot_be_spoken_is_refused_in_words(asked: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r'"(text|language|rate)" must be'):
        voice.spoken(*asked)
