"""A camera held over a board, and where the board's points lie in its picture. No Blender.

Board frame of the truth (mm): origin at the outer corner of a1, x along the files, y along the ranks, z up.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

TIERS = ("easy", "normal", "hard")
ELEVATIONS_DEG = {"easy": (62, 85), "normal": (48, 70), "hard": (36, 55)}

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera without distortion: x_camera = R x_board + t in mm, pixel centres at integers."""

    K: Matrix
    R: Matrix
    t: Matrix
    view_deg: float
    elevation_deg: float

    @property
    def eye_mm(self) -> Matrix:
        """Where the camera is in the board frame."""
        return -self.R.T @ self.t

    @property
    def distance_mm(self) -> float:
        """How far the camera is from what it looks at."""
        return float(self.eye_mm[2] / math.sin(math.radians(self.elevation_deg)))

    def turned(self, quarters: int, about_mm: tuple[float, float]) -> View:
        """Return the view once the board has been turned by *quarters*, clockwise, about a point of it."""
        turn, middle = _turned_by(math.pi / 2 * quarters), np.array([*about_mm, 0.0])
        R = self.R @ turn.T
        return replace(self, R=R, t=self.t + (self.R - R) @ middle)

    def px(self, points_mm: npt.ArrayLike) -> Matrix:
        """Return where points (N, 3) of the board frame lie in the picture (N, 2)."""
        seen = (np.asarray(points_mm, float) @ self.R.T + self.t) @ self.K.T
        return seen[:, :2] / seen[:, 2:]

    def depths_mm(self, points_mm: npt.ArrayLike) -> Matrix:
        """Return how far before the camera points (N, 3) of the board frame lie."""
        return (np.asarray(points_mm, float) @ self.R.T + self.t)[:, 2]


def corners_mm(size_mm: tuple[float, float]) -> Matrix:
    """Return the outer corners of the cells, beginning at a1, then along the files."""
    width, height = size_mm
    return np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)


def draw_view(size_mm: tuple[float, float], tier: str, rng: random.Random, *, width: int) -> View:
    """Return a random camera of *tier* from which a board of *size_mm* fills much of a picture *width* px wide."""
    view_deg = rng.uniform(50, 78)
    elevation, azimuth = math.radians(rng.uniform(*ELEVATIONS_DEG[tier])), rng.uniform(0, 2 * math.pi)
    roll = math.radians(rng.gauss(0, 3))
    middle = np.array([side / 2 + rng.uniform(-0.05, 0.05) * side for side in size_mm] + [0.0])
    reach = rng.uniform(0.76, 1.0)
    out = np.array(
        [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    )
    turn = _turned_by(roll) @ _looking_along(-out)
    focal = width / 2 / math.tan(math.radians(view_deg) / 2)
    K = np.array([[focal, 0, (width - 1) / 2], [0, focal, (width * 3 // 4 - 1) / 2], [0, 0, 1]])

    def at(distance: float) -> View:
        return View(K, turn, -turn @ (middle + distance * out), view_deg, math.degrees(elevation))

    return at(_nearest(lambda distance: _fits(at(distance), corners_mm(size_mm), reach)))


def _looking_along(forward: Matrix) -> Matrix:
    """Return the camera's directions right, down and forward, with its sides level."""
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(forward, right), forward])


def _turned_by(roll: float) -> Matrix:
    """Return the rotation by *roll* radians about the last axis."""
    c, s = math.cos(roll), math.sin(roll)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _fits(view: View, points_mm: Matrix, reach: float) -> bool:
    """Return whether all points lie before the camera and within *reach* of the middle, in half pictures."""
    if view.depths_mm(points_mm).min() < 20:
        return False
    off = np.abs(view.px(points_mm) - view.K[:2, 2]) / (view.K[:2, 2] + 0.5)
    return bool(off.max() <= reach)


def _nearest(fits: Callable[[float], bool]) -> float:
    """Return the least distance in mm that *fits*: nearer ones do not, farther ones do."""
    near, far = 50.0, 3000.0
    for _ in range(40):
        between = (near + far) / 2
        near, far = (near, between) if fits(between) else (between, far)
    return far
