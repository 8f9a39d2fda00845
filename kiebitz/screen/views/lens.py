"""Measures the lens of the camera that sends pictures of the printed target, and says what is still missing."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np

from calibration.intrinsics import ENOUGH, FEWEST, Intrinsics, Rejected, View, calibrated, find_target
from core.json_types import JsonObject
from kiebitz.failure import Failure
from kiebitz.home import home, plain_name
from kiebitz.pictures.calibrating import MOST_VIEWS, differ
from kiebitz.pictures.cameras import as_json, camera_path, write_camera
from kiebitz.pictures.frame import Image
from kits.target import COLUMNS, ROWS

STILL = 0.004
"""A sheet is still if its corners move by less than this share of the longer side from picture to picture."""
_CORNERS = (("top left", 0, 0), ("top right", 1, 0), ("bottom left", 0, 1), ("bottom right", 1, 1))
_NEAR_CORNER = 0.2
"""A corner of the picture is done once the sheet came nearer to it than this share of the sides."""
SHOW = "Show the whole sheet, flat and sharp."
HOLD = "Hold still."
TILT = "Now tilt the phone more, each time to another side."
KNOWN = "The lens is known well enough. Keep it."
Outline = list[list[float]]
Size = tuple[int, int]
"""Width and height of a picture, in pixels."""

_LONG, _SHORT = max(COLUMNS, ROWS), min(COLUMNS, ROWS)
_IN_MIDDLE, _IN_CORNER = 0.8, 0.62
"""Largest share of the picture's width and height that the sheet fills, in the middle and in a corner."""
_OFF_EDGE = 0.04
_FAR = 0.62
"""Length of a tilted sheet's far side, as a share of the near side's."""


@dataclass(slots=True)
class Lens:
    """The views of the target so far, and the lens that they show. Its methods may be called from any thread."""

    _views: list[View] = field(default_factory=list)
    _before: View | None = None
    _found: Intrinsics | None = None
    _left_out: tuple[Rejected, ...] = ()
    _free: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> JsonObject:
        """Forget all views."""
        with self._free:
            self._views.clear()
            self._before, self._found, self._left_out = None, None, ()
            return self._standing(None, SHOW, None)

    def take(self, image: Image) -> JsonObject:
        """Keep the view of the target in *image* if it lies still and is a new one; return how far it is."""
        view = find_target(image, f"view {len(self._views) + 1}")
        with self._free:
            before, self._before = self._before, view
            size = (image.shape[1], image.shape[0])
            if view is None:
                return self._standing(None, SHOW, self._wanted(size)[1])
            if before is None or not _is_still(view, before):
                return self._standing(view, HOLD, self._wanted(size)[1])
            is_new = all(view.size == other.size and differ(view, other) for other in self._views)
            if is_new and len(self._views) < MOST_VIEWS and not self._is_known:
                self._views.append(view)
                self._found, self._left_out = calibrated(self._views)
            return self._standing(view, *self._wanted(size))

    def keep(self, name: str) -> JsonObject:
        """Keep the lens under *name*. Raises ``Failure`` where it is not known well enough, or for a wrong name."""
        plain_name(name, "a camera", "phone")
        with self._free:
            answer = as_json(self._found, self._left_out)
        if answer["verdict"] == "redo":
            raise Failure("the lens is not known well enough yet; take more pictures of the target")
        write_camera(camera_path(name), answer)
        return {"name": name, "cameras": kept_cameras()}

    @property
    def _is_known(self) -> bool:
        return self._found is not None and self._found.verdict == "good"

    def _wanted(self, size: Size) -> tuple[str, Outline | None]:
        """Return the next thing to do, and where the sheet should lie for it in a picture of *size*."""
        if self._is_known:
            return KNOWN, None
        if not self._views:
            return SHOW, in_middle(size)
        for words, x, y in _CORNERS:
            if not any(_reaches(view, x, y) for view in self._views):
                return f"Now bring the sheet to the {words} of the picture.", in_corner(size, x, y)
        todo = self._found.advice[0] if self._found and len(self._views) >= ENOUGH else TILT
        return todo, tilted(size, len(self._views))

    def _standing(self, view: View | None, todo: str, pose: Outline | None) -> JsonObject:
        """Return how far the measuring is; *view* is the newest, *pose* the next to take."""
        answer = as_json(self._found, self._left_out)
        return {
            "seen": None if view is None else _outline(view),
            "views": len(self._views),
            "least": FEWEST,
            "enough": ENOUGH,
            "coverage": answer.get("coverage", 0.0),
            "verdict": answer["verdict"],
            "error_mm": answer["board_error_mm"],
            "todo": todo,
            "pose": pose,
        }


def kept_cameras() -> list[str]:
    """Return the names of the lenses that are kept."""
    return sorted(path.stem for path in (home() / "cameras").glob("*.json"))


def _is_still(view: View, before: View) -> bool:
    if view.size != before.size or view.seen_px.shape != before.seen_px.shape:
        return False
    return float(np.abs(view.seen_px - before.seen_px).max()) < STILL * max(view.size)


def _reaches(view: View, x: int, y: int) -> bool:
    """Return whether the sheet came near the picture's corner *x*, *y* (each 0 or 1)."""
    off = np.abs(view.seen_px / view.size - (x, y))
    return bool((off.max(axis=1) < _NEAR_CORNER).any())


def _outline(view: View) -> Outline:
    """Return the corners of the sheet's pattern as shares of the picture's size."""
    x, y = view.belong_mm.T
    ends = [int(np.argmin(x + y)), int(np.argmax(x - y)), int(np.argmax(x + y)), int(np.argmax(y - x))]
    return [[round(float(x), 4), round(float(y), 4)] for x, y in (view.seen_px[ends] + 0.5) / view.size]


def in_middle(size: Size) -> Outline:
    """Return the sheet in the middle of a picture of *size*, seen from straight above."""
    width, height = _extent(size, _IN_MIDDLE)
    return _rectangle((1 - width) / 2, (1 - height) / 2, width, height)


def in_corner(size: Size, x: int, y: int) -> Outline:
    """Return the sheet in the corner (0 or 1, 0 or 1) of a picture of *size*."""
    width, height = _extent(size, _IN_CORNER)
    left = 1 - _OFF_EDGE - width if x else _OFF_EDGE
    top = 1 - _OFF_EDGE - height if y else _OFF_EDGE
    return _rectangle(left, top, width, height)


def tilted(size: Size, number: int) -> Outline:
    """Return the sheet in the middle, tilted to one of four sides in turn; *number* counts the turns."""
    corners = in_middle(size)
    side = number % 4
    first, second = corners[side], corners[(side + 1) % 4]
    middle = [(a + b) / 2 for a, b in zip(first, second, strict=True)]
    for corner in (first, second):
        corner[:] = [m + _FAR * (c - m) for m, c in zip(middle, corner, strict=True)]
    return corners


def _extent(size: Size, most: float) -> tuple[float, float]:
    """Return the sheet's width and height as shares of a picture of *size*; its long sides lie along the picture's."""
    across, down = (_LONG, _SHORT) if size[0] >= size[1] else (_SHORT, _LONG)
    scale = most * min(size[0] / across, size[1] / down)
    return scale * across / size[0], scale * down / size[1]


def _rectangle(left: float, top: float, width: float, height: float) -> Outline:
    right, bottom = left + width, top + height
    return [[left, top], [right, top], [right, bottom], [left, bottom]]
