"""What people tell the referee: it is done at once, or an error says why not, in every state of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from core.games import find
from core.goodwin.options import TinkOptions
from core.tabik.options import TabikOptions
from kiebitz.calling import names_of
from kiebitz.language import language
from kiebitz.screen.words import sentence
from kiebitz.table.asking import untold
from kiebitz.table.controls import Agree, Command, Correct, Say, Stop, TakeBack, Tell, command_of, parse
from kiebitz.table.events import Event, narrate
from kiebitz.table.referee import Referee
from tests.kiebitz.painted import COLOURS, PaintedEye
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_reveal import DEAL
from tests.kiebitz.test_reveal import Watched as Dice
from tests.kiebitz.test_reveal import board as dice
from tests.kiebitz.test_session import START, TINK, WON, Watched, actions, after, board, kinds

PASS, SWAP = Say("--"), Say("swap")
EVERY = (Correct({"e4": "Bs"}), TakeBack(), PASS, SWAP, Agree(), Tell(), Stop())


def told(table: Any, command: Command) -> list[Event]:
    return list(table.session.take(command))


def of(events: list[Event], kind: str) -> Event:
    (found,) = (event for event in events if event.kind == kind)
    return found


def refusal(events: list[Event]) -> str:
    (error,) = events
    assert error.kind == "error"
    return str(error.fields["message"])


def test_a_misread_move_is_corrected_and_the_next_one_played_from_there() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    table.show(board())
    table.show(board("Sc3"))
    (corrected,) = told(table, Correct({"c3": ".", "c4": "As"}))
    assert (corrected.kind, corrected.fields["ply"]) == ("corrected", 1)
    assert (corrected.fields["was"], corrected.fields["action"]) == ("Sc3", "Sc4")
    assert corrected.fields["position"] == TINK.format_position(after("Sc4"))
    assert actions(table.show(board("Sc4", "Sd5"))) == ["Sd5"]


def test_a_pass_that_puts_a_player_out_says_so() -> None:
    start = TINK.parse_position("2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37", TinkOptions(players=3))
    out = of(told(Watched(positions=[start], colours=COLOURS), PASS), "pass")
    assert out.fields["message"] == "B has no legal move and passes. B is out of the game."
    assert [announced["code"] for announced in out.fields["announcements"]] == ["3.7"]
    assert sentence(TINK, out, {"B": "blue"}).endswith("Blue has no legal move and passes. Blue is out of the game.")
    assert narrate(out, {}, language("de")).endswith("B hat keinen erlaubten Zug und passt. B ist ausgeschieden.")


def test_moves_that_people_told_at_once_say_that_their_order_is_not_known() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    table.show(board())
    played = told(table, Correct({"c3": "As", "d5": "Bs", "f4": "As"}))
    assert [event.kind for event in played] == ["move"] * 3
    assert {event.fields.get("order") for event in played} == {"unknown"}


def test_a_cell_that_is_as_it_was_told_changes_nothing() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    for played in ((), ("Sc3",), ("Sc3", "Sh8"), ("Sc3", "Sh8", "Sc4"), ("Sc3", "Sh8", "Sc4", "Sh7")):
        table.show(board(*played))
    (state,) = told(table, Correct({"a2": "."}))
    assert state.fields["message"] == "Then nothing has changed."


def test_what_people_told_outweighs_the_reader_until_the_cell_changes() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    table.show(board())
    table.show(board("Sc3"))
    told(table, Correct({"c3": ".", "c4": "As"}))
    assert table.show(board("Sc3")) == []
    assert actions(table.show(board("Sc3", "Sd5"))) == ["Sd5"]


def test_an_earlier_move_is_corrected_and_the_later_ones_stand() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    for played in ((), ("Sc3",), ("Sc3", "Sd4"), ("Sc3", "Sd4", "Sf6")):
        table.show(board(*played))
    corrected, state = told(table, Correct({"d4": ".", "e4": "Bs"}))
    assert (corrected.fields["ply"], corrected.fields["was"], corrected.fields["action"]) == (2, "Sd4", "Se4")
    assert state.fields["position"] == TINK.format_position(after("Sc3", "Se4", "Sf6"))


def test_a_told_cell_answers_the_question() -> None:
    table = Watched(positions=[after("Sc3", "Sd4")], colours=COLOURS)
    table.show(board("Sc3", "Sd4"))
    table.eye.doubts = {"f6": {".": 0.0, "As": -3.0}}
    assert kinds(table.show(board("Sc3", "Sd4", "Sf6"))) == ["unsure"]
    assert actions(told(table, Correct({"f6": "As"}))) == ["Sf6"]
    assert table.show(board("Sc3", "Sd4", "Sf6")) == []


def test_a_told_cell_makes_a_legal_move_of_what_was_called_illegal() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    assert kinds(table.show(board("Sc3", e5="Bl"))) == ["illegal"]
    (move,) = told(table, Correct({"e5": "Bs"}))
    assert (move.kind, move.fields["action"]) == ("move", "Se5")
    assert table.show(board("Sc3", e5="Bl")) == []


def test_a_board_that_no_moves_explain_is_taken_as_told_and_the_game_goes_on() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    (state,) = told(table, Correct({"f6": "Bl", "g7": "Al"}))
    assert (state.kind, state.fields["set"], state.fields["to_move"]) == ("state", True, "B")
    assert actions(table.show(board("Sc3", "Sd4", f6="Bl", g7="Al"))) == ["Sd4"]


def test_a_correction_before_the_start_is_seen_helps_to_see_it() -> None:
    table = Watched(PaintedEye({"c3": {"As": 0.0, "Am": -0.2}}), colours=COLOURS)
    assert kinds(told(table, Correct({"c3": "As"}))) == ["state"]
    _, state = table.show(board("Sc3"))
    assert state.fields["position"].startswith("8/8/8/8/8/2As5/8/8 ")


def test_a_correction_settles_the_start_that_was_in_doubt() -> None:
    table = Watched(PaintedEye({"c3": {"Am": 0.0, "As": -0.2}}), colours=COLOURS)
    found, state, question = table.show(board("Sc3"))
    assert (found.kind, state.fields["position"][:18]) == ("found", "8/8/8/8/8/2Am5/8/8")
    assert question.fields["cells"] == ["c3"]
    assert told(table, Correct({"c3": "As"}))[0].fields["position"].startswith("8/8/8/8/8/2As5/8/8 ")
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]


def test_an_answer_about_one_cell_leaves_the_others_of_the_start_in_doubt() -> None:
    doubts = {"c3": {"Am": 0.0, "As": -0.2}, "e5": {"Bm": 0.0, "Bs": -0.3}}
    table = Watched(PaintedEye(doubts), colours=COLOURS)
    *_, question = table.show(board("Sc3", e5="Bs"))
    assert question.fields["cells"] == ["c3", "e5"]
    begun, question = told(table, Correct({"c3": "As"}))
    assert begun.fields["position"].startswith("8/8/8/4Bm3/8/2As5/8/8 ")
    assert question.fields["cells"] == ["e5"]
    (begun,) = told(table, Correct({"e5": "Bs"}))
    assert begun.fields["position"].startswith("8/8/8/4Bs3/8/2As5/8/8 ")


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"z9": "As"}, "No cell is called 'z9' on this board."),
        ({"c3": "Xq"}, "Cell c3 cannot hold 'Xq'; it holds one of"),
        (dict.fromkeys(("a1", "a3", "a5", "a7", "c1", "e1", "g1"), "Al"), "That makes"),
    ],
)
def test_cells_and_contents_that_the_game_has_not_are_refused(cells: dict[str, str], words: str) -> None:
    table = Watched(positions=[after("Sc3")])
    assert refusal(told(table, Correct(cells))).startswith(words)
    assert table.session.state.position == after("Sc3")


def test_after_a_told_take_back_the_board_is_asked_to_follow() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    for played in ((), ("Sc3",), ("Sc3", "Sd4")):
        table.show(board(*played))
    (takeback,) = told(table, TakeBack())
    assert (takeback.fields["plies"], takeback.fields["wanted"]) == (1, {"d4": "."})
    (asked,) = table.show(board("Sc3", "Sd4"))
    assert (asked.kind, asked.fields["message"]) == ("unsure", "Please put the board back: d4 empty.")
    assert table.show(board("Sc3", "Sd4")) == []
    assert "illegal" not in kinds(table.show(board("Sc3", "Sd4", h8="Bl")))
    assert kinds(table.show(board("Sc3"))) == ["state"]
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]


def test_a_board_swept_clear_after_a_told_take_back_has_not_played_what_was_taken_back() -> None:
    start = TINK.parse_position("1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs A 0,1 23", TinkOptions())
    table = Watched(positions=[start], colours=COLOURS)
    table.show(TINK.contents(start))
    ended = TINK.play(start, "Sd6")
    assert kinds(table.show(TINK.contents(ended))) == ["move", "result"]
    told(table, TakeBack())
    assert kinds(table.show(TINK.contents(ended))) == ["unsure"]
    events = [event for _ in range(3) for event in table.show(board())]
    events += [event for _ in range(3) for event in table.show(board("Se5"))]
    assert {"move", "result"}.isdisjoint(kinds(events)) or actions(events) == ["Se5"]
    assert table.session.state.position is not None
    assert dict(TINK.contents(table.session.state.position)) == dict(board("Se5"))


def test_a_broken_rule_that_play_went_on_from_was_not_put_right() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    for played in ((), ("Se5",), ("Se5", "Sd4"), ("Se5", "Sd4", "Sh8")):
        table.show(board(*played))
    broken = {"e5": ".", "d6": "As"}
    assert kinds(table.show(board("Se5", "Sd4", "Sh8", **broken))) == ["illegal"]
    shown = board("Se5", "Sd4", "Sh8", **broken, f4="Bs")
    state, move = (event for _ in range(2) for event in table.show(shown))
    assert (state.kind, state.fields["set"]) == ("state", True)
    assert (move.kind, move.fields["action"]) == ("move", "Sf4")


def test_another_move_may_be_made_at_once_where_one_was_taken_back() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    for played in ((), ("Sc3",), ("Sc3", "Sd4")):
        table.show(board(*played))
    told(table, TakeBack())
    assert actions(table.show(board("Sc3", "Se5"))) == ["Se5"]


def test_more_than_was_played_cannot_be_taken_back() -> None:
    table = Watched(positions=[START, after("Sc3")])
    assert refusal(told(table, TakeBack(2))) == "2 plies cannot be taken back: the game has 1."


def test_people_agree_to_what_was_touched_and_not_to_what_is_misread_beside_it() -> None:
    table = Watched(positions=[START, after("Sc3"), after("Sc3", "Sg7")], colours=COLOURS)
    table.show(board("Sc3", "Sg7"))
    table.eye.doubts = {"c3": {"Am": 0.0, "As": -9.0, ".": -16.0}}
    broken = board("Sc3", "Sg7", d5="As", f5="As")
    (asked,) = table.show(broken)
    assert (asked.kind, asked.fields["code"], asked.fields["cells"]) == ("unsure", "GW-5", ["c3"])
    assert kinds(told(table, Agree())) == ["agreed"]
    assert TINK.contents(table.session.state.told[-1]) == broken


def test_what_was_misread_before_people_agreed_is_not_asked_about_afterwards() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    table.show(board())
    table.eye.doubts = {"c3": {"Am": 0.0, "As": -9.0, ".": -16.0}}
    table.show(board("Sc3"))
    table.show(board("Sc3", "Sg7"))
    assert actions(table.show(board("Sc3", "Sg7", "Sf3"))) == ["Sc3", "Sg7", "Sf3"]
    broken = board("Sc3", "Sg7", "Sf3", d5="Bs", f5="Bs")
    assert [event.fields["code"] for event in table.show(broken)] == ["GW-5"]
    assert kinds(told(table, Agree())) == ["agreed"]
    assert table.show(broken) == []
    assert actions(table.show({**broken, "g2": "As"})) == ["Sg2"]


def test_agreement_plays_on_from_the_board_as_it_is() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    (illegal,) = table.show(board("Sc3", e5="Bl"))
    (agreed,) = told(table, Agree())
    assert (agreed.kind, agreed.fields["code"]) == ("agreed", illegal.fields["code"])
    assert (agreed.fields["seat"], agreed.fields["to_move"], agreed.fields["ply"]) == ("B", "A", 2)
    assert "Bl" in agreed.fields["position"]
    assert "Red is to play." in narrate(agreed, names_of(TINK, COLOURS))
    assert table.show(board("Sc3", e5="Bl")) == []
    assert actions(table.show(board("Sc3", e5="Bl", f6="As"))) == ["Sf6"]


def test_after_an_agreed_move_out_of_turn_the_seat_after_the_mover_is_next() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    table.show(board("Sc3", e5="As"))
    assert of(told(table, Agree()), "agreed").fields["to_move"] == "B"


def test_after_an_agreement_the_next_move_tells_whose_turn_it_was() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    table.eye.doubts = {"e5": {"As": 0.0, "Bs": -9.0, ".": -16.0}}
    assert table.show(board("Sc3", e5="Bs"))[0].fields["code"] == "GW-1"
    assert of(told(table, Agree()), "agreed").fields["to_move"] == "B"
    events = table.show(board("Sc3", e5="Bs", g6="As"))
    assert "illegal" not in kinds(events)
    assert of(events, "state").fields["message"] == "Then it is A's turn."
    assert table.session.state.position is not None
    assert table.session.state.position.to_move == "B"
    assert untold(table.session.state) is None


def test_a_piece_that_was_misread_when_people_agreed_is_put_right_by_later_looks() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    table.eye.doubts = {"e5": {"Bm": 0.0, "Bl": -6.0, ".": -16.0}}
    table.show(board("Sc3", e5="Bl"))
    told(table, Agree())
    assert TINK.contents(table.session.state.told[-1]) == board("Sc3", e5="Bm")
    table.eye.doubts = {}
    now = board("Sc3", e5="Bl")
    said = []
    for move in ({"g6": "As"}, {"a1": "Bs"}, {"h8": "As"}):
        now |= move
        said += [event.fields.get("message") for event in table.show(now)]
    assert "I had misread the board: e5 Bl." in said
    assert TINK.contents(table.session.state.told[-1]) == now


def test_what_is_agreed_to_before_it_is_told_stands_as_soon_as_it_is_told() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.film(board("Sc3"), 1)
    table.film(board("Sc3", e5="Bl"), 0.6, hand="e5")
    (state,) = told(table, Agree())
    assert state.fields["message"].startswith("Noted.")
    illegal, agreed = table.film(board("Sc3", e5="Bl"), 3)
    assert (illegal.kind, agreed.kind) == ("illegal", "agreed")
    assert illegal.fields["code"] == agreed.fields["code"]
    table.film(board("Sc3", e5="Bl"), 0.6, hand="f6")
    assert actions(table.film(board("Sc3", e5="Bl", f6="As"), 3)) == ["Sf6"]


def test_agreeing_beforehand_holds_for_what_is_on_the_board_next() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.film(board("Sc3"), 1)
    table.film(board("Sc3"), 0.6, hand="e5")
    told(table, Agree())
    assert refusal(table.film(board("Sc3"), 3)).startswith("Nothing illegal")
    table.film(board("Sc3"), 0.6, hand="e5")
    assert kinds(table.film(board("Sc3", e5="Bl"), 3)) == ["illegal"]


def test_a_change_that_was_agreed_can_be_taken_back() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    table.show(board("Sc3", e5="Bl"))
    told(table, Agree())
    assert kinds(told(table, TakeBack())) == ["takeback"]
    assert table.session.state.position == after("Sc3")


def test_an_illegal_change_that_becomes_a_legal_move_is_repaired_first() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    table.show(board())
    assert kinds(table.show(board(c3="Al"))) == ["illegal"]
    assert kinds(table.show(board("Sc3"))) == ["repaired", "move"]


def test_a_pass_that_is_not_allowed_is_refused_with_its_rule() -> None:
    table = Watched(positions=[after("Sc3")])
    (error,) = told(table, PASS)
    assert (error.kind, error.fields["code"]) == ("error", "GW-3")
    assert refusal(told(table, SWAP)) == "Tink has no swap."


def test_the_state_tells_the_legal_actions_and_the_question() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    (illegal,) = table.show(board("Sc3", e5="Bl"))
    (state,) = told(table, Tell())
    assert state.fields["legal"] == list(TINK.actions(after("Sc3")))
    assert (state.fields["to_move"], state.fields["plies"]) == ("B", 0)
    assert state.fields["pending"]["event"] == "illegal"
    assert narrate(illegal, {}) in narrate(state, {})


def test_the_state_counts_the_stashes_after_spent_pieces_came_back() -> None:
    spent = ("Sc3", "Sd4", "Sd3", "Sf6", "Md2-c3-d3")
    table = Watched(positions=[after(*spent)], colours=COLOURS)
    assert of(table.show(board(*spent)), "found")
    (state,) = told(table, Tell())
    assert state.fields["stash"] == {"A": {"s": 5, "m": 3, "l": 1}, "B": {"s": 3, "m": 4, "l": 1}}
    assert narrate(state, {}).splitlines()[1:] == ["     In the stash: A 5 S, 3 M, 1 L; B 3 S, 4 M, 1 L."]


def test_before_a_position_is_seen_and_where_pieces_belong_to_nobody_no_stash_is_told() -> None:
    assert "stash" not in told(Watched(), Tell())[0].fields
    tabik = find("tabik")
    session: Referee[Any] = refereed(tabik, Bare(), TabikOptions(), positions=[tabik.start(TabikOptions())])
    assert "stash" not in session.take(Tell())[0].fields


def test_a_game_that_is_over_can_be_corrected_and_goes_on() -> None:
    table = Watched(positions=[START], colours=COLOURS)
    position = START
    positions = [position]
    for action in WON:
        position = TINK.play(position, action)
        positions.append(position)
    table = Watched(positions=positions, colours=COLOURS)
    table.show(board(*WON))
    assert refusal(told(table, Agree())).startswith("Nothing illegal")
    assert kinds(told(table, TakeBack())) == ["takeback"]
    assert table.session.state.position is not None
    assert table.session.state.position.to_move is not None


def looking() -> Any:
    return Watched(colours=COLOURS)


def still() -> Any:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    return table


def asked() -> Any:
    table = still()
    table.eye.doubts = {"f6": {".": 0.0, "Bs": -3.0}}
    table.show(board("Sc3", "Sf6"))
    return table


def illegal() -> Any:
    table = still()
    table.show(board("Sc3", e5="Bl"))
    return table


def over() -> Any:
    table = Watched(positions=[after(*WON[:-1]), after(*WON)], colours=COLOURS)
    table.show(board(*WON))
    return table


def revealed() -> Any:
    table = Dice()
    table.show(dice(DEAL))
    return table


def wrongly_revealed() -> Any:
    table = Dice()
    table.show(dice(DEAL, b4="B6=5"))
    return table


@pytest.mark.parametrize("command", EVERY, ids=lambda command: type(command).__name__)
@pytest.mark.parametrize("state", [looking, still, asked, illegal, over, revealed, wrongly_revealed])
def test_every_command_is_answered_in_every_state(state: Callable[[], Any], command: Command) -> None:
    assert told(state(), command)


def test_a_faulty_start_that_is_agreed_to_stays_the_start() -> None:
    table = wrongly_revealed()
    start = table.session.state.position
    (agreed,) = told(table, Agree())
    assert (agreed.fields["code"], agreed.fields["start"]) == ("TT-3", True)
    assert table.session.state.position == start
    assert table.show(dice(DEAL, b4="B6=5")) == []


def test_a_die_that_was_misread_is_corrected() -> None:
    table = revealed()
    cell, content = next((c, v) for c, v in dice(DEAL).items() if v.startswith("A6"))
    value = 1 + int(content[-1]) % 6
    (state,) = told(table, Correct({cell: f"{content[:-1]}{value}"}))
    assert state.fields["set"]
    assert f"{content[:2]}{cell}={value}" in state.fields["position"]


class Bare:
    """An eye that sees nothing: what is said needs no picture."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


