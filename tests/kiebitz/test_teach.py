"""``kiebitz teach``: layouts, profiles, and tables learned from guided pictures or from their own finished games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.games import find
from core.goodwin.options import TinkOptions
from kiebitz.archive.picture_files import kept_pictures, picture_file, write_picture
from kiebitz.archive.recorded import load
from kiebitz.archive.truths import truths
from kiebitz.home import games_folder
from kiebitz.pictures.profiles import load_profile, profile_names
from kiebitz.pictures.teaching import layouts
from kiebitz.watching.whole_pictures import board_json
from kits import ting, tink
from kits.kit import Kit
from kits.tink import KIT
from simulator.table import Table
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import COLOURS, PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import TINK, WON, after, board
from tests.kiebitz.test_watching import Painted


@pytest.mark.parametrize("kit", [tink.KIT, ting.KIT])
def test_layouts_hold_what_exists_and_differ(kit: Kit) -> None:
    told = layouts(kit, 2)
    assert len({tuple(sorted(each.items())) for each in told}) == 3
    for each in told:
        assert set(each) <= set(kit.plan.cells)
        for seat in "AB":
            own = [content[1] for content in each.values() if content[0] == seat]
            assert all(1 <= own.count(kind) <= count for kind, count in kit.stock.items())


def test_without_pictures_it_says_what_to_lay_out(kiebitz: Kiebitz) -> None:
    answer = kiebitz("teach", "tink")
    assert answer.status == 0
    assert "Picture 3" in answer.out
    assert "As" in answer.out
    positions = kiebitz("teach", "tink", "--json").json["positions"]
    assert len(positions) == 3
    for text in positions:
        find("tink").parse_position(text.rsplit(" ", 1)[0] + " 14", find("tink").options())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name the game"),
        (("tink", "nothing.png"), "there is no file"),
        (("tink", "x.png", "--profile", "a/b"), "plain name"),
        (("tink", "x.png", "--position", "nonsense"), "position"),
        (("--forget", "nobody"), "no profile is called"),
        (("chess", "x.png"), "chess"),
        (("tabik",), "tabik cannot be taught"),
    ],
)
def test_wrong_use_is_one_line(kiebitz: Kiebitz, arguments: tuple[str, ...], words: str) -> None:
    assert words in one_line(kiebitz("teach", *arguments))


def test_a_profile_that_is_not_there_is_refused(kiebitz: Kiebitz, tmp_path: Path) -> None:
    assert "no profile is called 'kitchen'" in one_line(
        kiebitz("read", tmp_path / "x.png", "--game", "tink", "--profile", "kitchen")
    )


@pytest.mark.slow
def test_a_table_is_taught_and_read(kiebitz: Kiebitz, tmp_path: Path) -> None:
    table = Table.draw(np.random.default_rng(5), kit=KIT, style="kit", size=(800, 600))
    table = replace(table, scene=replace(table.scene, loose=()))
    paths = []
    for number, told in enumerate(layouts(tink.KIT, 2)[:2]):
        paths.append(tmp_path / f"{number}.png")
        cv2.imwrite(str(paths[-1]), table.picture(told, seed=number).image)
    answer = kiebitz("teach", "tink", *paths, "--profile", "kitchen", "--json")
    assert answer.status == 0, answer.err
    assert answer.json["colours"] == dict(table.scene.seats)
    assert answer.json["score"]["taught"]["cells"] == 128
    assert answer.json["score"]["taught"]["wrong"] == 0
    assert profile_names() == ["kitchen"] == kiebitz("teach", "--list", "--json").json["profiles"]
    kept = load_profile("kitchen", "tink")
    assert kept.as_json()["score"] == answer.json["score"]
    assert answer.json["corrections"] == {}
    seen = kiebitz("read", paths[0], "--game", "tink", "--profile", "kitchen", "--json").json
    assert seen["cells"]["a1"]["is"] == "As"
    assert seen["colours"] == dict(table.scene.seats)
    assert "is of tink" in one_line(kiebitz("read", paths[0], "--game", "ting", "--profile", "kitchen"))
    wrong = kiebitz("teach", "tink", paths[1], paths[0])
    assert "does not show what it should" in wrong.err
    assert wrong.status == 2
    assert kiebitz("teach", "--forget", "kitchen").status == 0
    assert profile_names() == []


def test_who_has_taught_no_table_is_told_how(kiebitz: Kiebitz) -> None:
    assert kiebitz("teach", "--list").out == "No table is kept yet; `kiebitz teach GAME PICTURE…` keeps one.\n"
    assert "Noch ist kein Tisch" in kiebitz("teach", "--list", "--language", "de").out


def played(*moves: str, pictures: bool = True, colours: Mapping[str, str] = COLOURS) -> Path:
    """Return the journal of a painted game that begins where the last three of these *moves* are still to come."""
    before, begun = set(games_folder().glob("*.jsonl")), max(0, len(moves) - 3)
    boards: list[Any] = [board(*moves[:count]) for count in range(begun, len(moves) + 1)]
    referee = refereed(TINK, PaintedEye(), TinkOptions(), positions=[after(*moves[:begun])], colours=colours)
    at_terminal(referee, Painted(boards), pictures=pictures)
    (journal,) = set(games_folder().glob("*.jsonl")) - before
    return journal


def photographed(journal: Path, table: Table) -> None:
    """Put pictures of *table* with what lies there in place of the painted ones of the game in *journal*."""
    for number, truth in truths(load(journal), kept_pictures(journal)).items():
        shown = table.picture(truth.contents, seed=number)
        told = {"boards": [board_json(shown.truth.registration)], "doubtful": []}
        data = cv2.imencode(".jpg", shown.image)[1].tobytes()
        write_picture(journal, number, data, json.dumps(told).encode())


@pytest.fixture
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the games that are played say nothing."""
    monkeypatch.setattr("tests.kiebitz.refereeing.write_json", lambda _: None)


