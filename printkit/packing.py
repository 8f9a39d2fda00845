"""Packs outlines on few sheets with a greedy rule: each goes to the topmost, then leftmost free place.

Places lie on a raster, and equal input gives equal places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from printkit.drawing import Point, Pose, bounds

Ring = Sequence[Point]
Places = tuple[tuple[int, Pose], ...]
"""For each ring its sheet (from 0) and its pose there."""
_Mask = npt.NDArray[np.uint8]


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
    sheets: list[_Mask] = []
    places: list[tuple[int, Pose]] = []
    for ring in rings:
        forms = [_Form.of(ring, turn, gap_mm, step_mm) for turn in turns_deg]
        for number in range(len(sheets) + 1):
            if number == len(sheets):
                sheets.append(np.zeros(size, dtype=np.uint8))
            spots = [spot for form in forms if (spot := form.spot(sheets[number])) is not None]
            if spots:
                bottom, left, form = min(spots, key=lambda spot: spot[:2])
                places.append((number, form.put(sheets[number], bottom, left)))
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
    """A ring at one rotation: the raster it covers, and the raster it keeps free around it."""

    def __init__(self, solid: _Mask, halo: _Mask, pose: Pose, rim: int, step_mm: float) -> None:
        self._solid = solid
        self._halo = halo
        self._pose = pose
        self._rim = rim
        self._step_mm = step_mm

    @classmethod
    def of(cls, ring: Ring, turn_deg: float, gap_mm: float, step_mm: float) -> _Form:
        corners = turned(ring, turn_deg)
        left, top, right, bottom = bounds(corners)
        points = np.round((np.array(corners) - (left, top)) / step_mm).astype(np.int32)
        solid = np.zeros((int((bottom - top) / step_mm) + 2, int((right - left) / step_mm) + 2), dtype=np.uint8)
        cv2.fillPoly(solid, [points], (1,))
        rim = int(np.ceil(gap_mm / step_mm))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim + 1, 2 * rim + 1))
        halo = np.asarray(cv2.dilate(np.pad(solid, rim), disc), dtype=np.uint8)
        return cls(solid, halo, Pose(-left, -top, turn_deg), rim, step_mm)

    def spot(self, sheet: _Mask) -> tuple[int, int, _Form] | None:
        """Return the bottom and left edge of the best free place, in steps."""
        height, width = self._solid.shape
        if height > sheet.shape[0] or width > sheet.shape[1]:
            return None
        taken = cv2.matchTemplate(
            np.pad(sheet, self._rim).astype(np.float32), self._halo.astype(np.float32), cv2.TM_CCORR
        )
        rows, columns = np.nonzero(taken.reshape(sheet.shape[0] - height + 1, -1) < 0.5)
        if not len(rows):
            return None
        best = np.lexsort((columns, rows))[0]
        return int(rows[best]) + height, int(columns[best]), self

    def put(self, sheet: _Mask, bottom: int, left: int) -> Pose:
        """Mark the place as taken and return the ring's pose there."""
        height, width = self._solid.shape
        top = bottom - height
        sheet[top:bottom, left : left + width] |= self._solid
        return Pose(self._pose.x_mm + left * self._step_mm, self._pose.y_mm + top * self._step_mm, self._pose.turn_deg)
