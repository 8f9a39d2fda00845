"""Where compiled code is kept, and what makes room for it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels import folders


def test_what_is_compiled_is_kept_by_all_sources(tmp_path: Path) -> None:
    """Not by the file of a function alone, as numba does: what is inlined into it may lie in another."""
    (tmp_path / "one.py").write_text("ONE = 1", encoding="utf-8")
    (tmp_path / "two.py").write_text("TWO = 2", encoding="utf-8")
    before = folders.place(tmp_path, tmp_path)
    assert folders.place(tmp_path, tmp_path) == before
    (tmp_path / "two.py").write_text("TWO = 3", encoding="utf-8")
    assert folders.place(tmp_path, tmp_path) != before


def test_a_new_place_takes_the_room_of_older_ones_and_of_nothing_else(tmp_path: Path) -> None:
    older, unmarked, named = tmp_path / "0123456789abcdef", tmp_path / "fedcba9876543210", tmp_path / "photographs"
    folders.make(older)
    (older / "one.nbi").touch()
    for other in (unmarked, named):
        other.mkdir()
    (named / "compiled-by-kiebitz").touch()
    newer = folders.place(tmp_path)
    folders.make(newer)
    assert sorted(tmp_path.iterdir()) == sorted([newer, unmarked, named])


def test_a_place_that_is_there_already_leaves_the_others(tmp_path: Path) -> None:
    """Of two processes that make the same one, the slower must not empty what others have made since."""
    here, beside = tmp_path / "0123456789abcdef", tmp_path / "fedcba9876543210"
    for place in (beside, here, beside, here):
        place.mkdir(exist_ok=True)
        folders.make(place)
    assert here.exists()
    assert beside.exists()
