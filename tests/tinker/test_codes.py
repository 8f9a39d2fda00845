"""Every row of the detection table that the rules alone can decide, on actions and on boards."""

from __future__ import annotations

import pytest

from core.games.tinker_tactics import GAME
from core.tinker import setup
from core.tinker.options import TinkerOptions
from core.tinker.position import Position
from core.verdict import Partial, Played, Refused, TakenBack, Unclear, Verdict
from tests.games.sample import check_one_or_two_are_found
from tests.tinker.sample import RULES, at, playthrough
from tests.tinker.test_examples import BLOCKED, FIRST, FOUR, THREE

WALK = {"d3": ".", "d5": "A6=2"}
"""``d3>d5`` in the first example, without its hits: c5 from 5 to 4, d4 off."""
LEGAL = {**WALK, "c5": "B8=4", "d4": "."}


def seen(text: str, changes: dict[str, str], **options: object) -> Verdict:
    position = at(text, **options)
    return GAME.diagnose(position, {**GAME.contents(position), **changes})


def refused(text: str, changes: dict[str, str], **options: object) -> str:
    verdict = seen(text, changes, **options)
    assert isinstance(verdict, Refused), verdict
    assert verdict.objection.cells
    assert verdict.objection.repair
    return verdict.objection.code


def code(position: Position, action: str) -> str | None:
    objection = GAME.objection(position, action)
    return objection.code if objection else None


@pytest.mark.parametrize(
    ("expected", "text", "changes"),
    [
        ("GEN-4", FIRST, {"a3": ".", "d4": "A6=4+B4=1"}),
        ("GEN-4", FIRST, {"a1": "A6=1", "Aa1": "B6=1", **LEGAL}),
        ("GEN-6", FIRST, {"a1": "?"}),
        ("GEN-6", FIRST, {"a1": "A6=1+?"}),
        ("GEN-6", FIRST, {"a1": "C6=2"}),
        ("TT-6", FIRST, {"b4": ".", "b3": "B6=3", **LEGAL}),
        ("TT-6", THREE, {"Ca3": ".", "Ca2": "C4=2"}),
        ("TT-7", FIRST, {**LEGAL, "d1": ".", "d2": "A4=1"}),
        ("TT-7", FIRST, {"a6": "B8=5", "c5": "B6=6"}),
        ("TT-8", FIRST, {"b2": "A8=8"}),
        ("TT-9", FIRST, {"d1": ".", "d3": ".", "c2": "A4=1"}),
        ("TT-9", FIRST, {"d1": ".", "c2": "A4=1"}),
        ("TT-9", FIRST, {"d1": ".", "d4": "A4=1"}),
        ("TT-9", FOUR, {"d3": ".", "d5": "A6=3"}),
        ("TT-10", FIRST, {"b2": ".", "d2": "A8=7"}),
        ("TT-11", FIRST, {"a3": ".", "d4": "A6=4"}),
        ("TT-12", FOUR, {"d3": ".", "d4": "A6=3"}),
        ("TT-12", FIRST, {"d3": ".", "e3": "A6=2"}),
        ("TT-13", FIRST, {**LEGAL, "d5": "A6=1", "a3": "A6=3"}),
        ("TT-14", FIRST, {**WALK, "d4": ".", "a3": "A6=3"}),
        ("TT-14", FIRST, {**WALK, "b4": "B6=2"}),
        ("TT-16", FIRST, {**LEGAL, "b4": "B6=2"}),
        ("TT-16", FIRST, {"a3": ".", "a1": "A6=4", "d4": "."}),
        ("TT-17", FIRST, {**LEGAL, "d1": "."}),
        ("TT-18", FIRST, {**LEGAL, "d4": "B4=1", "b4": "."}),
        ("TT-19", FIRST, {**LEGAL, "c6": "."}),
        ("TT-19", FIRST, {"c5": "."}),
        ("TT-19", FIRST, {**LEGAL, "a3": "."}),
        ("TT-19", FIRST, {"a3": ".", "b2": "."}),
        ("TT-20", FIRST, {**LEGAL, "a3": "A6=5"}),
        ("TT-20", FIRST, {**LEGAL, "d4": "B4=2"}),
        ("TT-27", FIRST, {"a1": "A4=2"}),
        ("TT-27", FIRST, {"d3": "A4=2"}),
    ],
)
def test_the_first_row_that_fits(expected: str, text: str, changes: dict[str, str]) -> None:
    assert refused(text, changes) == expected


