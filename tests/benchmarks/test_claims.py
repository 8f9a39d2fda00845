"""What is checked of the adviser's claims: true ones pass, and false ones are found."""

from __future__ import annotations

from typing import Any

import pytest

from adviser import suggest
from adviser.findings import Findings
from adviser.reasons import explain
from benchmarks.claims.__main__ import examine, positions
from benchmarks.claims.case import Case
from benchmarks.claims.proofs import somebody_forces, value_is
from benchmarks.claims.said import UNCHECKED, holds
from core import games

TINK, TABIK, TINKER = (games.find(name) for name in ("tink", "tabik", "tinker_tactics"))
FORK = "8/8/8/8/3BsBs3/8/2AsAs4/8 A 0,0 4"
GROUPS = "5/5/5/bb1bb/ww1ww a1-a2,b1-b2,d1-d2,e1-e2 B 4"
DICE = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"


@pytest.mark.parametrize(
    ("game", "text", "action", "false"),
    [
        (TINK, FORK, "Se2", ("b2 and f2", "b2 and g2")),
        (TINK, "8/8/5Bs2/4Bs3/3Bs4/8/AsAs6/8 A 0,0 5", "Sc3", ("c3 (c3–f6)", "c3 (b2–e5)")),
        (TINK, "7Bs/8/8/8/3As4/8/8/8 A 0,0 2", "Sd5", ("four more cells", "five more cells")),
        (TINK, "8/8/8/8/2AmAm4/8/8/4Bs2Bs A 0,0 9", "Sc5-c4-d4", ("medium on d4", "medium on e1")),
        (TABIK, GROUPS, "c2+c3", ("groups of two and two into one of five", "groups of two and one into one of five")),
        (TABIK, GROUPS, "c2+c3", ("differs at size 5", "differs at size 4")),
        (TABIK, "4/4/bb2/wwwb a1-a2,b1-c1,c1-d1,a2-b2 B 4", "b1xb2", ("three to one", "three to two")),
        (TINKER, DICE, "d3>c4", ("b4 to 2", "b4 to 1")),
        (TINKER, DICE, "d3>c4", ("B's d4 on d4", "B's d4 on c6")),
    ],
)
def test_a_false_word_is_found(game: Any, text: str, action: str, false: tuple[str, str]) -> None:
    position = game.parse_position(text, game.options())

    case, changed = Case(game, position, action), 0
    for reason in explain(game, position, Findings(0.0, (action,), 50, False, None, ())):
        if reason.code in UNCHECKED:
            continue
        assert holds(case, reason.code, reason.text, reason.cells), reason
        if false[0] in reason.text:
            changed += 1
            assert holds(case, reason.code, reason.text.replace(*false), reason.cells) is False
    assert changed


def test_proofs_are_checked_by_trying_everything() -> None:
    fork = TINK.parse_position(FORK, TINK.options())
    assert value_is(TINK, fork, 1.0, 3, 100_000)
    assert value_is(TINK, fork, 1.0, 1, 100_000) is False
    assert value_is(TINK, fork, -1.0, 2, 100_000) is False
    assert value_is(TINK, fork, 1.0, 3, 10) is None
    end = TABIK.parse_position("bw/wb a1-a2,b1-b2 B 2", TABIK.options())
    worth = [value for value in (1.0, 0.0, -1.0) if value_is(TABIK, end, value, None, 100_000)]
    assert worth == [suggest(TABIK, end, expired=lambda: False, max_nodes=1000).value]
    three = TINK.parse_position("8/8/8/8/8/8/AsAsAs5/8 A 0,0,0 4", TINK.options(players=3))
    assert somebody_forces(TINK, three, True, 1, 10_000)
    assert not somebody_forces(TINK, three, False, 1, 10_000)


@pytest.mark.parametrize(("game", "text"), [(TINK, FORK), (TABIK, GROUPS), (TINKER, DICE)])
def test_what_is_claimed_of_a_position_is_found_true(game: Any, text: str) -> None:
    position = game.parse_position(text, game.options())
    claims = [*examine(game, position, 60, 5_000, 1)]
    assert claims
    assert [claim for claim in claims if claim[2] is False] == []


def test_positions_are_in_play_and_some_have_three_players() -> None:
    found = [*positions(TINK, 5, 3, level=2)]
    assert not any(TINK.outcome(position) for position in found)
    assert {len(position.seats) for position in found} == {2, 3}
