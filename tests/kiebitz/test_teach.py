"""``kiebitz teach``: layouts, profiles, and a pretend table learned from guided pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.games import find
from kiebitz.pictures.profiles import load_profile, profile_names
from kiebitz.pictures.teaching import layouts
from kits import ting, tink
from kits.kit import Kit
from kits.tink import KIT
from simulator.table import Table
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line


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
