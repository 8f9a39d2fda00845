"""Game after game with a camera that comes and goes: all refereed alike, and nothing left behind."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace

import pytest

from benchmarks.endurance import Count, Film, Scene, endured, faults
from core.goodwin.options import TinkOptions
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_session import TINK, WON, board

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in /proc")


def test_games_on_a_painted_table_are_refereed_alike_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.endurance.AWAY_EVERY_S", 25.0)
    scenes = [Scene([paint(board(*WON[:plies]))], 1.6) for plies in range(len(WON) + 1)]
    film = Film([*scenes, Scene([paint({})], 1.6)], 50.0, counted_every_s=15.0)
    told = endured(refereed(TINK, PaintedEye(), TinkOptions()), film)
    assert len(told.games) >= 3
    assert told.games[0]["move"] == len(WON)
    assert told.games[0]["result"] == 1
    assert faults(film.counts, told.games, settled_s=15.0) == []
    game_s = 1.6 * (len(WON) + 2)
    assert [count.s for count in film.counts] == pytest.approx([2 * game_s, 3 * game_s])


def test_what_gets_worse_is_told() -> None:
    good = Count(3600.0, 400.0, 1, 7, 1.0, 2.0)
    worse = replace(good, s=7200.0, memory_mb=420.0, files=9)
    games = [Counter(move=5), Counter(move=4), Counter(move=1)]
    assert faults([good, worse], games) == [
        "memory grew by 20.0 MB",
        "threads or files were left behind",
        "not every game was refereed alike",
    ]
    assert faults([good, good], [games[0], games[0], games[2]]) == []
