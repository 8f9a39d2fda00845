"""Cameras by name, on machines that list them and on one that cannot."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from kiebitz.api import checkup
from kiebitz.failure import Failure
from kiebitz.pictures.connected import Connected, connected, number_of
from kiebitz.pictures.live import Camera
from kiebitz.pictures.sources import open_source

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
