"""Frames from folders and films: those of a film come at the film's own times, whatever rate it names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz.failure import Failure
from kiebitz.pictures.film import filmed
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.sources import open_source
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.films import webm
from tests.kiebitz.painted import paint
from tests.kiebitz.test_session import board

GREY: bytes = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()
PLAIN = np.full((120, 160, 3), 90, np.uint8)
UNEVEN = [0, 33, 67, 110, 190, 1190, 1203, 4000, 4033]


def times(path: Path, *, behind: int = -1) -> list[float]:
    frames = [item for item in open_source(str(path), behind=behind).frames() if isinstance(item, Frame)]
    return [frame.t for frame in frames]


def seconds(stamps: Sequence[int]) -> list[float]:
    return [(stamp - stamps[0]) / 1000 for stamp in stamps]


@pytest.mark.parametrize("fps", [0.0, 30.0, 240.0, 1000.0, 100_000.0])
@pytest.mark.parametrize("stamps", [UNEVEN, [stamp + 7_000 for stamp in UNEVEN], [0, 250, 500, 751, 1000]])
def test_a_film_keeps_its_own_times_whatever_rate_it_names(tmp_path: Path, fps: float, stamps: list[int]) -> None:
    path = webm(tmp_path / "film.webm", [GREY] * len(stamps), stamps, fps=fps)
    assert times(path) == pytest.approx(seconds(stamps), abs=1e-6)
    assert times(path, behind=2) == pytest.approx(seconds(stamps)[3:], abs=1e-6)


@pytest.mark.parametrize(("fps", "told"), [(0.0, 25.0), (1000.0, 25.0), (50.0, 50.0), (241.0, 25.0)])
@pytest.mark.parametrize("step", [0, 1])
def test_where_stamps_cannot_be_right_frames_are_even_at_a_rate_that_can(
    tmp_path: Path, fps: float, told: float, step: int
) -> None:
    path = webm(tmp_path / "film.mkv", [GREY] * 14, [step * n for n in range(14)], fps=fps, kind="matroska")
    assert times(path) == pytest.approx([n / told for n in range(14)], abs=1e-3)


def test_a_folder_gives_its_pictures_in_name_order_and_skips_what_is_none(tmp_path: Path) -> None:
    for name in ("b.png", "a.jpg", "c.jpeg"):
        cv2.imwrite(str(tmp_path / name), PLAIN)
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / "bb.jpg").write_text("not a picture either")
    source = open_source(str(tmp_path))
    items = list(source.frames())
    assert [type(item) for item in items] == [Frame, Frame, Trouble, Frame]
    assert isinstance(items[0], Frame)
    assert items[0].own_moment
    assert isinstance(items[2], Trouble)
    assert "bb.jpg" in items[2].message


def test_an_empty_folder_and_names_of_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="no pictures"):
        open_source(str(tmp_path))
    with pytest.raises(Failure, match="no camera is called 'Kitchen'"):
        open_source("Kitchen")
    with pytest.raises(Failure, match="no file or folder"):
        open_source(str(tmp_path / "gone.mp4"))


def even(path: Path, fps: float) -> Path:
    """Write a film of five frames as OpenCV does, at even gaps."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (160, 120))
    for _ in range(5):
        writer.write(PLAIN)
    writer.release()
    return path


@pytest.mark.parametrize(("fps", "own"), [(25.0, False), (2.0, True)])
def test_a_video_gives_every_frame_with_its_time_and_goes_on_behind_the_last_one(
    tmp_path: Path, fps: float, own: bool
) -> None:
    path = even(tmp_path / "game.avi", fps)
    frames = [item for item in open_source(str(path)).frames() if isinstance(item, Frame)]
    assert [(frame.t, frame.own_moment) for frame in frames] == [(n / fps, own) for n in range(5)]
    later = [item for item in open_source(str(path), behind=2).frames() if isinstance(item, Frame)]
    assert [(frame.index, frame.t) for frame in later] == [(3, 3 / fps), (4, 4 / fps)]
    with pytest.raises(Failure, match="has been read to its end"):
        list(open_source(str(path), behind=4).frames())


