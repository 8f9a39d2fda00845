"""A game that is cut at any input goes on from its kept state as if it had not been: a hundred games, each cut once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks.refereeing.golden import KEPT, Digest, read
from benchmarks.refereeing.streams import noisy_cases
from kiebitz.table.events import Event
from kiebitz.table.inputs import Input
from kiebitz.table.saved import from_json, to_json
from kiebitz.table.state import TableState
from kiebitz.table.step import step

EVERY_FOURTH = [case for case in noisy_cases() if not case.film][::4][:100]


@pytest.mark.thinned(5)
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
