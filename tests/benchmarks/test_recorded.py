"""Sequences of pictures with their truth, played again as sittings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.refereeing.recorded import RecordedTable, Recording
from benchmarks.refereeing.scenarios import RECORDED, SCENARIOS
from benchmarks.refereeing.sitting import Lie
from kits.tink import KIT


def truth(number: int, kind: str, ply: int, pieces: dict[str, tuple[str, str]], **more: Any) -> dict[str, Any]:
    return {
        "game": "tink",
        "players": ["white", "purple"],
        "image": {"file": f"frame_{number:03}.png"},
        "sequence": {"kind": kind, "ply": ply, **more},
        "cells": [
            {"name": cell, "center_px": [20 * (ord(cell[0]) - 96), 200 - 20 * int(cell[1:])]} for cell in KIT.plan.cells
        ],
        "pieces": [
            {"cell": cell, "kind": "pyramid", "colour": colour, "size": size} for cell, (colour, size) in pieces.items()
        ],
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a game of two moves, with a hand before the second; each frame is as grey as its number."""
    first = {"c6": ("white", "small")}
    both = first | {"c5": ("purple", "small")}
    frames = [
        truth(0, "stable", 0, {}),
        truth(1, "stable", 1, first),
        truth(2, "hand", 2, first),
        truth(3, "stable", 2, both),
    ]
    for number, each in enumerate(frames):
        (tmp_path / f"frame_{number:03}.json").write_text(json.dumps(each))
        cv2.imwrite(str(tmp_path / f"frame_{number:03}.png"), np.full((200, 220, 3), number, np.uint8))
    return tmp_path


def test_a_recorded_game_is_played_by_the_rules(folder: Path) -> None:
    recording = Recording(folder)
    sitting = recording.sitting(1)
    assert recording.colours == {"A": "white", "B": "purple"}
    assert sitting.script == ["Sc6", "Sc5"]
    SCENARIOS["hands"].plays(sitting)
    assert [shot.what for shot in sitting.shots] == ["start", "move", "hand", "move"]


def test_a_frame_is_turned_and_covered_as_the_scenario_wants_it(folder: Path) -> None:
    recording = Recording(folder)
    sitting, table = recording.sitting(1), RecordedTable(recording)
    sitting.lie = Lie(1)
    sitting.show("start", arm=("h4", 1.0))
    image = table.picture(sitting.shots[0])
    assert image.shape == (220, 200, 3)
    covered = np.argwhere((image != 0).any(axis=2))
    assert covered[:, 0].min() >= 140
    assert covered[:, 0].max() == 219


def test_all_that_was_recorded_happens_again(folder: Path) -> None:
    both = {"c6": ("white", "small"), "c5": ("purple", "small")}
    later = [
        truth(4, "slip", 2, both | {"a1": ("purple", "large")}, code="GW-13"),
        truth(5, "stable", 2, both),
        truth(6, "stable", 2, both, quarters=1),
    ]
    for number, each in enumerate(later, start=4):
        (folder / f"frame_{number:03}.json").write_text(json.dumps(each))
        cv2.imwrite(str(folder / f"frame_{number:03}.png"), np.full((200, 220, 3), number, np.uint8))
    recording = Recording(folder)
    sitting = recording.sitting(1)
    RECORDED["recorded"].plays(sitting)
    shots = sitting.shots
    assert [shot.what for shot in shots] == ["as before", "move", "hand", "move", "slip", "as before", "turned"]
    assert [shot.code for shot in shots if shot.code] == ["GW-13"]
    assert [shot.number for shot in shots if shot.regains] == [5, 6]
    table = RecordedTable(recording, as_it_was=True)
    assert [int(table.picture(shot)[0, 0, 0]) for shot in shots] == list(range(7))
    assert table.picture(shots[-1]).shape == (200, 220, 3)


def test_a_folder_without_truth_and_a_move_against_the_rules_are_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="holds no frame"):
        Recording(tmp_path / "empty").sitting(1)
    wrong = truth(3, "stable", 2, {"a1": ("purple", "large")})
    (folder / "frame_003.json").write_text(json.dumps(wrong))
    with pytest.raises(ValueError, match="after move 2"):
        Recording(folder).sitting(1)
