"""The same small picture of every cell: a virtual camera that looks straight at it.

Turning a camera about its centre moves pixels by a homography and hides or uncovers
nothing, whatever stands on the board. So each cell is shown as a camera would see it
that is turned towards the cell's centre, held upright (the board's vertical points up)
and zoomed until one pitch at that distance spans ``cell_px`` pixels. What is then left
to vary is what matters: the piece, the light, and the angle from which it is seen.

A board that is too dark, backlit or veiled by glare is given the contrast of others first. The networks are trained on
boards in all kinds of light, but not in a third of the grey levels, as a picture exposed for a window shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Registration, seen_px
from core.reading import is_edge
from kits.kit import Plan

Array = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a crop and what lies where in it, in crop pixels."""

    width: int
    height: int
    cell_px: float
    """Size of one pitch in the crop, seen face on at the cell's distance."""
    headroom_px: float = 0.0
    """How far below the crop's middle the cell's centre lies; this leaves room for the tallest piece."""
    lengthwise: bool = False
    """Whether the crop is turned, by at most a right angle, so that the edge in question lies across it."""

    @property
    def foot(self) -> tuple[float, float]:
        """Where the cell's centre comes to lie, (x, y)."""
        return (self.width - 1) / 2, (self.height - 1) / 2 + self.headroom_px

    @property
    def corners(self) -> Array:
        """The corners (4, 2), from the upper left one on, as the cell's are."""
        right, bottom = self.width - 1, self.height - 1
        return np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], dtype=np.float64)


CELL = Frame(width=80, height=96, cell_px=55.0, headroom_px=13.0)
"""A cell with what stands on it."""
EDGE = replace(CELL, cell_px=76.0, headroom_px=0.0, lengthwise=True)
"""The place between two cells, and most of what stands next to it."""
_OUTSIDE = 0.7
"""Least share of a crop's core that must be inside the picture for it to be read."""
NARROW = 130.0
"""Grey levels on a board are stretched if their range is below this; the smallest among 417 rendered tables is 138."""

NOTHING = 12.0
"""Range of grey levels below which there is nothing to stretch."""

DARK, BRIGHT = 20.0, 235.0
"""Levels of the darkest and brightest places after stretching."""

_OUTLIERS = 0.5
"""Percentage of places ignored at each end."""
_EVERY = 4
"""Every how many pixels, in each direction, a sample is taken."""
_AROUND = 1.1
"""Size of the measured area relative to the board, which pieces rise beyond."""


