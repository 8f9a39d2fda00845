"""Collects views of a calibration pattern from pictures, videos and cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from calibration.intrinsics import Rejected, View
from kiebitz.discreet import source_told
from kiebitz.disk import kind_of
from kiebitz.failure import Failure
from kiebitz.pictures.files import SUFFIXES, decode, pictures_in
from kiebitz.pictures.frame import Image, Trouble
from kiebitz.pictures.left_out import left_out
from kiebitz.pictures.sources import length_of, open_source

MOST_VIEWS = 30
"""This many views of a video or a live camera are enough."""
_EVERY_S = 0.4
_MOVED = 0.05
"""Least movement of the pattern's corners between two views of a video, as a share of the picture's longer side."""
_LONGEST_LOOK_S = 180.0

Finder = Callable[[Image, str], View | None]


@dataclass(slots=True)
class Gathered:
    """The views found in all sources, in order."""

    views: list[View] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)

    def look(self, image: Image, name: str, find: Finder) -> bool:
        """Keep the view that *find* sees in *image*; return whether it saw the pattern."""
        view = find(image, name)
        if view is None:
            self.rejected.append(Rejected(name, "the pattern is not seen: all of it should be in the picture, sharp"))
        else:
            self.views.append(view)
        return view is not None


def pictures_of(sources: Sequence[str]) -> int | None:
    """Return how many frames *sources* have in all; None where one is a camera, or cannot be read."""
    try:
        lengths = [1 if Path(source).suffix.lower() in SUFFIXES else length_of(source) for source in sources]
    except Failure:
        return None
    return None if None in lengths else sum(filter(None, lengths))


def gather(
    sources: Sequence[str],
    find: Finder,
    tell: Callable[[str], None],
    count: Callable[[int], None] = lambda _: None,
) -> Gathered:
    """Return the views of the pattern in *sources*. Raises ``Failure``.

    *tell* hears of each picture in words, *count* the number of frames that have been looked at.
    """
    found, done = Gathered(), 0
    for source in sources:
        if not source.strip():
            raise Failure("a source is empty; name pictures, a folder of them, a video or a camera")
        path = Path(source)
        is_folder = kind_of(path) == "folder"
        if is_folder:
            for each in left_out(path).values():
                tell(f"{path}: {each}")
        if is_folder or path.suffix.lower() in SUFFIXES:
            for picture in pictures_in(path) if is_folder else [path]:
                seen = found.look(decode(picture), str(picture), find)
                tell(f"{picture}: {'seen' if seen else 'not seen'}")
                count(done := done + 1)
        else:
            before = done
            for view, number in _moments(source, find, tell):
                if view is not None:
                    found.views.append(view)
                count(done := before + number)
    return found


def _moments(source: str, find: Finder, tell: Callable[[str], None]) -> Iterator[tuple[View | None, int]]:
    """For each frame looked at, yield its view if it differs from those so far, else None, and the number of frames."""
    kept: list[View] = []
    next_s = 0.0
    for frame in open_source(source).frames():
        if isinstance(frame, Trouble):
            tell(frame.message)
            continue
        if frame.t < next_s:
            continue
        next_s = frame.t + _EVERY_S
        view = find(frame.image, f"{source_told(source)} at {frame.t:.1f} s")
        if view is not None and all(differ(view, other) for other in kept):
            kept.append(view)
            tell(f"{len(kept)} of at most {MOST_VIEWS} views; tilt and move the sheet")
            yield view, frame.index + 1
        else:
            yield None, frame.index + 1
        if len(kept) >= MOST_VIEWS or frame.t > _LONGEST_LOOK_S:
            return


def differ(one: View, other: View) -> bool:
    """Return whether the pattern lies elsewhere in *one* than in the *other*."""
    ends = [view.seen_px[[0, -1]] for view in (one, other)]
    return float(np.abs(ends[0] - ends[1]).max()) > _MOVED * max(one.size)
