"""Every illegal action has its objection, and no legal one has any."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations

import pytest

from core.goodwin.options import TinkOptions
from core.goodwin.position import Position
from core.verdict import Refused
from tests.rules.sample import RULES, TINK, at, positions

SMALLS = "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6"
LARGE = "7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34"
START = "8/8/8/8/8/8/8/8 A 0,0 0"
STUCK = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"

OPTIONS = [
    {},
    {"players": 3},
    {"large_self_move": False},
    {"paid_small": False},
    {"voluntary_pass": True},
    {"opening_scope": "each_player", "players": 4},
]


def written(position: Position, rng: random.Random) -> Iterator[str]:
    """Yield every action that spends nothing or a pair of nearby pieces, and many that make no sense."""
    contents = TINK.contents(position)
    pieces = [cell for cell, piece in contents.items() if piece != "."]
    yield "--"
    for target in contents:
        near = [cell for cell in pieces if cell != target and _distance(cell, target) == 1]
        others = rng.sample(list(contents), 2)
        spendings = [(), *((cell,) for cell in near), *combinations(near, 2), tuple(others), tuple(near[:3])]
        for kind in "SML":
            for spent in spendings:
                yield TINK.canonical_action("-".join([kind + target, *spent]))


def _distance(a: str, b: str) -> int:
    return max(abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1])))


@pytest.mark.parametrize("values", OPTIONS, ids=str)
def test_legal_exactly_without_an_objection(values: dict[str, object]) -> None:
    rng = random.Random(1)
    options = TinkOptions.of(values)
    codes = set()
    for position in (TINK.start(options), *positions(6, options)):
        legal, met = set(TINK.actions(position)), set()
        for action in written(position, rng):
            objection = TINK.objection(position, action)
            assert (objection is None) == (action in legal), action
            if objection is None:
                met.add(action)
                continue
            codes.add(objection.code)
            assert re.fullmatch(r"GW-\d+", objection.code)
            assert objection.message
            assert objection.repair
            assert set(objection.cells) <= set(TINK.contents(position))
        assert met == legal
    assert len(codes) >= 10


def test_an_action_and_the_table_it_would_make_have_the_same_code() -> None:
    rng = random.Random(2)
    compared = set()
    for position in (TINK.start(RULES), *positions(12)):
        before = dict(TINK.contents(position))
        for action in written(position, rng):
            objection = TINK.objection(position, action)
            if objection is None or action == "--":
                continue
            target, *spent = action[1:].split("-")
            piece = f"{position.to_move}{action[0].lower()}"
            if before[target] == piece or any(before[cell] == "." for cell in spent):
                continue
            after = before | dict.fromkeys(spent, ".") | {target: piece}
            verdict = TINK.diagnose(position, after)
            if isinstance(verdict, Refused):
                assert verdict.objection.code == objection.code, action
                assert verdict.objection.message == objection.message
                compared.add(objection.code)
    assert len(compared) > 10


@pytest.mark.parametrize(
    ("text", "action", "code", "message"),
    [
        (START, "Sb2", "GW-11", "The first piece must go on one of the marked inner cells."),
        (START, "Mc3-d4-e4", "GW-10", "The first piece must be a small."),
        (START, "--", "GW-3", "A can still move, for example Sc3. Passing is only allowed without a move."),
        (SMALLS, "Sd4", "GW-9", "d4 was occupied."),
        (SMALLS, "Md4-f4", "GW-9", "d4 was occupied."),
        (SMALLS, "Sc3", "GW-2", "B's small on c3 has changed."),
        (SMALLS, "Mb4-c3-d4", "GW-2", "B's small on c3 has gone."),
        (SMALLS, "Me5-d4-e4", "GW-13", "only one piece was spent (d4)"),
        (SMALLS, "Le5", "GW-14", "The large was placed on e5 but no piece was spent. It costs two mediums"),
        (SMALLS, "Se5-d4-f4", "GW-19", "d4 held a small."),
        (SMALLS, "Se5-a1", "GW-25", "There is no piece on a1 to spend."),
        (SMALLS, "Me5-d4-f4-a1", "GW-25", "There is no piece on a1 to spend."),
        (STUCK, "Sa3", "GW-4", "B has no legal move and must pass."),
        (STUCK, "Mb2-a1-c1", "GW-2", "A's medium on b2 has changed."),
    ],
)
def test_codes_of_actions(text: str, action: str, code: str, message: str) -> None:
    objection = TINK.objection(at(text), action)
    assert objection is not None
    assert objection.code == code
    assert message in objection.message


def test_options_explain_themselves() -> None:
    no_paid = TINK.objection(at(LARGE, paid_small=False), "Sf5-e6-f6")
    no_self = TINK.objection(at(LARGE, large_self_move=False), "Le3-d3-e4")
    assert no_paid is not None
    assert no_self is not None
    assert (no_paid.code, no_self.code) == ("GW-25", "GW-25")
    assert "never paid" in no_paid.message
    assert "cannot pay for itself" in no_self.message


def test_the_repair_names_what_is_legal() -> None:
    objection = TINK.objection(at(SMALLS), "Me5-d4")
    assert objection is not None
    assert objection.repair == "A legal move with the medium on e5 would be Me5-d4-d6 or Me5-d4-f4."


def test_nothing_is_played_after_the_end() -> None:
    over = at("8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 - 0,0 10")
    for action in ("--", "Sa1", "Me5-d4-f4"):
        objection = TINK.objection(over, action)
        assert objection is not None
        assert objection.code == "GEN-7"
        assert objection.message == (
            "The game is over: a draw between A and B, as nobody can move. Clear the board to start again."
        )
