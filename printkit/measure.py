"""Measures how accurate a print is, from scans or photographs of a sheet: scales along x and y, and skew.

A scan has a known resolution and no perspective, so everything can be measured, as
accurately as the scanner moves. Photographs give shape but not size: the ratio of the
two scales and the skew, provided that tilt and lens cannot explain them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.optimize import least_squares

from calibration.registration import Array
from calibration.sheet_marks import SheetView
from printkit.adjust import Adjustment

_MM_PER_INCH = 25.4
FLAT_MM = 0.25
"""Largest RMS residual of an affine fit for a picture to count as a scan of a flat sheet."""
_NOISE_PX = 0.1
"""Least standard deviation of a corner's position."""
_FOCAL_SPREAD = 0.4
"""Standard deviation of a focal length around the picture's longer side, as a share of it."""
_EXIF_SPREAD = 0.04
_BARREL_SPREAD = 0.15
_MIDDLE_SPREAD = 0.015
"""Standard deviation of the principal point around the picture's centre, as a share of the focal length."""
_SAME_ZOOM = 1.025
"""Largest ratio between the focal lengths of two pictures taken at the same zoom; focusing changes it a little."""
_ZOOM_MISFIT = 30.0
"""Pictures have different zooms if separate lenses lower the misfit by more than this, in units of noise."""
_ZOOMED = "the photographs were taken with different zooms: take all of them with the same zoom, from different sides"
_STEP = 1.5e-8
"""Relative step of a numerical derivative."""
_LENS_SPREADS = (_BARREL_SPREAD, _MIDDLE_SPREAD, _MIDDLE_SPREAD)


@dataclass(frozen=True, slots=True)
class Share:
    """A measured number and its uncertainty (two sigma)."""

    value: float
    give: float


@dataclass(frozen=True, slots=True)
class Distortion:
    """How a print distorted the sheet: it moved (x, y) to (x · scale_x + y · shear, y · scale_y).

    ``ratio`` is scale_y / scale_x. The scales are None if no absolute size was known.
    """

    ratio: Share
    shear: Share
    scale_x: Share | None = None
    scale_y: Share | None = None

    def sized(self, across: Share) -> Distortion:
        """Return this distortion with the scale along x set to *across*, and the scale along y derived from it."""
        give = math.hypot(across.give, self.ratio.give)
        return Distortion(self.ratio, self.shear, across, Share(across.value * self.ratio.value, give))


def from_scan(view: SheetView, dpi: tuple[float, float], *, flat_mm: float = FLAT_MM) -> Distortion | None:
    """Return the distortion in a scan of *dpi* (along x and y); None if it is not a straight view of a flat sheet.

    It is not where the points lie, by root mean square, more than *flat_mm* beside where such a view has them.
    """
    seen = view.seen_px / np.array(dpi) * _MM_PER_INCH
    middle = view.belong_mm.mean(axis=0)
    design = np.column_stack([view.belong_mm - middle, np.ones(len(seen))])
    solution, *_ = np.linalg.lstsq(design, seen, rcond=None)
    residual = seen - design @ solution
    spread = float(np.sqrt((residual**2).sum() / max(1, 2 * len(seen) - 6)))
    if spread > flat_mm:
        return None
    linear = solution[:2].T
    scale_x = float(np.hypot(*linear[:, 0]))
    along = linear[:, 0] / scale_x
    shear = float(along @ linear[:, 1])
    scale_y = float(along[0] * linear[1, 1] - along[1] * linear[0, 1])
    spread = max(spread, _NOISE_PX / min(dpi) * _MM_PER_INCH)
    gives = 2 * spread / np.sqrt(((view.belong_mm - middle) ** 2).sum(axis=0))
    x, y = Share(scale_x, float(gives[0])), Share(scale_y, float(gives[1]))
    both = float(np.hypot(*gives))
    return Distortion(Share(scale_y / scale_x, both), Share(shear, both), x, y)


def from_photos(views: Sequence[SheetView], focal_px: Sequence[float | None]) -> Distortion:
    """Return the distortion that photographs of one sheet show together, from any angles.

    One least-squares fit finds the ratio, the shear, each picture's pose and, for all
    pictures of one size, a focal length, barrel distortion and principal point. Loose
    priors hold the lens to usual values or to the file's own (*focal_px*). The result's
    uncertainty says whether the pictures were sufficient. Raises ``ValueError`` if
    pictures of one size were taken with different zooms.
    """
    sizes = list(dict.fromkeys(view.size_px for view in views))
    lens = [sizes.index(view.size_px) for view in views]
    stated = [[f for f, own in zip(focal_px, lens, strict=True) if own == number and f] for number in range(len(sizes))]
    for known in stated:
        if known and max(known) > _SAME_ZOOM * min(known):
            raise ValueError(_ZOOMED)
    one = _fit(views, lens, [_Prior.of(known, size) for known, size in zip(stated, sizes, strict=True)])
    if len(views) > len(sizes):
        each = [_Prior.of([f] if f else stated[own], sizes[own]) for f, own in zip(focal_px, lens, strict=True)]
        apart = _fit(views, range(len(views)), each)
        if one.misfit - apart.misfit > _ZOOM_MISFIT * apart.noise and _zoomed(apart.focals, lens):
            raise ValueError(_ZOOMED)
    return Distortion(Share(1 + one.ratio.value, one.ratio.give), one.shear)


def _zoomed(focals: Sequence[float], lens: Sequence[int]) -> bool:
    """Return whether the focal lengths of pictures with the same *lens* differ from each other."""
    groups = [[f for f, own in zip(focals, lens, strict=True) if own == number] for number in set(lens)]
    return any(max(group) > _SAME_ZOOM * min(group) for group in groups)


