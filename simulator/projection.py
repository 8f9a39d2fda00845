"""The geometry between the pretend table and the picture: planes to pixels, bodies to outlines."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Registration, undistorted

Array = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]
Points = npt.NDArray[np.int32]

GRID_PX = 8
SUBPIXEL_BITS = 4
_NEAR_MM = 30.0


class Projection:
    """A registration together with what many bodies and planes share: the rays of a grid of pixels."""

    def __init__(self, view: Registration) -> None:
        self.view = view
        self.width, self.height = view.camera.size
        self._planes: dict[float, Array] = {}

    @cached_property
    def _rays(self) -> Array:
        """Return directions (rows, columns, 3) in the board frame, every ``GRID_PX`` and a ring outside the picture."""
        x = (np.arange(-1, self.width // GRID_PX + 2) + 0.5) * GRID_PX - 0.5
        y = (np.arange(-1, self.height // GRID_PX + 2) + 0.5) * GRID_PX - 0.5
        flat = undistorted(self.view.camera, np.stack(np.meshgrid(x, y), axis=-1))
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.view.R
        return np.asarray(rays.reshape(len(y), len(x), 3))

    def plane(self, z_mm: float) -> Array:
        """Return where the grid's rays (rows, columns, 2) meet the plane; far away above the horizon."""
        if z_mm not in self._planes:
            eye = self.view.eye_mm
            fall = np.maximum(self._rays[..., 2], 0.02)
            self._planes[z_mm] = np.asarray(eye[:2] + self._rays[..., :2] * ((z_mm - eye[2]) / fall)[..., None])
        return self._planes[z_mm]

    @cached_property
    def sky(self) -> Map:
        """1.0 where a pixel looks above the horizon; every second pixel (height / 2, width / 2)."""
        return np.clip(self.fine((0.06 - self._rays[..., 2]) / 0.04, step_px=2), 0, 1)

    def fine(self, grid: npt.ArrayLike, *, step_px: int = 1) -> Map:
        """Return values of the pixel grid at every *step_px* pixels of the picture."""
        values = np.asarray(grid, dtype=np.float32)
        ratio = GRID_PX // step_px
        size = (values.shape[1] * ratio, values.shape[0] * ratio)
        full = cv2.resize(values, size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(
            full[ratio : ratio + self.height // step_px, ratio : ratio + self.width // step_px], dtype=np.float32
        )

    def px(self, points_mm: npt.ArrayLike) -> Array:
        """Return pixels (n, 2) of board-frame points (n, 3)."""
        return self.view.px_from_board(points_mm)

    def depth(self, points_mm: npt.ArrayLike) -> Array:
        """Return distances (n,) along the optical axis."""
        points = np.asarray(points_mm, dtype=np.float64)
        return np.asarray(points @ self.view.R[2] + self.view.t.reshape(3)[2])

    def visible(self, points_mm: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return (n,) whether each point is well in front of the lens and not absurdly far to a side."""
        seen = np.asarray(points_mm, dtype=np.float64) @ self.view.R.T + self.view.t.reshape(3)
        aside = np.abs(seen[:, :2]).max(axis=1)
        return np.asarray((seen[:, 2] > _NEAR_MM) & (aside < 1.6 * seen[:, 2]))

    def ground_polygon(self, corners_mm: npt.ArrayLike, z_mm: float, *, steps: int = 12) -> Array:
        """Return the picture's outline (n, 2) of a polygon on a plane, cut off where it leaves the view."""
        corners = np.asarray(corners_mm, dtype=np.float64)
        ring = np.concatenate(
            [
                np.linspace(a, b, steps, endpoint=False)
                for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)
            ]
        )
        points = np.column_stack([ring, np.full(len(ring), z_mm)]) @ self.view.R.T + self.view.t.reshape(3)
        for normal in ((0.0, 0.0, 1.0), (1.0, 0.0, 1.3), (-1.0, 0.0, 1.3), (0.0, 1.0, 1.3), (0.0, -1.0, 1.3)):
            points = _clip(points, np.asarray(normal), _NEAR_MM)
            if not len(points):
                return np.empty((0, 2))
        camera = self.view.camera
        image, _ = cv2.projectPoints(points.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), camera.K, camera.dist)
        return np.asarray(image, dtype=np.float64).reshape(-1, 2)


def _clip(points: Array, normal: Array, least: float) -> Array:
    """Return the polygon's part where ``points @ normal >= least``."""
    if not len(points):
        return points
    side = points @ normal - least
    kept = []
    for i in range(len(points)):
        a, b, p, q = side[i - 1], side[i], points[i - 1], points[i]
        if (a >= 0) != (b >= 0):
            kept.append(p + (q - p) * (a / (a - b)))
        if b >= 0:
            kept.append(q)
    return np.asarray(kept).reshape(-1, 3)


def subpixel(points_px: npt.ArrayLike, *, scale: float = 1.0, origin_px: tuple[float, float] = (0.0, 0.0)) -> Points:
    """Return pixels as OpenCV's drawing wants them (``shift=SUBPIXEL_BITS``), in a patch *scale* times as fine."""
    points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
    local = (points - np.asarray(origin_px) + 0.5) * scale - 0.5
    return np.asarray(np.rint(np.clip(local, -20000, 20000) * (1 << SUBPIXEL_BITS)), dtype=np.int32)


def hull(points_px: npt.ArrayLike) -> Array:
    """Return the convex hull (n, 2)."""
    points = np.asarray(points_px, dtype=np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.convexHull(points), dtype=np.float64).reshape(-1, 2)
