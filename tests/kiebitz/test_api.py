"""``import kiebitz``: the public names, positions to hold, and that commands and functions answer alike."""

from __future__ import annotations

import copy
import json
import pickle
import random
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

import kiebitz
from kiebitz.cli import run
from kiebitz.home import games_folder
from kiebitz.pictures.frame import Image
from tests.screen.kept_game import WON, keep, moves

API_PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
CHANGED: dict[str, dict[str, Any]] = {
    "tink": {"players": 3, "pass_limit": 3},
    "tabik": {"board_size": 5, "pie_rule": False},
    "tinker_tactics": {"players": 4, "stand_in_dice": {"A8": 6}},
    "tingle": {"tingle_kit": ["button", "cap", "cork"]},
    "ting": {"colour_sets": {"A": ["red", "blue"]}},
}


def played(position: kiebitz.Position, plies: int, seed: int = 1) -> kiebitz.Position:
    rng = random.Random(seed)
    for _ in range(plies):
        if position.outcome is None:
            position = position.play(rng.choice(position.legal_actions))
    return position


# -- the names


def test_watch_takes_the_game_from_the_printed_board() -> None:
    position = kiebitz.game("tabik").start(board_size=6)
    events = kiebitz.watch([kiebitz.pretend_picture(position)])
    states = [event.fields["position"] for event in events if event.kind == "state"]
    assert states == [position.text]
    with pytest.raises(kiebitz.Failure, match="no printed Kiebitz board is in view"):
        kiebitz.watch([np.zeros((240, 320, 3), np.uint8)])


def test_every_public_name_is_there_documented_and_shown_and_no_other() -> None:
    assert {*kiebitz.__all__, "__version__"} <= {*dir(kiebitz)}
    for name in kiebitz.__all__:
        told = getattr(kiebitz, name).__doc__
        assert ">>>" in told or (told and f"kiebitz.{name}" in API_PAGE), name
    assert kiebitz.__version__ == version("kiebitz")
    with pytest.raises(AttributeError, match="has no 'chess'; it has Event"):
        _ = kiebitz.chess


# -- games and positions


@pytest.mark.parametrize("name", sorted(CHANGED))
def test_a_position_comes_back_from_its_repr_a_pickle_and_a_copy_and_is_shown_as_a_diagram(name: str) -> None:
    for start in (kiebitz.game(name).start(), kiebitz.game(name).start(**CHANGED[name])):
        position = played(start, 9)
        assert eval(repr(position)) == position
        for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position)):
            assert (again, hash(again), again.game) == (position, hash(position), position.game)
            assert again.legal_actions == position.legal_actions
        shown = position._repr_svg_()
        assert shown is not None
        assert position.game.title in ElementTree.fromstring(shown).findtext("{http://www.w3.org/2000/svg}title", "")
        assert position.text in shown


def test_what_needs_an_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, named in (("openspiel", "OpenSpiel"), ("zoo", "PettingZoo")):
        for each in ("pyspiel", "pettingzoo"):
            monkeypatch.setitem(sys.modules, each, None)
        monkeypatch.delitem(sys.modules, f"interop.{module}", raising=False)
        with pytest.raises(ImportError, match=rf"needs {named}.*pip install 'kiebitz\[interop\]'") as told:
            import_module(f"interop.{module}")
        assert not isinstance(told.value, ModuleNotFoundError)


# -- records


GAME = '[Game "tink"]\n[A "Ada"]\n\n1. Sc3 2. Sd5 3. Se4\n'


def test_records_are_listed_and_read_by_number_last_and_file(tmp_path: Path) -> None:
    assert kiebitz.records() == ()
    keep(games_folder(), *moves(*WON))
    (kept,) = kiebitz.records()
    game = kiebitz.record(kept.id)
    assert game == kiebitz.record(int(kept.id)) == kiebitz.record("last") == kiebitz.record(kept.file)
    assert (game.actions, kept.moves) == (WON, len(WON))
    with pytest.raises(kiebitz.Failure, match="no game 99 is kept"):
        kiebitz.record(99)
    text = tmp_path / "game.txt"
    text.write_text(GAME)
    assert kiebitz.record(text) == kiebitz.Record.parse(GAME)


def test_a_review_tells_what_each_action_was_worth() -> None:
    turns = kiebitz.review(kiebitz.Record.parse(GAME), seconds=0.4)
    assert [turn.assessment.action for turn in turns] == ["Sc3", "Sd5", "Se4"]
    assert all(-1 <= (turn.assessment.value or 0) <= 1 for turn in turns)
    with pytest.raises(kiebitz.Failure, match="no actions"):
        kiebitz.review(kiebitz.Record.parse('[Game "tink"]'))


