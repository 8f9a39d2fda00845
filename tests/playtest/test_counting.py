"""What actions are called, held to positions whose meaning is plain, and to every game there is."""

from __future__ import annotations

import random

import pytest

from core import games
from core.games import rulebook
from core.play.counting import Countable, PlainCounting, counting_of, first_of_alike
from tests.added import EVERY
from tests.games.sample import passing

TINK = games.find("tink")
PASSING = {"tabik": {"explicit_passes": True}}
"""The options that let passes happen, of games in which nobody may pass of their own free will."""


@pytest.mark.parametrize(
    ("rows", "action", "kinds", "piece"),
    [
        ("8/8/8/8/8/8/8/8 A 0,0 0", "Sd4", {"free small": 1}, "small"),
        ("8/8/8/8/3As1As2/8/8/8 A 0,0 2", "Me5-d4-f4", {"medium by trade": 1}, "medium"),
        ("8/8/8/8/3Am1Am2/8/8/8 A 0,0 2", "Le5-d4-f4", {"large by trade": 1}, "large"),
        ("8/8/8/8/3Am1Al2/8/8/8 A 0,0 2", "Le5-d4-f4", {"large moved": 1}, "large"),
        ("8/8/8/8/3Am1Am2/8/8/8 A 0,0 2", "Se5-d4-f4", {"paid small": 1}, "small"),
        ("8/8/8/8/AsAsAl5/8/8/8 A 0,0 2", "Sd4", {"free small": 1, "line with the large": 1}, "small"),
        ("8/8/8/8/AsAsAs5/8/8/8 A 0,0 2", "Sd4", {"free small": 1}, "small"),
    ],
)
def test_placements_of_the_family(rows: str, action: str, kinds: dict[str, int], piece: str) -> None:
    before = TINK.parse_position(rows, TINK.options())
    deed = counting_of(TINK).deed(before, action, TINK.play(before, action))
    assert (deed.kinds, deed.piece) == (kinds, piece)
    assert deed.cells == (action[1:3],)


def test_a_walk_counts_what_it_weakens_and_removes() -> None:
    game = games.find("tinker_tactics")
    text = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"
    before = game.parse_position(text, game.options())
    deed = counting_of(game).deed(before, "d3>c4", game.play(before, "d3>c4"))
    assert deed.kinds == {"die weakened": 2, "die removed": 1, "walk hitting several dice": 1}
    assert (deed.piece, deed.cells) == ("d6", ("c4",))
    assert counting_of(game).opening(before, "d3>c4") == "d6=2"


def test_an_exchange_fills_no_cell() -> None:
    game = games.find("tabik")
    before = game.play(game.start(game.options()), "c4+c5")
    swapped = counting_of(game).deed(before, "swap", game.play(before, "swap"))
    assert swapped.kinds == {"swap": 1}
    before = game.play(before, "d5+d4")
    exchange = next(action for action in game.actions(before) if "x" in action)
    deed = counting_of(game).deed(before, exchange, game.play(before, exchange))
    assert (deed.kinds, deed.cells) == ({"exchange": 1}, ())


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", EVERY)
def test_everything_counted_is_announced_and_has_its_clause(name: str) -> None:
    game, rng = games.find(name), random.Random(5)
    assert isinstance(game, Countable)
    counting = counting_of(game)
    for values in ({"ply_limit": 120}, {"ply_limit": 60, **PASSING.get(name, passing(game))}):
        options = game.options.of(values)
        deeds, endings = counting.deeds(options), counting.endings(options)
        for clause in filter(None, {*deeds.values(), *endings.values()}):
            assert rulebook(name).entry(clause)
        for _ in range(3):
            position = game.start(options)
            while not game.outcome(position):
                action = rng.choice(game.actions(position))
                after = game.play(position, action)
                deed = counting.deed(position, action, after)
                assert deed.kinds.keys() <= deeds.keys()
                assert deed.kinds
                assert deed.piece in (*counting.pieces(options), "")
                assert set(deed.cells) <= set(game.cells(position))
                position = after
            outcome = game.outcome(position)
            assert outcome
            assert outcome.reason in endings


def test_symmetric_first_actions_are_one_opening() -> None:
    start = TINK.start(TINK.options())
    openings = {counting_of(TINK).opening(start, action) for action in TINK.actions(start)}
    assert openings == {"Sc3", "Sc4", "Sd4"}
    assert first_of_alike("b1+a1", 4) == "a2+a1"


def test_a_game_that_says_nothing_is_counted_plainly() -> None:
    plain, start = PlainCounting(), TINK.start(TINK.options())
    assert plain.deed(start, "--", start).kinds == {"pass": 1}
    assert plain.deed(start, "a1", start).kinds == {"move": 1}
    assert plain.opening(start, "a1") == "a1"
