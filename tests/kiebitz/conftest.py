"""The command line as a function, and pictures to give it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from core.games import find
from kiebitz.cli import run
from kiebitz.watching.demos import tink
from kiebitz.watching.pretend_table import PretendTable
from kits.tink import KIT
from simulator.scene import Picture
from simulator.table import Table
from tests.calibration.scenes import camera_over, printed
from tests.kiebitz.painted import PaintedEye

Image = npt.NDArray[np.uint8]
Step = Callable[[], object]
Kiebitz = Callable[..., "Answer"]
"""Runs a command in this process."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said and how it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        (line,) = self.out.splitlines()
        return json.loads(line)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def kiebitz(capsys: pytest.CaptureFixture[str]) -> Kiebitz:
    """Return a function that runs ``kiebitz`` with its arguments."""

    def call(*arguments: object) -> Answer:
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Answer(status, captured.out, captured.err)

    return call


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module", autouse=True)
def _drawn_once() -> Iterator[None]:
    """Have each picture of a simulated table drawn once for a module; a few are kept, as tables are large."""
    picture = Table.picture

    @lru_cache(maxsize=12)
    def drawn(table: Table, contents: tuple[tuple[str, str], ...], hand: str | None, seed: int) -> Picture:
        return picture(table, dict(contents), hand=hand, seed=seed)

    def own(table: Table, contents: Mapping[str, str], *, hand: str | None = None, seed: int = 0) -> Picture:
        found = drawn(table, tuple(contents.items()), hand, seed)
        return replace(found, image=found.image.copy())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PretendTable, "table", property(lru_cache(maxsize=8)(vars(PretendTable)["table"].func)))
        patch.setattr(Table, "picture", own)
        yield


@pytest.fixture
def short_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the demo of Tink end after two moves."""
    script = tink.SCRIPTS[2]
    monkeypatch.setitem(tink.SCRIPTS, 2, replace(script, actions=script.actions[:2]))


@pytest.fixture
def painted_eye(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `kiebitz watch` see painted tables."""
    monkeypatch.setattr("kiebitz.api.watching.Seer", lambda *_, **__: PaintedEye())


def begin_late(monkeypatch: pytest.MonkeyPatch, begun: int) -> None:
    """Have Tink's demo begin after *begun* of its 13 moves."""
    game, script = find("tink"), tink.SCRIPTS[2]
    position = game.start(game.options())
    for action in script.actions[:begun]:
        position = game.play(position, action)
    rest: dict[str, Any] = {
        name: {at - begun: what for at, what in getattr(script, name).items()} for name in ("begun", "wrong", "hands")
    }
    start = game.format_position(position)
    monkeypatch.setitem(tink.SCRIPTS, 2, replace(script, actions=script.actions[begun:], start=start, **rest))


@pytest.fixture
def late_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Tink's demo begin three moves before its end: one is interrupted, one breaks a rule first, one wins."""
    begin_late(monkeypatch, 10)


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that does one step after another whenever somebody waits, and then presses Ctrl-C."""

    def arrange(*steps: Sequence[Step], after: Step | None = None) -> None:
        left, seconds = iter(steps), 0.0

        def sleep(length: float) -> None:
            nonlocal seconds
            seconds += length
            for step in next(left, [after or _interrupt]):
                step()

        monkeypatch.setattr("time.sleep", sleep)
        monkeypatch.setattr("time.monotonic", lambda: seconds)

    return arrange


def _interrupt() -> None:
    raise KeyboardInterrupt


@pytest.fixture(scope="session")
def printed_board() -> tuple[Image, npt.NDArray[np.float64]]:
    """Return a picture of the empty printed board, seen a little from the side, and its four corners in px."""
    view = camera_over(KIT.plan, elevation=58.0, azimuth=0.0)
    return printed(KIT, view), view.corners_px