@dataclass(frozen=True, slots=True)
class _Prior:
    """What is known about a lens before the fit: its focal length in px, and the relative error of that."""

    focal_px: float
    spread: float

    @classmethod
    def of(cls, stated: Sequence[float], size: tuple[int, int]) -> _Prior:
        if stated:
            return cls(float(np.mean(stated)), _EXIF_SPREAD)
        return cls(float(max(size)), _FOCAL_SPREAD)


@dataclass(frozen=True, slots=True)
class _Fit:
    """The ratio (less 1) and the shear that explain some views, and how well they do so."""

    ratio: Share
    shear: Share
    focals: tuple[float, ...]
    """The focal length of each lens in px."""
    misfit: float
    """Sum of the squared errors, each in standard deviations."""
    noise: float
    """The misfit per degree of freedom, at least 1."""


def _fit(views: Sequence[SheetView], lens: Sequence[int], priors: Sequence[_Prior]) -> _Fit:
    """Return the fit of *views*; *lens* gives the number of the lens that took each."""
    belong = [view.belong_mm - view.belong_mm.mean(axis=0) for view in views]
    prior = [each.focal_px for each in priors]
    poses = [_first_pose(points, view, prior[own]) for points, view, own in zip(belong, views, lens, strict=True)]
    head = 2 + 4 * len(priors)
    spreads = np.array([(each.spread, *_LENS_SPREADS) for each in priors])

    local = [
        np.array([0, 1, *range(2 + 4 * own, 6 + 4 * own), *range(head + 6 * k, head + 6 * k + 6)])
        for k, own in enumerate(lens)
    ]

    def errors(number: int, x: Array) -> Array:
        """Return the errors of one view for its ratio, shear, lens and pose *x*."""
        points, view = belong[number], views[number]
        flat = np.column_stack([points[:, 0] + x[1] * points[:, 1], points[:, 1] * (1 + x[0]), 0 * points[:, 0]])
        seen = _projected(flat, x[6:], prior[lens[number]], x[2:6], view.size_px)
        return np.asarray(((seen - view.seen_px) / _NOISE_PX).ravel(), dtype=np.float64)

    def off(x: Array) -> Array:
        every = (errors(number, x[own]) for number, own in enumerate(local))
        return np.concatenate([x[2:head] / spreads.ravel(), *every])

    def slopes(x: Array) -> Array:
        """Return the Jacobian of ``off``, using that a view depends only on its own lens and pose."""
        found = np.zeros((head - 2 + count, len(x)))
        found[range(head - 2), range(2, head)] = 1 / spreads.ravel()
        row = head - 2
        for number, own in enumerate(local):
            here, base = x[own], errors(number, x[own])
            for place, column in enumerate(own):
                moved = here.copy()
                moved[place] += (step := _STEP * max(1.0, abs(here[place])))
                found[row : row + len(base), column] = (errors(number, moved) - base) / step
            row += len(base)
        return found

    count = sum(2 * len(points) for points in belong)
    start = np.concatenate([np.zeros(head), *poses])
    found = least_squares(off, start, jac=slopes, x_scale="jac")
    noise = max(1.0, 2 * found.cost / max(1, count + head - len(start)))
    covariance = np.linalg.pinv(found.jac.T @ found.jac) * noise
    gives = 2 * np.sqrt(np.diag(covariance))
    ratio, shear = (Share(float(found.x[k]), float(gives[k])) for k in (0, 1))
    focals = tuple(focal * math.exp(found.x[2 + 4 * number]) for number, focal in enumerate(prior))
    return _Fit(ratio, shear, focals, 2 * float(found.cost), noise)


def _first_pose(points: Array, view: SheetView, focal: float) -> Array:
    camera = np.array([[focal, 0, (view.size_px[0] - 1) / 2], [0, focal, (view.size_px[1] - 1) / 2], [0, 0, 1.0]])
    solid = np.column_stack([points, np.zeros(len(points))])
    _, turn, move = cv2.solvePnP(solid, view.seen_px, camera, np.zeros(4), flags=cv2.SOLVEPNP_IPPE)
    return np.concatenate([np.asarray(turn).ravel(), np.asarray(move).ravel()])


def _projected(solid: Array, pose: Array, focal: float, lens: Array, size: tuple[int, int]) -> Array:
    """Return *solid* in px; *lens* holds log(focal length / *focal*), barrel distortion and principal point (x, y)."""
    turn, _ = cv2.Rodrigues(pose[:3])
    x, y, z = (solid @ np.asarray(turn).T + pose[3:]).T
    x, y = x / z, y / z
    scale = focal * math.exp(lens[0])
    swell = 1 + lens[1] * (x * x + y * y)
    middle = (np.array(size) - 1) / 2 + lens[2:] * scale
    return np.asarray(np.column_stack([x * swell, y * swell]) * scale + middle, dtype=np.float64)


def adjustment(
    distortion: Distortion,
    shift_mm: tuple[float, float] | None = None,
    back_shift_mm: tuple[float, float] | None = None,
) -> Adjustment:
    """Return the adjustment that undoes *distortion* and the shifts, as far as they were measured.

    Raises ``ValueError`` if the correction is too large.
    """
    shift, back = shift_mm or (0.0, 0.0), back_shift_mm or (0.0, 0.0)
    undone, undone_back = (-shift[0], -shift[1]), (-back[0], -back[1])
    if distortion.scale_x is None or distortion.scale_y is None:
        return Adjustment(shift_mm=undone, back_shift_mm=undone_back)
    x, y = distortion.scale_x.value, distortion.scale_y.value
    return Adjustment(1 / x, 1 / y, -distortion.shear.value / (x * y), undone, undone_back)
