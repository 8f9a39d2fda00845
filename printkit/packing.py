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
"""For each ring its sheet (from 0) and its pose there."""
_Mask = npt.NDArray[np.uint8]
_BAND = 96
"""How many rows of places are looked at at once."""


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
    sheets: list[_Mask] = []
    places: list[tuple[int, Pose]] = []
    searched: dict[tuple[_Form, int], int] = {}
    for ring in rings:
        forms = [_form(tuple(ring), turn, rim, step_mm) for turn in turns_deg]
        for number in range(len(sheets) + 1):
            if number == len(sheets):
                sheets.append(np.zeros((size[0] + 2 * rim, size[1] + 2 * rim), dtype=np.uint8))
            spots = []
            for form in forms:
                spot = form.spot(sheets[number], searched.get((form, number), 0))
                searched[form, number] = spot[0] if spot else len(sheets[number])
                if spot:
                    spots.append((spot[0] + form.height, spot[1], spot[0], form))
            if spots:
                _, left, top, form = min(spots, key=lambda spot: spot[:2])
                places.append((number, form.put(sheets[number], top, left)))
                break
            if not sheets[number].any():
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
    """Return as many places for *ring* as *room_mm* has, row by row."""
    left, top, right, bottom = bounds(turned(ring, turn_deg))
    across, down = right - left + gap_mm, bottom - top + gap_mm
    columns, lines = int((room_mm[0] + gap_mm) / across), int((room_mm[1] + gap_mm) / down)
    return tuple(
        Pose(column * across - left, line * down - top, turn_deg) for line in range(lines) for column in range(columns)
    )


def _beside(ring: Ring, way: Sequence[Pose], room_mm: Point, gap_mm: float) -> Iterator[Pose]:
    """Yield places for *ring* turned by 90°, to the right of those of *way*."""
    if not way:
        return
    start = max(pose.point(point)[0] for pose in way for point in ring) + gap_mm
    for pose in _grid(ring, 90.0 - way[0].turn_deg, (room_mm[0] - start, room_mm[1]), gap_mm):
        yield replace(pose, x_mm=pose.x_mm + start)


def _extent(ring: Ring) -> str:
    left, top, right, bottom = bounds(ring)
    return f"{right - left:.0f} × {bottom - top:.0f} mm"


class _Form:
    """A ring at one rotation: the raster it covers, and the raster it keeps free, *rim* steps around it."""

    def __init__(self, solid: _Mask, rim: int, pose: Pose, step_mm: float) -> None:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim + 1, 2 * rim + 1))
        self._solid = solid
        self._halo = cv2.dilate(np.pad(solid, rim), disc).astype(np.float32)
        self._rim = rim
        self._pose = pose
        self._step_mm = step_mm
        self.height: int = solid.shape[0]

    def spot(self, sheet: _Mask, first: int) -> tuple[int, int] | None:
        """Return the top and left edge of the topmost, then leftmost free place, in steps.

        *sheet* has a rim around it. *first* is the top edge of the place found before: a sheet only fills.
        """
        height, width = self._halo.shape
        if width > sheet.shape[1]:
            return None
        for top in range(first, sheet.shape[0] - height + 1, _BAND):
            band = sheet[top : top + _BAND + height - 1].astype(np.float32)
            free = np.asarray(cv2.matchTemplate(band, self._halo, cv2.TM_CCORR) < 0.5)
            if free.any():
                row, left = np.argwhere(free)[0].tolist()
                return top + row, left
        return None

    def put(self, sheet: _Mask, top: int, left: int) -> Pose:
        """Mark the place as taken and return the ring's pose there."""
        y, x = top + self._rim, left + self._rim
        sheet[y : y + self.height, x : x + self._solid.shape[1]] |= self._solid
        return Pose(self._pose.x_mm + left * self._step_mm, self._pose.y_mm + top * self._step_mm, self._pose.turn_deg)


@lru_cache(maxsize=512)
def _form(ring: tuple[Point, ...], turn_deg: float, rim: int, step_mm: float) -> _Form:
    corners = turned(ring, turn_deg)
    left, top, right, bottom = bounds(corners)
    points = np.round((np.array(corners) - (left, top)) / step_mm).astype(np.int32)
    solid = np.zeros((int((bottom - top) / step_mm) + 2, int((right - left) / step_mm) + 2), dtype=np.uint8)
    cv2.fillPoly(solid, [points], (1,))
    return _Form(solid, rim, Pose(-left, -top, turn_deg), step_mm)
