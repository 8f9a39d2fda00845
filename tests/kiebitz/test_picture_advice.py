"""Advice while watching: for what lasts, one line a minute at most, and nothing for separate pictures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from core.goodwin.options import TinkOptions
from kiebitz.eye.picture_advice import PictureAdvice
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.events import Event, narrate
from tests.kiebitz.painted import PaintedEye, paint, place
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import START, TINK, board
from vision.framing import Warned

TABLE = paint(board("Sc3"))
Faults = Callable[[float], tuple[str, ...]]
Told = list[tuple[float, str]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    """Return a function that gives the times and codes of advice, in a film whose frames have faults by the second."""

    def advised(faults: Faults, seconds: float, *, looks: Callable[[float], Image] = lambda _: TABLE) -> Told:
        now = 0.0

        def faulty(*_: object) -> tuple[Warned, ...]:
            return tuple(Warned(code, f"It is {code}.") for code in faults(now))

        monkeypatch.setattr("kiebitz.eye.picture_advice.picture_faults", faulty)
        advice, said = PictureAdvice(), list[tuple[float, str]]()
        for index in range(int(seconds * 4)):
            now = index / 4
            if found := advice.of(Frame(looks(now), index, now), place()):
                said.append((now, found.fields["code"]))
                assert (found.kind, found.moment) == ("advice", (index, now))
        return said

    return advised


def test_a_fault_that_lasts_is_told_once_in_a_quarter_of_an_hour(told: Callable[..., Told]) -> None:
    assert told(lambda _: ("dark",), 1000) == [(15.0, "dark"), (915.0, "dark")]


def test_a_fault_that_comes_and_goes_is_not_told(told: Callable[..., Told]) -> None:
    assert told(lambda t: ("glare",) if t % 20 < 10 else (), 200) == []


def test_several_faults_are_told_a_minute_apart_the_worst_first(told: Callable[..., Told]) -> None:
    assert told(lambda _: ("dark", "blurred", "low"), 200) == [(15.0, "dark"), (75.0, "blurred"), (135.0, "low")]


def test_where_nothing_is_ever_still_it_takes_longer(told: Callable[..., Told]) -> None:
    hands = [paint(board("Sc3"), hand=cell) for cell in ("b2", "f6")]
    assert told(lambda _: ("noisy",), 60, looks=lambda t: hands[int(4 * t) % 2]) == [(45.0, "noisy")]


@dataclass
class Film:
    """Half a minute of one picture."""

    image: Image
    name: str = "film"

    def frames(self) -> Iterator[Frame]:
        return frames(self.image)


def test_advice_is_told_among_the_events(capsys: pytest.CaptureFixture[str]) -> None:
    referee = refereed(TINK, PaintedEye(), TinkOptions(), positions=(START,), advised=True)
    at_terminal(referee, Film(np.asarray(TABLE // 8, np.uint8)))
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (advice,) = (event for event in events if event["event"] == "advice")
    assert (advice["code"], advice["n"]) == ("dark", events.index(advice))
    assert narrate(Event.from_json(advice), {}) == (
        "  i  The board is too dark. Switch on a lamp, or let the camera expose longer."
    )


def frames(image: Image, *, own_moment: bool = False) -> Iterator[Frame]:
    for index in range(30):
        yield Frame(image, index, float(index), own_moment=own_moment)


@pytest.mark.parametrize(("own_moment", "codes"), [(False, ["dark"]), (True, [])])
def test_a_film_in_the_dark_is_told_so_though_no_board_is_found(own_moment: bool, codes: list[str]) -> None:
    advice, dark = PictureAdvice(), np.asarray(TABLE // 8, np.uint8)
    said = [advice.of(frame, None) for frame in frames(dark, own_moment=own_moment)]
    assert [remark.fields["code"] for remark in said if remark] == codes


def test_an_empty_table_without_a_board_gets_no_advice() -> None:
    advice, bare = PictureAdvice(), paint({}, blank=True)
    assert not any(advice.of(frame, None) for frame in frames(bare))
