"""Frames from folders and films, at the own times of a film whatever rate it names; and cameras by their names."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from kiebitz.api import checkup
from kiebitz.failure import Failure
from kiebitz.pictures.connected import Connected, connected, number_of
from kiebitz.pictures.film import filmed
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.live import Camera
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


# -- cameras by name, on machines that list them and on one that cannot

BRIO, C920, LID = "Logitech BRIO", "Logitech HD Pro C920", "Integrated Camera: Integrated C"


def listing(monkeypatch: pytest.MonkeyPatch, platform: str, **names: list[str | None]) -> None:
    """Let the system list these cameras, by OpenCV's name of the interface."""
    lists = {getattr(cv2, f"CAP_{backend}"): cameras for backend, cameras in names.items()}

    def enumerate_cameras(backend: int) -> list[Any]:
        return [SimpleNamespace(index=index, name=name) for index, name in enumerate(lists[backend])]

    monkeypatch.setattr(sys, "platform", platform)
    library = SimpleNamespace(enumerate_cameras=enumerate_cameras, supported_backends=tuple(lists))
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", library)


def test_cameras_are_listed_once_each_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    listing(monkeypatch, "linux", GSTREAMER=[LID], V4L2=[LID, None])
    assert connected() == (Connected(0, LID), Connected(1, "camera 1"))
    listing(monkeypatch, "darwin", AVFOUNDATION=["FaceTime HD Camera"])
    assert connected() == (Connected(0, "FaceTime HD Camera"),)
    listing(monkeypatch, "win32", MSMF=[C920, C920], DSHOW=[C920, "OBS Virtual Camera"])
    assert connected() == (Connected(701, "OBS Virtual Camera"), Connected(1400, C920), Connected(1401, C920))


def test_a_part_of_a_name_is_enough_where_it_fits_one_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    listing(monkeypatch, "linux", V4L2=[LID, BRIO, C920, f"{BRIO} Stream"])
    assert number_of("c920") == 2
    assert number_of("logitech  brio") == 1  # the whole name, though another begins with it
    assert open_source("HD Pro") == Camera("HD Pro", 2)
    assert open_source("7") == Camera("camera 7", 7)
    listing(monkeypatch, "linux", V4L2=[LID, BRIO, C920])
    with pytest.raises(Failure, match=f"fits 2 cameras: {BRIO} \\(1\\), {C920} \\(2\\)"):
        open_source("Logitech")
    with pytest.raises(Failure, match=f"no camera is called 'Kitchen'; there is {LID} \\(0\\)"):
        open_source("Kitchen")
    listing(monkeypatch, "linux", V4L2=[])
    with pytest.raises(Failure, match="none is connected"):
        open_source("Kitchen")
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", None)
    assert connected() is None
    with pytest.raises(Failure, match="give its number, from 0"):
        open_source("Logitech")
    assert open_source("0") == Camera("camera 0", 0)
    # ``kiebitz doctor`` lists them by name.
    listing(monkeypatch, "linux", V4L2=[LID])
    monkeypatch.setattr("cv2.VideoCapture", lambda _: SimpleNamespace(isOpened=lambda: False, release=lambda: None))
    (check,) = (check for check in checkup.checks() if check.name == "cameras")
    assert check.fine
    assert check.detail == f"0 {LID} (gives no picture; another program may be using it)"


@pytest.fixture
def links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of links to cameras by their identity, as Linux has them."""
    folder = tmp_path / "by-id"
    folder.mkdir()
    monkeypatch.setattr("kiebitz.pictures.connected._LINKS", (folder,))
    return folder


def plugged(monkeypatch: pytest.MonkeyPatch, links: Path, *serials: str) -> None:
    """Let cameras of one make, with these *serials*, be connected, in the order of their numbers."""
    for link in links.iterdir():
        link.unlink()
    listed = []
    for number, serial in enumerate(serials):
        (links / f"usb-{serial}").symlink_to(f"/dev/video{number}")
        listed.append(SimpleNamespace(index=number, name=C920, path=f"/dev/video{number}"))
    library = SimpleNamespace(enumerate_cameras=lambda _: listed, supported_backends=())
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setitem(sys.modules, "cv2_enumerate_cameras", library)


def test_a1_reconnecting_opens_the_same_camera_and_no_other(links: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, links, "left", "right")
    assert open_source("1") == Camera("camera 1", 1, identity="usb-right")
    assert open_source("usb-left") == Camera("usb-left", 0, identity="usb-left")
    opened: list[int] = []

    class Device:
        """A camera that gives three pictures and is pulled out; then another has its number, until it comes back."""

        def __init__(self, number: int) -> None:
            opened.append(number)
            self._left = 3 if number >= 0 else 0
            moments = {2: ("left",), 4: ("right", "left")}
            if (now := moments.get(len(opened) + 1)) is not None:
                plugged(monkeypatch, links, *now)

        def isOpened(self) -> bool:
            return self._left > 0

        def read(self) -> tuple[bool, Any]:
            self._left -= 1
            return (True, np.zeros((48, 64, 3), np.uint8)) if self._left >= 0 else (False, None)

        def release(self) -> None:
            pass

    monkeypatch.setattr(cv2, "VideoCapture", Device)
    camera = Camera("the right one", 1, identity="usb-right", retry_s=0.01)
    frames = camera.frames()
    deadline = time.monotonic() + 20
    while len(opened) < 4 and time.monotonic() < deadline:
        next(frames)
    frames.close()
    assert opened[0] == 1
    assert opened[1:3] == [-2, -2]  # the left one has number 0 now, and nothing is opened
    assert opened[3] == 0  # where the right one is now