def test_the_repair_puts_the_die_back() -> None:
    verdict = seen(FIRST, {"d1": ".", "c2": "A4=1"})
    assert isinstance(verdict, Refused)
    assert verdict.objection.repair == "Put A's d4 back on d1, showing 1."


def test_a_move_in_the_middle_lists_what_is_still_to_do() -> None:
    both = seen(FIRST, WALK)
    assert both == Partial(
        "B's die on c5 is next to d5: turn it from 5 to 4. The die on d4 is reduced to 0. Please remove it.",
        ("c5", "d4"),
        "TT-14",
    )
    assert seen(FIRST, {**WALK, "c5": "B8=4"}) == Partial(
        "The die on d4 is reduced to 0. Please remove it.", ("d4",), "TT-18"
    )
    assert isinstance(seen(FIRST, {"b2": "."}), Partial)


def test_a_last_die_is_still_there() -> None:
    after = GAME.contents(GAME.play(at(THREE), "Ab1>Bd3"))
    left = seen(THREE, {**after, "Ba1": "B4=2"})
    assert left == Partial("B has one die left and is out. Please remove it.", ("Ba1",), "TT-21")
    both = seen(THREE, {**after, "Ba1": "B4=2", "Bc3": "B6=1"})
    assert isinstance(both, Partial)
    assert (both.code, both.cells) == ("TT-18", ("Bc3", "Ba1"))
    assert refused(THREE, {**after, "Ba1": "B4=2", "Cd1": "C6=4"}) == "TT-20"
    turned = {"Ab1": ".", "Bd3": "A6=2", "Bc3": ".", "Ba1": "B4=2", "Ca3": "C4=2", "Ad1": "."}
    assert refused(THREE, turned) == "TT-19"
    hit_twice = "2 A8b3=2,A6d1=4,B4b4=1,B4d4=3 A 0"
    assert GAME.play(at(hit_twice), "b3>c4").outcome
    shown = {"b3": ".", "c4": "A8=2", "b4": "."}
    for value in (3, 2):
        verdict = seen(hit_twice, {**shown, "d4": f"B4={value}"})
        assert isinstance(verdict, Partial)
        assert verdict.code == "TT-21"
    with_mess = seen(hit_twice, {**shown, "d4": "B4=2", "d1": "A6=3"})
    assert isinstance(with_mess, Refused)
    assert with_mess.objection.code == "TT-17"


def test_neutral_dice_stay_where_they_are() -> None:
    text = "3 A6Aa3=4,A6Ab1=4,B4Ba1=1,B4Ba2=1,C8Cd1=3! A 0"
    position = at(text, eliminated_die="stay")
    assert code(position, "Cd1>Cd2") == "TT-22"
    assert refused(text, {"Cd1": ".", "Cd2": "C8=3"}, eliminated_die="stay") == "TT-22"
    landed = code(position, "Ab1>Cd1")
    assert landed in {"TT-9", "TT-10", "TT-11"}


def test_the_last_die_stays_where_that_is_agreed() -> None:
    text = THREE.replace("Ba1=2", "Ba1=1")
    walk = {"Ab1": ".", "Bd3": "A6=2", "Bc3": "."}
    assert seen(text, walk, eliminated_die="stay") == Played(("Ab1>Bd3",))
    assert refused(text, {**walk, "Ba1": "."}, eliminated_die="stay") == "TT-16"
    assert seen(text, {**walk, "Ba1": "."}) == Played(("Ab1>Bd3",))


@pytest.mark.parametrize(
    ("text", "action", "expected"),
    [
        (FIRST, "b4>b3", "TT-6"),
        (FIRST, "a1>a2", "TT-27"),
        (FIRST, "a3>a3", "TT-11"),
        (FIRST, "d3>e3", "TT-12"),
        (BLOCKED, "--", None),
        (BLOCKED, "a1>a2", "TT-11"),
    ],
)
def test_codes_of_actions(text: str, action: str, expected: str | None) -> None:
    assert code(at(text), action) == expected


