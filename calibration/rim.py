"""Measures where the outermost cells of a chessboard end, and the width of the line printed around them.

Measured on profiles that cross the rim at right angles, cell by cell: a bright cell ends
where it darkens, a dark one where it brightens. A dark line around the cells shows
on bright cells as a dip, and its width is the dip's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view
from numpy.polynomial.legendre import legvander
from scipy.ndimage import gaussian_filter1d

from calibration.registration import Array, Registration
from calibration.saddles import Grey

REACH = 0.35
"""Length of the profiles inside and outside the rim, in cells."""

WIDEST = 0.13
"""The widest line that counts as an outline, in cells; anything wider is a frame."""

THIN = 0.03
"""Lines thinner than this, in cells, are centred on the edge of the cells; wider ones lie outside it."""

CORNER_ON_LINE = 0.7
"""The corner's place on the outline, from its inner (0) to its outer edge (1): people usually mean the outer."""

PLAN_POINTS = (2.0, 2.0, 0.5)
"""Weight of the plan, in points, for a side's place, its direction and its straightness."""

NEEDED = 0.08
"""Least visible distance outside the rim, in cells; beyond the picture's border its last pixels are repeated."""

FARTHEST = 0.16
"""Largest distance of a cell's end from its place, in cells."""

LEAST_CONTRAST = 6.0
"""Least contrast between bright and dark cells, in grey levels."""

_STEP = 0.01
_OFFSETS = np.arange(-REACH, REACH + _STEP / 2, _STEP)
_NEAR_RIM = np.flatnonzero(np.abs(_OFFSETS) <= FARTHEST)
_AROUND = 4
"""Steps on either side of a peak over which brightness changes with it."""
_NEEDED = int(np.searchsorted(_OFFSETS, NEEDED))
STRIPS = 3
"""Strips along each cell's side that are measured separately; a piece seldom hides all of them."""

_LINES = np.linspace(-0.3, 0.3, 4)
"""Places of a strip's sample lines, in strips from its middle."""


Number = TypeVar("Number", float, Array)


@dataclass(frozen=True, slots=True, eq=False)
class Rim:
    """Rim points of single cells: where the plan puts them (N, 2) in mm, and where they are seen (N, 2) in px.

    ``outline_mm`` is how far the dark line around the cells reaches outward, 0 where there is none.
    """

    board_mm: Array
    seen_px: Array
    outline_mm: float


NO_RIM = Rim(np.empty((0, 2)), np.empty((0, 2)), 0.0)


def measure_rim(grey: Grey, registration: Registration) -> Rim:
    """Return what *grey* shows of the rim near where *registration* expects it. Covered cells are left out."""
    cells, pitch = registration.plan.columns, registration.plan.pitch_mm
    bloom = _Ends.measure(_profiles(grey, registration, inner=True)).bloom()
    outer = _Ends.measure(_profiles(grey, registration, inner=False))
    width = float(np.median(outer.widths)) if len(outer.widths) >= 4 else 0.0
    outside = width if width > THIN else width / 2
    bright = {place: end - bloom + width - outside for place, end in outer.bright.items()}
    dark = {place: end + bloom - outside for place, end in outer.dark.items()}
    ends = bright | dark
    board = np.array([_rim_point(side, (strip + 0.5) / STRIPS, 0.0, cells) for side, strip in ends]).reshape(-1, 2)
    found = [_rim_point(side, (strip + 0.5) / STRIPS, end, cells) for (side, strip), end in ends.items()]
    found_mm = np.array(found).reshape(-1, 2) * pitch
    seen = registration.px_from_board(found_mm) if found else found_mm
    return Rim(board * pitch, seen, outside * pitch)


