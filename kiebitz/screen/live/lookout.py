"""What the camera sees, for those who set it up: the newest picture, where the board lies, and what to improve."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.places import Place
from core.json_types import JsonObject
from kiebitz.api.report import covered_cells, picture_part
from kiebitz.pictures.advice import BLURRED_PX, BURNT, DARK
from kiebitz.pictures.condition import Condition
from kiebitz.pictures.examining import measured_faults
from kiebitz.pictures.files import shrunk, small_jpeg
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.sources import Source
from kiebitz.pictures.steady import from_above, moving
from kits.kit import Kit
from vision.framing import FAR_PX, Warned

LAMPS = {
    "light": ("dark", "burnt", "flat", "uneven", "cast", "noisy"),
    "glare": ("glare",),
    "focus": ("blurred", "shaken"),
    "angle": ("low",),
    "distance": ("far", "outside"),
}
"""Each light on the camera page → the faults that turn it red."""
UNREAD = "The photo could not be read."
NO_BOARD = "No board is found in it: take it again with the whole board in the picture."
IN_THE_WAY = "Something is over the board: take it again without hands in the picture."
_PREVIEW_PX = 960
_MOVING = (220, 60, 255)
"""Colour of moving parts, in BGR."""
_ABOVE_PX = 56
"""Side of a cell seen from above, in px."""
_WHITE = 255.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A source whose frames are shown to *see* as they come; it ends once *ended* says so."""

    source: Source
    see: Callable[[Frame], None]
    ended: Callable[[], bool] = bool
    passed: Callable[[Frame], object] = id
    """Receives each frame once the next one is wanted."""

    @property
    def name(self) -> str:
        return self.source.name

    def frames(self) -> Iterator[Frame | Trouble]:
        for item in self.source.frames():
            if self.ended():
                return
            if isinstance(item, Frame):
                self.see(item)
            yield item
            if isinstance(item, Frame):
                self.passed(item)


@dataclass(slots=True)
class Meters:
    """Counts frames and the time that looks take, and keeps what was measured last."""

    _frames: int = 0
    _looks: list[float] = field(default_factory=list)
    _since_s: float | None = None
    _shown: JsonObject = field(default_factory=dict)

    def count(self) -> None:
        """Note that a frame has come."""
        self._frames += 1

    def took(self, seconds: float) -> None:
        """Note for how long a frame was looked at."""
        self._looks.append(seconds)

    def take(self, measured: Condition, t: float) -> None:
        """Show what was *measured* at *t* seconds, and how many frames came a second since the time before."""
        passed = 0.0 if self._since_s is None else t - self._since_s
        self._shown = {
            "brightness": {"value": round(measured.bright / _WHITE, 2), "least": round(DARK / _WHITE, 2)},
            "overexposed": {"value": round(measured.burnt, 2), "most": BURNT},
            "sharpness": {"value": round(max(0.0, 1 - measured.blur_px / (2 * BLURRED_PX)), 2), "least": 0.5},
            "per_second": round(self._frames / passed, 1) if passed > 0 else None,
            "look_ms": round(1000 * sum(self._looks) / len(self._looks)) if self._looks else None,
        }
        self._frames, self._since_s = 0, t
        self._looks.clear()

    def as_json(self) -> JsonObject:
        """Return the meters as shares of 1 with the ``least`` or ``most`` that is well; nothing before the first."""
        return dict(self._shown)


