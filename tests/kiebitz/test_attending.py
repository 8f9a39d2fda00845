"""Commands on standard input: heard between frames and while none come, answered one by one, never a crash."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import pytest

from kiebitz.failure import Failure
from kiebitz.home import games_folder
from kiebitz.pictures.frame import Frame
from kiebitz.table.controls import Agree, Correct, Stop, TakeBack, Tell
from kiebitz.table.inputs import Misheard
from kiebitz.watching.attending import Read, attended, commands_in
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import COLOURS, PaintedEye, paint
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import START, TINK, board

Lines = Callable[[], list[dict[str, Any]]]


def said(*chunks: bytes) -> Read:
    left = iter(chunks)
    return lambda: next(left, b"")


@dataclass
class Shown:
    """A source of painted boards that ends in an error, waits, or just ends."""

    boards: list[Any]
    then: Callable[[], object] = field(default=lambda: None)
    name: str = "paint"

    def frames(self) -> Iterator[Frame]:
        for number, shown in enumerate(self.boards):
            yield Frame(paint(shown), number, float(number), own_moment=True)
        self.then()


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_lines_are_commands_however_they_arrive() -> None:
    found = list(commands_in(said(b'{"do":"st', b'ate"}\n\n  \r\n{"do":"takeback"}\n{"do"', b':"stop"}')))
    assert found == [Tell(), TakeBack(1), Stop()]
    assert list(commands_in(said(b'{"do":"correct","cells":{"e4":"Am"}}'))) == [Correct({"e4": "Am"})]
    # Each wrong line is one error, and the next line is heard.
    long = b"x" * 400_000
    found = list(commands_in(said(b"what?\n", long, long, b"\n", b'{"do":"agree"}\n', b"\xff\n", long)))
    assert [type(item) for item in found] == [Misheard, Misheard, Agree, Misheard, Misheard]


def test_the_end_of_input_does_not_end_the_watching() -> None:
    items = list(attended(Shown([board()] * 3), said()))
    assert sum(isinstance(item, Frame) for item in items) == 3


def test_commands_that_come_when_the_source_has_ended_are_still_heard() -> None:
    ended, last = threading.Event(), iter([b'{"do":"state"}\n', b""])

    def read() -> bytes:
        ended.wait()
        return next(last)

    assert list(attended(Shown([], ended.set), read)) == [Tell()]


def test_an_ended_source_waits_for_commands_only_so_long() -> None:
    never = threading.Event()

    def read() -> bytes:
        never.wait()
        return b""

    assert list(attended(Shown([]), read, linger_s=0.1)) == []
    never.set()


def test_a_frame_that_is_being_made_at_the_end_is_waited_for() -> None:
    made = threading.Event()

    def make() -> None:
        time.sleep(0.2)
        made.set()

    heard = attended(Shown([], make), said(b'{"do":"stop"}\n'))
    assert next(heard) == Stop()
    heard.close()
    assert made.is_set()


def test_commands_are_heard_while_the_source_gives_nothing_and_one_that_never_answers_is_abandoned() -> None:
    never = threading.Event()
    heard = attended(Shown([], never.wait), said(b'{"do":"stop"}\n'), closing_s=0.05)
    assert next(heard) == Stop()
    heard.close()
    never.set()


def test_a_source_that_fails_fails_here() -> None:
    def fail() -> None:
        raise Failure("no camera")

    with pytest.raises(Failure, match="no camera"):
        list(attended(Shown([board()], fail), said()))


def test_what_is_said_is_kept_and_stop_ends_in_order(lines: Lines) -> None:
    waiting, heard = threading.Event(), threading.Event()
    left = iter([b'{"do":"resign"}\n{"do":"state"}\n', b'{"do":"stop"}\n{"do":"state"}\n'])

    def read() -> bytes:
        waiting.wait()
        if (chunk := next(left, b"")) == b"":
            heard.set()
        return chunk

    referee = refereed(TINK, PaintedEye(), TINK.options(), positions=[START], colours=COLOURS)

    def last() -> None:
        waiting.set()
        heard.wait(20.0)

    assert at_terminal(referee, Shown([board(), board("Sc3")], last), control=read) == 0
    begun, *told = lines()
    assert [event["event"] for event in told] == ["found", "move", "error", "state", "end"]
    assert told[-1]["message"] == "Stopped."
    kept = [json.loads(line) for line in Path(begun["file"]).read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in kept if line.get("n")] == [event["event"] for event in told]


@pytest.mark.usefixtures("painted_eye")
def test_the_command_line_takes_commands_beside_a_folder_of_pictures(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for number, moves in enumerate(((), ("Sc3",))):
        cv2.imwrite(str(tmp_path / f"{number}.png"), paint(board(*moves)))
    (typed, typing), own = os.pipe(), os.dup(0)

    def type_after_the_move() -> None:
        while not any('"move"' in path.read_text() for path in games_folder().glob("*.jsonl")):
            time.sleep(0.01)
        os.write(typing, b'{"do":"correct","cells":{"c3":".","c4":"As"}}\n{"do":"pass"}\n{"do":"stop"}\n')
        os.close(typing)

    os.dup2(typed, 0)
    try:
        threading.Thread(target=type_after_the_move, daemon=True).start()
        answer = kiebitz("watch", tmp_path, "--game", "tink", "--control", "--json")
    finally:
        os.dup2(own, 0)
        os.close(own)
        os.close(typed)
    told = answer.lines
    assert [event["event"] for event in told] == ["journal", "found", "state", "move", "corrected", "error", "end"]
    assert (told[4]["was"], told[4]["action"], told[5]["code"]) == ("Sc3", "Sc4", "GW-3")
    assert (answer.status, answer.err) == (0, "")
