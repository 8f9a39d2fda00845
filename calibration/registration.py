"""Camera and pose: how a point over the board becomes a pixel, and back.

Frames: board as in kits.kit (mm, z into the table, a height is a negative z); camera
as in OpenCV (x right, y down, z forward); image in px with (0, 0) at the centre of the
first pixel. ``X_camera = R @ X_board + t``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from kits.kit import Plan

Array = npt.NDArray[np.float64]
Method = Literal["tags", "lattice", "manual"]
"""What a board was found by, under the names that reports and journals have always used."""
FoundBy = Literal["tags", "outline", "corners", "three corners", "hand"]
"""What a board was found by: its tags; its outline; all four corners, or three corners of an outline; or by hand."""

_METHODS: dict[FoundBy, Method] = {"tags": "tags", "hand": "manual"}


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera: ``K`` (3, 3), ``dist`` (k1, k2, p1, p2, k3), image size (width, height) in px."""

    K: Array
    dist: Array
    size: tuple[int, int]
    doubt: Array | None = None
    """Covariance (5, 5) of ``pose.State.lens`` where a picture gave one; None for a camera taken as it is."""


def pinhole(focal_px: float, size: tuple[int, int]) -> Array:
    """Return the matrix (3, 3) of a camera that looks through the middle of its picture of *size* (width, height)."""
    return np.array([[focal_px, 0, (size[0] - 1) / 2], [0, focal_px, (size[1] - 1) / 2], [0, 0, 1.0]])


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """A camera's pose over a board whose cells lie as in ``plan``."""

    camera: Camera
    R: Array
    t: Array
    plan: Plan
    found_by: FoundBy
    error_px: float
    """Root mean square reprojection error of the points that the pose was fitted to."""
    rim_mm: tuple[tuple[float, float], ...] | None = None
    """Where the playing area's corners are seen, in the board frame and the plan's order; None where the plan has them.

    A line printed around the cells counts as part of the playing area, and wood is cut by hand.
    """
    codes: tuple[int, ...] = ()
    """The codes of the tags that the pose was fitted to."""
    row_1_assumed: bool = False
    """Whether row 1 is merely assumed to be nearest the camera, as nothing shows which way round the board lies."""

    @property
    def method(self) -> Method:
        """The kind of what the board was found by."""
        return _METHODS.get(self.found_by, "lattice")

    def in_camera(self, points_mm: npt.ArrayLike) -> Array:
        """Return in the camera's frame (N, 3), in mm, board points (N, 2) on the surface or (N, 3)."""
        points = np.asarray(points_mm, dtype=np.float64)
        if points.shape[-1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        return np.asarray(points.reshape(-1, 3) @ self.R.T + self.t.reshape(3))

    def px_from_board(self, points_mm: npt.ArrayLike) -> Array:
        """Return pixels (N, 2) of board points (N, 2) on the surface or (N, 3)."""
        return seen_px(self.camera, self.in_camera(points_mm))

    def board_from_px(self, points_px: npt.ArrayLike, *, height_mm: float = 0.0) -> Array:
        """Return the points (N, 2) in mm where the rays of *points_px* meet the plane *height_mm* above the board."""
        rays = undistorted(self.camera, points_px)
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.R
        eye = self.eye_mm
        scale = (-height_mm - eye[2]) / directions[:, 2]
        return np.asarray((eye + directions * scale[:, None])[:, :2])

    @property
    def eye_mm(self) -> Array:
        """The camera's centre in the board frame; z is negative above the table."""
        return np.asarray(-self.R.T @ self.t.reshape(3))

    @property
    def corners_px(self) -> Array:
        """Outer corners of the playing area (4, 2) in the order of the contract, its printed outline included."""
        return self.px_from_board(self.plan.corners_mm if self.rim_mm is None else self.rim_mm)


def seen_px(camera: Camera, points: Array) -> Array:
    """Return the pixels (N, 2) of *points* (N, 3) in the camera's frame.

    ``cv2.projectPoints`` does the same, but always works out derivatives too, which takes most of its time.
    """
    k1, k2, p1, p2, k3 = _distortion(camera)
    x, y = points[:, :2].T / np.where(points[:, 2] == 0, 1.0, points[:, 2])
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    bent_y = y * radial + 2 * p2 * x * y + p1 * (r2 + 2 * y * y)
    K = camera.K
    return np.column_stack([K[0, 0] * bent_x + K[0, 1] * bent_y + K[0, 2], K[1, 1] * bent_y + K[1, 2]])


def _distortion(camera: Camera) -> list[float]:
    """Return k1, k2, p1, p2, k3; those that *camera* lacks are 0."""
    known: list[float] = np.asarray(camera.dist, dtype=np.float64).ravel()[:5].tolist()
    return known + [0.0] * (5 - len(known))


def undistorted(camera: Camera, points_px: npt.ArrayLike) -> Array:
    """Return where the rays of *points_px* meet the plane one unit before the lens, (N, 2).

    ``cv2.undistortPoints`` alone stops after five steps, pixels short in the corners of
    a wide lens; the steps here divide by the radial slope of the distortion.
    """
    pixels = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
    k1, k2, p1, p2, k3 = _distortion(camera)
    flat = np.asarray(cv2.undistortPoints(pixels.reshape(-1, 1, 2), camera.K, camera.dist), dtype=np.float64)
    x, y = flat.reshape(-1, 2).T
    if not (k1 or k2 or p1 or p2 or k3):
        return np.column_stack([x, y])
    seen_y = (pixels[:, 1] - camera.K[1, 2]) / camera.K[1, 1]
    seen_x = (pixels[:, 0] - camera.K[0, 2] - camera.K[0, 1] * seen_y) / camera.K[0, 0]
    for _ in range(6):
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        slope = np.maximum(1 + r2 * (3 * k1 + r2 * (5 * k2 + r2 * 7 * k3)), 0.2)
        x, y = (
            x + (seen_x - x * radial - 2 * p1 * x * y - p2 * (r2 + 2 * x * x)) / slope,
            y + (seen_y - y * radial - 2 * p2 * x * y - p1 * (r2 + 2 * y * y)) / slope,
        )
    return np.column_stack([x, y])


def at_size(camera: Camera, size: tuple[int, int]) -> Camera:
    """Return *camera* for the same pictures scaled to *size* (width, height)."""
    across, down = size[0] / camera.size[0], size[1] / camera.size[1]
    K = camera.K.copy()
    K[0, :2], K[1, :2] = K[0, :2] * across, K[1, :2] * down
    K[0, 2], K[1, 2] = (K[0, 2] + 0.5) * across - 0.5, (K[1, 2] + 0.5) * down - 0.5
    return replace(camera, K=K, size=size)


def resized(registration: Registration, size: tuple[int, int]) -> Registration:
    """Return *registration* for the same picture scaled to *size* (width, height)."""
    scale = size[0] / registration.camera.size[0]
    return replace(registration, camera=at_size(registration.camera, size), error_px=registration.error_px * scale)
