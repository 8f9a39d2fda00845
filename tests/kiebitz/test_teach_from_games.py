"""``kiebitz teach --from``: a table is learned from the pictures kept of its own finished games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.goodwin.options import TinkOptions
from kiebitz.archive.picture_files import kept_pictures, picture_file, write_picture
from kiebitz.archive.recorded import load
from kiebitz.archive.truths import truths
from kiebitz.home import games_folder
from kiebitz.pictures.profiles import load_profile
from kiebitz.watching.whole_pictures import board_json
from kits.tink import KIT
from simulator.table import Table
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import COLOURS, PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import TINK, WON, board
from tests.kiebitz.test_watching import Painted


def played(*moves: str, pictures: bool = True, colours: Mapping[str, str] = COLOURS) -> Path:
    """Return the journal of a painted game of these *moves*."""
    before = set(games_folder().glob("*.jsonl"))
    boards: list[Any] = [board(*moves[:count]) for count in range(len(moves) + 1)]
    at_terminal(refereed(TINK, PaintedEye(), TinkOptions(), colours=colours), Painted(boards), pictures=pictures)
    (journal,) = set(games_folder().glob("*.jsonl")) - before
    return journal


def photographed(journal: Path, table: Table) -> None:
    """Put pictures of *table* with what lies there in place of the painted ones of the game in *journal*."""
    for number, truth in truths(load(journal), kept_pictures(journal)).items():
        shown = table.picture(truth.contents, seed=number)
        told = {"boards": [board_json(shown.truth.registration)], "doubtful": []}
        data = cv2.imencode(".jpg", shown.image)[1].tobytes()
        write_picture(journal, number, data, json.dumps(told).encode())


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the games that are played say nothing."""
    monkeypatch.setattr("tests.kiebitz.refereeing.write_json", lambda _: None)


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


def test_what_teaches_nothing_is_one_line(kiebitz: Kiebitz) -> None:
    played("Sc3")
    assert "is not finished" in one_line(kiebitz("teach", "--from", "1"))
    played(*WON, pictures=False)
    assert "keep-pictures" in one_line(kiebitz("teach", "--from", "2"))
    played(*WON)
    played(*WON, colours={"A": "red", "B": "green"})
    assert "B has not the same colour" in one_line(kiebitz("teach", "--from", "3", "4"))
    assert "--near has no effect" in one_line(kiebitz("teach", "--from", "3", "--near", "A"))