@pytest.mark.usefixtures("_quiet")
def test_a_finished_game_teaches_its_table(kiebitz: Kiebitz) -> None:
    table = Table.draw(np.random.default_rng(3), kit=KIT, style="vinyl", colours=COLOURS, size=(800, 600))
    table = replace(table, scene=replace(table.scene, loose=()))
    journal = played(*WON)
    photographed(journal, table)
    answer = kiebitz("teach", "--from", "1", "--profile", "kitchen", "--json")
    assert answer.status == 0, answer.err
    assert (answer.json["pictures"], answer.json["colours"]) == (len(kept_pictures(journal)), COLOURS)
    profile = load_profile("kitchen", "tink")
    assert profile.pitch_mm == pytest.approx(table.scene.kit.plan.pitch_mm, rel=0.12)
    (kept := picture_file(journal, kept_pictures(journal)[-1])).write_bytes(
        cv2.imencode(".jpg", table.picture({}).image)[1].tobytes()
    )
    again = kiebitz("teach", "--from", "1", "--profile", "kitchen", "--json")
    assert again.json["pictures"] == answer.json["pictures"] - 1, kept
    assert "left out" in again.err


@pytest.mark.usefixtures("_quiet")
def test_what_teaches_nothing_is_one_line(kiebitz: Kiebitz) -> None:
    played("Sc3")
    assert "is not finished" in one_line(kiebitz("teach", "--from", "1"))
    played(*WON, pictures=False)
    assert "keep-pictures" in one_line(kiebitz("teach", "--from", "2"))
    played(*WON)
    played(*WON, colours={"A": "red", "B": "green"})
    assert "B has not the same colour" in one_line(kiebitz("teach", "--from", "3", "4"))
    assert "--near has no effect" in one_line(kiebitz("teach", "--from", "3", "--near", "A"))
