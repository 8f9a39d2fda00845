"""Ten levels: each plays legally and the same again, the weak ones overlook what people overlook."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adviser import suggest
from adviser.levels import HIGHEST, LEVELS, LOWEST, suggest_at
from adviser.places import steps_between
from adviser.tree_search import Play
from benchmarks.ladder import Played, at_random, child, intervals, meet, ratings
from core import games
from core.formats import ugi
from core.goodwin.options import TinkOptions
from core.goodwin.position import MEDIUM, Move
from tests.games.sample import paths

TINK = games.find("tink")
PLAIN_WIN = "8/8/2BsAs4/2BsAs4/3As4/8/6Bs1/8 A 0,0 6"
"""A small on d3 or d7 wins."""
TRADED_WIN = "8/8/8/2AmAmAm3/5AsAs1/8/8/BsBs2Bs3 A 0,0 15"


def _never() -> bool:
    return False


def _at_once() -> bool:
    return True


def _share(text: str, level: int, wins: set[str], count: int = 25) -> float:
    """Return in how many of *count* tries *level* plays one of *wins*."""
    position = TINK.parse_position(text, TINK.options())
    return sum(suggest_at(TINK, position, level, expired=_never, seed=n).action in wins for n in range(count)) / count


@pytest.mark.parametrize("level", [1, 5])
@pytest.mark.parametrize("name", games.names())
def test_every_level_plays_every_game_and_the_same_again(name: str, level: int) -> None:
    game = games.find(name)
    for path in paths(name)[2:5:2]:
        for position in path.every(80):
            if game.outcome(position):
                continue
            found = suggest_at(game, position, level, expired=_at_once, seed=3)
            assert found.action in game.actions(position)
            assert -1.0 <= found.value <= 1.0
            assert found.reasons
            for action in found.line:
                position = game.play(position, action)


@pytest.mark.parametrize("level", [1, 3, 6])
def test_a_seed_decides_alone(level: int) -> None:
    position = TINK.parse_position("8/8/8/8/3As4/8/8/8 B 0,0 1", TINK.options())
    answers = [suggest_at(TINK, position, level, expired=_never, max_nodes=12, seed=n) for n in (1, 1, 2, 3, 4)]
    assert answers[0] == answers[1]
    assert len({answer.action for answer in answers}) > 1


def test_the_highest_level_is_the_adviser_itself() -> None:
    position = TINK.parse_position(PLAIN_WIN, TINK.options())
    assert suggest_at(TINK, position, HIGHEST, expired=_at_once) == suggest(TINK, position, expired=_at_once)
    assert {LOWEST, *LEVELS, HIGHEST} == set(range(ugi.LOWEST_LEVEL, ugi.HIGHEST_LEVEL + 1))


def test_a_weak_level_overlooks_wins_and_a_better_one_fewer() -> None:
    wins = {"Sd3", "Sd7"}
    assert 0.5 < _share(PLAIN_WIN, 1, wins) < 1.0
    assert _share(PLAIN_WIN, 5, wins) > 0.95


def test_what_takes_several_pieces_is_overlooked_more_often() -> None:
    assert Play(TINK).wins(TINK.parse_position(TRADED_WIN, TINK.options())) == [Move(MEDIUM, 44, 1 << 43 | 1 << 51)]
    assert _share(TRADED_WIN, 2, {"Mf5-f4-g4"}) < _share(PLAIN_WIN, 2, {"Sd3", "Sd7"}) - 0.2


@pytest.mark.parametrize(("level", "share"), [(1, 0.95), (2, 0.85)])
def test_a_weak_level_keeps_near_other_pieces(level: int, share: float) -> None:
    position = TINK.parse_position("8/8/8/8/3As4/8/8/8 B 0,0 1", TINK.options())
    chosen = [suggest_at(TINK, position, level, expired=_never, seed=n).action[1:3] for n in range(30)]
    far = [steps_between("d4", cell) for cell in chosen]
    anywhere = [steps_between("d4", action[1:3]) for action in TINK.actions(position)]
    assert sum(far) / len(far) < share * sum(anywhere) / len(anywhere)


@pytest.mark.parametrize("level", [0, 11, -1, True, "6", None, 2.5, 10**40])
def test_there_are_no_other_levels(level: Any) -> None:
    with pytest.raises(ValueError, match="from 1 to 10"):
        suggest_at(TINK, TINK.start(TINK.options()), level, expired=_at_once)


def test_no_level_plays_on_after_the_end() -> None:
    over = TINK.play(TINK.parse_position(PLAIN_WIN, TINK.options()), "Sd3")
    for level in (1, 6, 10):
        with pytest.raises(ValueError, match="over"):
            suggest_at(TINK, over, level, expired=_at_once)


def test_the_child_takes_wins_and_is_not_plainly_silly() -> None:
    position = TINK.parse_position(PLAIN_WIN, TINK.options())
    assert {child(TINK, position, seed) for seed in range(10)} == {"Sd3", "Sd7"}
    threatened = TINK.parse_position("8/8/8/8/8/BsBsBs5/AsAs6/8 A 0,0 5", TINK.options())
    stopped = sum(child(TINK, threatened, seed) == "Sd3" for seed in range(60))
    assert stopped <= 12
    assert meet(TINK, (child, at_random), TinkOptions(ply_limit=12), 1) in (0.0, 0.5, 1.0)


def test_ratings_are_elos() -> None:
    played = [Played("child", "strong", 0.0)] * 300 + [Played("strong", "child", 0.0)] * 100
    played += [Played("child", "equal", 1.0), Played("equal", "child", 1.0)] * 100
    names = ("child", "strong", "equal")
    rated = ratings(played, names)
    assert rated["strong"] == pytest.approx(190.8, abs=2)
    assert rated["equal"] == pytest.approx(0, abs=2)
    low, high = intervals(played, names, random.Random(1))["strong"]
    assert low < 190.8 < high
    assert high - low < 120