@dataclass(frozen=True, slots=True, eq=False)
class _Ends:
    """Where bright and dark cells end: (side, strip) → cells beyond the line; and widths of dark lines that follow."""

    bright: dict[tuple[int, int], float]
    dark: dict[tuple[int, int], float]
    widths: list[float]

    @classmethod
    def measure(cls, profiles: Array) -> _Ends:
        """Return what *profiles* (4 sides, strips, offsets) show; covered strips are left out."""
        ends, strips = cls({}, {}, []), profiles.shape[1]
        inside = _medians(profiles[:, :, (_OFFSETS > -0.2) & (_OFFSETS < -0.08)])
        parity = _parities(strips)
        bright_parity = 0 if _even_is_bright(inside, parity) else 1
        towards = np.where(parity == bright_parity, -1.0, 1.0)
        slopes = gaussian_filter1d(profiles, 1.5, axis=2, order=1) * towards[:, :, None]
        changes = _changes_at_peaks(slopes)
        for side in range(4):
            for strip in range(strips):
                profile = profiles[side, strip]
                is_bright = bool(parity[side, strip] == bright_parity)
                contrast = _local_contrast(inside[side], parity[side], strip, is_bright)
                if contrast < LEAST_CONTRAST or not np.all(np.isfinite(profile)):
                    continue
                end = _end(profile, slopes[side, strip], changes[side, strip], contrast)
                if end is not None:
                    (ends.bright if is_bright else ends.dark)[side, strip] = end
                    if is_bright:
                        ends.widths.append(_line_width(profile, end, contrast))
        return ends

    def bloom(self) -> float:
        """Return by how much bright cells look larger than they are, when the line is one between cells."""
        if min(len(self.bright), len(self.dark)) < 4:
            return 0.0
        return float(np.median(list(self.bright.values())) - np.median(list(self.dark.values()))) / 2


def rim_corners(rim: Rim, registration: Registration, *, give: float = 0.02) -> tuple[tuple[float, float], ...]:
    """Return the corners of the playing area in the board frame, as *rim* shows them, in the plan's order.

    Each side is a line through its rim points, hardly bent (a mat that was rolled up does not lie flat), held to the
    plan's as if by a few points in its place, and the corners lie on the outline.
    """
    plan = registration.plan
    seen = registration.board_from_px(rim.seen_px) if len(rim.seen_px) else rim.board_mm
    ends = [_line_ends(rim, seen, side, plan.width_mm, give * plan.pitch_mm) for side in range(4)]
    (near_left, near_right), (right_far, right_near), (far_left, far_right), (left_far, left_near) = ends
    out, size = CORNER_ON_LINE * rim.outline_mm, plan.width_mm
    return (
        (-left_near - out, size + near_left + out),
        (size + right_near + out, size + near_right + out),
        (size + right_far + out, -far_right - out),
        (-left_far - out, -far_left - out),
    )


def _line_ends(rim: Rim, seen: Array, side: int, size: float, give: float) -> tuple[float, float]:
    """Return how far outward of the plan a side lies at its beginning and its end, in mm."""
    axis, sign = ((1, 1.0), (0, 1.0), (1, -1.0), (0, -1.0))[side]
    planned = rim.board_mm
    at = planned[:, axis] == (size if sign > 0 else 0.0)
    along, outward = planned[at, 1 - axis] / size - 0.5, sign * (seen[at] - planned[at])[:, axis]
    degree = len(PLAN_POINTS) - 1
    design = legvander(2 * along, degree)
    line = np.zeros(degree + 1)
    for _ in range(5):
        weight = 1 / (1 + ((outward - design @ line) / (2 * give)) ** 2) ** 2
        line = np.linalg.solve((design.T * weight) @ design + np.diag(PLAN_POINTS), (design.T * weight) @ outward)
    begin, end = legvander(np.array([-1.0, 1.0]), degree) @ line
    return float(begin), float(end)


def _parities(strips: int) -> npt.NDArray[np.intp]:
    """Return the parity (column + row, from the frame's origin) of the cell of every strip (4 sides, strips).

    Sides are 0 bottom, 1 right, 2 top, 3 left; strips count along x, or along y.
    """
    cell, last = np.arange(strips) // STRIPS, strips // STRIPS - 1
    return np.stack([cell + last, cell + last, cell, cell]) % 2


def _rim_point(side: int, along: Number, outward: Number, cells: int) -> tuple[Number, Number]:
    """Return the point (in cells) *along* a side and *outward* of it."""
    far = cells + outward
    return ((along, far), (far, along), (along, -outward), (-outward, along))[side]


