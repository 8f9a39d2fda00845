"""A watched game, frame by frame, on a painted table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.places import Place
from core.games import find
from core.goodwin.options import TinkOptions
from core.reading import Reading
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.events import Event, narrate
from kiebitz.table.eye import Look
from kiebitz.table.inputs import Ended, Interrupted
from kiebitz.table.referee import Referee
from tests.kiebitz.painted import CELL, COLOURS, PAINT, SKIN, PaintedEye, paint, place
from tests.kiebitz.refereeing import refereed
from vision.framing import Warned

TINK = find("tink")
HERE = place()
START = TINK.start(TINK.options())
Contents = Mapping[str, str]


def after(*actions: str) -> Any:
    position = START
    for action in actions:
        position = TINK.play(position, action)
    return position


def board(*actions: str, **changes: str) -> dict[str, str]:
    return {**TINK.contents(after(*actions)), **changes}


class Watched:
    """A session fed with painted tables, as single pictures or as video."""

    def __init__(self, eye: PaintedEye | None = None, **how: Any) -> None:
        self.eye = eye or PaintedEye()
        self.session: Referee[Any] = refereed(TINK, self.eye, TinkOptions(), **how)
        self.count = 0

    def show(self, contents: Contents, **how: Any) -> list[Event]:
        """Return the events of one picture."""
        self.count += 1
        return self.session.take(Frame(paint(contents, **how), self.count, float(self.count), own_moment=True))

    def film(self, contents: Contents, seconds: float, **how: Any) -> list[Event]:
        """Return the events of *seconds* of video at 20 frames a second."""
        events = []
        for _ in range(round(20 * seconds)):
            self.count += 1
            events += self.session.take(Frame(paint(contents, **how), self.count, self.count / 20))
        return events


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def actions(events: Sequence[Event]) -> list[str]:
    return [event.fields["action"] for event in events if event.kind in ("move", "pass")]


def test_a_picture_a_ply() -> None:
    table = Watched()
    assert kinds(table.show(board())) == ["found", "state"]
    assert actions(table.show(board("Sc3"))) == ["Sc3"]
    (move,) = table.show(board("Sc3", "Sd4"))
    assert move.fields["seat"] == "B"
    assert move.fields["position"] == TINK.format_position(after("Sc3", "Sd4"))
    assert move.fields["margin"] > 3
    assert table.show(board("Sc3", "Sd4")) == []


class CroppedEye(PaintedEye):
    """Sees tables of which a row is always out of the picture."""

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        warned = Warned("outside", "Not in the picture: a8.", "Move the camera back or turn it.", ("a8",))
        return replace(super().look(image, place, colours), framing=(warned,))


def test_what_is_out_of_the_picture_is_told_once() -> None:
    table = Watched(CroppedEye())
    found, told, state = table.show(board())
    assert [found.kind, told.kind, state.kind] == ["found", "unsure", "state"]
    assert told.fields == {"message": "Not in the picture: a8. Move the camera back or turn it.", "cells": ["a8"]}
    assert kinds(table.show(board("Sc3"))) == ["move"]
    assert kinds(table.film(board("Sc3"), 2.0)) == []


def test_a_question_names_what_is_out_of_the_picture() -> None:
    outside = "Not in the picture: a8. Move the camera back or turn it."
    for doubtful, question in (("f6", f"Please show me f6 again. {outside}"), ("a8", outside)):
        table = Watched(CroppedEye(), positions=[after("Sc3", "Sd4")])
        table.show(board("Sc3", "Sd4"))
        table.eye.doubts = {doubtful: {".": 0.0, "As": -3.0}}
        (asked,) = table.show(board("Sc3", "Sd4", f"S{doubtful}"))
        assert (asked.kind, asked.fields["message"], asked.fields["cells"]) == ("unsure", question, [doubtful])


def test_nothing_is_read_while_a_hand_is_there() -> None:
    table = Watched()
    table.show(board())
    readings = table.eye.readings
    assert table.show(board("Sc3"), hand="d4") == []
    assert table.eye.readings == readings
    assert actions(table.show(board("Sc3"))) == ["Sc3"]


def test_a_board_is_not_taken_to_have_moved_under_a_hand() -> None:
    table = Watched()
    table.show(board())
    table.show(board("Sc3"))
    table.eye.dx = 64
    reaching = paint(board("Sc3"))
    reaching[60:260] = SKIN
    assert table.session.take(Frame(reaching, 3, 3.0, own_moment=True)) == []
    table.eye.dx = 0
    table.count = 3
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]


def test_a_tall_piece_at_the_rim_is_no_hand() -> None:
    table = Watched()
    table.show(board())
    table.show(board("Sc3"))
    leaning = paint(board("Sc3", "Sh4"))
    leaning[206:250, 280:] = (60, 60, 60)
    leaning[223:233, 307:317] = PAINT["B"]
    assert table.eye.look(leaning, place(), {}).reading.best("h4") == "Bs"
    assert actions(table.session.take(Frame(leaning, 3, 3.0, own_moment=True))) == ["Sh4"]


def test_nobody_is_blamed_for_fingertips_at_the_rim_in_a_single_picture() -> None:
    table = Watched()
    for count in range(3):
        table.show(board(*["Sc3", "Sd4"][:count]))
    fingertips = paint(board("Sc3", "Sd4", h4="Bs"))
    fingertips[223:233, 300:] = PAINT["B"]
    assert "illegal" not in kinds(table.session.take(Frame(fingertips, 4, 4.0, own_moment=True)))


def test_a_thing_left_on_the_board_does_not_stop_the_game() -> None:
    table = Watched()
    table.show(board())
    assert [table.show(board(), hand="f8") for _ in range(2)] == [[], []]
    assert actions(table.show(board("Sc3"), hand="f8")) == ["Sc3"]


def test_colours_are_learned_from_who_plays_them() -> None:
    table = Watched(to_move="B", positions=[TINK.start(TINK.options(first_player="B"))])
    table.show(board())
    assert table.session.state.colours == {}
    (move,) = table.show({**board(), "c3": "As"})  # the painted eye calls the red ones A
    assert move.fields["action"] == "Sc3"
    assert move.fields["seat"] == "B"
    assert table.session.state.colours == {"B": "red"}


def test_a_knock_is_put_up_with_in_silence() -> None:
    table = Watched()
    table.show(board())
    table.eye.dx = 3
    assert table.show(board(), dx=3) == []
    assert actions(table.show(board("Sc3"), dx=3)) == ["Sc3"]


def test_hands_that_stop_over_a_board_and_leave_it_as_it_was_have_hidden_no_move() -> None:
    table = Watched(positions=[after("Sc3")], colours=COLOURS)
    table.film(board("Sc3"), 1)
    for _ in range(2):
        table.film(board("Sc3"), 0.6, hand="e5")
        table.film(board("Sc3"), 1)
    table.film(board("Sc3"), 0.6, hand="e5")
    assert kinds(table.film(board("Sc3", e5="Bl"), 3)) == ["illegal"]


def test_a_missed_picture_is_made_up_for() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    table.show(board())
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sc3", "Sd4"]


def test_an_illegal_change_is_named_once_and_can_be_repaired() -> None:
    table = Watched(positions=[after("Sc3")])
    table.show(board("Sc3"))
    (illegal,) = table.show(board("Sc3", e5="As"))
    assert illegal.kind == "illegal"
    assert illegal.fields["code"] == "GW-1"
    assert illegal.fields["cells"] == ["e5"]
    assert illegal.fields["repair"]
    assert table.show(board("Sc3", e5="As")) == []
    (repaired,) = table.show(board("Sc3"))
    assert repaired.kind == "repaired"
    assert repaired.fields["code"] == "GW-1"
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]


def test_a_broken_rule_is_put_right_though_something_was_asked_in_between() -> None:
    table = Watched(positions=[after("Sc3")])
    table.show(board("Sc3"))
    assert kinds(table.show(board("Sc3", e5="As"))) == ["illegal"]
    table.eye.doubts = {"e5": {".": -0.5, "As": -20.0, "Bs": 0.0}}
    assert kinds(table.show(board("Sc3", e5="Bs"))) == ["unsure"]
    table.eye.doubts = {}
    (repaired,) = table.show(board("Sc3"))
    assert (repaired.kind, repaired.fields["code"]) == ("repaired", "GW-1")


def test_an_illegal_change_may_also_be_turned_into_a_legal_move() -> None:
    table = Watched(positions=[START])
    table.show(board())
    assert kinds(table.show(board(a1="As"))) == ["illegal"]
    assert actions(table.show(board("Sc3"))) == ["Sc3"]
    # The same slip at a later time is told again.
    assert kinds(table.show(board("Sc3", e5="As"))) == ["illegal"]


def test_lifted_pieces_are_a_part_of_a_move() -> None:
    table = Watched()
    table.show(board())
    for count in range(1, 5):
        table.show(board(*["Sc3", "Sg7", "Sd4", "Sh8"][:count]))
    lifted = board("Sc3", "Sg7", "Sd4", "Sh8", c3=".", d4=".")
    assert kinds(table.show(lifted)) == ["partial"]
    assert table.show(lifted) == []
    assert actions(table.show(board("Sc3", "Sg7", "Sd4", "Sh8", "Mc4-c3-d4"))) == ["Mc4-c3-d4"]


def test_a_move_taken_back() -> None:
    table = Watched()
    for count in range(3):
        table.show(board(*["Sc3", "Sd4"][:count]))
    (back,) = table.show(board("Sc3"))
    assert back.kind == "takeback"
    assert back.fields["plies"] == 1
    assert back.fields["to_move"] == "B"
    assert actions(table.show(board("Sc3", "Se5"))) == ["Se5"]


def test_a_picture_without_a_board_takes_nothing_back_though_a_hand_was_in_the_way_before() -> None:
    played = board("Sc3", "Sd4")
    table = Watched(positions=[START, after("Sc3"), after("Sc3", "Sd4")], resumed=True)
    assert kinds(table.show(played, hand="c5")) == ["found"]
    assert table.show(played, blank=True) == []
    assert actions(table.show(board("Sc3", "Sd4", "Se5"))) == ["Se5"]


def test_a_piece_that_was_just_placed_may_be_set_elsewhere() -> None:
    table = Watched()
    for count in range(4):
        table.show(board(*["Se5", "Sd4", "Sh8"][:count]))
    events = table.show(board("Se5", "Sd4", "Sd6"))
    assert kinds(events) == ["takeback", "move"]
    assert actions(events) == ["Sd6"]
    assert actions(table.show(board("Se5", "Sd4", "Sd6", "Sf4"))) == ["Sf4"]


def test_the_end_is_announced_and_what_comes_after_is_not_a_move() -> None:
    moves = ["Sc3", "Sa1", "Sd4", "Sa2", "Se5", "Sa3", "Sf6"]
    table = Watched()
    table.show(board())
    events = [event for count in range(1, 8) for event in table.show(board(*moves[:count]))]
    assert actions(events) == moves
    assert events[-1].kind == "result"
    assert events[-1].fields["result"] == {"winners": ["A"], "reason": "line"}
    assert events[-1].fields["lines"] == [["c3", "d4", "e5", "f6"]]
    assert events[-1].fields["cells"] == ["c3", "d4", "e5", "f6"]
    assert narrate(events[-1], {}) == "A wins with a line: c3 d4 e5 f6."
    assert events[-2].fields["announcements"][0]["code"] == "GW-23"
    (late,) = table.show(board(*moves, h8="Bs"))
    assert late.fields["code"] == "GEN-7"


WON = ["Sc3", "Sa1", "Sd4", "Sa2", "Se5", "Sa3", "Sf6"]


def test_a_forced_pass_is_announced_by_the_session() -> None:
    # Rules, example 6: Lb3-b2-c3 lets B go on; Sd6 wins. Here A's quiet move leaves B stuck for the first time.
    start = TINK.parse_position("8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9", TINK.options())
    table = Watched(positions=[start])
    before = TINK.contents(start)
    table.show(before)
    move, forced = table.show({**before, "c3": "As"})
    assert move.fields["announcements"][0]["code"] == "GW-24"
    assert forced.kind == "pass"
    assert forced.fields["seat"] == "B"
    assert table.session.state.told[-1].to_move == "A"


def test_a_doubtful_cell_is_asked_about_once_and_waited_for() -> None:
    table = Watched()
    table.show(board())
    table.eye.doubts = {"c3": {".": 0.0, "As": -3.0, "Am": -9.0}}
    (ask,) = table.show(board("Sc3"))
    assert ask.kind == "unsure"
    assert ask.fields["cells"] == ["c3"]
    assert table.show(board("Sc3")) == []
    table.eye.doubts = {}
    assert actions(table.show(board("Sc3"))) == ["Sc3"]


def test_nobody_is_blamed_for_a_move_that_was_not_made_out() -> None:
    """A's move was doubtful and is overlooked by now: B's looks like one out of turn."""
    begun = ("Sc3", "Sd4")
    table = Watched(positions=[after(*begun)])
    table.show(board(*begun))
    table.eye.doubts = {"f6": {".": 0.0, "As": -3.0}}
    assert kinds(table.show(board(*begun, "Sf6"))) == ["unsure"]
    table.eye.doubts = {}
    assert kinds(table.show(board(*begun, g2="Bs"))) == ["unsure"]
    assert actions(table.show(board(*begun, "Sf6", "Sg2"))) == ["Sf6", "Sg2"]


def test_the_start_may_be_any_position_and_any_side_may_play() -> None:
    table = Watched(to_move="B")
    found, state = table.show(board("Sc3"))
    assert found.kind == "found"
    assert state.fields["position"] == "8/8/8/8/8/2As5/8/8 B 0,0 1"
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]


def test_video_is_read_only_when_something_has_happened() -> None:
    table = Watched()
    table.film(board(), 2)
    readings = table.eye.readings
    assert table.film(board(), 5) == []
    assert table.eye.readings == readings
    events = []
    for cell in ("h3", "g3", "f3", "d3"):
        events += table.film(board(), 0.1, hand=cell)
    assert events == []
    assert actions(table.film(board("Sc3"), 1.0)) == ["Sc3"]


def test_in_video_an_unfinished_move_gets_time_before_it_is_called_illegal() -> None:
    moves = ["Sc3", "Sg7", "Sd4", "Sh8"]
    table = Watched(positions=[after(*moves)])
    table.film(board(*moves), 1)
    placed = board(*moves, c4="Am")
    assert table.film(placed, 0.8) == []
    assert actions(table.film(board(*moves, "Mc4-c3-d4"), 1.0)) == ["Mc4-c3-d4"]
    illegal = table.film(board(*moves, "Mc4-c3-d4", b1="Bm"), 3.0)
    assert [event.fields["code"] for event in illegal] == ["GW-12"]
    assert illegal[0].t - 5.0 < 2.5


def test_a_small_put_down_before_it_is_paid_for() -> None:
    start = TINK.parse_position("7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34", TINK.options())
    before = TINK.contents(start)
    table = Watched(positions=[start])
    table.show(before)
    assert actions(table.show({**before, "f5": "As"})) == ["Sf5"]
    (corrected,) = table.show({**before, "f5": "As", "e6": ".", "f6": "."})
    assert corrected.kind == "corrected"
    assert (corrected.fields["was"], corrected.fields["action"]) == ("Sf5", "Sf5-e6-f6")
    # A third piece is one too many, and not B's to take.
    assert kinds(table.show({**before, "f5": "As", "e6": ".", "f6": ".", "d3": "."})) == ["illegal"]


def test_a_source_that_pauses_loses_nothing() -> None:
    table = Watched()
    table.film(board(), 1)
    assert kinds(table.session.take(Interrupted("The camera is gone."))) == ["lost"]
    assert actions(table.film(board("Sc3"), 1)) == ["Sc3"]
    (end,) = table.session.take(Ended("Done."))
    assert end.fields["position"] == TINK.format_position(after("Sc3"))


def test_every_event_reads_as_a_line_and_as_json() -> None:
    table = Watched()
    events = table.show(board()) + table.show(board("Sc3")) + table.show(board("Sc3", e5="As"))
    lines = [narrate(event, {"A": "red", "B": "blue"}) for event in [*events, *table.session.take(Ended("Done."))]]
    assert all(lines)
    assert "red" in lines[2]
    assert "GW-1" in lines[3]
    assert events[2].as_json() | {"event": "move", "frame": 2, "t": 2.0} == events[2].as_json()


def test_moves_seen_at_once_say_that_their_order_is_not_known() -> None:
    begun = ("Sc3", "Sd4")
    table = Watched(positions=[after(*begun[:count]) for count in range(3)], colours={"A": "red", "B": "blue"})
    table.show(board(*begun))
    moves = table.show(board(*begun, "Sa1", "Sh8", "Sb6"))
    assert sorted(actions(moves)) == ["Sa1", "Sb6", "Sh8"]
    assert {event.fields.get("order") for event in moves} == {"unknown"}
    assert narrate(moves[0], {}).endswith("(in this order or another)")


def test_a_move_seen_alone_has_its_order() -> None:
    table = Watched()
    table.show(board())
    (move,) = table.show(board("Sc3"))
    assert "order" not in move.fields


def test_an_arm_for_three_moves_and_a_board_turned_are_made_up_for() -> None:
    moves = ("Sc3", "Sg7", "Sd4", "Sh8", "Se6", "Sb2")
    table = Watched(
        PaintedEye(found_by="outline"), positions=[after(*moves[:count]) for count in range(4)],
        colours={"A": "red", "B": "blue"},
    )  # fmt: skip
    table.show(board(*moves[:3]))
    table.show(board(*moves[:4]), hand="c3")
    table.show(board(*moves[:5]), hand="c3")
    told = table.show(board(*moves)) + table.show(board(*moves))
    assert sorted(actions(told)) == sorted(moves[3:])
    assert "illegal" not in kinds(told)


def test_moves_of_which_the_first_traces_are_gone_when_an_arm_leaves_break_no_rule() -> None:
    moves = ("Sc6", "Sa5", "Sh4", "Sb5", "Sc8", "Ma6-a5-b5")
    table = Watched(positions=[after(*moves[:count]) for count in range(4)], colours=COLOURS)
    table.film(board(*moves[:3]), 2.0)
    told = table.film(board(*moves[:3]), 1.0, hand="e2")
    told += table.film(board(*moves), 5.0, hand="e2") + table.film(board(*moves), 3.0)
    assert len(actions(told)) == 3
    assert "illegal" not in kinds(told)
    assert TINK.contents(table.session.state.told[-1]) == board(*moves)


def test_a_board_that_is_found_elsewhere_twice_lies_there_whatever_it_looks_like() -> None:
    table = Watched(PaintedEye(found_by="outline"), colours=COLOURS)
    table.film(board("Sc3"), 3.0)
    table.eye.dx = 20
    told = []
    for _ in range(20):
        table.count += 1
        image = 255 - paint(board("Sc3"), dx=20)
        told += table.session.take(Frame(image, table.count, table.count / 20))
    assert kinds(told)[:2] == ["moved", "found"]


def test_a_board_that_is_turned_on_a_plain_table_is_found_again() -> None:
    moves = ("Sc3", "Sg7", "Sd4", "Sh8")
    table = Watched(PaintedEye(found_by="outline"), colours=COLOURS)

    def turned(count: int) -> list[Event]:
        table.count += 1
        image = np.roll(np.rot90(paint(board(*moves[:count]))), 20, axis=1)
        return table.session.take(Frame(image, table.count, float(table.count), own_moment=True))

    for count in range(4):
        table.show(board(*moves[:count]))
    table.eye.dx = 20
    assert kinds(turned(3))[:2] == ["moved", "found"]
    assert actions(turned(3) + turned(4)) == ["Sh8"]


def test_a_piece_whose_size_is_in_doubt_breaks_no_rule_by_one_look() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    table.show(board())
    table.eye.doubts = {"e6": {"Bl": 0.0, "Bm": -1.1, "Bs": -1.9, "As": -8.0, ".": -14.0}}
    (asked,) = table.show(board("Se6"))
    assert (asked.kind, asked.fields["code"], asked.fields["cells"]) == ("unsure", "GW-1", ["e6"])
    table.eye.doubts = {}
    assert actions(table.show(board("Se6"))) == ["Se6"]


class HalfBlindEye(PaintedEye):
    """Never sees some cells: one, and more where the board is not where it looks for it."""

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        look = super().look(image, place, colours)
        astray = bool(np.abs(place.corners_px - HERE.corners_px).max() > 1.0)
        hidden = frozenset(["e5", "e6", "e7", "e8"] if astray else ["e5"])
        seen = {cell: row for cell, row in look.reading.cells.items() if cell not in hidden}
        return replace(look, reading=Reading(seen, look.reading.covered | hidden))


def test_a_game_begins_though_a_cell_stays_out_of_sight_for_two_pictures() -> None:
    table = Watched(HalfBlindEye(), colours=COLOURS)
    assert [event.kind for event in table.show(board("Sc3", "Sd4"))][-1] == "unsure"
    assert not table.session.state.told
    begun = table.show(board("Sc3", "Sd4"))
    assert kinds(begun)[:1] == ["state"]
    assert begun[-1].fields["cells"] == ["e5"]
    assert table.session.state.told[-1] == after("Sc3", "Sd4")
    assert actions(table.show(board("Sc3", "Sd4", "Sc5"))) == ["Sc5"]


def test_a_board_is_learned_from_once_what_it_holds_is_beyond_doubt() -> None:
    """The sizes of all pieces of a board that is met in the middle of a game may be misread alike."""
    alike = {content: 0.0 if content in ("As", "Am") else -8.0 for content in (".", "As", "Am", "Al", "Bs", "Bm", "Bl")}
    met = Watched(PaintedEye(doubts={"c3": alike}), colours=COLOURS)
    met.show(board("Sc3", "Sd4"))
    assert met.session.state.told
    assert met.eye.learned == []
    followed = Watched(colours=COLOURS)
    for contents in (board(), board("Sc3")):
        followed.show(contents)
    assert followed.eye.learned[-1] == board("Sc3")


def test_a_board_that_was_taken_to_lie_where_it_does_not_is_found() -> None:
    table = Watched(HalfBlindEye(found_by="outline", dx=60), colours=COLOURS)
    assert kinds(table.show(board("Sc3", "Sd4"))) == ["found", "unsure"]
    table.eye.dx = 0
    assert kinds(table.show(board("Sc3", "Sd4")))[:1] == ["found"]
    table.show(board("Sc3", "Sd4"))
    assert table.session.state.told[-1] == after("Sc3", "Sd4")


def test_a_plain_board_that_has_slid_by_a_cell_is_found_again_by_its_pieces() -> None:
    moves = ("Sc3", "Sg7", "Sd4", "Sh8")
    table = Watched(PaintedEye(found_by="outline"), colours=COLOURS)

    def shown(count: int) -> list[Event]:
        table.count += 1
        image = paint(board(*moves[:count]), dx=table.eye.dx)
        image[np.isin(image[..., 0], (150, 200))] = 90  # so plain that nothing but the pieces moves
        return table.session.take(Frame(image, table.count, float(table.count), own_moment=True))

    for count in range(4):
        shown(count)
    table.eye.dx = CELL
    assert kinds(shown(3)) == ["found"]
    assert actions(shown(4)) == ["Sh8"]


class CoinedEye(PaintedEye):
    """Cannot say what is on h8, on which a coin lies."""

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        look = super().look(image, place, colours)
        seen = {cell: row for cell, row in look.reading.cells.items() if cell != "h8"}
        return replace(look, reading=Reading(seen, look.reading.covered | {"h8"}))


def test_a_broken_rule_is_told_though_a_coin_lies_on_the_board() -> None:
    table = Watched(CoinedEye(), colours=COLOURS)
    for played in ((), ("Sc3",), ("Sc3", "Sd4")):
        table.film(board(*played), 2.0)
    (illegal,) = table.film(board("Sc3", "Sd4", e5="Bl"), 3.0)
    assert (illegal.kind, illegal.fields["code"]) == ("illegal", "GW-1")
    assert kinds(table.film(board("Sc3", "Sd4"), 2.0)) == ["repaired"]
    assert actions(table.film(board("Sc3", "Sd4", "Sf6"), 2.0)) == ["Sf6"]