def test_an_export_is_what_the_command_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    game = kiebitz.record(file)
    for form in ("record", "sgf", "csv", "svg"):
        assert run(["export", str(file), "--to", form]) == 0
        assert kiebitz.export(game, form) == capsys.readouterr().out
    assert kiebitz.export(game, "text", ply=0) != kiebitz.export(game, "text", ply=1)
    for form, ply, words in (
        ("chess", None, "no form 'chess'"),
        ("sgf", 1, "sgf holds the whole game"),
        ("svg", 9, "no move 9; its moves are 1 to 3"),
    ):
        with pytest.raises(ValueError, match=words):
            kiebitz.export(game, form, ply=ply)


def test_the_doctor_examines_the_machine_or_a_picture() -> None:
    assert all(check.name for check in kiebitz.doctor())
    assert kiebitz.doctor(kiebitz.pretend_picture(kiebitz.game("tink").start())).game == "tink"
    assert kiebitz.doctor(np.zeros((240, 320, 3), np.uint8)).findings
    with pytest.raises(ValueError, match="no game is called 'chess'"):
        kiebitz.doctor(np.zeros((240, 320, 3), np.uint8), "chess")


def test_a_wrong_game_option_position_or_action_is_named() -> None:
    tink = kiebitz.game("tink")
    for wrong, words in (
        (lambda: kiebitz.game("chess"), "no game is called 'chess'"),
        (lambda: tink.start(players=9), "players must be"),
        (lambda: tink.start(size=9), "size"),
        (lambda: tink.start(setup=[]), "no hidden set-up"),
        (lambda: tink.position("8/8 A"), "position"),
        (lambda: tink.start().explain("castle"), "castle"),
        (lambda: tink.start().diagnose({"z9": "As"}), "no cell is called 'z9'"),
        (lambda: tink.start().diagnose({"a1": "king"}), "a1 cannot hold 'king'"),
    ):
        with pytest.raises(ValueError, match=words):
            wrong()


def test_a_set_up_is_dealt_by_a_seed_and_a_take_back_found_in_the_history() -> None:
    tinker = kiebitz.game("tinker_tactics")
    assert tinker.start(seed=1) != tinker.start(seed=2)
    assert tinker.start() == tinker.start(seed=0)
    start = kiebitz.game("tink").start()
    after = start.play("Sc3")
    assert after.diagnose(start, history=[start]) == kiebitz.TakenBack(1)
    assert start.diagnose(after) == kiebitz.Played(("Sc3",))
    assert start.diagnose(after.text) == start.diagnose({"c3": "As"})


# -- advice


def test_advice_is_given_only_where_there_may_be_some() -> None:
    tink = kiebitz.game("tink")
    with pytest.raises(kiebitz.Failure, match="cannot arise"):
        kiebitz.suggest(tink.position("8/8/8/8/8/2As5/8/8 A 0,0 0"))
    for wrong in ({"seconds": 0.0}, {"level": 11}):
        with pytest.raises(ValueError, match="must be"):
            kiebitz.suggest(tink.start(), **wrong)


# -- pictures


@pytest.fixture(scope="module")
def position() -> kiebitz.Position:
    return kiebitz.game("tink").start().play("Sc3").play("Sd5")


@pytest.fixture(scope="module")
def image(position: kiebitz.Position) -> Image:
    return kiebitz.pretend_picture(position)


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


@pytest.mark.slow
def test_a_path_its_bytes_and_its_pixels_are_read_alike_and_as_the_commands_answer(
    image: Image, position: kiebitz.Position, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), image)
    answers = [timeless(kiebitz.read(given, "tink").as_json()) for given in (path, path.read_bytes(), image)]
    assert answers[0]["position"] == "8/8/8/3Bs4/8/2As5/8/8 A 0,0 0"
    assert all(answer == answers[0] for answer in answers)
    for name, answer in (("read", answers[0]), ("locate", timeless(kiebitz.locate(path, "tink").as_json()))):
        assert run([name, str(path), "--game", "tink", "--json"]) == 0
        assert timeless(json.loads(capsys.readouterr().out)) == answer
    # A position tells what no picture shows.
    read = kiebitz.read(image, "tink", position=position.play("Se4"))
    assert read.text == "8/8/8/3Bs4/8/2As5/8/8 B 0,0 3"
    assert read.position(to_move="A") == position