def _profiles(grey: Grey, registration: Registration, *, inner: bool) -> Array:
    """Return brightness (4 sides, strips, offsets) across the outermost cells' outer, or inner, ends.

    It is the median over each strip's lines; offsets count from inside the cell outward.
    """
    cells, pitch = registration.plan.columns, registration.plan.pitch_mm
    strips = np.arange(cells * STRIPS)[:, None, None]
    along = (strips + 0.5 + _LINES[None, :, None]) / STRIPS + 0 * _OFFSETS
    outward = (-1 - _OFFSETS if inner else _OFFSETS) + 0 * along
    sides = [np.stack(_rim_point(side, along, outward, cells), -1) for side in range(4)]
    points = np.stack(sides).reshape(-1, 2) * pitch
    xy = registration.px_from_board(points).astype(np.float32)
    height, width = grey.shape
    shape = (4, cells * STRIPS, len(_LINES), len(_OFFSETS))
    seen = np.all((xy >= 0) & (xy <= (width - 1, height - 1)), axis=1).reshape(shape)
    seen[..., _OFFSETS > NEEDED] |= seen[..., [_NEEDED]]
    there = cv2.remap(
        grey, xy[:, 0].reshape(-1, 1), xy[:, 1].reshape(-1, 1), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    values: Array = np.where(seen, there.reshape(shape), np.nan)
    return _medians(np.moveaxis(values, 2, 3))


def _medians(levels: Array) -> Array:
    """Return the medians over the last axis, NaN where part of it is outside the picture."""
    return np.asarray(np.median(levels, axis=-1), dtype=np.float64)


def _even_is_bright(inside: Array, parity: npt.NDArray[np.intp]) -> bool:
    even, odd = (inside[(parity == which) & np.isfinite(inside)] for which in (0, 1))
    return len(even) > 0 and len(odd) > 0 and bool(np.median(even) > np.median(odd))


def _local_contrast(inside: Array, parity: npt.NDArray[np.intp], strip: int, is_bright: bool) -> float:
    """Return how much brighter bright cells around *strip* are than dark ones; 0 where they cannot be seen."""
    near = np.isfinite(inside) & (np.abs(np.arange(len(inside)) - strip) <= 3 * STRIPS + 1)
    alike = near & (parity == parity[strip])
    other = near & (parity != parity[strip])
    if not np.any(alike) or not np.any(other):
        return 0.0
    step = float(np.median(inside[alike]) - np.median(inside[other]))
    return step if is_bright else -step


def _end(profile: Array, slope: Array, changes: Array, contrast: float) -> float | None:
    """Return where the cell ends, in cells outward; None where it is not plain or does not end.

    *slope* is by how much *profile* changes towards the other brightness, per step; *changes* as ``_changes_at_peaks``.
    """
    ends = np.flatnonzero(changes > 0.2 * contrast)
    if not len(ends):
        return None
    peak = int(_NEAR_RIM[ends[0]])
    before, here, after = slope[peak - 1 : peak + 2]
    bend = before - 2 * here + after
    shift = 0.0 if bend == 0 else 0.5 * (before - after) / bend
    plain = profile[peak - 16 : peak - 5]
    if np.ptp(plain) > 0.5 * contrast:
        return None
    return float(_OFFSETS[peak] + shift * _STEP)


def _changes_at_peaks(slopes: Array) -> Array:
    """Return by how much (sides, strips, near the rim) brightness changes around each peak of *slopes*, else 0."""
    around = sliding_window_view(slopes, 2 * _AROUND + 1, axis=2)[:, :, _NEAR_RIM - _AROUND]
    is_peak = slopes[:, :, _NEAR_RIM] == around.max(axis=3)
    return np.where(is_peak, np.maximum(around, 0.0).sum(axis=3), 0.0)


def _line_width(profile: Array, end: float, contrast: float) -> float:
    """Return the width of a dark line that begins at *end*, 0 where what begins there is no line but a dark frame.

    The width is the area of the dip over its depth when the line is as dark as the dark
    cells, so that blur does not widen it.
    """
    start = round((end + REACH) / _STEP)
    inside = float(np.median(profile[start - 12 : start - 4]))
    low = (
        start + 1 + int(np.argmax(np.append(np.diff(profile[start + 1 : start + 1 + round(WIDEST / _STEP)]), 1.0) > 0))
    )
    back = np.flatnonzero(profile[low:] > inside - 0.35 * contrast)
    if len(back) == 0 or back[0] * _STEP > WIDEST:
        return 0.0
    rise = low + int(back[0])
    beyond = profile[rise + 3 : rise + 13]
    outside = float(np.median(beyond)) if len(beyond) else -np.inf
    if outside < inside - 0.4 * contrast or rise - start > (WIDEST + 0.04) / _STEP:
        return 0.0
    dip = np.maximum(np.linspace(inside, outside, rise + 3 - (start - 4)) - profile[start - 4 : rise + 3], 0.0)
    return float(min(dip.sum() * _STEP / max(contrast, float(dip.max())), WIDEST))
