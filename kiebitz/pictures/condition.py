"""Measures how a picture was taken: light, colour, sharpness, glare, angle, distance. pictures.advice judges these."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.outline import find_outline
from calibration.registration import Registration, at_size
from calibration.scaling import scaled
from kiebitz.pictures.colours import is_grey
from kiebitz.pictures.steady import from_above
from vision.views import Views

Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]

SCALE_PX = 40.0
"""Pixels per cell at which sharpness and noise are measured, about the scale at which boards are read."""
_FLAT_PX = 16
_MARGIN_CELLS = 1.0
"""Margin around the board for contrast and sharpness; it includes the tags of a printed board."""
_FINE, _COARSE = 0.8, 2.2
"""Standard deviations in px of the two blurs whose edges are compared."""
_EDGES = 20
"""Fewest edge points for a measurement."""
_WHITE_CELL = 190.0
"""Brightness above which glare cannot be seen on a cell."""
_PURE_WHITE = 247
"""A pixel whose darkest channel is above this level is overexposed."""
_WHOLE_PX = 1000
_LIKELIEST_PX = 128
"""Side in px of the square to which the likeliest board is warped if none is found."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What was measured, of the board where one is known and else of the whole picture.

    Brightness is in grey values of the file (0 to 255), ``blur_px`` and ``noise`` at
    ``SCALE_PX`` pixels a cell. ``cast`` is how far the greyest things are from
    grey: the natural logarithm of their strongest colour over their weakest. ``grey`` is whether
    the picture shows no colours at all. ``uneven`` is how
    many times brighter the brightest part of the board is lit than the darkest.
    ``glare_cells`` is the size in cells of the largest white patch on the board.
    """

    bright: float
    middle: float
    contrast: float
    burnt: float
    cast: float
    grey: bool
    uneven: float
    blur_px: float
    streak: float
    """How many times blurrier edges are in one direction than in the other."""
    noise: float
    glare_cells: float
    elevation_deg: float | None
    px_per_cell: float | None


def measure(image: Image, registration: Registration | None, where: Views | None = None) -> Condition:
    """Return the condition of *image* (BGR); *where* are the views of the cells, if they are known already.

    Where no board is found, what looks most like one says how much is overexposed, and the whole picture all else.
    """
    if registration is None:
        part, mask = _whole(image), None
        px_per_cell = elevation = None
        board, exposed = part, _likeliest(part)
    else:
        px_per_cell = _px_per_cell(registration) if where is None else float(np.median(where.px_per_cell))
        eye = registration.eye_mm
        middle = np.array([registration.plan.width_mm / 2, registration.plan.height_mm / 2, 0.0])
        elevation = float(np.degrees(np.arcsin(-eye[2] / np.linalg.norm(eye - middle))))
        part, mask = _around(image, registration, px_per_cell)
        board = exposed = _from_above(image, registration)
    blur_px, streak, noise = _sharpness(part, mask)
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY)
    half, high = (float(value) for value in np.percentile(grey, (50, 95)))
    least, most = (float(value) for value in np.percentile(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), (1, 99)))
    uneven, glare = (1.0, 0.0) if registration is None else _lighting(board)
    return Condition(
        bright=high,
        middle=half,
        contrast=most - least,
        burnt=float(np.mean(exposed.min(axis=2) > _PURE_WHITE)),
        cast=_cast(image),
        grey=is_grey(image),
        uneven=uneven,
        blur_px=blur_px * (1.0 if px_per_cell is None else max(1.0, SCALE_PX / px_per_cell)),
        streak=streak,
        noise=noise,
        glare_cells=glare,
        elevation_deg=elevation,
        px_per_cell=px_per_cell,
    )


def _px_per_cell(registration: Registration) -> float:
    plan = registration.plan
    corners = registration.px_from_board(plan.corners_mm)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(np.mean(sides) / np.mean([plan.columns, plan.rows]))


def _whole(image: Image) -> Image:
    return scaled(image, min(1.0, _WHOLE_PX / max(image.shape[:2])))


def _likeliest(image: Image) -> Image:
    """Return what looks most like a board in *image*, as if from straight above, or else the whole of *image*."""
    seen = find_outline(image)
    if seen is None:
        return image
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32) * _LIKELIEST_PX
    H = cv2.getPerspectiveTransform(square, seen.corners_px.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(image, H, (_LIKELIEST_PX, _LIKELIEST_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


def _around(image: Image, registration: Registration, px_per_cell: float) -> tuple[Image, Image]:
    """Return the part of the picture around the board, at no more than ``SCALE_PX`` per cell, and the board's mask."""
    height, width = image.shape[:2]
    corners = registration.px_from_board(registration.plan.corners_mm)
    margin = _MARGIN_CELLS * px_per_cell
    x0, y0 = np.clip(np.floor(corners.min(axis=0) - margin).astype(int), 0, [width - 8, height - 8])
    x1, y1 = np.clip(np.ceil(corners.max(axis=0) + margin).astype(int), [x0 + 8, y0 + 8], [width, height])
    scale = min(1.0, SCALE_PX / max(px_per_cell, 1.0))
    part = image[y0:y1, x0:x1]
    if scale < 1:
        part = scaled(part, scale)
    mask = np.zeros(part.shape[:2], np.uint8)
    middle = np.mean(corners, axis=0)
    wider = middle + (corners - middle) * (1 + 2 * _MARGIN_CELLS / registration.plan.columns)
    cv2.fillConvexPoly(mask, np.rint((wider - [x0, y0]) * scale).astype(np.int32), (255,))
    return part, mask


