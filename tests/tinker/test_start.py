"""The hidden set-up, from the roll to the reveal, TT-1 to TT-4, and dice that stand in for others."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from core.formats.json_engine import answer
from core.game import IllegalAction
from core.games.tinker_tactics import GAME
from core.reading import Reading, of_kinds, shared_out
from core.tinker import setup
from core.tinker.options import TinkerOptions
from core.tinker.stand_ins import alike, others, stand_ins, stands_for
from tests.tinker.sample import strength

A = "A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2"
B = "B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1"


def ask(**values: object) -> dict[str, Any]:
    return answer(json.dumps({"op": "start", "game": "tinker_tactics", **values}))


def code(*hands: object, **options: object) -> str:
    with pytest.raises(IllegalAction) as caught:
        GAME.set_up(TinkerOptions.of(options), hands)
    return caught.value.objection.code


def test_the_dice_of_each_seat_make_the_start() -> None:
    expected = {"position": f"2 {A},{B} A 0"}
    assert ask(setup=[A, B]) == expected
    assert ask(setup=[A.replace("A", "").split(","), B.split(",")]) == expected
    assert ask(setup=["6Aa3=4,8Ab2=7,4Ac1=3,4Ad1=1,6Ad3=2", B]) == expected
    assert ask(setup=[A, B], options={"first_player": "B"}) == {"position": f"2 {A},{B} B 0"}
    assert "is one of B" in ask(setup=[B, A])["error"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("ring", ["clockwise", "counterclockwise"])
def test_a_deal_is_valid(players: int, ring: str) -> None:
    options = TinkerOptions(players=players, ring_direction=ring)
    positions = [GAME.deal(options, seed) for seed in range(5)]
    assert len(set(positions)) == 5
    assert positions[0] == GAME.start(options) == GAME.deal(options, 0)
    for position in positions:
        assert setup.seen_faults(GAME.contents(position), options) == []
        assert strength(position) % players == 0
        assert GAME.parse_position(GAME.format_position(position), options) == position
        assert len(GAME.survey(GAME.contents(position), options).faults) == 0


def test_the_engine_deals_by_seed() -> None:
    assert ask(seed=7) == ask(seed=7) != ask(seed=8)
    assert ask() == ask(seed=0)
    assert "error" in ask(seed="x")
    for wrong in (3, [A], [A, 4], [A, "x"], [], [A, [3]]):
        assert "error" in ask(setup=wrong)
    assert "no hidden set-up" in str(answer('{"op":"start","game":"tink","setup":[]}')["error"])


def test_three_name_the_cells_of_their_own_boards() -> None:
    hands = ["4a1=1,4a2=1,6a3=1,6b1=1,8b2=1"] * 3
    start = ask(setup=hands)["position"]
    assert start == ask(setup=[f"{s}4{s}a1=1,4a2=1,6a3=1,6b1=1,8b2=1" for s in "ABC"])["position"]
    assert start.startswith("3 A4Aa1=1,A4Aa2=1,A6Aa3=1,A6Ab1=1,A8Ab2=1,B4Ba1=1,")


def test_wrong_sets() -> None:
    assert code(A.replace("A4c1", "A6c1"), B) == "TT-1"
    assert code(A.replace("A4c1=3,", ""), B) == "TT-1"
    assert code(A + ",A4a1=1", B) == "TT-1"


def test_values_above_the_limit() -> None:
    assert code(A.replace("A4c1=3", "A4c1=5"), B) == "TT-2"
    assert code(A.replace("A4c1=3", "A4c1=0"), B) == "TT-2"


def test_stand_ins() -> None:
    with_d10 = A.replace("A8b2", "Ad10b2")
    assert code(with_d10, B) == "TT-1"
    start = GAME.set_up(TinkerOptions.of({"stand_in_dice": {"d10": 8}}), [with_d10, B])
    assert GAME.format_position(start) == f"2 {A},{B} A 0"
    assert code(with_d10.replace("=7", "=9"), B, stand_in_dice={"d10": 8}) == "TT-2"


def test_totals() -> None:
    assert code(A.replace("b2=7", "b2=8"), B) == "TT-3"
    revealed = [setup.read_hand("A", A), setup.read_hand("B", B)]
    assert setup.faults(revealed, TinkerOptions(), announced_total=17) == []
    (fault,) = setup.faults(revealed, TinkerOptions(), announced_total=18)
    assert (fault.code, fault.repair) == ("TT-3", "Let A and B turn their dice to 18 in all.")


def test_places() -> None:
    assert code(A.replace("a3", "a4"), B) == "TT-4"
    assert code(A.replace("a3", "b2"), B) == "TT-4"
    assert code(A.replace("a3", "e9"), B) == "TT-4"


def test_those_below_the_highest_total_turn_their_dice() -> None:
    totals = {"A": 22, "B": 9}
    assert setup.may_turn(totals, TinkerOptions()) == ("B",)
    assert setup.may_turn(totals, TinkerOptions(highest_may_adjust=True)) == ("A", "B")


def test_every_total_can_be_turned_to() -> None:
    hands = [setup.adjustments(total) for total in range(4, 30)]
    assert [bool(some) for some in hands] == [False, *[True] * 24, False]
    assert sum(map(len, hands)) == 4 * 4 * 6 * 6 * 8
    assert all(sum(hand) == total for total, some in zip(range(4, 30), hands, strict=True) for hand in some)


def test_a_roll_is_within_range() -> None:
    rng = random.Random(1)
    hands = [setup.roll(rng) for _ in range(300)]
    assert [(min(column), max(column)) for column in zip(*hands, strict=True)] == [(1, 4)] * 2 + [(1, 6)] * 2 + [(1, 8)]


def test_first_player_must_play() -> None:
    with pytest.raises(ValueError, match="first_player"):
        GAME.start(TinkerOptions(first_player="C"))


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
    assert GAME.declared(declared(text)) == [sentence]


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
