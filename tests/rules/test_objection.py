"""What is said of actions and of boards: objections, announcements, what a lone board shows, and texts both ways."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations

import pytest

from core.games import find
from core.goodwin.options import TinkOptions
from core.goodwin.position import Position
from core.verdict import Objection, Outcome, Refused
from tests.rules.sample import LARGE, NEARLY_DRAWN, RULES, SMALLS, START, STUCK, TINK, at, positions

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
    for position in (TINK.start(options), *positions(4, options)):
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
    for position in (TINK.start(RULES), *positions(8)):
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


NONE = ("--", "Sa1", "Me5-d4-f4")
OVER = "8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 - 0,0 10"


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
        (LARGE, "Sf5-e6-f6", "GW-25", "never paid"),
        (LARGE, "Le3-d3-e4", "GW-25", "cannot pay for itself"),
        *((OVER, action, "GEN-7", "The game is over: a draw between A and B, as nobody can move.") for action in NONE),
    ],
)
def test_codes_of_actions(text: str, action: str, code: str, message: str) -> None:
    options = {"paid_small": False, "large_self_move": False} if text == LARGE else {}
    objection = TINK.objection(at(text, **options), action)
    assert objection is not None
    assert objection.code == code
    assert message in objection.message


def test_the_repair_names_what_is_legal() -> None:
    objection = TINK.objection(at(SMALLS), "Me5-d4")
    assert objection is not None
    assert objection.repair == "A legal move with the medium on e5 would be Me5-d4-d6 or Me5-d4-f4."


def test_actions_are_canonical() -> None:
    assert TINK.canonical_action("Me5-f4-d4") == "Me5-d4-f4"
    assert TINK.canonical_action("--") == "--"
    ting = find("ting")
    assert ting.canonical_action("Tc10-b10-b9") == "Mc10-b9-b10"
    assert ting.canonical_action("Ca1-b2-a2") == "La1-a2-b2"
    assert ting.canonical_action("Mc10-b9-b10") == "Mc10-b9-b10"


@pytest.mark.parametrize(
    ("action", "part"),
    [
        ("", "starts with one of S, M, L"),
        ("Te5-d4-f4", "starts with"),
        ("S", "a cell is missing"),
        ("Si1", "'i1'"),
        ("Se4 ", "'e4 '"),
        ("Me5-d4--f4", "a cell is missing"),
        ("Me5-d4-d4", "d4 is spent twice"),
        ("S" + "e4-" * 1_000_000, "too long"),
    ],
)
def test_what_is_no_action_says_why(action: str, part: str) -> None:
    for read in (TINK.canonical_action, lambda text: TINK.objection(at(START), text)):
        with pytest.raises(ValueError, match=re.escape(part)) as caught:
            read(action)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "winners", "reason"),
    [
        (OVER, ("A", "B"), "all_stuck"),
        (OVER.replace("-", "A"), ("A", "B"), "all_stuck"),
        ("8/8/8/8/8/8/8/8 - 0,x 60", ("A",), "last_active"),
        ("8/8/5Al2/4As3/3As4/2As5/8/8 - 0,0 31", ("A",), "line"),
        ("1As6/As6Bs/3As4/8/7Bs/2Am5/1Am6/BsAsBs4Bs - 0,1 24", ("A",), "mobility"),
    ],
)
def test_finished_positions(text: str, winners: tuple[str, ...], reason: str) -> None:
    position = at(text)
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.reason) == (winners, reason)
    assert position.to_move is None
    assert TINK.actions(position) == []
    assert TINK.format_position(position).split(" ")[1] == "-"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"ply_limit": 15}, "ply_limit"),
        ({"repetition_limit": 2}, "repetition"),
        ({"voluntary_pass": True}, "all_passed"),
    ],
)
def test_draws_that_no_board_shows_follow_from_the_options(values: dict[str, object], reason: str) -> None:
    drawn = Outcome(("A", "B"), reason, drawn=True)
    assert at("8/8/8/8/8/2As5/8/8 - 0,0 15", **values).outcome == drawn


def test_a_line_already_on_the_board_does_not_end_a_position_in_play() -> None:
    assert at("8/8/5Al2/4As3/3As4/2As5/8/8 B 0,0 31").outcome is None


def test_the_number_of_players_comes_from_the_text() -> None:
    position = TINK.parse_position("8/8/8/8/8/8/8/8 C 0,0,0 0", TinkOptions(players=2))
    assert position.seats == ("A", "B", "C")
    assert position.options.players == 3


LINE = "1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30"
OUT = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"


def announced(text: str, action: str) -> list[Objection]:
    before = at(text)
    return list(TINK.announcements(before, action, TINK.play(before, action)))


def test_a_long_line_is_announced_in_full() -> None:
    (line,) = announced("8/8/8/8/AsAs1AsAl3/8/8/7Bs A 0,0 30", "Sc4")
    assert line.cells == ("a4", "b4", "c4", "d4", "e4")


def test_players_who_cannot_move_are_announced() -> None:
    (told,) = announced(NEARLY_DRAWN, "Sc3")
    assert (told.code, told.message) == ("GW-24", "B cannot move and will have to pass.")
    (both,) = announced("8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0,x 9", "Sc3")
    assert both.message == told.message


def test_who_is_out_is_announced_while_the_game_goes_on() -> None:
    (told,) = announced(OUT, "--")
    assert (told.code, told.message) == ("3.7", "B is out of the game.")
    assert announced("Bm2Bm3Bm/Bm4As2/5As2/3Bl4/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,0 48", "--") == []


def test_nothing_else_is_announced() -> None:
    assert announced(STUCK, "--") == []
    assert announced(STUCK.replace("B 0,0", "A 0,1"), "Lb3-b2-c3") == []
    assert announced(STUCK.replace("B 0,0", "A 0,1"), "Sd6") == []
    assert announced("8/8/8/8/8/8/8/8 A 0,0 0", "Sc3") == []
    assert announced(NEARLY_DRAWN, "Se6") == []


@pytest.mark.parametrize(
    ("board", "values", "shown"),
    [
        ("8/8/5As2/4As3/3As4/2Al5/8/8", {}, {"result": Outcome(("A",), "line"), "lines": ("c3 d4 e5 f6",)}),
        ("AsAsAsAs4/8/8/8/8/8/8/BmBmBlBm4", {}, {"result": None, "lines": ("a1 b1 c1 d1", "a8 b8 c8 d8")}),
        (
            "8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1",
            {},
            {"result": Outcome(("A", "B"), "all_stuck", drawn=True), "threats": ()},
        ),
        (
            "8/8/8/8/1BsBsBs4/8/8/AsAsAs5",
            {},
            {"threats": ("A Sd1 a1 b1 c1 d1", "B Sa4 a4 b4 c4 d4", "B Se4 b4 c4 d4 e4")},
        ),
        ("8/8/8/8/8/8/8/AlAl6", {}, {"faults": ("GW-21",)}),
        ("AsAs1AsAs1AsAs/8/8/8/BmBm1BmBm1Bm1/8/8/8", {}, {"faults": ("GW-21", "GW-21")}),
        ("8/8/8/8/8/8/8/Cs7", {}, {"faults": ("GEN-6",)}),
        ("8/8/8/8/8/8/8/Cs7", {"players": 3}, {"faults": ()}),
        ("8/8/8/8/8/8/8/8", {}, {"faults": ()}),
    ],
)
def test_what_a_lone_board_shows(board: str, values: dict[str, object], shown: dict[str, object]) -> None:
    found = TINK.survey(TINK.parse_contents(board), TinkOptions.of(values))
    told = {
        "result": found.result,
        "lines": tuple(sorted(map(" ".join, found.lines))),
        "threats": tuple(f"{threat.seat} {threat.action} {' '.join(threat.cells)}" for threat in found.threats),
        "faults": tuple(fault.code for fault in found.faults),
    }
    assert told | shown == told


def test_threats_are_exactly_the_winning_actions() -> None:
    found = 0
    lined = (at(LINE), at("8/8/2Bs2Al2/2BsAs4/2BsAmAs3/2Am5/8/8 A 0,0 30"))
    for position in (*positions(40), *lined):
        threats = TINK.survey(TINK.contents(position), RULES).threats
        told = {threat.action for threat in threats if threat.seat == position.to_move}
        wins = {action for action in TINK.actions(position) if _wins(position, action)}
        assert told == wins
        found += len(wins)
    assert found


def _wins(position: Position, action: str) -> bool:
    outcome = TINK.play(position, action).outcome
    return outcome is not None and outcome.reason == "line"


def test_a_fault_in_words() -> None:
    (fault,) = TINK.survey(TINK.parse_contents("8/8/8/8/8/8/8/AlAl6"), RULES).faults
    assert fault.message == "A has two larges on the board. Only one exists in the game."
    assert fault.cells == ("a1", "b1")
    assert fault.repair == "Take one of A's larges off the board."