def _from_above(image: Image, registration: Registration) -> Image:
    """Return the board from straight above, ``_FLAT_PX`` per cell; outside the picture its edge is repeated."""
    small, place = image, registration
    for _ in range(3):
        if _px_per_cell(place) < 3 * _FLAT_PX:
            break
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
        camera = at_size(registration.camera, half)
        place = replace(registration, camera=camera)
    return from_above(small, place, _FLAT_PX, 0.0)


def _sharpness(part: Image, mask: Image | None) -> tuple[float, float, float]:
    """Return blur (standard deviation in px), streak and noise.

    An edge blurred by s has a slope of 1/√(s² + a²) after a further blur of a, so two further blurs reveal s. Only
    the sharpest edges count, because shadows are soft anyway.
    """
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
    noise = _noise(grey, mask)
    fine, coarse = (
        _slopes(np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma), np.float32)) for sigma in (_FINE, _COARSE)
    )
    strength = np.hypot(*fine)
    peak = strength >= cv2.dilate(strength, np.ones((3, 3), np.uint8)) - 1e-6
    if mask is not None:
        peak &= cv2.erode(mask, np.ones((5, 5), np.uint8)) > 0
    peak[:4], peak[-4:], peak[:, :4], peak[:, -4:] = False, False, False, False
    by_way = _blur_by_way(fine, strength, np.hypot(*coarse), peak, max(1.2 * noise, 1.0))
    if not by_way:
        return 0.0, 1.0, noise
    return float(np.median(by_way)), (max(by_way) + 0.5) / (min(by_way) + 0.5), noise


def _blur_by_way(
    slopes: tuple[Floats, Floats], strength: Floats, weak: Floats, peak: npt.NDArray[np.bool_], least: float
) -> list[float]:
    """Return the blur of the sharpest edges in each of six directions that has enough: a smear weakens some."""
    turn = np.degrees(np.arctan2(slopes[1][peak], slopes[0][peak])) % 180
    strong, soft = strength[peak], weak[peak]
    found = []
    for middle in range(0, 180, 30):
        near = np.abs((turn - middle + 90) % 180 - 90) < 15
        if near.sum() < _EDGES:
            continue
        at = near & (strong > max(0.5 * float(np.percentile(strong[near], 99)), least))
        if at.sum() < _EDGES:
            continue
        ratio = strong[at] / np.maximum(soft[at], 1e-3)
        square = (_COARSE**2 - ratio**2 * _FINE**2) / np.maximum(ratio**2 - 1, 1e-3)
        found.append(float(np.percentile(np.sqrt(np.clip(square, 0.0, 81.0)), 30)))
    return found


