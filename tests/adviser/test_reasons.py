"""What the adviser says of a move is so, in the words of the game, and found by the game's family."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adviser.findings import Findings
from adviser.reasons import Reason, explain, piece, steps, why
from adviser.reasons.tabik import exchanges_left
from adviser.reasons.tinker import exposed
from core import games
from core.game import side_to_move
from core.games.tabik import GAME as TABIK
from core.options import RuleOptions
from core.tabik import rules as tabik_rules
from core.tabik.options import TabikOptions
from tests.added.games.toy import GAME as TOY
from tests.games.sample import paths

TINK, TINKER = games.find("tink"), games.find("tinker_tactics")
DICE = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"


def found(action: str, *, value: float = 0.0, proved: bool = False, plies: int | None = None) -> Findings:
    return Findings(value, (action,), 50, proved, plies, ())


def told(game: Any, text: str, action: str, options: RuleOptions | None = None, **how: Any) -> dict[str, Reason]:
    """Return the reasons for *action* by code."""
    return {
        reason.code: reason
        for reason in explain(game, game.parse_position(text, options or game.options()), found(action, **how))
    }


def test_tink_names_the_line_that_is_blocked() -> None:
    reason = told(TINK, "8/8/5Bs2/4Bs3/3Bs4/8/AsAs6/8 A 0,0 5", "Sc3")["blocks"]
    assert reason == Reason("blocks", "stops B's four at c3 (c3–f6)", ("c3", "d4", "e5", "f6"))


def test_tink_tells_one_threat_from_two_and_whether_they_can_be_stopped() -> None:
    one = told(TINK, "8/8/8/8/3BsBs3/8/BsAsAs5/8 A 0,0 5", "Sd2")
    assert one["threatens"].text == "threatens four in a row at e2"
    assert one["threatens"].cells == ("b2", "c2", "d2", "e2")
    two = told(TINK, "8/8/8/8/3BsBs3/8/2AsAs4/8 A 0,0 4", "Se2")["threats"]
    assert two.text == "makes two threats of four in a row, at b2 and f2; no reply stops them all"
    # B could win at once instead, so nothing is certain.
    answered = told(TINK, "8/8/8/8/2BsBsBs3/8/2AsAs4/8 A 0,0 5", "Se2")["threats"]
    assert answered.text == "makes two threats of four in a row, at b2 and f2"


def test_tink_says_what_goes_home_and_what_stays_there() -> None:
    reasons = told(TINK, "8/8/8/8/2AmAm4/8/8/4Bs2Bs A 0,0 9", "Sc5-c4-d4")
    assert reasons["returns"].text == "brings the medium on c4 and the medium on d4 home"
    assert "keeps the large home" in why(tuple(reasons.values()))
    stays = told(TINK, "8/8/8/8/2AmAm4/8/8/4Bs2Bs A 0,0 9", "Sh8")
    assert stays["home"].text == "keeps the large home"


def test_tink_counts_the_cells_where_a_medium_can_be_paid_for() -> None:
    room = told(TINK, "7Bs/8/8/8/3As4/8/8/8 A 0,0 2", "Sd5")["room"]
    assert room == Reason("room", "can pay for a medium on four more cells", ("c4", "c5", "e4", "e5"))
    assert "room" not in told(TINK, "7Bs/8/8/8/3As4/8/8/8 A 0,0 2", "Sg1")


def test_tink_sees_that_nobody_else_can_place() -> None:
    start = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"
    assert told(TINK, start, "Sc3")["stuck"].text == "keeps B without a placement"


def test_forced_ends_are_counted_in_moves_for_two_and_in_plies_for_more() -> None:
    text = "8/8/8/8/3BsBs3/8/2AsAs4/8 A 0,0 4"
    reasons = explain(TINK, TINK.parse_position(text, TINK.options()), found("Se2", value=1.0, proved=True, plies=3))
    assert reasons[0].text == "wins in 2, whatever the other side plays"
    lost = explain(TINK, TINK.parse_position(text, TINK.options()), found("Sh8", value=-1.0, proved=True, plies=4))
    assert lost[-1].text == "cannot save the game, but lasts 4 plies"
    three = TINK.parse_position("8/8/8/8/3BsBs3/8/2AsAs4/8 A 0,0,0 4", TINK.options(players=3))
    assert explain(TINK, three, found("Se2", value=1.0, proved=True, plies=4))[0].text == "wins by force in 4 plies"


def test_tabik_joins_and_compares_groups() -> None:
    start = "5/5/5/bb1bb/ww1ww a1-a2,b1-b2,d1-d2,e1-e2 B 4"
    reasons = told(TABIK, start, "c2+c3")
    assert reasons["joins"].text == "joins groups of two and two into one of five against White's largest of two"
    assert reasons["joins"].cells == ("a2", "b2", "c2", "d2", "e2")
    assert reasons["count"].text.endswith("differs at size 5: one group of 5 against none")


def test_tabik_breaks_groups_and_counts_the_last_exchanges() -> None:
    position = TABIK.parse_position("bw/wb a1-a2,b1-b2 B 2", TABIK.options())
    assert exchanges_left(position) == {len(line) for line in _lines(position)}
    assert exchanges_left(position, most=1) == exchanges_left(TABIK.start(TABIK.options())) == frozenset()
    cut = told(TABIK, "4/4/bb2/wwwb a1-a2,b1-c1,c1-d1,a2-b2 B 4", "b1xb2")
    assert cut["breaks"].text == "cuts White's largest group from three to one"


def _lines(position: Any) -> list[tuple[str, ...]]:
    """Return every way in which the game may go on to its end."""
    if TABIK.outcome(position):
        return [()]
    return [(action, *rest) for action in TABIK.actions(position) for rest in _lines(TABIK.play(position, action))]


def test_what_is_said_of_the_last_exchange_is_what_happens() -> None:
    said = 0
    for seed in range(12):
        rng, position = random.Random(seed), TABIK.start(TabikOptions(board_size=4, pie_rule=False))
        while not TABIK.outcome(position):
            action = rng.choice(TABIK.actions(position))
            after = TABIK.play(position, action)
            if TABIK.outcome(after):
                break
            parity = {r.code: r for r in explain(TABIK, position, found(action))}.get("parity")
            if parity:
                said += 1
                end = after
                while not TABIK.outcome(end):
                    last, end = side_to_move(end), TABIK.play(end, rng.choice(TABIK.actions(end)))
                assert {"B": "Black", "W": "White"}[last] in parity.text
            position = after
    assert said > 5


def test_tinker_counts_dice_weakened_taken_and_left_with_one() -> None:
    reasons = told(TINKER, DICE, "d3>c4")
    assert reasons["takes"] == Reason("takes", "takes B's d4 on d4", ("d4",))
    assert reasons["weakens"] == Reason("weakens", "weakens two dice: b4 to 2 and c5 to 4", ("b4", "c5"))
    leaves = told(TINKER, "2 A6a3=1,A8d1=7,B6a6=6,B6b4=2,B4d6=3 A 8", "a3>a4")["leaves"]
    assert leaves.text == "leaves B's d6 on b4 with one"


def test_tinker_says_who_is_out() -> None:
    text = "3 A8Aa2=3,A6Ab1=2,A4Ad1=4,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=6,C6Cd1=3 A 0"
    assert told(TINKER, text, "Ab1>Bd3")["eliminates"].text == "puts B out of the game"


def test_tinker_hits_and_reach_are_those_of_the_rules() -> None:
    checked = 0
    for path in paths("tinker_tactics"):
        for before, action, after in path.plies:
            if action == "--" or path.game.outcome(after) or len(path.game.actions(before)) == 1:
                continue
            reasons = {r.code: r for r in explain(path.game, before, found(action))}
            was, now = path.game.contents(before), path.game.contents(after)
            others = [cell for cell, die in was.items() if die != "." and die[0] != before.to_move]
            lower = {cell for cell in others if now[cell] not in (".", was[cell])}
            assert set(reasons["weakens"].cells if "weakens" in reasons else ()) == lower
            if "safe" in reasons and "all" in reasons["safe"].text:
                assert not exposed(after, before.mover)
                checked += 1
    assert checked


@pytest.mark.parametrize("name", games.names())
def test_every_action_has_reasons_a_piece_and_steps(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for before, action, _ in path.plies[::4]:
            reasons = explain(game, before, found(action))
            assert reasons
            assert len({reason.text for reason in reasons}) == len(reasons)
            cells = set(game.cells(before))
            assert all(set(reason.cells) <= cells for reason in reasons)
            assert steps(game, before, action)
            target = action[1:3]
            assert not piece(game, before, action).endswith(target) or name == "tinker_tactics"


def test_steps_are_what_hands_do() -> None:
    tink = TINK.parse_position("8/8/8/8/2AmAm4/8/8/4Bs2Bs A 0,0 9", TINK.options())
    assert steps(TINK, tink, "Sc5-c4-d4") == "put a small on c5 and take the medium on c4 and the medium on d4 back"
    large = TINK.parse_position("8/8/8/8/2AmAl4/8/8/4Bs2Bs A 0,0 9", TINK.options())
    assert steps(TINK, large, "Lc5-c4-d4") == "move the large from d4 to c5 and take the medium on c4 back"
    dice = TINKER.parse_position(DICE, TINKER.options())
    assert steps(TINKER, dice, "d3>c4") == "move the d6 from d3 to c4, turn b4 to 2 and c5 to 4 and take d4 off"
    stones = TABIK.parse_position("bw/wb a1-a2,b1-b2 B 2", TABIK.options())
    assert steps(TABIK, stones, "a2xb2") == "exchange the stones on a2 and b2 and lay a rod between them"


def test_a_game_without_words_of_its_own_gets_the_general_ones() -> None:
    position = TOY.start(TOY.options())
    action = TOY.actions(position)[0]
    assert explain(TOY, position, found(action))
    assert steps(TOY, position, action)


def test_rules_of_rods_that_split_groups_are_kept() -> None:
    options = TabikOptions(rods_split_groups=True)
    text = "5/5/5/bb1bb/ww1ww a1-a2,b1-b2,d1-d2,e1-e2 B 4"
    position = TABIK.parse_position(text, options)
    after = TABIK.play(position, "c2+c3")
    assert max(tabik_rules.tally_of(after).black) == 5
    assert told(TABIK, text, "c2+c3", options)["joins"].cells == ("a2", "b2", "c2", "d2", "e2")
