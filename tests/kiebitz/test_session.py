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
from kiebitz.eye.protocol import Look
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.events import Event
from kiebitz.watching.referee import Referee
from tests.kiebitz.painted import CELL, COLOURS, PAINT, SKIN, PaintedEye, paint, place
from tests.kiebitz.refereeing import refereed
from vision.framing import Warned

TINK = find("tink")
HERE = place()
START = TINK.start(TINK.options())
FPS = 10
"""Frames a second of the videos."""
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
        """Return the events of *seconds* of video."""
        events = []
        for _ in range(max(1, round(FPS * seconds))):
            self.count += 1
            events += self.session.take(Frame(paint(contents, **how), self.count, self.count / FPS))
        return events


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def actions(events: Sequence[Event]) -> list[str]:
    return [event.fields["action"] for event in events if event.kind in ("move", "pass")]


class CroppedEye(PaintedEye):
    """Sees tables with a row that is always out of the picture."""

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


def test_a_picture_without_a_board_takes_nothing_back_though_a_hand_was_in_the_way_before() -> None:
    played = board("Sc3", "Sd4")
    table = Watched(positions=[START, after("Sc3"), after("Sc3", "Sd4")], resumed=True)
    assert kinds(table.show(played, hand="c5")) == ["found"]
    assert table.show(played, blank=True) == []
    assert actions(table.show(board("Sc3", "Sd4", "Se5"))) == ["Se5"]


WON = ["Sc3", "Sa1", "Sd4", "Sa2", "Se5", "Sa3", "Sf6"]


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
        told += table.session.take(Frame(image, table.count, table.count / FPS))
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


class HalfBlindEye(PaintedEye):
    """Never sees some cells: one, and more where the board is not where it looks for it."""

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        look = super().look(image, place, colours)
        astray = bool(np.abs(place.corners_px - HERE.corners_px).max() > 1.0)
        hidden = frozenset(["e5", "e6", "e7", "e8"] if astray else ["e5"])
        seen = {cell: row for cell, row in look.reading.cells.items() if cell not in hidden}
        return replace(look, reading=Reading(seen, look.reading.covered | hidden))


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
