"""Dice that stand in for others: which are declared, what they count as, and what cannot be."""

from __future__ import annotations

import pytest

from core.games import find
from core.reading import Reading, of_kinds, shared_out
from core.tinker.options import TinkerOptions
from core.tinker.stand_ins import alike, others, stand_ins, stands_for

GAME = find("tinker_tactics")


def declared(text: str) -> TinkerOptions:
    return TinkerOptions.parse(f"stand_in_dice={text}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("d6:4", "Any d6 may stand in for a d4: 1 to 4."),
        ("A blue d6:4", "A's d6 in blue stands in for a d4: 1 to 4."),
        ("A_blue_d6:4", "A's d6 in blue stands in for a d4: 1 to 4."),
        ("A8:6", "A's d8 stands in for a d6: 1 to 6."),
        ("d00:6", "Any d00 may stand in for a d6: 10 to 60 for 1 to 6."),
        ("red d12:8", "Any d12 in red may stand in for a d8: 1 to 8."),
    ],
)
def test_what_is_declared_is_said_in_a_sentence(text: str, sentence: str) -> None:
    assert GAME.declared(declared(text)) == [sentence]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("d10", "'d10' has no limit"),
        ("d10:", "'d10' has no limit"),
        ("d6:8", "a d6 shows no 8"),
        ("d7:4", "no die 'd7'"),
        ("button:4", "no die 'button'"),
        ("G6:4", "no die 'G6'"),
        ("d20:12", "not for a d12"),
        ("d6:5", "not for a d5"),
        ("d10:4;d10:6", "no die twice"),
    ],
)
def test_what_cannot_stand_in_is_refused_in_one_line(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong) as refused:
        declared(text)
    assert "\n" not in str(refused.value)
    assert "stand_in_dice" in str(refused.value)


def test_a_die_counts_as_what_it_stands_in_for_where_it_is_its_seats() -> None:
    dice = declared("A blue d6:4;d10:6").stand_in_dice
    assert stands_for("A", "blue d6", dice) == 4
    assert stands_for("B", "blue d6", dice) == 0
    assert stands_for("B", "d10", dice) == 6
    assert stands_for("A", "6", dice) == 6
    assert [die.seat for die in stand_ins(dice)] == ["A", ""]


def test_shapes_tell_which_kinds_look_alike() -> None:
    dice = declared("d6:4;d00:6").stand_in_dice
    assert others(dice) == {4: (6,), 6: (100,)}
    assert alike(dice) == (frozenset("46"),)
    assert alike(declared("d10:4").stand_in_dice) == ()
    assert alike(declared("d10:4;d00:6").stand_in_dice) == ()
    assert alike(()) == ()


def test_a_d4_may_show_what_a_die_shows_that_stands_in_for_it() -> None:
    start = GAME.start(declared("d6:4"))
    assert GAME.stock(start)["A4=6"] == 2
    assert "A4=7" not in GAME.alphabet(start)
    assert GAME.stock(GAME.start(declared("d10:4")))["A4=8"] == 2


EITHER = {"4": 0.0, "6": 0.0}


def seen(**dice: tuple[str, dict[str, float]]) -> Reading:
    """Return a reading of *dice* of A: cell → the value and the kinds that it may be of, in nats."""
    rows = {
        cell: {
            f"A{kind}={other}": nats - (9.0 if other != value else 0.0)
            for kind, nats in kinds.items()
            for other in "12345"
        }
        for cell, (value, kinds) in dice.items()
    }
    return Reading(rows)


def test_of_dice_that_look_alike_those_that_show_least_stand_in() -> None:
    reading = seen(a1=("5", EITHER), a2=("2", EITHER), a3=("3", EITHER), b1=("1", {"4": 0.0, "6": -9.0}))
    kinds = shared_out(reading, {"4": 2, "6": 2}, [frozenset("46")], {})
    assert kinds == {"a1": "6", "a2": "4", "a3": "6"}
    told = shared_out(reading, {"4": 2, "6": 2}, [frozenset("46")], {"a3": "4"})
    assert told == {"a1": "6", "a2": "6", "a3": "4"}


def test_a_die_keeps_the_kind_that_is_known() -> None:
    reading = seen(a1=("5", {"4": -4.0, "6": 0.0}), b1=("1", {"4": 0.0, "6": -9.0}))
    known = of_kinds(reading, {"a1": "4"}, [frozenset("46")], nats=6.0)
    assert known.best("a1") == "A4=5"
    assert known.cells["b1"] == reading.cells["b1"]
