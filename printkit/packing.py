"""Packs outlines on few sheets with a greedy rule: each goes to the topmost, then leftmost free place.

Places lie on a raster, and equal input gives equal places.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from printkit.drawing import Point, Pose, bounds

Ring = Sequence[Point]
Places = tuple[tuple[int, Pose], ...]
"""For each ring, its sheet (from 0) and its pose there."""
_Mask = npt.NDArray[np.uint8]
_Free = npt.NDArray[np.bool_]


def pack(
    rings: Sequence[Ring],
    room_mm: tuple[float, float],
    *,
    gap_mm: float = 3.0,
    step_mm: float = 0.5,
    turns_deg: Sequence[float] = (0.0, 180.0),
) -> Places:
    """Return for each ring its sheet (from 0) and its pose in a *room_mm* (width, height) from (0, 0).

    Rings stay at least *gap_mm* apart. Raises ``ValueError`` for a ring that does not fit
    an empty sheet.
    """
    size = int(room_mm[1] / step_mm), int(room_mm[0] / step_mm)
    rim = math.ceil(gap_mm / step_mm)
    sheets: list[_Sheet] = []
    places: list[tuple[int, Pose]] = []
    for ring in rings:
        forms = [_form(tuple(ring), turn, rim, step_mm) for turn in turns_deg]
        for number in range(len(sheets) + 1):
            if number == len(sheets):
                sheets.append(_Sheet((size[0] + 2 * rim, size[1] + 2 * rim)))
            spots = [
                (spot[0] + form.height, spot[1], spot[0], form) for form in forms if (spot := sheets[number].spot(form))
            ]
            if spots:
                _, left, top, form = min(spots, key=lambda spot: spot[:2])
                sheets[number].put(form, top, left)
                places.append((number, form.pose_at(top, left)))
                break
            if not sheets[number].taken:
                raise ValueError(
                    f"a part of {_extent(ring)} does not fit a sheet of {room_mm[0]:.0f} × {room_mm[1]:.0f} mm"
                )
    return tuple(places)


def turned(ring: Ring, turn_deg: float) -> tuple[Point, ...]:
    """Return *ring* turned clockwise as seen around (0, 0)."""
    return tuple(Pose(turn_deg=turn_deg).point(point) for point in ring)


def rows(ring: Ring, count: int, room_mm: tuple[float, float], *, gap_mm: float) -> Places:
    """Return *count* places for *ring* in rows and columns, upright or on its side, whichever needs fewer sheets.

    Where that saves a sheet, more stand the other way round in the room that is left on the right. Raises
    ``ValueError`` if it does not fit an empty sheet.
    """
    ways = [_grid(ring, turn, room_mm, gap_mm) for turn in (0.0, 90.0)]
    mixed = [(*way, *_beside(ring, way, room_mm, gap_mm)) for way in ways]
    if not any(ways):
        raise ValueError(f"a part of {_extent(ring)} does not fit a sheet of {room_mm[0]:.0f} × {room_mm[1]:.0f} mm")
    spots = min((way for way in (*ways, *mixed) if way), key=lambda way: -(-count // len(way)))
    return tuple((number // len(spots), spots[number % len(spots)]) for number in range(count))


def _grid(ring: Ring, turn_deg: float, room_mm: Point, gap_mm: float) -> tuple[Pose, ...]:
    """Return the places for *ring* that *room_mm* holds, row by row."""
    left, top, right, bottom = bounds(turned(ring, turn_deg))
    across, down = right - left + gap_mm, bottom - top + gap_mm
    columns, lines = int((room_mm[0] + gap_mm) / across), int((room_mm[1] + gap_mm) / down)
    return tuple(
        Pose(column * across - left, line * down - top, turn_deg) for line in range(lines) for column in range(columns)
    )


def _beside(ring: Ring, way: Sequence[Pose], room_mm: Point, gap_mm: float) -> Iterator[Pose]:
    """Yield places to the right of those in *way*, for *ring* turned by another 90°."""
    if not way:
        return
    start = max(pose.point(point)[0] for pose in way for point in ring) + gap_mm
    for pose in _grid(ring, 90.0 - way[0].turn_deg, (room_mm[0] - start, room_mm[1]), gap_mm):
        yield replace(pose, x_mm=pose.x_mm + start)


def _extent(ring: Ring) -> str:
    left, top, right, bottom = bounds(ring)
    return f"{right - left:.0f} × {bottom - top:.0f} mm"


class _Form:
    """A ring at one rotation, as rasters: the area it covers, and what it keeps free, *rim* steps around it."""

    def __init__(self, solid: _Mask, rim: int, pose: Pose, step_mm: float) -> None:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim + 1, 2 * rim + 1))
        self.solid = solid
        self.halo = np.asarray(cv2.dilate(np.pad(solid, rim), disc), dtype=np.uint8)
        self.rim = rim
        self._pose = pose
        self._step_mm = step_mm
        self.height: int = solid.shape[0]

    def pose_at(self, top: int, left: int) -> Pose:
        """Return the ring's pose when the area it keeps free begins *top* and *left* steps from a sheet's corner."""
        return Pose(self._pose.x_mm + left * self._step_mm, self._pose.y_mm + top * self._step_mm, self._pose.turn_deg)


class _Sheet:
    """A sheet in steps, with a rim around it: where forms lie, and where each form can still go."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._free: dict[_Form, tuple[_Free, int]] = {}
        self.taken: list[tuple[_Form, int, int]] = []

    def spot(self, form: _Form) -> tuple[int, int] | None:
        """Return the top and left edge of the topmost, then leftmost free place, in steps."""
        high, wide = (size - side + 1 for size, side in zip(self._size, form.halo.shape, strict=True))
        if high <= 0 or wide <= 0:
            return None
        free, known = self._free.get(form) or (np.ones((high, wide), dtype=np.bool_), 0)
        for other, top, left in self.taken[known:]:
            _clear(
                free,
                _touching(other, form),
                top + other.rim - form.halo.shape[0] + 1,
                left + other.rim - form.halo.shape[1] + 1,
            )
        self._free[form] = free, len(self.taken)
        first = int(free.argmax())
        row, column = divmod(first, wide)
        return (row, column) if free[row, column] else None

    def put(self, form: _Form, top: int, left: int) -> None:
        """Mark the place as taken."""
        self.taken.append((form, top, left))


