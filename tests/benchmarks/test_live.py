"""A live camera in real time: how long after the hand has gone a move is announced."""

from __future__ import annotations

import pytest

from benchmarks.live import Stage, delays
from core.goodwin.options import TinkOptions
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_session import TINK, board


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
