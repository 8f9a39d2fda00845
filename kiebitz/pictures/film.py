"""When the frames of a film were taken: by its time stamps, or at even gaps if these cannot be believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kiebitz.pictures.files import shrunk
from kiebitz.pictures.frame import Image

if TYPE_CHECKING:
    import cv2

FASTEST_FPS = 240.0
"""Films that name more frames per second are not believed: browsers name 1,000 because they count in ms."""
USUAL_FPS = 25.0
"""Frames per second of a film that tells neither its times nor its rate."""
_LOOK_AHEAD = 12
"""Number of first frames whose time stamps show whether stamps can be believed."""
_AT_LEAST_S = 0.001
"""Least time between two frames, whatever their stamps."""
_LONGEST_GAP_S = 3_600.0
_FARTHEST_BACK_S = 1.0
"""Stamps that go back further start again, as where two films were joined; others are out of order."""


class Filmed(NamedTuple):
    """A frame of a film at working size, and its time in seconds from the film's first frame."""

    number: int
    image: Image | None
    """None if it has been read before."""
    t: float
    fps: float
    """Frames per second at the beginning of the film."""


def filmed(video: cv2.VideoCapture, *, behind: int = -1) -> Iterator[Filmed]:
    """Yield the frames of *video* until it ends, those numbered up to *behind* without their picture."""
    import cv2

    frames = _stamped(video, behind)
    ahead = list(islice(frames, _LOOK_AHEAD))
    times = _Times.of([stamp for _, stamp in ahead], named_fps=video.get(cv2.CAP_PROP_FPS))
    for index, (image, stamp) in enumerate(chain(ahead, frames)):
        yield Filmed(index, image, times.of_next(stamp), times.fps)


def _stamped(video: cv2.VideoCapture, behind: int) -> Iterator[tuple[Image | None, float]]:
    """Yield each frame of *video* and its stamp in seconds; frames up to number *behind* come without picture."""
    import cv2

    index = 0
    while video.grab():
        stamp = video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if index <= behind:
            yield None, stamp
        else:
            ok, image = video.retrieve()
            if not ok:
                return
            yield shrunk(np.asarray(image, np.uint8)), stamp
        index += 1


@dataclass(slots=True)
class _Times:
    """The times of a film's frames, one after another."""

    fps: float
    _by_stamps: bool
    _count: int = 0
    _t: float = 0.0
    _base: float = 0.0
    """Seconds to subtract from a stamp."""

    @classmethod
    def of(cls, stamps: Sequence[float], *, named_fps: float) -> _Times:
        """Return the times of a film that begins with *stamps* and claims *named_fps*."""
        gaps = [later - earlier for earlier, later in pairwise(stamps)]
        steps = [gap for gap in gaps if gap > 0]
        own_fps = 1 / median(steps) if 2 * len(steps) >= max(len(gaps), 1) else 0.0
        if 0 < own_fps <= FASTEST_FPS:
            return cls(own_fps, True, _base=stamps[0])
        return cls(named_fps if 0 < named_fps <= FASTEST_FPS else USUAL_FPS, False)

    def of_next(self, stamp: float) -> float:
        """Return the time of the next frame, whose stamp is *stamp*, in seconds since the first frame."""
        index, self._count = self._count, self._count + 1
        if not self._by_stamps:
            return index / self.fps
        t = stamp - self._base
        if index and not self._t - _FARTHEST_BACK_S < t < self._t + _LONGEST_GAP_S:
            t = self._t + 1 / self.fps
            self._base = stamp - t
        self._t = max(t, self._t + _AT_LEAST_S) if index else t
        return round(self._t, 6)