def test_in_tabik_the_swap_is_said_and_refused_when_it_is_too_late() -> None:
    tabik = find("tabik")
    options = TabikOptions(board_size=4)
    first = tabik.play(tabik.start(options), "b2+b3")
    session: Referee[Any] = refereed(tabik, Bare(), options, positions=[first])
    (swap,) = session.take(SWAP)
    assert (swap.kind, swap.fields["action"]) == ("move", "swap")
    (error,) = session.take(SWAP)
    assert (error.kind, error.fields["code"]) == ("error", "TB-18")
    (takeback,) = session.take(TakeBack())
    assert "wanted" not in takeback.fields


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "JSON object"),
        ("{", "JSON object"),
        ("[" * 50_000, "JSON object"),
        ("[1]", "JSON object"),
        (b"\xff{}", "JSON object"),
        ("x" * 1_000_000, "at most 65536"),
        ('{"do":"resign"}', 'not "resign"'),
        ('{"do":["state"]}', "must be one of"),
        ('{"cells":{}}', "not null"),
        ('{"do":"state","cells":{}}', "has no field"),
        ('{"do":"correct"}', 'needs "cells"'),
        ('{"do":"correct","cells":{}}', 'needs "cells"'),
        ('{"do":"correct","cells":{"e4":1}}', 'needs "cells"'),
        ('{"do":"takeback","plies":0}', "whole number"),
        ('{"do":"takeback","plies":true}', "whole number"),
        ('{"do":"takeback","plies":1.5}', "whole number"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_command_is_named(line: str | bytes, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse(line)


def test_the_forms_of_the_contract_are_read() -> None:
    assert parse('{"do":"correct","cells":{"e4":"Am"}}') == Correct({"e4": "Am"})
    assert parse('{"do":"takeback","plies":1}') == TakeBack(1)
    assert [command_of({"do": do}) for do in ("pass", "swap", "agree", "state", "stop")] == [
        PASS, SWAP, Agree(), Tell(), Stop(),
    ]  # fmt: skip


def test_what_is_agreed_to_is_the_board_of_the_broken_rule_and_not_what_is_doubtful_beside_it() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.show(board("Sc3"))
    table.eye.doubts = {"g7": {".": -0.8, "As": 0.0, "Bs": -9.0}}
    assert kinds(table.show(board("Sc3", e5="Bl"))) == ["illegal"]
    (agreed,) = told(table, Agree())
    assert agreed.fields["position"].startswith("8/8/8/4Bl3/8/2As5/8/8 ")