def test_what_is_no_video_is_refused_and_one_that_was_broken_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = webm(tmp_path / "game.webm", [GREY] * 6, [100 * n for n in range(6)]).read_bytes()
    for data, words in ((b"", "empty"), (b"this is not a video", "broken off, damaged"), (whole[:60], "broken off")):
        path = tmp_path / "bad.mp4"
        path.write_bytes(data)
        with pytest.raises(Failure, match=words):
            list(open_source(str(path)).frames())
    (tmp_path / "half.webm").write_bytes(whole[: 2 * len(whole) // 3])
    assert 0 < len(list(open_source(str(tmp_path / "half.webm")).frames())) < 6


class Clip:
    """A film as OpenCV gives it, with any stamps."""

    def __init__(self, stamps_ms: Sequence[float], fps: float) -> None:
        self._stamps, self._fps, self._at = stamps_ms, fps, -1

    def grab(self) -> bool:
        self._at += 1
        return self._at < len(self._stamps)

    def retrieve(self) -> tuple[bool, Image]:
        return True, PLAIN

    def get(self, what: int) -> float:
        return self._fps if what == cv2.CAP_PROP_FPS else self._stamps[min(self._at, len(self._stamps) - 1)]


@pytest.mark.parametrize(
    ("stamps", "fps", "expected"),
    [
        ([0, 40, 80, 80, 160, 200], 25.0, [0, 0.04, 0.08, 0.081, 0.16, 0.2]),
        ([0, 40, 120, 80, 160, 200], 25.0, [0, 0.04, 0.12, 0.121, 0.16, 0.2]),
        ([0, 40, 80, 5_000, 5_040, 0, 40], 25.0, [0, 0.04, 0.08, 5.0, 5.04, 5.08, 5.12]),
        ([0, 40, 80, 90_000_000, 90_000_040], 25.0, [0, 0.04, 0.08, 0.12, 0.16]),
        ([-9e18, 0, 40, 80, 120], 25.0, [0, 0.04, 0.08, 0.12, 0.16]),
        *(([0.0] * 4, fps, [0, 0.04, 0.08, 0.12]) for fps in (float("nan"), -1.0, float("inf"), 1e9)),
    ],
)
def test_stamps_that_stand_go_back_or_leap_are_put_right_and_no_rate_is_believed_that_no_film_has(
    stamps: list[float], fps: float, expected: list[float]
) -> None:
    clip: cv2.VideoCapture = Clip(stamps, fps)  # type: ignore[assignment]
    assert [frame.t for frame in filmed(clip)] == pytest.approx(expected, abs=1e-6)


@cache
def _painted(moves: Sequence[str], *, hand: str | None) -> bytes:
    return cv2.imencode(".png", paint(board(*moves), hand=hand))[1].tobytes()


@pytest.mark.usefixtures("painted_eye")
def test_a_game_in_a_browsers_film_is_refereed_at_its_own_times(kiebitz: Kiebitz, tmp_path: Path) -> None:
    moves = ("Sf3", "Sg2", "Sh3")
    pictures = [_painted(moves[: n // 15], hand=f"h{n % 8 + 1}" if n % 15 > 12 else None) for n in range(60)]
    stamps = [n * 200 + (7 if n % 3 else 0) for n in range(60)]
    path = webm(tmp_path / "game.webm", pictures, stamps)
    answer = kiebitz("watch", path, "--game", "tink", "--json", "--clock", "5+0")
    told = {event["action"]: event["t"] for event in answer.lines if event["event"] == "move"}
    assert tuple(told) == moves
    for number, action in enumerate(moves, 1):
        assert 0 < told[action] - 3.0 * number < 2.0
