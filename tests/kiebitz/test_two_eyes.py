"""A table that two eyes see: what one does not see, the other tells; either may go, come or be moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from core.goodwin.options import TinkOptions
from core.reading import Reading
from kiebitz.eye.joining import named_alike
from kiebitz.eye.two_eyes import TwoEyes
from kiebitz.eye.viewer import Viewer, Wanted
from kiebitz.failure import Failure
from kiebitz.pictures.beside import InStep, Live
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.table.events import Event
from kiebitz.table.inputs import Input, Look, Tick
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.referee import Referee
from tests.kiebitz.conftest import Answer
from tests.kiebitz.painted import PLAN, PaintedEye, paint
from tests.kiebitz.test_session import TINK, actions, board, kinds

FPS = 5
Kiebitz = Any
Contents = Mapping[str, str] | None


class Seen:
    """A table seen by two painted eyes; the second sees the board a little to the side."""

    def __init__(self, second: PaintedEye | None = None, **how: Any) -> None:
        self.eyes = PaintedEye(), second or PaintedEye(dx=12)
        viewer = TwoEyes(*map(Viewer, self.eyes))
        self.referee: Referee[Any] = Referee(TableState.begun(Terms(TINK, TinkOptions()), **how), viewer)
        self.count = 0

    def show(self, one: Contents, other: Contents, **how: Any) -> list[Event]:
        """Return the events of a picture from each side; None where there is none. *how* is as for ``film``."""
        return self._taken(one, other, own_moment=True, **how)

    def film(self, seconds: float, one: Contents, other: Contents, **how: Any) -> list[Event]:
        """Return the events of *seconds* of film, with hands at *hand* and *hand2*, or *blank*."""
        return [event for _ in range(round(FPS * seconds)) for event in self._taken(one, other, **how)]

    def _taken(
        self, one: Contents, other: Contents, *, own_moment: bool = False,
        hand: str | None = None, hand2: str | None = None, blank: bool = False, blank2: bool = False,
    ) -> list[Event]:  # fmt: skip
        self.count += 1
        at = self.count, self.count / (1 if own_moment else FPS), own_moment
        first, second = self.eyes
        frames = []
        if one is not None:
            frames.append(Frame(paint(one, hand=hand, dx=first.dx, blank=blank), *at))
        if other is not None:
            frames.append(Frame(paint(other, hand=hand2, dx=second.dx, blank=blank2), *at, view=2))
        frame, *beside = frames
        return self.referee.take(replace(frame, beside=beside[0]) if beside else frame)


def test_pictures_from_both_sides_are_one_game() -> None:
    seen = Seen()
    events = seen.show(board(), board()) + seen.show(board("Sd4"), board("Sd4"))
    events += seen.show(board("Sd4", "Se4"), board("Sd4", "Se4"))
    assert actions(events) == ["Sd4", "Se4"]
    assert kinds(events).count("found") == 1


def test_what_a_hand_hides_from_one_eye_the_other_tells() -> None:
    seen = Seen()
    seen.film(2, board(), board())
    events = seen.film(3, board("Sd4"), board("Sd4"), hand="c4")
    assert actions(events) == ["Sd4"]
    events = seen.film(3, board("Sd4", "Se5"), board("Sd4", "Se5"), hand="c4")
    events += seen.film(3, board("Sd4", "Se5", "Sf4"), board("Sd4", "Se5", "Sf4"), hand="c4")
    events += seen.film(3, board("Sd4", "Se5", "Sf4", "Sg4"), board("Sd4", "Se5", "Sf4", "Sg4"))
    assert actions(events) == ["Se5", "Sf4", "Sg4"]
    assert "illegal" not in kinds(events)


def test_hands_that_hide_other_cells_from_each_eye_hide_nothing() -> None:
    seen = Seen()
    seen.film(2, board(), board())
    events = seen.film(6, board("Sd4"), board("Sd4"), hand="g7", hand2="e2")
    assert actions(events) == ["Sd4"]


@pytest.mark.parametrize("gone", [1, 2])
def test_either_eye_may_go_and_come_and_move(gone: int) -> None:
    seen = Seen()
    seen.film(2, board(), board())
    blind = {"blank": gone == 1, "blank2": gone == 2}
    events = seen.film(8, board(), board(), **blind)
    assert kinds(events) == ["advice"]
    assert events[0].fields["view"] == gone
    events = seen.film(3, board("Sd4"), board("Sd4"), **blind)
    assert actions(events) == ["Sd4"]
    seen.eyes[gone - 1].dx = 40
    events = seen.film(4, board("Sd4"), board("Sd4"))
    assert [(event.kind, event.fields["view"]) for event in events] == [("advice", gone)]
    assert "sees the board, too" in events[0].fields["message"]
    events = seen.film(3, board("Sd4", "Se5"), board("Sd4", "Se5"))
    seen.eyes[gone - 1].dx = 20
    events += seen.film(4, board("Sd4", "Se5", "Sf4"), board("Sd4", "Se5", "Sf4"))
    assert actions(events) == ["Se5", "Sf4"]
    assert {"moved", "lost", "illegal"}.isdisjoint(kinds(events))


@pytest.mark.parametrize("silent", [1, 2])
def test_an_eye_that_shows_nothing_more_is_done_without(silent: int) -> None:
    seen = Seen()
    seen.film(2, board(), board())
    at = (None, board("Sd4")) if silent == 1 else (board("Sd4"), None)
    if silent == 1:
        seen.film(1, None, board())
    events = seen.film(5, *at)
    assert actions(events) == ["Sd4"]
    assert {"lost", "illegal"}.isdisjoint(kinds(events))


def test_another_board_beside_is_left_out_and_said_once() -> None:
    seen = Seen()
    other = board(a1="Bm", b2="Am", c3="As", g7="Bs")
    events = (
        seen.film(3, board(), board()) + seen.film(3, board("Sd4"), other) + seen.film(3, board("Sd4", "Se4"), other)
    )
    assert actions(events) == ["Sd4", "Se4"]
    advice = [event.fields["message"] for event in events if event.kind == "advice"]
    said = [message for message in advice if "another board" in message]
    assert len(said) == 1
    assert {"illegal", "lost"}.isdisjoint(kinds(events))


def test_a_view_that_was_left_out_counts_again_once_it_shows_the_same_board() -> None:
    seen, moves = Seen(), ["Sd4", "Se5", "Sf6"]
    events = seen.film(3, board(), board()) + seen.film(3, board(*moves), board(a1="Bm", b2="Am", c3="As", g7="Bs"))
    events += seen.film(3, board(*moves), board(*moves))
    advice = [event.fields["message"] for event in events if event.kind == "advice"]
    assert ["another board" in advice[-2], advice[-1]] == [True, "The second view sees the board, too."]
    events = seen.film(3, board(*moves, "Sc2"), board(*moves, "Sc2"), hand="c2")
    assert actions(events) == ["Sc2"]


def test_a_view_that_was_left_out_goes_on_alone_where_the_other_goes() -> None:
    seen, moves = Seen(), ["Sd4", "Se5", "Sf6"]
    seen.film(3, board(), board())
    events = seen.film(3, board(a1="Bm", b2="Am", c3="As", g7="Bs"), board("Sd4"))
    assert [event.fields["view"] for event in events if "another board" in event.fields.get("message", "")] == [1]
    events = seen.film(3, board("Sd4"), board("Sd4"), blank2=True)
    events += seen.film(3, board(*moves[:2]), board(*moves[:2]), blank2=True)
    events += seen.film(4, board(*moves), board(*moves))
    assert actions(events) == moves[1:]
    assert "The second view sees the board, too." in [event.fields.get("message") for event in events]


def test_films_that_begin_a_few_seconds_apart_do_no_harm_to_slow_players() -> None:
    seen, moves, events = Seen(), ["Sd4", "Se5", "Sf6"], []
    for count in range(len(moves) + 1):
        events += seen.film(3, board(*moves[:count]), board(*moves[: max(0, count - 1)]))
        events += seen.film(2, board(*moves[:count]), board(*moves[:count]))
    assert actions(events) == moves
    assert set(kinds(events)) == {"found", "advice", "state", "move"}


@pytest.mark.thinned(3)
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_board_without_marks_is_named_as_the_first_eye_names_it(quarters: int) -> None:
    first, second = PaintedEye(found_by="outline"), PaintedEye(found_by="outline", quarters=quarters, dx=12)
    seen = Seen(second)
    seen.eyes = first, second
    seen.referee.viewer = TwoEyes(Viewer(first), Viewer(second))
    moves = ["Sd4", "Se5", "Sf6", "Sc2", "Sg3"]
    events = seen.film(2, board(), board())
    for number in range(1, len(moves) + 1):
        events += seen.film(3, board(*moves[:number]), board(*moves[:number]))
    assert actions(events) == moves
    assert {"illegal", "unsure"}.isdisjoint(kinds(events))
    events = seen.film(3, None, board(*moves)) + seen.film(3, None, board(*moves, "Sh8"))
    assert actions(events) == ["Sh8"]


def test_a_mistake_that_both_make_counts_once() -> None:
    nats = []
    for both in (False, True):
        seen = Seen()
        for eye in seen.eyes:
            eye.doubts = {"d4": {".": -3.0, "As": 0.0}}
        beside = Frame(paint({}, dx=12), 1, 1.0, own_moment=True, view=2) if both else None
        frame = Frame(paint({}), 1, 1.0, own_moment=True, beside=beside)
        looks = [given for given in told(seen.referee, frame) if isinstance(given, Look)]
        nats.append(looks[-1].reading.cells["d4"]["."])
    assert nats == [-3.0, -3.0]


def told(referee: Referee[Any], frame: Frame) -> Iterator[Input]:
    """Yield what the eyes tell of *frame*."""
    wanted = Wanted.by(referee.state)
    seeing = referee.viewer.see(frame, wanted)
    yield (given := next(seeing))
    while not isinstance(given, Tick):
        yield (given := seeing.send(wanted))


def looked(colours: Mapping[str, str], contents: Mapping[str, str], seats: str) -> Look:
    """Return a look at *contents*, with *seats* that might be seen."""
    alphabet = (".", *(f"{seat}{kind}" for seat in seats for kind in "sm"))
    return Look(
        (0, 0.0), 1, own_moment=True, still_s=9.0, rested_s=0.0, readings=1, anew=True, missed=False, plans=(PLAN,),
        way_round_is_known=True, reading=Reading.exact(contents, alphabet), colours=colours, changes={},
    )  # fmt: skip


def test_seats_of_two_parts_of_a_ring_are_told_apart_by_their_colours() -> None:
    known = looked({"A": "red", "B": "green", "C": "purple"}, {"a1": "As", "b1": "Bm", "c1": "Cs"}, "ABCDEF")
    other = looked({"A": "yellow", "B": "green", "C": "blue"}, {"d1": "As", "e1": "Bs", "f1": "Cm"}, "ABCDEF")
    named = named_alike(other, known, by_pieces=True)
    assert named.colours == {"D": "yellow", "B": "green", "E": "blue"}
    assert named.reading.contents == {"d1": "Ds", "e1": "Bs", "f1": "Em"}
    assert {*named.reading.cells["d1"]} == {*other.reading.cells["d1"]}
    assert named.reading.certainty("d1") > 0.99


@pytest.mark.parametrize(
    ("colours", "contents"),
    [
        ({"A": "red", "B": "blue"}, {"a1": "Bs", "b1": "Am", "c1": "As", "d1": "Bm", "e1": "Bs"}),
        ({"A": "orange", "B": "red"}, {"a1": "As", "b1": "Bm", "c1": "Bs", "d1": "Am", "e1": "As"}),
    ],
)
def test_pieces_that_both_see_tell_whose_a_colour_is_that_has_two_names(
    colours: Mapping[str, str], contents: Mapping[str, str]
) -> None:
    pieces = {"a1": "As", "b1": "Bm", "c1": "Bs", "d1": "Am", "e1": "As"}
    known = looked({"A": "orange", "B": "blue"}, pieces, "AB")
    named = named_alike(looked(colours, contents, "AB"), known, by_pieces=True)
    assert named.reading.contents == known.reading.contents


def test_one_piece_that_is_misread_does_not_rename_seats_whose_colours_are_known() -> None:
    colours = {"A": "red", "B": "blue"}
    known, other = looked(colours, {"a1": "As"}, "AB"), looked(colours, {"a1": "Bs"}, "AB")
    assert named_alike(other, known, by_pieces=True).colours == colours


class Listed:
    """A source of frames that are known."""

    def __init__(self, name: str, *frames: Frame | Trouble) -> None:
        self.name, self.given = name, frames

    def frames(self) -> Iterator[Frame | Trouble]:
        yield from self.given


def at(*times: float, still: bool = False) -> list[Frame]:
    return [Frame(paint({}), index, t, own_moment=still) for index, t in enumerate(times)]


def shown(frames: list[Frame]) -> list[tuple[float | None, float | None]]:
    """Return the times of the first and the second view."""
    return [
        (None, each.t) if each.view == 2 else (each.t, None if each.beside is None else each.beside.t)
        for each in frames
    ]  # fmt: skip


def test_films_are_read_in_step_and_the_longer_one_goes_on_alone() -> None:
    both = InStep(Listed("a", *at(0.0, 0.1, 0.2)), Listed("b", *at(0.0, 0.15, 0.2, 0.3, 0.4)))
    frames = [each for each in both.frames() if isinstance(each, Frame)]
    assert shown(frames) == [(0.0, 0.0), (0.1, None), (0.2, 0.2), (None, 0.3), (None, 0.4)]


def test_folders_go_together_picture_by_picture_though_some_are_left_out() -> None:
    both = InStep(Listed("a", *at(0, 2, 3, still=True)), Listed("b", *at(0, 1, 3, still=True)))
    frames = [each for each in both.frames() if isinstance(each, Frame)]
    assert shown(frames) == [(0, 0), (None, 1), (2, None), (3, 3)]


class _Failing(Listed):
    def frames(self) -> Iterator[Frame | Trouble]:
        yield from self.given
        raise Failure("camera 1 gives no picture")


def test_a_second_camera_that_fails_is_noted_and_the_first_goes_on() -> None:
    items = list(Live(Listed("a", *at(0.0, 0.1, 0.2)), _Failing("b")).frames())
    assert [each.t for each in items if isinstance(each, Frame) and each.view == 1] == [0.0, 0.1, 0.2]
    (noted,) = [each for each in items if isinstance(each, Trouble)]
    assert (noted.passing, noted.message) == (True, "camera 1 gives no picture; the game goes on with the other view")


@pytest.mark.parametrize(
    ("beside", "why"),
    [
        ("nothing.mp4", "have no times in common"),
        ("empty", "--beside: empty holds no pictures"),
        ("one/../one", "is the same view as SOURCE"),
        ("demo", "the demo is seen beside the demo only"),
        ("0", "have no times in common"),
    ],
)
def test_a_second_source_that_cannot_be_is_one_line(
    kiebitz: Kiebitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "empty"):
        Path(name).mkdir()
    cv2.imwrite("one/0.png", paint({}))
    answer: Answer = kiebitz("watch", "one", "--game", "tink", "--beside", beside)
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert why in answer.err
    assert not list((tmp_path / "home" / "games").glob("*.jsonl"))
