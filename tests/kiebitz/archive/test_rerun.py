"""``kiebitz rerun``: an old source read by today's reader, beside the game kept; and a kept game told step by step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import pytest

import kiebitz as library
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.recorded import load
from kiebitz.archive.rerunning import Comparison, compared
from kiebitz.archive.retold import retold
from kiebitz.home import games_folder
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import START, TINK
from tests.screen.kept_game import ILLEGAL, keep, move

STATE = {"event": "state", "position": TINK.format_position(START), "to_move": "A"}
NEW = {**STATE, "new_game": True}
AGREED = {"event": "agreed", "code": "GW-4", "position": "8/8/8/8/3Bs4/2As5/8/Bs7 A 0,0 2"}


def told(*actions: str, illegal_after: int | None = None) -> list[Mapping[str, Any]]:
    events: list[Mapping[str, Any]] = [STATE, *({"event": "move", "action": action} for action in actions)]
    if illegal_after is not None:
        events.insert(illegal_after + 1, {"event": "illegal", "code": "GW-4"})
    return events


def beside(folder: Path, kept: list[Mapping[str, Any]], now: list[Mapping[str, Any]]) -> Comparison:
    journal = Journal.create(folder, Header("tink", TINK.format_position(START), {}, {}, "test"))
    for event in kept:
        journal.append(event)
    return compared(load(journal.path), now)


def pairs(comparison: Comparison) -> list[tuple[str | None, str | None]]:
    return [(row.kept[1] if row.kept else None, row.now[1] if row.now else None) for row in comparison.rows()]


def test_a_move_that_is_missing_now_stands_alone_and_the_others_stay_aligned(tmp_path: Path) -> None:
    comparison = beside(tmp_path, told("Sc3", "Sd4", "Se5", "Sf6"), told("Sc3", "Se5", "Sf6"))
    assert not comparison.is_same
    assert pairs(comparison) == [("Sc3", "Sc3"), ("Sd4", None), ("Se5", "Se5"), ("Sf6", "Sf6")]


@pytest.mark.parametrize(
    ("kept", "now", "same"),
    [
        ([*told("Sc3", "Sd4"), {"event": "takeback", "plies": 1}], told("Sc3"), True),
        (told("Sc3", "Sd4"), told("Sc3", "Sd4", illegal_after=1), False),
        ([*told("Sc3"), AGREED], told("Sc3"), False),
        (told("Sc3", "Sd4"), [*told("Sd5"), NEW, *told("Sc3", "Sd4")[1:], NEW], True),
    ],
    ids=["taken back", "a broken rule told now only", "agreed to and not told now", "of several games the likest"],
)
def test_the_same_game_is_told_from_another(
    tmp_path: Path, kept: list[Mapping[str, Any]], now: list[Mapping[str, Any]], same: bool
) -> None:
    assert beside(tmp_path, kept, now).is_same == same


def test_another_start_is_a_difference(tmp_path: Path) -> None:
    other = {**STATE, "position": "8/8/8/8/8/2As5/8/8 B 0,0 1"}
    assert not beside(tmp_path, told(), [other]).starts_alike
    assert not beside(tmp_path, told(), []).is_same


def film(folder: Path, *actions: str) -> Path:
    folder.mkdir()
    position = library.game("tink").start()
    cv2.imwrite(str(folder / "0.png"), library.pretend_picture(position))
    for number, action in enumerate(actions, 1):
        position = position.play(action)
        cv2.imwrite(str(folder / f"{number}.png"), library.pretend_picture(position))
    return folder


@pytest.mark.slow
def test_a_folder_is_read_again_and_compared_with_the_game_kept(kiebitz: Kiebitz, tmp_path: Path) -> None:
    one, other = film(tmp_path / "one", "Sc3", "Sd4"), film(tmp_path / "other", "Sc3", "Sf4")
    kiebitz("watch", one, "--game", "tink")
    (path,) = games_folder().glob("*.jsonl")
    before = path.read_bytes()
    same = kiebitz("rerun", one, "last")
    assert (same.status, same.out.splitlines()[-1]) == (0, "No difference.")
    different = kiebitz("rerun", other, "1")
    assert different.status == 1
    assert "≠   2. Sd4      2. Sf4\n" in different.out
    assert different.out.endswith("1 of 2 moves differs.\n")
    answer = json.loads(kiebitz("rerun", other, path, "--json").out)
    assert (answer["same"], answer["moves"][1]["now"]) == (False, {"ply": 2, "action": "Sf4"})
    assert path.read_bytes() == before
    assert "no game 9" in one_line(kiebitz("rerun", one, "9"))


@pytest.mark.parametrize("source", ["demo", "0", "gone.mp4", "rtsp://camera/1"])
def test_only_what_is_still_there_can_be_read_again(kiebitz: Kiebitz, source: str) -> None:
    assert f"{source} is no file or folder" in one_line(kiebitz("rerun", source, "1"))


def test_what_was_taken_back_is_named_with_the_rules_broken_in_it(tmp_path: Path) -> None:
    events = (move("Sc3", 1), move("Sd4", 2), ILLEGAL, {"event": "takeback", "plies": 1}, move("Se5", 2))
    stages = retold(load(keep(tmp_path, *events)))
    assert [stage.step and stage.step.text for stage in stages] == [None, "Sc3", "Se5"]
    assert [aside["event"] for aside in stages[1].asides] == ["illegal", "takeback"]
    assert stages[1].asides[1]["actions"] == ["Sd4"]


def test_a_correction_stands_beside_the_move_that_it_corrects(tmp_path: Path) -> None:
    corrected = {"event": "corrected", "ply": 1, "was": "Sc3", "action": "Sc4"}
    stages = retold(load(keep(tmp_path, move("Sc3", 1), move("Sd4", 2), corrected)))
    assert [stage.step and stage.step.text for stage in stages] == [None, "Sc4", "Sd4"]
    assert [[aside["was"] for aside in stage.asides] for stage in stages] == [[], ["Sc3"], []]
    assert TINK.contents(stages[2].position)["c4"] == "As"
