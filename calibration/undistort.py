"""Removes lens distortion from pictures, and maps points back."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Array, Camera, Registration
from calibration.scaling import Grey


def straightened(grey: Grey, camera: Camera) -> Grey:
    """Return the picture *grey* of *camera* without distortion; NaN outside the picture."""
    if not np.any(camera.dist):
        return grey
    across, down = cv2.initUndistortRectifyMap(camera.K, camera.dist, np.eye(3), camera.K, camera.size, cv2.CV_32FC1)
    return np.asarray(cv2.remap(grey, across, down, cv2.INTER_LINEAR, borderValue=(float("nan"),)), dtype=np.float32)


def bent(camera: Camera, straight_px: npt.ArrayLike) -> Array:
    """Convert points *straight_px* (N, 2) of the undistorted picture to px of *camera*'s own picture."""
    points = np.asarray(straight_px, dtype=np.float64).reshape(-1, 2)
    if not len(points):
        return points
    focal = camera.K[[0, 1], [0, 1]]
    rays = np.column_stack([(points - camera.K[:2, 2]) / focal, np.ones(len(points))])
    seen, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), camera.K, camera.dist)
    return np.asarray(seen, dtype=np.float64).reshape(-1, 2)


def straight_homography(registration: Registration) -> Array:
    """Return the homography from the board in mm to px of its camera's undistorted picture."""
    R, t = registration.R, registration.t.reshape(3)
    return np.asarray(registration.camera.K @ np.column_stack([R[:, 0], R[:, 1], t]))


def cell_homography(registration: Registration) -> Array:
    """Return the homography from the board in cells to px of its camera's undistorted picture."""
    pitch = registration.plan.pitch_mm
    return straight_homography(registration) @ np.diag([pitch, pitch, 1.0])


def project(H: Array, points: npt.ArrayLike) -> Array:
    """Return *points* (N, 2) through the homography *H*; points beyond the horizon become NaN."""
    xy = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    xyw = xy @ H[:, :2].T + H[:, 2]
    w = np.where(np.abs(xyw[:, 2]) > 1e-9, xyw[:, 2], np.nan)
    return np.asarray(xyw[:, :2] / w[:, None])


def axes_at(H: Array, points: Array, *, step: float = 1.0) -> tuple[Array, Array]:
    """Return how far (N, 2) px the image moves when lattice *points* (N, 2) move by *step* along u, and along v."""
    u, v = np.array([step / 2, 0.0]), np.array([0.0, step / 2])
    return project(H, points + u) - project(H, points - u), project(H, points + v) - project(H, points - v)
