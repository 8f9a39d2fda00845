"""Kernels are compiled by a process of their own, once, and loaded when that is done."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="there is nothing to compile without numba")

from adviser.kernels import folders, store
from core.games import find
from kiebitz.programs import warming
from tests.added.games.toy import GAME as TOY

TINK = find("tink")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[list[str]]]:
    """Give the commands that would be started, with a folder where nothing is compiled."""
    commands: list[list[str]] = []

    def record(command: list[str], **_: Any) -> object:
        commands.append(command)
        return object()

    monkeypatch.setenv("KIEBITZ_KERNELS", str(tmp_path))
    monkeypatch.setattr(subprocess, "Popen", record)
    monkeypatch.setattr(warming, "_threads", {})
    monkeypatch.setattr(warming, "_processes", [])
    warming.folder.cache_clear()
    yield commands
    warming.folder.cache_clear()
    store.forget()


def test_what_is_not_compiled_is_compiled_elsewhere_and_once(started: list[list[str]]) -> None:
    assert not warming.warm(TINK)
    assert not warming.warm(find("tingle"))
    assert [command[-2:] for command in started] == [["kiebitz.programs.warming", "goodwin"]]


def test_what_is_compiled_is_loaded_and_waited_for(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(warming, "_keep_in_folder", lambda _family: None)
    monkeypatch.setattr(store, "load", lambda family: loaded.append(family))
    assert not warming.warm(TINK)
    (warming.folder() / "goodwin.done").touch()
    warming.warm(TINK)
    warming.warm(TINK)
    assert loaded == ["goodwin"]
    assert len(started) == 1
    assert tmp_path in warming.folder().parents


def test_nobody_waits_for_a_kernel_who_is_told_to_stop(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    loading = threading.Event()
    monkeypatch.setattr(warming, "_keep_in_folder", lambda _family: None)
    monkeypatch.setattr(store, "load", lambda family: loading.wait(60.0))  # noqa: ARG005
    assert not warming.warm(TINK)
    (warming.folder() / "goodwin.done").touch()
    answers = iter([False, False, True])
    assert not warming.warm(TINK, stopped=lambda: next(answers))
    assert list(answers) == []
    assert started
    loading.set()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no such owners")
def test_compiled_code_that_others_could_have_written_is_not_run(started: list[list[str]]) -> None:
    warming.warm(TINK)
    (warming.folder() / "goodwin.done").touch()
    assert warming.folder().stat().st_mode & 0o777 == 0o700
    assert warming.is_compiled("goodwin")
    warming.folder().chmod(0o777)
    assert not warming.is_compiled("goodwin")
    assert started


def test_the_compiling_process_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setenv("KIEBITZ_KERNELS", str(tmp_path / "kernels"))
    monkeypatch.setattr(subprocess, "Popen", lambda command, **how: started.append((command, how["env"])))
    monkeypatch.setattr(warming, "_processes", [])
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    warming.folder.cache_clear()
    warming._compile_elsewhere("goodwin")
    warming.folder.cache_clear()
    ((command, environment),) = started
    assert "-P" in command
    assert all(Path(part).is_absolute() for part in environment["PYTHONPATH"].split(os.pathsep))


def test_a_folder_that_cannot_be_written_leaves_plain_python(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KIEBITZ_KERNELS", str(tmp_path / "file"))
    warming.folder.cache_clear()
    assert not warming.warm(TINK)
    assert not started


@pytest.mark.thinned(0)
def test_numba_is_spared_a_look_for_linear_algebra_and_no_more() -> None:
    code = (
        "import sys; from kiebitz.programs import warming; warming._pass_over_blas(); import numba.np.linalg as linalg;"
        "print('scipy.linalg' in sys.modules, linalg.ensure_blas.__module__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "numba.np.linalg"]


def test_nothing_is_started_for_a_game_without_a_kernel_or_when_switched_off(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not warming.warm(TOY)
    monkeypatch.setenv("KIEBITZ_KERNELS", "off")
    assert not warming.warm(TINK)
    assert not started


def test_a_kernel_that_is_wanted_now_is_compiled_only_where_it_is_not_stored(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(warming, "compile_here", compiled.append)
    monkeypatch.setattr(store, "load", lambda _family: None)
    monkeypatch.setattr(store, "has", lambda _family: True)
    monkeypatch.setattr(warming, "_keep_in_folder", lambda _family: None)
    assert not warming.ready("goodwin")
    assert compiled == ["goodwin"]
    warming.folder().mkdir(parents=True)
    (warming.folder() / "goodwin.done").touch()
    assert warming.ready("goodwin")
    assert compiled == ["goodwin"]
    assert not started


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
