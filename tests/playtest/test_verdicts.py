"""A playtest says in plain sentences what its figures show, and no more than they show."""

from __future__ import annotations

import pytest

from playtest.intervals import Estimate, proportion
from playtest.measures import Measure
from playtest.summary import Figure, Summary
from playtest.verdicts import verdicts


def told(*figures: Figure, games: int = 200) -> list[str]:
    return [*verdicts(Summary("the rules", games, games, figures, (1,) * games, 1, 1, (), {}))]


def scores(points: float, seats: int, games: int = 200) -> list[Figure]:
    shares = [points, *[(games - points) / (seats - 1)] * (seats - 1)]
    return [
        Figure(
            Measure("Who wins", f"{seat} player's score", "mean", lambda _: 0.0, is_score=True),
            proportion(share, games),
        )
        for seat, share in zip(("first", "second", "third"), shares, strict=False)
    ]


@pytest.mark.parametrize(
    ("points", "seats", "said"),
    [
        (130, 2, "Going first is an advantage: 65 % of the points (58 % to 71 %), where 50 % is even."),
        (70, 2, "Going first is a disadvantage: 35 %"),
        (105, 2, "No advantage or disadvantage of going first shows: 52 %"),
        (105, 3, "Going first is an advantage: 52 % of the points (46 % to 59 %), where 33 % is even."),
    ],
)
def test_going_first_is_judged_by_its_interval(points: float, seats: int, said: str) -> None:
    (sentence,) = told(*scores(points, seats))
    assert sentence.startswith(said)


@pytest.mark.parametrize(
    ("games", "said"), [(200, "A dead clause: “paid small” (R7) never"), (20, "“paid small” (R7) did")]
)
def test_a_clause_is_called_dead_only_after_games_enough(games: int, said: str) -> None:
    measure = Measure("Clauses", "paid small", "share", lambda _: 0.0, "R7")
    (sentence,) = told(Figure(measure, proportion(0, games)), games=games)
    assert sentence.startswith(said)


def test_nothing_is_said_of_a_clause_that_applied() -> None:
    measure = Measure("Clauses", "paid small", "share", lambda _: 0.0, "R7")
    assert told(Figure(measure, Estimate(0.01, 0.001, 0.03))) == []


def test_a_limit_that_no_game_reaches_is_no_dead_clause() -> None:
    measure = Measure("Endings", "ply_limit", "share", lambda _: 0.0, "R20")
    assert told(Figure(measure, proportion(0, 200))) == []
