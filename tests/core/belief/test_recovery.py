"""What nobody thought of is found: unseen moves, turned boards, starts and moves that were read wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.belief.belief import Belief
from core.belief.board_evidence import BoardSeen
from core.belief.branching import branches
from core.belief.explanation import PRIORS
from core.belief.history import History
from core.belief.look import Look
from core.belief.recovery import recovered
from core.belief.traces import contents_of, nearest_actions
from core.belief.unseen_actions import Start, ways_to
from core.game import dealt
from core.games import find
from core.play.board_setup import with_board
from core.verdict import Refused, TakenBack
from tests.core.belief.stories import OTHER_START, START, TAKEN, TINK, after, board, certain, line, look, seen


def found(told: Sequence[Any], *looks: Look) -> Belief[Any]:
    before = certain(told)
    for each in looks:
        now = before.after(each)
        before = recovered(before, now, each)
    return before


FIVE = ("Sc3", "Sg7", "Sd4", "Sh8", "Se6")


SPENT = ("Sf6", "Sa1", "Sg7", "Sb1", "Mg6-f6-g7")


def test_a_piece_that_was_placed_and_spent_unseen_is_found() -> None:
    belief = found(line(*SPENT[:2]), look(board(*SPENT)))
    assert contents_of(TINK, belief.best.position) == board(*SPENT)
    assert len(belief.best.positions) == 6
    assert not belief.best.put


def test_a_board_that_was_taken_as_it_stands_does_not_hide_how_it_came_about() -> None:
    told = line(*SPENT[:2])
    taken = with_board(TINK, told[-1], board(*SPENT), to_move="B")
    before = Belief(TINK, [History(tuple(told)), History((*told, taken), put=True, prior=-4.0)])
    shown = look(board(*SPENT))
    ways = recovered(before, before.after(shown), shown).histories
    assert any(len(way.positions) == 6 and not way.put and way.is_legal for way in ways)


def test_a_board_as_it_stands_goes_on_from_what_was_in_order_rather_than_from_what_was_read_askew() -> None:
    actions = ("Sc3", "Sd4", "Sg2", "Sc8", "Sb5", "Sd2", "Sa7", "Md3-d2-d4")
    told = line(*actions[:3])
    askew = with_board(TINK, told[-1], {**TINK.contents(START), "d3": "As", "e4": "Bs", "h2": "As"}, to_move="B")
    before = Belief(TINK, [History((*told, askew), put=True, prior=-30.0)])
    shown = look(board(*actions))
    best = recovered(before, before.after(shown), shown, earlier=[History(tuple(told), prior=-8.0)]).best
    assert best.put
    assert best.positions[:-1] == tuple(told)
    assert TINK.contents(best.position) == board(*actions)


def test_a_piece_that_is_misread_among_unseen_moves_does_not_hide_them() -> None:
    belief = found([START], look(board(*FIVE), doubts={"g7": {".": 0.0, "Bs": -1.0}}))
    assert contents_of(TINK, belief.best.position) == board(*FIVE)


def test_a_move_that_was_read_wrong_is_put_right() -> None:
    first = look(board("Sc3", c3=".", c4="."), doubts={"c4": {"As": 0.0, ".": -1.5}, "c3": {".": 0.0, "As": -3.0}})
    before = certain([START]).after(first)
    assert before.best.position == after("Sc4")
    second = look(board("Sc3"))
    belief = recovered(before, before.after(second), second)
    assert belief.best.positions == (START, after("Sc3"))


def test_the_action_that_is_taken_back_was_the_last_one_whatever_order_was_told() -> None:
    best = found(line("Sc3", "Sg7", "Sd4"), look(board("Sd4", "Sg7"))).best
    assert list(best.positions) == line("Sd4", "Sg7")
    assert best.is_legal
    assert best.undone == 1


def test_of_moves_seen_one_by_one_only_the_last_is_taken_back() -> None:
    belief = seen(certain([START]), *(look(board(*["Sc3", "Sg7", "Sd4"][:count])) for count in (1, 2, 3)))
    away = look(board("Sd4", "Sg7"))
    best = recovered(belief, belief.after(away), away).best
    assert isinstance(best.standing, Refused)
    assert best.standing.objection.code == "GW-2"


@pytest.mark.parametrize("reply", [[], ["Sf4"]])
def test_a_player_may_think_again_before_the_opponent_moves(reply: list[str]) -> None:
    belief = found(line("Se5", "Sd4", "Sh8"), look(board("Se5", "Sd4", "Sd6", *reply), changed=["h8", "d6", "f4"]))
    assert list(belief.best.positions) == line("Se5", "Sd4", "Sd6", *reply)
    assert belief.best.undone == 1
    assert belief.lead() > 3.0
    broken = [history for history in belief.histories if isinstance(history.standing, Refused)]
    assert broken, "that a rule was broken stays possible"


def test_nobody_thinks_again_about_an_earlier_move() -> None:
    belief = found(line("Se5", "Sd4", "Sh8"), look(board("Se5", "Sc6", "Sh8"), changed=["d4", "c6"]))
    assert isinstance(belief.best.standing, Refused)
    assert belief.best.standing.objection.code == "GW-7"


def test_a_board_that_no_moves_lead_to_is_taken_as_it_stands() -> None:
    strange = board(*FIVE, c3=".", d4=".", e6=".", a1="Bs", b1="Am", c1="Am", d1="Bm", h1="Al", f2="Bm")
    belief = found(line(*FIVE), look(strange))
    assert belief.best.put
    assert contents_of(TINK, belief.best.position) == strange
    stands = belief.after(look(strange))
    assert stands.best.put
    assert stands.best.looks == 1


def test_a_board_that_was_turned_is_known_again() -> None:
    right = look(board(*FIVE)).rows(None, None)
    wrong = look({**board(), "f6": "As", "b2": "Bs", "e5": "As", "a1": "Bs", "d3": "As"})
    turned = replace(
        wrong,
        rows=lambda frame, anchor: right if frame == "half" else wrong.rows(frame, anchor),
        turned=lambda frame: [("half", -4.0)] if frame is None else [],
    )
    belief = found(line(*FIVE), turned)
    assert belief.best.frame == "half"
    assert belief.best.positions == tuple(line(*FIVE))


def test_a_board_that_was_turned_is_known_again_though_a_piece_is_misread_for_good() -> None:
    def turned_look(shown: Mapping[str, str]) -> Look:
        """Return a look at a board that is *shown* if it has been turned by half, with a small read as a medium."""
        misread = {"c3": {"Am": 0.0, "As": -8.1}}
        as_it_lies = look({cell: shown[f"{'hgfedcba'['abcdefgh'.index(cell[0])]}{9 - int(cell[1])}"] for cell in shown})
        right = look(shown, doubts=misread).rows(None, None)
        return replace(
            as_it_lies,
            rows=lambda frame, anchor: right if frame == "half" else as_it_lies.rows(frame, anchor),
            turned=lambda frame: [("half", -6.0)] if frame is None else [(None, -6.0)],
            compared=False,
        )

    belief = found(line(*FIVE), turned_look(board(*FIVE)), turned_look(board(*FIVE, "Sa5")))
    assert {history.frame for history in belief.close(6.0)} == {"half"}
    assert belief.best.positions == tuple(line(*FIVE, "Sa5"))


def test_what_is_read_on_a_turned_board_adds_to_what_was_read_before() -> None:
    doubts = {"c3": {"Am": 0.0, "As": -2.0}}
    as_before = look(board(*FIVE), doubts=doubts)
    wrong = look({**board(), "f6": "As", "b2": "Bs", "e5": "As", "a1": "Bs", "d3": "As"})
    turned = replace(
        wrong,
        rows=lambda frame, anchor: (as_before if frame == "half" else wrong).rows(frame, anchor),
        turned=lambda frame: [("half", -4.0)] if frame is None else [],
    )
    told = line(*FIVE)
    assert found(told, as_before, as_before).best.evidence == pytest.approx(-2.0)
    belief = found(told, as_before, turned)
    assert (belief.best.frame, belief.best.position) == ("half", told[-1])
    assert belief.best.evidence == pytest.approx(-4.0)


def test_a_bare_board_is_never_taken_to_be_turned() -> None:
    bare = replace(look(board(a1="As")), turned=lambda _frame: [("half", 0.0)])
    assert all(history.frame is None for history in found([START], bare).histories)


def test_a_start_that_was_read_wrong_is_put_right_and_one_that_was_given_is_not() -> None:
    told = line("Sd4", "Sd5", start=OTHER_START)
    shown = look(board("Sc3", "Sd4", "Sd5", "Se6"))
    first = look(TINK.contents(OTHER_START), doubts={"h8": {"Am": 0.0, ".": -2.0}})
    for read in (True, False):
        before = Belief(TINK, [History(tuple(told), taken=TAKEN if read else None, read={"h8": 0.0})])
        start = BoardSeen.in_look(first.rows(None, None))
        for _ in range(3):
            before = recovered(before, before.after(shown), shown, seen=start)
            start = start.after(TINK, before.best, shown)
        assert (before.best.positions == tuple(line("Sd4", "Sd5", "Se6", start=after("Sc3")))) is read


def test_ways_are_as_short_as_can_be() -> None:
    explained = next(iter(branches(TINK, History((START,)), look(board(*FIVE[:3])), PRIORS))).explained
    assert explained is not None
    way = ways_to(TINK, [Start(START, explained)], longest=6)[0]
    assert len(way.actions) == 3
    assert TINK.contents(way.position) == board(*FIVE[:3])


def test_the_nearest_legal_actions_share_something_with_what_was_done() -> None:
    moves = ("Sc3", "Sg7", "Sd4", "Sh8")
    nearest = nearest_actions(TINK, after(*moves), {"c4": "Am", "c3": "."})
    assert nearest[0] == "Mc4-c3-d4"
    assert nearest_actions(TINK, after("Sc3"), {"e5": "As"}) == ()


def test_what_breaks_a_rule_is_known_by_the_cells_that_looked_changed_when_it_came_about() -> None:
    wrong = board("Sc3", d4="As")
    came = seen(certain([START, after("Sc3")]), look(wrong, changed=["d4"]))
    assert came.best.witnessed == {"d4"}
    assert seen(came, look(wrong, changed=[])).best.witnessed == {"d4"}
    assert seen(certain([START, after("Sc3")]), look(wrong, changed=[])).best.witnessed == frozenset()


@pytest.mark.parametrize("name", ["tink", "tabik", "tinker_tactics"])
def test_as_many_plies_are_taken_back_as_there_are_positions_though_some_were_not_seen(name: str) -> None:
    game = find(name)
    start = game.start(game.options()) if name != "tinker_tactics" else dealt(game, game.options(), seed=1)
    gone_on = start
    for _ in range(3):
        gone_on = game.play(gone_on, game.actions(gone_on)[0])
    verdict = game.diagnose(gone_on, game.contents(start), [start])
    assert verdict == TakenBack(1)
