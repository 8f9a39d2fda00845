"""The examination of vision: what is counted, what is kept, what a stopped run has done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import vision
from benchmarks.examination import Task, simulated, tasks
from benchmarks.marks import EDGES, Mark, examined, rows_of
from benchmarks.vision_table import change, reliability, table


def mark(key: str, **fields: object) -> Mark:
    made = Mark(key, "simulated", "tink", "easy", True, 0.002, 200.0, 80.0, cells=64, right=63, answered=62)
    made.answered_right = 61
    made.bins[-1] = [60, 60]
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def test_rows_add_up_and_the_table_says_so() -> None:
    marks = [mark("a", whole=True), mark("b"), mark("c", found=False, error=None, cells=0, right=0, answered=0)]
    marks[2].answered_right, marks[2].bins = 0, [[0, 0] for _ in EDGES]
    one, every = sorted(rows_of(marks), key=lambda row: row.game == "all")
    assert (one.pictures, one.found, one.whole, one.cells, one.right) == (3, 2, 1, 128, 126)
    assert one.sure == (120, 120)
    assert replace(every, game="tink") == one
    line = next(line for line in table([one]).splitlines() if "tink" in line)
    assert [cell.strip() for cell in line.split("|")[4:12]] == [
        "3", "2/3", "0.20 %", "126/128", "98.39 % (2 wrong)", "3.12 %", "120/120", "1/3",
    ]  # fmt: skip
    assert "120/120 100.00 %" in reliability([every])


def test_what_has_changed_since_another_run_is_told() -> None:
    before, after = rows_of([mark("a")]), rows_of([mark("a", right=64, whole=True, find_ms=150.0)])
    line = next(line for line in change(before, after).splitlines() if "tink" in line)
    assert [cell.strip() for cell in line.split("|")[4:]] == [
        "+0.00", "+1.56", "+0.00", "+0.00", "+100.00", "–", "-50", "",
    ]  # fmt: skip


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(task: Task, **_: object) -> Mark:
        if task.key == "c":
            raise KeyboardInterrupt
        return mark(task.key)

    def show() -> None:
        raise AssertionError

    chosen = [Task(key, "simulated", "tink", "easy", show) for key in "abcd"]  # type: ignore[arg-type]
    path = tmp_path / "run.jsonl"
    asked = vision.Asked(("simulated",), ("tink",), 4, tmp_path, "nothing", False, 0)
    monkeypatch.setattr(vision, "examined", interrupted)
    done = vision._worked_through(asked, chosen, vision.Progress(path, fresh=False), workers=1)
    assert [m.key for m in done] == ["a", "b"]
    with path.open("a") as file:
        file.write('{"key": "torn')
    seen: list[str] = []

    def finished(task: Task, **_: object) -> Mark:
        seen.append(task.key)
        return mark(task.key)

    monkeypatch.setattr(vision, "examined", finished)
    again = vision.Progress(path, fresh=False)
    assert [m.key for m in vision._worked_through(asked, chosen, again, workers=1)] == ["a", "b", "c", "d"]
    assert seen == ["c", "d"]
    assert list(vision.Progress(path, fresh=False).marks) == ["a", "b", "c", "d"]
    assert not vision.Progress(path, fresh=True).marks


@pytest.mark.slow
@pytest.mark.thinned(0)
def test_several_processes_say_what_one_says(tmp_path: Path) -> None:
    asked = vision.Asked(("simulated",), ("tinker_tactics",), 2, tmp_path, "nothing", True, 0)
    one, two = (
        vision._worked_through(
            asked, asked.tasks(), vision.Progress(tmp_path / f"{workers}", fresh=True), workers=workers
        )
        for workers in (1, 2)
    )
    assert [(m.key, m.cells, m.right, m.bins) for m in one] == [(m.key, m.cells, m.right, m.bins) for m in two]


def test_the_test_set_is_fixed_and_shows_whole_boards() -> None:
    names = [task.key for task in tasks(("simulated",), ("tink", "tabik"), pictures=2, shared=Path())]
    assert names == ["simulated/tink/0", "simulated/tabik/0", "simulated/tink/1", "simulated/tabik/1"]
    first, second = (simulated("tinker_tactics", 1) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert (first.registration.corners_px >= 0).all()
    assert first.contents == second.contents


@pytest.mark.slow
def test_a_picture_is_found_read_and_counted() -> None:
    task = next(iter(tasks(("simulated",), ("tink",), pictures=1, shared=Path())))
    found = examined(task)
    assert found.found
    assert found.cells <= 64
    assert found.right <= found.cells
    assert found.answered_right <= found.answered <= found.cells
    assert sum(cells for cells, _ in found.bins) <= found.cells
    assert (found.whole, bool(found.faults)) in ((True, False), (False, True))
