"""The golden of the referee's events: equal games are equal, even if cut, and the first event that differs is shown."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.refereeing import streams
from benchmarks.refereeing.golden import KEPT, Digest, first_difference, main, read
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.streams import lines_of, noisy_cases
from benchmarks.refereeing.watching import Watched, watched
from kiebitz.table.events import Event
from kiebitz.table.inputs import Input
from kiebitz.table.saved import from_json, to_json
from kiebitz.table.state import TableState
from kiebitz.table.step import step

GAMES = ("--scenario", "plain", "--seed", "5400", "--game", "tink", "--game", "tabik")
PLANTED = Event("partial", 3, 3.0, {"message": "planted"})


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keep two short games, and return the arguments that compare with them."""
    monkeypatch.setattr(streams, "PLIES", 3)
    where = ["--file", str(tmp_path / "golden.txt"), "--streams", str(tmp_path / "streams")]
    assert main([*GAMES, *where, "--write"]) == 0
    assert len(read(tmp_path / "golden.txt")) == 2
    return [*GAMES, *where]


def plant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the referee of Tink tell another event than its last in the third shot."""

    def changed(name: str, *arguments: object, **named: object) -> Watched:
        seen = watched(name, *arguments, **named)  # type: ignore[arg-type]
        shots = list(seen.seen)
        if name == "tink":
            shots[2] = replace(shots[2], events=[*shots[2].events[:-1], PLANTED])
        return replace(seen, seen=shots)

    monkeypatch.setattr(streams, "watched", changed)


def test_what_is_told_again_is_the_same(kept: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(kept) == 0
    assert "2 of 2 games compared, 0 differ" in capsys.readouterr().out


def test_the_first_event_that_differs_is_shown(
    kept: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(monkeypatch)
    assert main(kept) == 1
    out = capsys.readouterr().out
    assert "plain/tink/5400/normal/stills: event 4 differs" in out
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}
    assert '"event": "move"' in lines["before"]
    assert '"message": "planted"' in lines["now"]
    assert "fields  " in out
    assert "1 differ" in out
    assert "tabik" not in out


def test_a_stream_that_goes_on_or_ends_early_differs() -> None:
    one, both = ['{"event": "a"}'], ['{"event": "a"}', '{"event": "b"}']
    assert "event 2 differs; 1 events before, 2 now" in first_difference(Digest.of(one), both, one)
    assert "  now     nothing more" in first_difference(Digest.of(both), one, both)


def test_a_crash_is_an_event() -> None:
    told = watched("tink", SCENARIOS["plain"], 1, noise="none", plies=1)
    assert not any('"crash"' in line for line in lines_of(told))
    assert lines_of(replace(told, crash="ValueError: no"))[-1] == '{"event": "crash", "message": "ValueError: no"}'


def test_what_is_kept_is_of_the_games_that_there_are() -> None:
    assert set(read(KEPT)) == {case.name for case in noisy_cases()}


EVERY_FOURTH = [case for case in noisy_cases() if not case.film][::4][:100]


@pytest.mark.thinned(10)
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_a_game_that_is_cut_tells_on_what_the_uncut_one_tells(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = read(KEPT)
    for case in EVERY_FOURTH[first : first + 10]:
        at, count = random.Random(case.name).randrange(1, 60), 0

        def cut_once(state: TableState[Any], given: Input) -> tuple[TableState[Any], tuple[Event, ...]]:
            nonlocal count
            count += 1
            if count == at:  # noqa: B023
                state, given = from_json(to_json(state), TableState), from_json(to_json(given), type(given))
            return step(state, given)

        monkeypatch.setattr("kiebitz.watching.referee.step", cut_once)
        assert Digest.of(case.stream()) == kept[case.name], f"{case.name}, cut at input {at}"
        assert count > 1