def test_the_printed_board_says_which_game_it_is() -> None:
    small = kiebitz.pretend_picture(kiebitz.game("tabik").start(board_size=6))
    assert kiebitz.locate(small).as_json()["board_size"] == 6
    assert (kiebitz.read(small).game, kiebitz.read(small, "tabik").text) == ("tabik", "6/6/6/6/6/6 - B 0")
    with pytest.raises(kiebitz.Failure, match="the printed board is Tabik's 6 × 6, not what was asked for"):
        kiebitz.read(small, options={"board_size": 5})
    with pytest.raises(kiebitz.Failure, match="name the game"):
        kiebitz.read(np.full((480, 640, 3), 128, np.uint8))


def test_a_picture_without_a_board_is_an_answer() -> None:
    grey = np.full((480, 640, 3), 128, np.uint8)
    read = kiebitz.read(grey, "tink")
    assert not read.found
    assert str(read) == read.reason
    assert read.as_json()["position"] is None
    with pytest.raises(kiebitz.Failure, match="no board found"):
        read.position()


def test_what_is_no_picture_and_corners_that_go_round_no_board_are_refused() -> None:
    for shape in ((4, 4, 4), (0, 4, 3), (4,)):
        with pytest.raises(kiebitz.Failure, match=r"is not a picture; give uint8 with shape \(height, width, 3\)"):
            kiebitz.read(np.zeros(shape, np.uint8), "tink")
    with pytest.raises(kiebitz.Failure, match="is not a picture"):
        kiebitz.read(np.zeros((4, 4, 3)), "tink")  # type: ignore[arg-type]
    grey = np.full((480, 640, 3), 128, np.uint8)
    crossed = [(100.0, 100.0), (300.0, 300.0), (300.0, 100.0), (100.0, 300.0)]
    for wrong in (crossed, crossed[:3], [(float("nan"), 0.0)] * 4):
        with pytest.raises(ValueError, match="a1, h1, h8, a8"):
            kiebitz.locate(grey, "tink", corners=wrong)
    with pytest.raises(ValueError, match="near must be A, B, C or D"):
        kiebitz.locate(grey, "tink", near="north")


# -- watching


def test_frames_with_their_seconds_are_a_film(image: Image) -> None:
    events = list(kiebitz.watch(((n / 4, image) for n in range(9)), "tink"))
    assert [event.kind for event in events] == ["found", "state", "end"]
    assert events[-1].t == 2.0


# -- paper


def test_printing_says_what_the_command_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kit.pdf"
    kit = kiebitz.print_kit("tabik", file, only=["board"], options={"board_size": 6})
    made = file.read_bytes()
    wishes = ("--only", "board", "--options", "board_size=6", "--out", str(file))
    assert run(["print", "tabik", *wishes, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(kit.as_json()))
    assert file.read_bytes() == made


def test_what_cannot_be_printed_or_watched_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(kiebitz.Failure, match="there is no file or folder"):
        kiebitz.watch("nowhere/at.all", "tink")
    with pytest.raises(kiebitz.Failure, match="to_move must be one of A, B, not 'C'"):
        kiebitz.watch([], "tink", to_move="C")
    with pytest.raises(ValueError, match="players is 2, but options say 3; leave out one of them"):
        kiebitz.print_kit("tink", tmp_path / "kit.pdf", players=2, options={"players": 3})
    with pytest.raises(ValueError, match="paper"):
        kiebitz.print_kit("tink", tmp_path / "kit.pdf", paper="napkin")
    with pytest.raises(kiebitz.Failure, match="cannot write"):
        kiebitz.print_kit("tink", tmp_path / "no" / "kit.pdf", only=["board"])


def test_a_watched_table_can_be_told_what_it_cannot_see() -> None:
    start = kiebitz.game("tink").start()
    watching = kiebitz.watch([kiebitz.pretend_picture(start.play("Sc3"))], "tink", start=start)
    assert "move" in [next(watching).kind for _ in range(2)]
    (corrected,) = watching.send({"do": "correct", "cells": {"c3": ".", "c4": "As"}})
    assert (corrected.kind, corrected.fields["action"]) == ("corrected", "Sc4")
    assert [event.kind for event in watching.send({"do": "resign"})] == ["error"]
    assert [event.kind for event in watching.send({"do": "stop"})] == ["end"]
    assert list(watching) == []