def _slopes(grey: Floats) -> tuple[Floats, Floats]:
    kernel = np.array([[-0.5, 0.0, 0.5]], np.float32)
    return (
        np.asarray(cv2.filter2D(grey, cv2.CV_32F, kernel), np.float32),
        np.asarray(cv2.filter2D(grey, cv2.CV_32F, kernel.T), np.float32),
    )


def _noise(grey: Floats, mask: Image | None) -> float:
    """Return the standard deviation of the noise, by the median (not the mean) of J. Immerkær's mask (1996)."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    left = np.abs(cv2.filter2D(grey, cv2.CV_32F, kernel))
    values = left if mask is None else left[mask > 0]
    return float(np.median(values) / 0.6745 / 6) if values.size else 0.0


def _cast(image: Image) -> float:
    """Return how far from grey the greyest middling tones are, or the greyest bright things if these are greyer."""
    size = (max(1, image.shape[1] // 8), max(1, image.shape[0] // 8))
    values = cv2.resize(image, size, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float64)
    values = values[values.max(axis=1) > 60]
    middling = values.max(axis=1) < 248
    if middling.sum() < 100:
        return 0.0
    tint = np.ptp(np.log(values + 4.0), axis=1)
    level = values.sum(axis=1)
    bright = level >= np.percentile(level, 70)
    return float(min(np.percentile(tint[middling], 5), np.percentile(tint[bright], 25)))


def _lighting(board: Image) -> tuple[float, float]:
    """Return how uneven the light on the board is, and the size of the largest white patch in cells."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY).astype(np.float64)
    rows, columns = grey.shape[0] // _FLAT_PX, grey.shape[1] // _FLAT_PX
    cells = grey.reshape(rows, _FLAT_PX, columns, _FLAT_PX).transpose(0, 2, 1, 3).reshape(rows * columns, -1)
    logs = 2.2 * np.log((np.percentile(cells, 75, axis=1) + 4) / 259)
    y, x = (place.ravel() for place in np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j])
    parity = (np.add.outer(np.arange(rows), np.arange(columns)) % 2).ravel() - 0.5
    design = np.column_stack([np.ones(len(x)), parity, x, y, x * x, y * y, x * y])
    weights = np.ones(len(x))
    for _ in range(4):
        fit, *_ = np.linalg.lstsq(design * weights[:, None], logs * weights, rcond=None)
        off = logs - design @ fit
        weights = 1 / (1 + (off / (1.5 * np.median(np.abs(off)) + 0.05)) ** 2)
    light = design[:, 2:] @ fit[2:]
    usual = np.where(parity > 0, np.median(logs[parity > 0]), np.median(logs[parity < 0]))
    expected = 259 * np.exp(usual / 2.2) - 4
    return float(np.exp(np.ptp(light))), _largest_patch(board, expected.reshape(rows, columns))


def _largest_patch(board: Image, expected: Array) -> float:
    """Return the size in cells of the largest white patch on cells that are *expected* (rows, columns) to be darker."""
    darker = cv2.resize((expected < _WHITE_CELL).astype(np.uint8), (board.shape[1], board.shape[0]), interpolation=0)
    white = (board.min(axis=2) > 236).astype(np.uint8) & np.asarray(darker, np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((3, 3))))
    return float(np.asarray(stats)[1:count, cv2.CC_STAT_AREA].max() / _FLAT_PX**2) if count > 1 else 0.0
