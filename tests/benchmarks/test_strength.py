"""Matches: what is kept is gone on from, every seat is sat on, settled openings are passed over."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.contestants import player
from benchmarks.ladder import Played, ratings
from benchmarks.strength import kept, opening, pair, unsettled
from core import games
from core.goodwin.options import TinkOptions
from core.tabik.options import TabikOptions


def test_only_pairs_of_the_same_match_are_gone_on_from(tmp_path: Path) -> None:
    match = {"game": "tink", "one": "full@1s", "other": "random", "unsettled": 0}
    rows = [
        {"game": "tink", "one": "full@1s", "other": "random", "share": 0.5},
        {**match, "share": 1.0},
        {**match, "one": "full@2s", "share": 0.0},
        {**match, "unsettled": 10, "share": 0.0},
    ]
    path = tmp_path / "pairs.jsonl"
    assert kept(path, match) == []
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert kept(path, match) == [0.5, 1.0]


def test_equals_share_alike_from_all_seats() -> None:
    tink, options = games.find("tink"), TinkOptions(players=3, ply_limit=200)
    with ExitStack() as running:
        same = player(tink, "random", options, running)
        assert pair(tink, (same, same), opening(tink, options, 3, 4), 5) == pytest.approx(1 / 3)


def test_a_ladder_without_a_child_begins_with_the_first() -> None:
    games_of_two = [Played("4", "6", 0.0), Played("6", "4", 1.0), Played("4", "6", 1.0)]
    rated = ratings(games_of_two, ["4", "6"])
    assert rated["4"] == 0
    assert rated["6"] > 50


def test_settled_openings_are_passed_over() -> None:
    tabik, options = games.find("tabik"), TabikOptions(board_size=2)
    assert unsettled(tabik, options, 1, 1, 0) == opening(tabik, options, 1, 1)
    with pytest.raises(ValueError, match="every opening is settled"):
        unsettled(tabik, options, 1, 1, 500)