def _clear(free: _Free, touching: _Free, top: int, left: int) -> None:
    """Mark the *touching* places, whose corner is at (*top*, *left*), as no longer *free*."""
    bottom, right = top + touching.shape[0], left + touching.shape[1]
    y, x = max(top, 0), max(left, 0)
    inside = free[y : max(bottom, 0), x : max(right, 0)]
    inside &= ~touching[y - top : y - top + inside.shape[0], x - left : x - left + inside.shape[1]]


@lru_cache(maxsize=512)
def _touching(other: _Form, form: _Form) -> _Free:
    """Return at which places of *form* the area it keeps free meets *other*.

    In the last place, the top left corner of that area lies on the bottom right one of *other*.
    """
    high, wide = form.halo.shape
    around = np.pad(other.solid, ((high - 1, high - 1), (wide - 1, wide - 1))).astype(np.float32)
    return np.asarray(cv2.matchTemplate(around, form.halo.astype(np.float32), cv2.TM_CCORR) > 0.5)


@lru_cache(maxsize=512)
def _form(ring: tuple[Point, ...], turn_deg: float, rim: int, step_mm: float) -> _Form:
    corners = turned(ring, turn_deg)
    left, top, right, bottom = bounds(corners)
    points = np.round((np.array(corners) - (left, top)) / step_mm).astype(np.int32)
    solid = np.zeros((int((bottom - top) / step_mm) + 2, int((right - left) / step_mm) + 2), dtype=np.uint8)
    cv2.fillPoly(solid, [points], (1,))
    return _Form(solid, rim, Pose(-left, -top, turn_deg), step_mm)