@dataclass(slots=True)
class Lookout:
    """The newest frame and the board in it. Nothing of it is written anywhere."""

    every_s: float = 1.0
    """Seconds between measurements of light, focus and angle, which take about 15 ms."""
    frame: Frame | None = None
    """The newest frame."""
    _place: Place | None = None
    _before: Frame | None = None
    """The frame before the newest one."""
    _measured_s: float = float("-inf")
    _faults: tuple[Warned, ...] = field(default=())
    _meters: Meters = field(default_factory=Meters)

    def see(self, frame: Frame, place: Place | None) -> None:
        """Note *frame*, with the board at *place*."""
        self._before, self.frame, self._place = self.frame, frame, place
        self._meters.count()
        if frame.own_moment or abs(frame.t - self._measured_s) >= self.every_s:
            self._measured_s = frame.t
            condition, faults = measured_faults(frame.image, place)
            self._faults = (*faults, *(() if place is None else _distance(frame, place)))
            self._meters.take(condition, frame.t)

    def took(self, seconds: float) -> None:
        """Note for how long the newest frame was looked at."""
        self._meters.took(seconds)

    @property
    def size(self) -> tuple[int, int] | None:
        """The width and height of the newest frame; None before the first."""
        if self.frame is None:
            return None
        height, width = self.frame.image.shape[:2]
        return width, height

    def seen(self) -> tuple[Image, Place] | None:
        """Return the newest picture and where the board lies in it; None until it is found."""
        frame, place = self.frame, self._place
        return None if frame is None or place is None else (frame.image, place)

    def view(self) -> JsonObject:
        """Return the picture's size, each board's corners as shares of it, how it was found, the lights and meters."""
        size = self.size
        if size is None:
            return {"size": None, "boards": [], "method": None, "lights": {}, "meters": {}}
        boards = [
            np.round((board.corners_px + 0.5) / size, 4).tolist()
            for board in (() if self._place is None else self._place.boards)
        ]
        method = None if self._place is None else self._place.method
        return {
            "size": list(size),
            "boards": boards,
            "method": method,
            "lights": self._lights(),
            "meters": self._meters.as_json(),
        }

    def unread(self) -> str:
        """Return why nothing could be read in the newest frame, a photo, and what would help."""
        if self._faults:
            return f"{UNREAD} {self._faults[0].text}"
        return f"{UNREAD} {IN_THE_WAY if self._place is not None else NO_BOARD}"

    def picture(self, *, above: bool = False, motion: bool = False) -> bytes | None:
        """Return the newest picture, made small, as JPEG; None before the first.

        With *above*, it is the board as from straight above, if it is found; with *motion*, what has moved since the
        picture before is painted.
        """
        frame, before = self.frame, self._before
        if frame is not None and motion:
            return small_jpeg(_with_motion(frame.image, frame.image if before is None else before.image))
        board = self.board() if above else None
        if board is None:
            return None if frame is None else small_jpeg(frame.image)
        return small_jpeg(board)

    def board(self) -> Image | None:
        """Return the board of the newest frame from straight above, a cell more around; None until it is found."""
        seen = self.seen()
        return (
            None
            if seen is None
            else np.hstack([from_above(seen[0], board, _ABOVE_PX, 1.0) for board in seen[1].boards])
        )

    def fault_picture(self, kit: Kit) -> dict[str, bytes]:
        """Return the newest frame as a file of a report; none without a place of *kit*'s board in it.

        What lies around the board, and hands over it, are hidden.
        """
        if (seen := self.seen()) is None:
            return {}
        image, place = seen
        return picture_part(image, place=place, covered=covered_cells(image, place, kit))

    def _lights(self) -> dict[str, dict[str, str] | None]:
        """Return what is wrong, and what would help, for each light; None for a light where all is well."""
        lights: dict[str, dict[str, str] | None] = {}
        for lamp, codes in LAMPS.items():
            fault = next((fault for fault in self._faults if fault.code in codes), None)
            lights[lamp] = None if fault is None else {"code": fault.code, "message": fault.text}
        return lights


def _distance(frame: Frame, place: Place) -> tuple[Warned, ...]:
    height, width = frame.image.shape[:2]
    corners = place.corners_px
    if (corners < 0).any() or (corners > [width, height]).any():
        return (Warned("outside", "Part of the board is out of the picture.", "Move the camera back or turn it."),)
    if place.cell_px < FAR_PX:
        return (Warned("far", "The board is small in the picture.", "Bring the camera closer."),)
    return ()


def _with_motion(image: Image, before: Image) -> Image:
    """Return *image* in grey, with what differs from *before* painted in ``_MOVING``."""
    small = shrunk(image, longest_px=_PREVIEW_PX)
    height, width = small.shape[:2]
    grey = cv2.cvtColor(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if before.shape == image.shape:
        mask = cv2.resize(moving(before, image).astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
        grey[np.asarray(mask) > 0] = _MOVING
    return np.asarray(grey, np.uint8)
