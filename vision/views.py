"""The same small picture of every cell: a virtual camera that looks straight at it.

Turning a camera about its centre moves pixels by a homography and hides or uncovers
nothing, whatever stands on the board. So each cell is shown as a camera would see it
that is turned towards the cell's centre, held upright (the board's vertical points up)
and zoomed until one pitch at that distance spans ``CELL_PX`` pixels. What is then left
to vary is what matters: the piece, the light, and the angle from which it is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Registration

Array = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

CELL_PX = 55.0
"""One pitch, seen face on at the cell's distance, in crop pixels."""

WIDTH, HEIGHT = 80, 96
FOOT = (39.5, 60.5)
"""Where the cell's centre comes to lie in a crop: room for the tallest piece above it."""


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Where the crops of some cells come from, and from which angle they look.

    ``H_image_crop`` is (N, 3, 3), crop pixels to image pixels. ``outline`` is (N, 4, 2),
    the cell's corners in its crop. ``inside`` is the share of the crop's core that lies
    in the picture.
    """

    cells: tuple[str, ...]
    H_image_crop: Array
    outline: Array
    sin_elevation: Array
    px_per_cell: Array
    inside: Array


def views(registration: Registration, cells: Sequence[str]) -> Views:
    """Return the views of *cells* through *registration*. Lens distortion is followed at each crop's corners."""
    plan = registration.plan
    half = plan.pitch_mm / 2
    corners = np.array([[0, 0], [WIDTH - 1, 0], [WIDTH - 1, HEIGHT - 1], [0, HEIGHT - 1]], dtype=np.float64)
    core = np.array([[x, y] for y in (-0.3, 0.0, 0.3) for x in (-0.3, 0.0, 0.3)]) * CELL_PX + np.array(FOOT)
    eye = registration.eye_mm
    K, dist = registration.camera.K, registration.camera.dist
    width, height = registration.camera.size
    homographies, outlines, sines, scales, inside = [], [], [], [], []
    for cell in cells:
        x, y = plan.centre_mm(cell)
        centre = np.array([x, y, 0.0])
        ray = centre - eye
        distance = float(np.linalg.norm(ray))
        axes = _upright_axes(ray / distance, registration.R)
        focal = CELL_PX * distance / plan.pitch_mm
        square = centre + np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
        seen = (square - eye) @ axes.T
        outlines.append(seen[:, :2] / seen[:, 2:] * focal + np.array(FOOT))
        pixels = _image_points(np.vstack([corners, core]), focal, axes, registration.R, K, dist)
        homographies.append(_homography(corners, pixels[:4]))
        within = (pixels[4:] >= -0.5) & (pixels[4:] <= np.array([width - 0.5, height - 0.5]))
        ahead = float(axes[2] @ registration.R[2]) > 0.2
        inside.append(float(np.mean(within.all(axis=1))) if ahead else 0.0)
        sines.append(-eye[2] / distance)
        scales.append(float(np.linalg.norm(pixels[1] - pixels[0])) / (WIDTH - 1) * CELL_PX)
    return Views(
        tuple(cells),
        np.array(homographies).reshape(-1, 3, 3),
        np.array(outlines).reshape(-1, 4, 2),
        np.array(sines),
        np.array(scales),
        np.array(inside),
    )


def crops(image: Image, where: Views) -> Image:
    """Return the crops (N, HEIGHT, WIDTH, 3) of *where*, BGR.

    A picture much finer than the crops is halved first, as often as it takes, so that nothing flickers.
    """
    out = np.empty((len(where.cells), HEIGHT, WIDTH, 3), dtype=np.uint8)
    levels: dict[int, Image] = {0: image}
    for row, (H, px) in enumerate(zip(where.H_image_crop, where.px_per_cell, strict=True)):
        level = max(0, round(float(np.log2(px / CELL_PX)) - 0.25))
        for step in range(1, level + 1):
            if step not in levels:
                levels[step] = np.asarray(_halved(levels[step - 1]), dtype=np.uint8)
        shrink = np.array([[0.5**level, 0, (0.5**level - 1) / 2], [0, 0.5**level, (0.5**level - 1) / 2], [0, 0, 1]])
        out[row] = cv2.warpPerspective(
            levels[level],
            shrink @ H,
            (WIDTH, HEIGHT),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return out


def masks(where: Views) -> Image:
    """Return pictures (N, HEIGHT, WIDTH), 255 on the cell's own square and 0 beside it."""
    out = np.zeros((len(where.cells), HEIGHT, WIDTH), dtype=np.uint8)
    for picture, outline in zip(out, where.outline, strict=True):
        cv2.fillConvexPoly(picture, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return out


def _halved(image: Image) -> Image:
    height, width = image.shape[:2]
    even = image[: height // 2 * 2, : width // 2 * 2]
    return np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _upright_axes(forward: Array, R: Array) -> Array:
    """Return the rows x, y, z of a camera that looks *forward* with the board's vertical up (board frame).

    Seen from straight above there is no up; then the real camera's own is as good as any.
    """
    down = np.array([0.0, 0.0, 1.0]) + 1e-6 * R[1]
    across = np.cross(down, forward)
    across = across / np.linalg.norm(across)
    return np.vstack([across, np.cross(forward, across), forward])


def _image_points(points: Array, focal: float, axes: Array, R: Array, K: Array, dist: Array) -> Array:
    """Return where crop *points* lie in the image: out along the virtual camera's rays, back through the real one."""
    rays = np.column_stack([(points - np.array(FOOT)) / focal, np.ones(len(points))]) @ axes @ R.T
    image, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), K, dist)
    return np.asarray(image, dtype=np.float64).reshape(-1, 2)


def _homography(source: Array, target: Array) -> Array:
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, dtype=np.float64)
