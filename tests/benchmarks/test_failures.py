"""Which failures are shown, and that they can be drawn."""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from benchmarks.failures import main, worst
from benchmarks.marks import Mark


def mark(number: int, **fields: object) -> Mark:
    made = Mark(f"simulated/tink/{number}", "simulated", "tink", "easy", True, 0.002, 200.0, 80.0, cells=64, right=64)
    made.answered = made.answered_right = 64
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def test_the_worst_of_each_kind_is_shown_once() -> None:
    lost, bad, open_ = (
        mark(0, found=False, cells=0),
        mark(1, answered_right=50),
        mark(2, answered=40, answered_right=40),
    )
    assert worst([mark(3), open_, bad, mark(4, answered_right=63), lost], "tink") == [lost, bad, open_]
    assert worst([mark(3)], "tink") == []
    assert worst([bad], "ting") == []


def test_a_sheet_is_drawn(tmp_path: Path) -> None:
    marks = [mark(0, answered_right=60, faults=["a1: As read as Am (0.970)", "b2: . read as . (0.500)"])]
    marks.append(mark(1, found=False))
    file = tmp_path / "marks.jsonl"
    file.write_text("".join(json.dumps(one.as_json()) + "\n" for one in marks), encoding="utf-8")
    main([str(file), str(tmp_path), "--game", "tink"])
    sheet = cv2.imread(str(tmp_path / "failures-tink.jpg"))
    assert sheet is not None
    assert sheet.shape == (400, 920, 3)
    blue, green, red = (sheet[..., channel].astype(int) for channel in range(3))
    outline = (red > 200) & (green > 140) & (blue < 80)
    ring = (red > 180) & (green < 110) & (blue < 110)
    assert outline[:, :460].sum() > 500
    assert ring[:, 460:].sum() > 50
