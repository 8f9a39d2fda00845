"""A kept game is announced again step by step, with what was said at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.games import find
from kiebitz.archive.recorded import load
from kiebitz.archive.retold import Stage, retold
from tests.screen.kept_game import ILLEGAL, keep, move

TINK = find("tink")


def test_a_broken_rule_stands_beside_the_step_behind_which_it_was_seen(tmp_path: Path) -> None:
    stages = told(tmp_path, move("Sc3", 1), ILLEGAL, move("Sd4", 2))
    assert [[aside["code"] for aside in stage.asides] for stage in stages] == [[], ["GW-17"], []]


def test_what_was_taken_back_is_named_with_the_rules_broken_in_it(tmp_path: Path) -> None:
    events = (move("Sc3", 1), move("Sd4", 2), ILLEGAL, {"event": "takeback", "plies": 1}, move("Se5", 2))
    stages = told(tmp_path, *events)
    assert [stage.step and stage.step.text for stage in stages] == [None, "Sc3", "Se5"]
    assert [aside["event"] for aside in stages[1].asides] == ["illegal", "takeback"]
    assert stages[1].asides[1]["actions"] == ["Sd4"]


def test_a_correction_stands_beside_the_move_that_it_corrects(tmp_path: Path) -> None:
    corrected = {"event": "corrected", "ply": 1, "was": "Sc3", "action": "Sc4"}
    stages = told(tmp_path, move("Sc3", 1), move("Sd4", 2), corrected)
    assert [stage.step and stage.step.text for stage in stages] == [None, "Sc4", "Sd4"]
    assert [[aside["was"] for aside in stage.asides] for stage in stages] == [[], ["Sc3"], []]
    assert TINK.contents(stages[2].position)["c4"] == "As"


def told(folder: Path, *events: dict[str, Any]) -> list[Stage]:
    return retold(load(keep(folder, *events)))
