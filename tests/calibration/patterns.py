"""Pictures of calibration patterns through known lenses."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

from calibration.registration import Array, Camera
from printkit.adjust import Adjustment
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.target import draw_target
from tests.calibration.scenes import rays

Grey = npt.NDArray[np.uint8]
DPI = 150.0


@cache
def target_sheet(paper: str = "a4") -> tuple[Grey, tuple[float, float]]:
    """Return the printed target as a raster and its size in mm."""
    data = render(draw_target(Job(PAPERS[paper])), Adjustment())
    with pypdfium2.PdfDocument(data) as document:
        image = document[0].render(scale=DPI / 72, grayscale=True).to_numpy()
    return np.asarray(image, np.uint8).reshape(image.shape[:2]).copy(), (
        PAPERS[paper].width_mm,
        PAPERS[paper].height_mm,
    )


@cache
def chessboard_sheet(corners: tuple[int, int], square_mm: float) -> tuple[Grey, tuple[float, float]]:
    """Return an empty chessboard with a white rim of one square, and its size in mm."""
    px = 24
    columns, rows = corners[0] + 1, corners[1] + 1
    image = np.full(((rows + 2) * px, (columns + 2) * px), 240, np.uint8)
    for row in range(rows):
        for column in range(columns):
            if (row + column) % 2 == 0:
                image[(row + 1) * px : (row + 2) * px, (column + 1) * px : (column + 2) * px] = 25
    return image, ((columns + 2) * square_mm, (rows + 2) * square_mm)


def lens(*, focal: float = 1000.0, k1: float = -0.18, size: tuple[int, int] = (1280, 960)) -> Camera:
    """Return a camera whose centre is a little off and whose lens bends."""
    K = np.array([[focal, 0, size[0] / 2 + 7.5], [0, focal * 1.002, size[1] / 2 - 6.0], [0, 0, 1.0]])
    return Camera(K, np.array([k1, 0.05, 0.001, -0.0008, 0.0]), size)


def pose(size_mm: tuple[float, float], camera: Camera, number: int, *, tilt_deg: float = 32.0) -> tuple[Array, Array]:
    """Return R and t of view *number* of a series: a sheet of *size_mm*, tilted to one side after another."""
    across, down = size_mm
    rng = np.random.default_rng([number, 1])
    turn = np.radians(360 / 7 * number + rng.normal(0, 8))
    axis = np.array([np.cos(turn), np.sin(turn), 0.0]) * np.radians(tilt_deg + min(tilt_deg, 4.0) * rng.normal())
    spin = np.array([0.0, 0.0, np.radians(rng.uniform(-25, 25))])
    R = np.asarray(cv2.Rodrigues(axis)[0]) @ np.asarray(cv2.Rodrigues(spin)[0])
    distance = 1.25 * max(across, down) * camera.K[0, 0] / camera.size[1] * rng.uniform(0.85, 1.2)
    off = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [0, 0]])[number % 5] * distance * [0.1, 0.064]
    return R, np.array([*off, distance]) - R @ np.array([across / 2, down / 2, 0.0])


def photographed(
    sheet: tuple[Grey, tuple[float, float]],
    camera: Camera,
    number: int,
    *,
    tilt_deg: float = 32.0,
    bend_mm: float = 0.0,
    blur_px: float = 0.8,
) -> Grey:
    """Return picture *number* of a series: the sheet tilted to one side after another, at changing places.

    ``bend_mm`` is how far a sheet that does not lie flat bulges along its length.
    """
    page, (across, down) = sheet
    rng = np.random.default_rng(number)
    ways = rays(camera).reshape(-1, 3)
    R, t = pose((across, down), camera, number, tilt_deg=tilt_deg)
    lift = np.zeros(len(ways))
    for _ in range(1 if bend_mm == 0 else 12):
        place = _meet(ways, R, t, lift)
        lift = bend_mm * np.sin(np.clip(place[:, 1] / down, 0, 1) * np.pi)
    scale = np.array([page.shape[1] / across, page.shape[0] / down])
    at = (place * scale - 0.5).astype(np.float32).reshape(camera.size[1], camera.size[0], 2)
    seen = cv2.remap(page, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(70,))
    noisy = cv2.GaussianBlur(seen, (0, 0), blur_px) * 0.85 + 15 + rng.normal(0, 2, seen.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _meet(seen: Array, R: Array, t: Array, lift: Array) -> Array:
    """Return where the rays *seen* meet the sheet, bulging by *lift* towards the camera."""
    ways, eye = seen @ R, -R.T @ t
    scale = (-lift - eye[2]) / ways[:, 2]
    return np.asarray((eye + ways * scale[:, None])[:, :2])
