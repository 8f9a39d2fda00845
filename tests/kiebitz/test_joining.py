"""A third player of whom nobody has spoken, from painted pictures to the record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from core.goodwin.options import TinkOptions
from kiebitz.archive.kept import kept_games
from kiebitz.archive.recorded import load
from kiebitz.archive.records import record_of
from kiebitz.archive.rerunning import told_of
from kiebitz.archive.retold import retold
from kiebitz.watching.state_files import kept_state
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_rematch import watched
from tests.kiebitz.test_session import TINK

BOARDS: Sequence[Mapping[str, str]] = [{}, {"c3": "As"}, {"c3": "As", "d4": "Bs"}, {"c3": "As", "d4": "Bs", "e5": "Cs"}]


def test_a_third_player_is_in_what_is_kept_and_in_the_game_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watched(tmp_path, list(map(paint, BOARDS)), refereed(TINK, PaintedEye(seats="ABC"), TinkOptions(), may_join=True))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = [event["event"] for event in told]
    assert kinds == ["journal", "found", "state", "move", "move", "joined", "move", "end"]
    assert [event["seat"] for event in told if event["event"] == "move"] == ["A", "B", "C"]
    (game,) = kept_games()
    recorded = load(Path(game.file))
    assert (game.moves, game.trouble, recorded.colours) == (3, "", {"A": "red", "B": "blue", "C": "green"})
    record = record_of(recorded)
    assert (record.actions, record.options) == (("Sc3", "Sd4", "Se5"), TinkOptions(players=3))
    assert [stage.position.to_move for stage in retold(recorded)] == ["A", "B", "C", "A"]
    again = told_of(TINK, TinkOptions(), recorded.events, start=recorded.first)
    assert again.actions == record.actions
    kept = kept_state(recorded)
    assert kept is not None
    assert kept.options == TinkOptions(players=3)
