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
from kiebitz.pictures.sources import open_source

MOST_VIEWS = 30
"""Enough views of a video or a live camera."""
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


def gather(sources: Sequence[str], find: Finder, tell: Callable[[str], None]) -> Gathered:
    """Return the views of the pattern in *sources*; *tell* is called with progress. Raises ``Failure``."""
    found = Gathered()
    for source in sources:
        if not source.strip():
            raise Failure("a source is empty; name pictures, a folder of them, a video or a camera")
        path = Path(source)
        is_folder = kind_of(path) == "folder"
        if is_folder:
            for each in left_out(path):
                tell(f"{path}: {each}")
        if is_folder or path.suffix.lower() in SUFFIXES:
            for picture in pictures_in(path) if is_folder else [path]:
                seen = found.look(decode(picture), str(picture), find)
                tell(f"{picture}: {'seen' if seen else 'not seen'}")
        else:
            found.views.extend(_moments(source, find, tell))
    return found


def _moments(source: str, find: Finder, tell: Callable[[str], None]) -> Iterator[View]:
    """Yield views of a video or a live camera that differ from each other."""
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
            yield view
        if len(kept) >= MOST_VIEWS or frame.t > _LONGEST_LOOK_S:
            return


def differ(one: View, other: View) -> bool:
    """Return whether the pattern lies elsewhere in *one* than in the *other*."""
    ends = [view.seen_px[[0, -1]] for view in (one, other)]
    return float(np.abs(ends[0] - ends[1]).max()) > _MOVED * max(one.size)
