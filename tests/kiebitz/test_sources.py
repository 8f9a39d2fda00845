"""Frames from folders and videos, and what is said when there are none."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz.failure import Failure
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.sources import PictureFolder, VideoFile, open_source

GREY = np.full((120, 160, 3), 90, np.uint8)


def test_a_folder_gives_its_pictures_in_name_order_and_skips_what_is_none(tmp_path: Path) -> None:
    for name in ("b.png", "a.jpg", "c.jpeg"):
        cv2.imwrite(str(tmp_path / name), GREY)
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


@pytest.mark.parametrize(("fps", "own"), [(25.0, False), (2.0, True)])
def test_a_video_gives_every_frame_with_its_time(tmp_path: Path, fps: float, own: bool) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (160, 120))
    for _ in range(5):
        writer.write(GREY)
    writer.release()
    frames = list(open_source(str(path)).frames())
    assert [frame.t for frame in frames if isinstance(frame, Frame)] == [n / fps for n in range(5)]
    assert all(isinstance(frame, Frame) and frame.own_moment == own for frame in frames)


def test_a_video_that_was_read_before_goes_on_behind_the_last_frame(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (160, 120))
    for _ in range(5):
        writer.write(GREY)
    writer.release()
    frames = [item for item in open_source(str(path), behind=2).frames() if isinstance(item, Frame)]
    assert [(frame.index, frame.t) for frame in frames] == [(3, 0.3), (4, 0.4)]
    with pytest.raises(Failure, match="has been read to its end"):
        list(open_source(str(path), behind=4).frames())


@pytest.mark.parametrize("data", [b"", b"this is not a video"])
def test_what_is_no_video_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.mp4"
    path.write_bytes(data)
    with pytest.raises(Failure, match=r"empty|not a video"):
        list(VideoFile(path).frames())


def test_one_picture_is_a_source_too(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), GREY)
    source = open_source(str(tmp_path / "one.png"))
    assert isinstance(source, PictureFolder)
    assert len(list(source.frames())) == 1
