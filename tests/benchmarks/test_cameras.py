"""Cameras over painted tables: a live one, one for hours, and what a poor one makes of a film; and besieged doors."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.endurance import Count, Film, Scene, endured, faults
from benchmarks.live import Stage, delays, stages
from benchmarks.refereeing.camera import STEADY, Camera
from benchmarks.siege import besieged
from core.goodwin.options import TinkOptions
from kiebitz.pictures.frame import Image
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_session import TINK, WON, board

counted = pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in /proc")


@counted
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


@counted
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


def filmed(camera: Camera) -> list[Image]:
    return list(camera.film([(paint({}), True)] * 3 + [(paint({}), False)] * 20, 0.15, seed=1))


def test_a_steady_camera_shows_the_table_as_it_is() -> None:
    assert all(np.array_equal(image, paint({})) for image in filmed(STEADY))


def test_the_exposure_follows_a_hand_and_comes_back() -> None:
    light = [float(image.mean()) for image in filmed(Camera(exposure=0.35))]
    assert light[2] > 1.05 * light[-1]
    assert light[3] > light[6] > light[-1]


def test_a_move_is_told_once_the_hand_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.live.REACHING_S", 0.1)
    monkeypatch.setattr("benchmarks.live.STILL_S", 0.8)
    before, after = board(), board("Sc3")
    hands = [paint(before, hand=cell) for cell in ("c3", "d5")]
    shown = [Stage([paint(before)], [paint(before)]), Stage(hands, [paint(after)])]
    told, fps = delays(refereed(TINK, PaintedEye(), TinkOptions()), shown, fps=30.0)
    assert len(told) == 1
    assert told[0] > 0.3
    assert 0 < fps <= 30


@pytest.mark.slow
@pytest.mark.thinned(0)  # its attackers, the table and its helpers need both cores
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses for this machine")
def test_a_besieged_table_goes_on() -> None:
    found = besieged(stages("tink")[:3], seconds=15)
    assert (found.told, found.missed) == (found.moves, 0)
    assert np.median(found.pages) < 1
    assert found.largest_mb < 1000
    assert found.lines <= 10
    assert found.ending_s < 5  # two seconds, and what a busy machine adds
