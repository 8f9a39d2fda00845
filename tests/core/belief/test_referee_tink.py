"""The referee with Tink's rules: every legal move, every row of the detection table, doubt and cover."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from core.belief.referee import judge
from core.games import find
from core.reading import Reading
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear

TINK = find("tink")
START = TINK.start(TINK.options())
ALPHABET = TINK.alphabet(START)


def position(text: str) -> Any:
    return TINK.parse_position(text, TINK.options())


def reading(of: Any, changes: Mapping[str, str] | None = None, *, nats: float = 20.0) -> Reading:
    return Reading.exact({**TINK.contents(of), **(changes or {})}, ALPHABET, nats)


def positions(seed: int, games: int, plies: int) -> Iterator[tuple[Any, list[Any]]]:
    """Yield positions of random games, each with its history."""
    rng = random.Random(seed)
    for _ in range(games):
        history: list[Any] = []
        here = START
        while here.to_move and here.ply < plies:
            yield here, history
            history = [*history, here]
            here = TINK.play(here, rng.choice(list(TINK.actions(here))))


def test_every_legal_move_is_seen_for_what_it_is_and_blur_costs_margin() -> None:
    rng = random.Random(5)
    for here, history in positions(3, games=6, plies=30):
        actions = [action for action in TINK.actions(here) if action != "--"]
        for action in rng.sample(actions, min(6, len(actions))):
            after = TINK.play(here, action)
            sharp = judge(TINK, here, reading(after), history=history)
            assert isinstance(sharp, Played)
            assert sharp.actions == (action,)
            blurred = judge(TINK, here, reading(after, nats=6.0), history=history)
            assert isinstance(blurred, Played)
            assert blurred.actions == (action,)
            assert 3.0 <= blurred.margin_nats < sharp.margin_nats


def test_nothing_happened_and_nothing_is_said() -> None:
    for here, history in positions(4, games=3, plies=25):
        assert judge(TINK, here, reading(here, nats=6.0), history=history) == Still()


def test_two_quick_moves_are_told_apart() -> None:
    rng = random.Random(8)
    for here, history in positions(6, games=3, plies=20):
        first = rng.choice(list(TINK.actions(here)))
        middle = TINK.play(here, first)
        if not middle.to_move or first == "--":
            continue
        second = rng.choice(list(TINK.actions(middle)))
        if second == "--":
            continue
        verdict = judge(TINK, here, reading(TINK.play(middle, second)), history=history)
        assert isinstance(verdict, Played)
        assert verdict.actions == (first, second)


def test_moves_taken_back_are_found_in_the_history() -> None:
    for here, history in positions(7, games=3, plies=14):
        for plies in range(1, min(4, len(history)) + 1):
            verdict = judge(TINK, here, reading(history[-plies]), history=history)
            assert verdict == TakenBack(plies)


EXAMPLE_2 = position("8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6")
EXAMPLE_3 = position("7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34")


@pytest.mark.parametrize(
    ("code", "before", "changes"),
    [
        ("GW-1", EXAMPLE_2, {"h1": "Bs"}),
        ("GW-2", EXAMPLE_2, {"c3": "."}),
        ("GW-5", EXAMPLE_2, {"h1": "As", "h8": "As"}),
        ("GW-7", EXAMPLE_2, {"d4": ".", "h1": "As"}),
        ("GW-8", EXAMPLE_3, {"e4": ".", "h1": "Al"}),
        ("GW-9", EXAMPLE_2, {"d4": "Am"}),
        ("GW-10", START, {"d4": "Am"}),
        ("GW-11", START, {"b2": "As"}),
        ("GW-12", EXAMPLE_2, {"e5": "Am"}),
        ("GW-13", EXAMPLE_2, {"e5": "Am", "d4": "."}),
        ("GW-14", EXAMPLE_2, {"e5": "Al"}),
        ("GW-15", EXAMPLE_3, {"f5": "As", "e6": "."}),
        ("GW-16", EXAMPLE_2, {"e5": "Am", "d4": ".", "d6": ".", "f4": "."}),
        ("GW-17", EXAMPLE_2, {"f5": "Am", "d4": ".", "f4": "."}),
        ("GW-19", EXAMPLE_3, {"f3": "Al", "e4": ".", "g2": "."}),
        ("GW-21", EXAMPLE_3, {"e5": "Al", "e6": ".", "f6": "."}),
    ],
)
def test_each_broken_rule_has_its_code(code: str, before: Any, changes: dict[str, str]) -> None:
    verdict = judge(TINK, before, reading(before, changes))
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == code
    assert verdict.objection.cells
    assert verdict.objection.message
    # What is only likely is never called illegal.
    assert not isinstance(judge(TINK, before, reading(before, changes, nats=2.5)), Refused)


def test_lifted_smalls_are_a_part_of_a_move() -> None:
    for lifted in ({"d4": "."}, {"d4": ".", "f4": "."}):
        verdict = judge(TINK, EXAMPLE_2, reading(EXAMPLE_2, lifted))
        assert isinstance(verdict, Partial)
        assert verdict.cells == tuple(lifted)


def test_a_size_that_cannot_be_told_is_settled_by_the_rules_or_asked_about() -> None:
    doubtful = {".": -14.0, "As": -0.5, "Am": 0.0, "Al": -6.0}
    opening = reading(START)
    verdict = judge(TINK, START, Reading({**opening.cells, "d4": doubtful}))
    assert isinstance(verdict, Played)
    assert verdict.actions == ("Sd4",)  # the first piece must be a small
    # A small or a medium on e5, and d4 and f4 perhaps still there: two legal moves.
    cells = reading(EXAMPLE_2, {"e5": "As"}).cells
    half = {".": 0.0, "As": -0.2}
    verdict = judge(TINK, EXAMPLE_2, Reading({**cells, "e5": doubtful, "d4": half, "f4": half}))
    assert isinstance(verdict, Unclear)
    assert set(verdict.cells) <= {"d4", "e5", "f4"}
    assert "again" in verdict.message


def test_what_a_hand_hides_is_never_illegal() -> None:
    after = TINK.play(EXAMPLE_2, "Me5-d4-f4")
    seen = reading(after)
    hidden = frozenset({"d4", "f4"})
    verdict = judge(TINK, EXAMPLE_2, Reading({c: r for c, r in seen.cells.items() if c not in hidden}, hidden))
    assert isinstance(verdict, Unclear)
    assert set(verdict.cells) >= hidden
    assert "covers" in verdict.message
    gone = reading(EXAMPLE_2, {"c3": ".", "d4": "Am"})
    blind = Reading({c: r for c, r in gone.cells.items() if c not in {"c3", "d4"}}, frozenset({"c3", "d4"}))
    assert judge(TINK, EXAMPLE_2, blind) == Still()


def test_after_the_end_a_change_is_no_move() -> None:
    over = TINK.play(position("1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30"), "Se5")
    assert judge(TINK, over, reading(over)) == Still()
    verdict = judge(TINK, over, reading(over, {"h8": "Bs"}))
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "GEN-7"


def test_a_few_missed_moves_are_made_up_for_and_many_are_asked_about() -> None:
    actions = ["Sc3", "Sd4", "Se3", "Sf6", "Sa1", "Sh8", "Sb7"]
    here = START
    for count, action in enumerate(actions, start=1):
        here = TINK.play(here, action)
        verdict = judge(TINK, START, reading(here))
        if count <= 4:
            assert isinstance(verdict, Played)
            assert sorted(verdict.actions) == sorted(actions[:count])
        else:
            assert isinstance(verdict, Unclear)