def levelled(image: Image, place: Place) -> Image:
    """Return *image* (BGR) with its levels pulled apart, all alike, where those of the board at *place* are few."""
    on = np.zeros(image.shape[:2], dtype=np.uint8)
    for board in place.boards:
        corners = board.px_from_board(board.plan.corners_mm)
        middle = corners.mean(axis=0)
        around = np.clip(middle + _AROUND * (corners - middle), -1e4, 1e4)
        cv2.fillConvexPoly(on, np.rint(around).astype(np.int32), 1)
    seen = image[::_EVERY, ::_EVERY][on[::_EVERY, ::_EVERY] > 0]
    if not len(seen):
        return image
    dark = float(np.percentile(seen.min(axis=1), _OUTLIERS))
    bright = float(np.percentile(seen.max(axis=1), 100 - _OUTLIERS))
    if not NOTHING < bright - dark < NARROW:
        return image
    levels = DARK + (np.arange(256) - dark) * (BRIGHT - DARK) / (bright - dark)
    return np.asarray(cv2.LUT(image, np.clip(np.rint(levels), 0, 255).astype(np.uint8)), dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Where the crops of some cells (or edges) come from, and from which angle they look.

    ``H_image_crop`` is (N, 3, 3), crop pixels to image pixels. ``outline`` is (N, 4, 2),
    the corners in its crop of what is asked about: a cell, or the place of a rod.
    ``inside`` is the share of the crop's core that lies in the picture. Edges are seen as
    in EDGE, whatever the *frame*.
    """

    cells: tuple[str, ...]
    frame: Frame
    H_image_crop: Array
    outline: Array
    sin_elevation: Array
    px_per_cell: Array
    inside: Array

    @property
    def arrays(self) -> tuple[Array, ...]:
        """The fields that have a row for each of ``cells``."""
        return self.H_image_crop, self.outline, self.sin_elevation, self.px_per_cell, self.inside

    @property
    def outside(self) -> npt.NDArray[np.bool_]:
        """Which (N,) are too far beyond the picture's edge to be read."""
        return self.inside < _OUTSIDE

    def at(self, rows: npt.NDArray[np.intp]) -> Views:
        """Return the views in these *rows*."""
        return Views(tuple(self.cells[row] for row in rows), self.frame, *(each[rows] for each in self.arrays))


def views(place: Place, names: Sequence[str], frame: Frame = CELL) -> Views:
    """Return the views of cells and of edges between them (``b2-c2``, where a rod lies) through *place*.

    Lens distortion is followed at each crop's corners. With several boards the views come board by board,
    without the names that none of them has.
    """
    found = []
    for board in place.boards:
        plan, known = board.plan, set(board.plan.cells)
        here = [name for name in names if len(place.boards) == 1 or known.issuperset(name.split("-"))]
        found.append(_views(board, here, [_edge_mm(plan, n) if is_edge(n) else _cell_mm(plan, n) for n in here], frame))
    cells = tuple(name for part in found for name in part.cells)
    return Views(cells, frame, *map(np.concatenate, zip(*(part.arrays for part in found), strict=True)))


def views_at(board: Registration, centres_mm: Array, frame: Frame = CELL) -> Views:
    """Return the views of squares as large as a cell about *centres_mm* (N, 2) on *board*, named by numbers."""
    names = [str(number) for number in range(len(centres_mm))]
    return _views(board, names, [centre + square_mm(board.plan) for centre in centres_mm], frame)


def square_mm(plan: Plan) -> Array:
    """Return the corners (4, 2) of a cell of *plan* about its middle."""
    half = plan.pitch_mm / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _cell_mm(plan: Plan, cell: str) -> Array:
    return np.asarray(np.array(plan.centre_mm(cell)) + square_mm(plan))


def _edge_mm(plan: Plan, edge: str) -> Array:
    long, wide = 0.46 * plan.pitch_mm, 0.17 * plan.pitch_mm
    a, b = (np.array(plan.centre_mm(cell)) for cell in edge.split("-"))
    x, y = (long, wide) if a[0] == b[0] else (wide, long)
    return np.asarray((a + b) / 2 + np.array([[-x, -y], [x, -y], [x, y], [-x, y]]))


def _views(registration: Registration, names: Sequence[str], places: Sequence[Array], frame: Frame) -> Views:
    """Return the views of the quadrilaterals *places* (4, 2) mm, each aimed at its middle."""
    edges = np.array([is_edge(name) for name in names], dtype=bool)
    shown = [(frame, np.flatnonzero(~edges)), (EDGE, np.flatnonzero(edges))]
    corners = np.asarray(places, dtype=np.float64).reshape(-1, 4, 2)
    sizes: tuple[tuple[int, ...], ...] = ((3, 3), (4, 2), (), (), ())
    arrays = [np.zeros((len(names), *size)) for size in sizes]
    for which, rows in shown:
        if len(rows):
            for array, found in zip(arrays, _looked_at(registration, corners[rows], which), strict=True):
                array[rows] = found
    return Views(tuple(names), frame, *arrays)


def _looked_at(registration: Registration, places: Array, frame: Frame) -> tuple[Array, ...]:
    """Return ``Views.arrays`` for *places* (N, 4, 2) mm."""
    plan, eye, camera = registration.plan, registration.eye_mm, registration.camera
    thirds = np.array([[x, y] for y in (-0.3, 0.0, 0.3) for x in (-0.3, 0.0, 0.3)])
    flat = np.concatenate([places, np.zeros((len(places), 4, 1))], axis=2)
    ray = flat.mean(axis=1) - eye
    distance = np.linalg.norm(ray, axis=1)
    axes = _upright_axes(ray / distance[:, None], registration.R)
    if frame.lengthwise:
        axes = _lengthwise(axes, np.ptp(flat, axis=1))
    focal = frame.cell_px * distance / plan.pitch_mm
    seen = (flat - eye) @ axes.transpose(0, 2, 1)
    outline = seen[..., :2] / seen[..., 2:] * focal[:, None, None] + frame.foot
    points = np.vstack([frame.corners, thirds * frame.cell_px + frame.foot])
    rays = _rays(points, focal, frame) @ axes @ registration.R.T
    pixels = seen_px(camera, rays.reshape(-1, 3)).reshape(len(places), -1, 2)
    width, height = camera.size
    within = ((pixels[:, 4:] >= -0.5) & (pixels[:, 4:] <= np.array([width - 0.5, height - 0.5]))).all(axis=2)
    ahead = axes[:, 2] @ registration.R[2] > 0.2
    return (
        homographies(frame.corners, pixels[:, :4]),
        outline,
        -eye[2] / distance,
        np.linalg.norm(pixels[:, 1] - pixels[:, 0], axis=1) / (frame.width - 1) * frame.cell_px,
        np.where(ahead, within.mean(axis=1), 0.0),
    )


def crops(image: Image, H_image_crop: Array, frame: Frame) -> Image:
    """Return the crops (N, height, width, 3), BGR, that *H_image_crop* (N, 3, 3) takes to the *image*.

    A picture much finer than the crops is halved first, as often as it takes, so that nothing flickers.
    """
    out = np.empty((len(H_image_crop), frame.height, frame.width, 3), dtype=np.uint8)
    levels: dict[int, Image] = {0: image}
    for row, H in enumerate(H_image_crop):
        level = max(0, round(float(np.log2(_top_side(H, frame) / (frame.width - 1))) - 0.25))
        for step in range(1, level + 1):
            if step not in levels:
                levels[step] = np.asarray(_halved(levels[step - 1]), dtype=np.uint8)
        shrink = np.array([[0.5**level, 0, (0.5**level - 1) / 2], [0, 0.5**level, (0.5**level - 1) / 2], [0, 0, 1]])
        out[row] = cv2.warpPerspective(
            levels[level],
            shrink @ H,
            (frame.width, frame.height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return out


def masks(where: Views) -> Image:
    """Return pictures (N, height, width), 255 on what is asked about and 0 beside it."""
    out = np.zeros((len(where.cells), where.frame.height, where.frame.width), dtype=np.uint8)
    for picture, outline in zip(out, where.outline, strict=True):
        cv2.fillConvexPoly(picture, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return out


def _halved(image: Image) -> Image:
    height, width = image.shape[:2]
    even = image[: height // 2 * 2, : width // 2 * 2]
    return np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _upright_axes(forward: Array, R: Array) -> Array:
    """Return the axes (N, 3, 3) of cameras looking *forward* (N, 3), upright on the board or else in the picture."""
    down = np.array([0.0, 0.0, 1.0]) + 1e-6 * R[1]
    across = np.cross(down, forward)
    across = across / np.linalg.norm(across, axis=1, keepdims=True)
    return np.stack([across, np.cross(forward, across), forward], axis=1)


def _lengthwise(axes: Array, extent: Array) -> Array:
    """Return *axes* rolled so that the longest side of *extent* (N, 3) points across, with up as far up as possible."""
    longest = np.where(extent == extent.max(axis=1, keepdims=True), extent, 0.0)
    along = np.einsum("nij,nj->ni", axes, longest)
    roll = np.where(along[:, 0] != 0, np.arctan(along[:, 1] / np.where(along[:, 0] != 0, along[:, 0], 1.0)), np.pi / 2)
    cosine, sine = np.cos(roll)[:, None], np.sin(roll)[:, None]
    across, down, forward = axes.transpose(1, 0, 2)
    return np.stack([cosine * across + sine * down, cosine * down - sine * across, forward], axis=1)


def _top_side(H_image_crop: Array, frame: Frame) -> float:
    """Return how many px of the image the crop's first row spans."""
    ends = H_image_crop @ np.array([[0.0, frame.width - 1], [0.0, 0.0], [1.0, 1.0]])
    return float(np.linalg.norm(np.diff(ends[:2] / ends[2:], axis=1)))


def _rays(points: Array, focal: Array, frame: Frame) -> Array:
    """Return the rays (N, P, 3) of crop *points* (P, 2) in the virtual cameras' frames, one per *focal* length."""
    across = (points - frame.foot) / focal[:, None, None]
    return np.concatenate([across, np.ones((*across.shape[:2], 1))], axis=2)


def homographies(source: Array, targets: Array) -> Array:
    """Return (N, 3, 3), what takes the four points *source* (4, 2) to each of *targets* (N, 4, 2)."""
    return np.array([homography(source, target) for target in targets]).reshape(-1, 3, 3)


def homography(source: Array, target: Array) -> Array:
    """Return the (3, 3) that takes the four points *source* (4, 2) to *target* (4, 2)."""
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, dtype=np.float64)
