"""A playtest says in plain sentences what its figures show, and no more than they show."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from playtest.intervals import Estimate, proportion
from playtest.measures import Group, Measure
from playtest.summary import Figure, Summary
from playtest.verdicts import HALVES_ALIKE, verdicts


def told(*figures: Figure, games: int = 200, leads: Sequence[Estimate | None] = (None,) * 9) -> list[str]:
    return [*verdicts(Summary("the rules", games, games, figures, (1,) * games, 1, 1, (), {}, tuple(leads)))]


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
    ("group", "name", "share", "games", "said"),
    [
        ("Clauses", "paid small", proportion(0, 200), 200, "A dead clause: “paid small” (R7) never"),
        ("Clauses", "paid small", proportion(0, 20), 20, "“paid small” (R7) did"),
        ("Clauses", "paid small", Estimate(0.01, 0.001, 0.03), 200, None),
        ("Endings", "ply_limit", proportion(0, 200), 200, None),
    ],
    ids=["dead", "too few games", "applied", "a limit that is no rule"],
)
def test_a_clause_is_called_dead_only_after_games_enough(
    group: Group, name: str, share: Estimate, games: int, said: str | None
) -> None:
    sentences = told(Figure(Measure(group, name, "share", lambda _: 0.0, "R7"), share), games=games)
    assert [each.startswith(said or "") for each in sentences] == ([True] if said else [])


@pytest.mark.parametrize(
    ("wins", "seats", "said"),
    [
        (
            186,
            2,
            "A runaway leader: whoever is ahead halfway takes 93 % (89 % to 96 %) of the points, where 75 %",
        ),
        (150, 2, "No runaway leader shows: whoever is ahead halfway takes 75 %"),
        (110, 2, "No runaway leader, the second half decides: whoever is ahead halfway takes 55 %"),
        (
            150,
            3,
            "A runaway leader: whoever is ahead halfway takes 75 % (69 % to 80 %) of the points, where 64 %",
        ),
    ],
)
def test_a_runaway_leader_is_named_by_its_interval(wins: int, seats: int, said: str) -> None:
    sentence = told(*scores(200 / seats, seats), leads=[proportion(wins, 200)] * 9)[1]
    assert sentence.startswith(said)


def test_it_is_said_from_when_on_a_game_is_decided() -> None:
    leads = [proportion(wins, 200) for wins in (110, 130, 185, 150, 160, 170, 181, 190, 198)]
    *_, sentence = told(*scores(100, 2), leads=leads)
    assert sentence.startswith("From 70 % of a game on, whoever is ahead takes nine tenths")
    *_, sentence = told(*scores(100, 2), leads=[proportion(120, 200)] * 9)
    assert "nine tenths" not in sentence


def test_nobody_is_said_to_lead_where_nobody_judged() -> None:
    assert len(told(*scores(100, 2))) == 1


@pytest.mark.parametrize("players", HALVES_ALIKE)
def test_halves_that_are_alike_leave_the_leader_what_is_said(players: int) -> None:
    rng, stayed, walks = random.Random(5), 0, 4000
    for _ in range(walks):
        half = [rng.gauss(0, 1) for _ in range(players)]
        whole = [each + rng.gauss(0, 1) for each in half]
        stayed += max(range(players), key=half.__getitem__) == max(range(players), key=whole.__getitem__)
    expected = HALVES_ALIKE[players]
    assert abs(stayed / walks - expected) < 4 * math.sqrt(expected * (1 - expected) / walks)