def test_no_objection_exactly_when_legal() -> None:
    tables: list[dict[str, object]] = [{}, {"players": 4}, {"land_on_start": True}, {"voluntary_pass": True}]
    for seed, options in enumerate(tables):
        path, _ = playthrough(RULES.of(options), seed=seed, plies=12)
        for position in path[::4]:
            legal = set(GAME.actions(position))
            names = GAME.cells(position)
            for action in ["--", *(f"{source}>{target}" for source in names[::3] for target in names)]:
                assert (GAME.objection(position, action) is None) == (action in legal), action


def test_after_the_end_only_a_take_back() -> None:
    path, _ = playthrough(seed=1, plies=200)
    end = path[-1]
    assert end.outcome
    assert code(end, "a1>a2") == code(end, "--") == "GEN-7"
    assert GAME.diagnose(end, GAME.contents(path[-2]), path[:-1]) == TakenBack(1)
    empty = dict.fromkeys(GAME.cells(end), ".")
    verdict = GAME.diagnose(end, empty, path[:-1])
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "GEN-7"


def test_a_take_back_is_found() -> None:
    path, _ = playthrough(seed=5, plies=8)
    assert GAME.diagnose(path[6], GAME.contents(path[5]), path[:6]) == TakenBack(1)
    assert GAME.diagnose(path[6], GAME.contents(path[2]), path[:6]) == TakenBack(4)
    assert isinstance(GAME.diagnose(path[6], GAME.contents(path[2])), Refused)
    assert isinstance(GAME.diagnose(path[2], GAME.contents(path[6]), path), Refused)


def test_the_referee_asks_where_two_actions_look_alike() -> None:
    text = "2 A6a1=2,A6c1=2,B4b1=3,B4d6=2 A 0"
    verdict = seen(text, {"b1": "B4=2"}, land_on_start=True)
    assert isinstance(verdict, Unclear)
    assert verdict.candidates == ("a1>a1", "c1>c1")
    assert refused(text, {"b1": "B4=2"}) == "TT-8"


QUICK = "2 A4a1=1,A6d1=2,A6c1=4,B4a5=2,B4d6=2,B6a4=3 A 0"
THREE_QUICK = "3 A8Aa2=3,A6Ab1=1,B4Ba1=2,B6Bc3=1,C4Ca3=1,C8Ad2=1 A 0"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (QUICK, {}),
        (QUICK, {"land_on_start": True}),
        (QUICK, {"voluntary_pass": True}),
        (THREE_QUICK, {}),
        (THREE_QUICK, {"eliminated_die": "stay"}),
        (BLOCKED, {}),
        (BLOCKED, {"no_move": "lose"}),
    ],
)
def test_one_or_two_actions_are_found_as_by_trying_all(text: str, options: dict[str, object]) -> None:
    check_one_or_two_are_found(GAME, at(text, **options), most=400)


def test_a_cell_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="'x!'"):
        seen(FIRST, {"x!": "."})


def test_two_dice_on_a_cell_are_seen_and_not_a_fault_of_the_text() -> None:
    observed = GAME.parse_contents("2 B6a3=6,A8b2=7,A6a3=4,B6b4=3")
    assert observed["a3"] == "A6=4+B6=6"
    assert GAME.parse_contents(GAME.format_contents(observed, TinkerOptions())) == observed
    verdict = GAME.diagnose(at(FIRST), observed)
    assert isinstance(verdict, Refused)
    assert verdict.objection.message == "There are two pieces on a3. Only one may stand on a cell."
    assert verdict.objection.cells == ("a3",)
    assert "GEN-4" in [fault.code for fault in GAME.survey(observed, TinkerOptions()).faults]
    start = GAME.contents(GAME.deal(TinkerOptions(), 1))
    one, other = [cell for cell, content in start.items() if content.startswith("A")][:2]
    moved = {**start, one: f"{start[one]}+{start[other]}", other: "."}
    assert [fault.code for fault in setup.seen_faults(moved, TinkerOptions())] == ["TT-4"]


def test_a_pass_that_loses_is_seen() -> None:
    before = GAME.parse_position(BLOCKED, TinkerOptions(no_move="lose"))
    after = GAME.play(before, "--")
    assert GAME.diagnose(before, GAME.contents(after)) == Played(("--",))
    assert after.outcome is not None
    assert after.outcome.winners == ("B",)
