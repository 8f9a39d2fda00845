"""Pictures of boards for these tests: a drawing, seen by a pinhole camera, with noise and blobs for pieces."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Array, Camera, Registration, undistorted
from kits.kit import Kit, Plan
from printkit.raster import board_image

Image = npt.NDArray[np.uint8]
_PX_PER_MM = 2.5
"""How finely printed boards are drawn."""


def camera_over(
    plan: Plan,
    *,
    elevation: float = 55.0,
    azimuth: float = 15.0,
    roll: float = 3.0,
    distance_mm: float = 700.0,
    hfov: float = 64.0,
    k1: float = 0.0,
    size: tuple[int, int] = (1280, 960),
) -> Registration:
    """Return the true registration of a camera that looks at the board's middle (angles in degrees)."""
    focal = size[0] / 2 / np.tan(np.radians(hfov / 2))
    K = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    up, around, turn = np.radians([elevation, azimuth, roll])
    back = np.array([np.cos(up) * np.sin(around), np.cos(up) * np.cos(around), -np.sin(up)])
    right = np.array([np.cos(around), -np.sin(around), 0.0])
    level = np.stack([right, np.cross(-back, right), -back])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    R = spin @ level
    middle = np.array([plan.width_mm / 2, plan.height_mm / 2, 0.0])
    t = -R @ (middle + distance_mm * back)
    camera = Camera(K, np.array([k1, 0, 0, 0, 0]), size)
    return Registration(camera, R, t, plan, "hand", 0.0)


def rays(camera: Camera) -> Array:
    """Return the ray (height, width, 3) of every pixel, exact for every eighth and straight in between."""
    width, height = camera.size
    down, across = np.mgrid[0 : height + 8 : 8, 0 : width + 8 : 8]
    exact = undistorted(camera, np.column_stack([across.ravel(), down.ravel()])).reshape(*across.shape, 2)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / 8, np.arange(height, dtype=np.float32) / 8)
    between = cv2.remap(exact.astype(np.float32), x, y, cv2.INTER_LINEAR)
    return np.dstack([between, np.ones((height, width))])


def photograph(
    drawing: Image, box_mm: tuple[float, float, float, float], truth: Registration, *, seed: int = 1
) -> Image:
    """Return what the camera of *truth* sees of *drawing*, which covers *box_mm* of the board's plane, on a table."""
    width, height = truth.camera.size
    ways, eye = rays(truth.camera) @ truth.R, truth.eye_mm
    left, top, right, bottom = box_mm
    scale = np.array([drawing.shape[1] / (right - left), drawing.shape[0] / (bottom - top)])
    source = (eye[:2] - eye[2] * ways[..., :2] / ways[..., 2:] - [left, top]) * scale - 0.5
    rng = np.random.default_rng(seed)
    table = cv2.resize(rng.normal(120, 25, (height // 8, width // 8, 3)), (width, height))
    table = np.clip(table, 0, 255).astype(np.uint8)
    across, down = cv2.split(source.astype(np.float32))
    fine = cv2.remap(drawing, across, down, cv2.INTER_LINEAR, dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    picture = cv2.GaussianBlur(fine, (0, 0), 0.7)
    noisy = np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255)
    return np.asarray(noisy, dtype=np.uint8)


def go_board() -> Image:
    """Return 19 lines each way on wood, which are no board of ours."""
    picture = np.full((900, 900, 3), (110, 170, 210), np.uint8)
    for i in range(19):
        cv2.line(picture, (45 + 45 * i, 45), (45 + 45 * i, 855), (20, 20, 20), 2)
        cv2.line(picture, (45, 45 + 45 * i), (855, 45 + 45 * i), (20, 20, 20), 2)
    return picture


def chessboard(
    cells: int = 8,
    *,
    dark: tuple[int, int, int] = (60, 90, 120),
    light: tuple[int, int, int] = (190, 215, 230),
    rim: tuple[int, int, int] = (190, 215, 230),
) -> Image:
    """Return a chequered board of *cells* a side, 64 px a cell, with a rim of half a cell."""
    board = np.full((64 * (cells + 1), 64 * (cells + 1), 3), rim, np.uint8)
    for row in range(cells):
        for column in range(cells):
            y, x = 32 + 64 * row, 32 + 64 * column
            board[y : y + 64, x : x + 64] = dark if (row + column) % 2 else light
    return board


def ruled(plan: Plan, *, block: int = 0, px: int = 40) -> Image:
    """Return *plan* ruled on light paper, *px* a cell, with a rim of half a cell; heavy lines every *block* cells."""
    half = px // 2
    board = np.full((px * (plan.rows + 1), px * (plan.columns + 1), 3), (205, 220, 225), np.uint8)
    for cell in plan.cells:
        column, row = ord(cell[0]) - 97, plan.rows - int(cell[1:])
        corner = half + px * column, half + px * row
        cv2.rectangle(board, corner, (corner[0] + px, corner[1] + px), (60, 60, 60), 1)
    for line in range(0, plan.columns + 1, block) if block else ():
        at = half + px * line
        cv2.line(board, (at, half), (at, half + px * plan.rows), (40, 40, 40), 3)
        cv2.line(board, (half, at), (half + px * plan.columns, at), (40, 40, 40), 3)
    return board


def box_of(plan: Plan) -> tuple[float, float, float, float]:
    """Return the box in mm that a drawing of :func:`chessboard` covers."""
    half = plan.pitch_mm / 2
    return -half, -half, plan.width_mm + half, plan.height_mm + half


def printed(kit: Kit, truth: Registration, *, seed: int = 1) -> Image:
    """Return what the camera of *truth* sees of *kit*'s printed board with its tags."""
    drawing, (left, top) = board_image(kit, _PX_PER_MM)
    height, width = drawing.shape[:2]
    return photograph(drawing, (left, top, left + width / _PX_PER_MM, top + height / _PX_PER_MM), truth, seed=seed)


def lines_box(plan: Plan) -> tuple[float, float, float, float]:
    """Return what ``ruled`` covers: its lines lie half a pixel, of 40 to a cell, beside the middle of its margin."""
    left, top, right, bottom = (end - plan.pitch_mm / 80 for end in box_of(plan))
    return left, top, right, bottom


def with_pieces(image: Image, truth: Registration, count: int, *, seed: int = 2, tall: float = 0.9) -> Image:
    """Return *image* with *count* upright blobs *tall* cells high on random cells."""
    rng = np.random.default_rng(seed)
    picture = image.copy()
    plan = truth.plan
    for cell in rng.choice(plan.cells, count, replace=False):
        x, y = plan.centre_mm(str(cell))
        foot, tip = truth.px_from_board([[x, y, 0.0], [x, y, -tall * plan.pitch_mm]])
        width = 0.55 * float(np.linalg.norm(np.diff(truth.px_from_board([[x, y], [x + plan.pitch_mm, y]]), axis=0)))
        colour = tuple(int(c) for c in rng.integers(20, 235, 3))
        _pill(picture, foot, tip, width, colour)
    return picture


def _pill(picture: Image, foot: Array, tip: Array, width: float, colour: tuple[int, ...]) -> None:
    ends = [tuple(round(float(v)) for v in end) for end in (foot, tip)]
    cv2.line(picture, ends[0], ends[1], colour, max(1, round(width)), cv2.LINE_AA)


def with_stones(picture: Image, truth: Registration, share: float, high_mm: float) -> Image:
    """Return *picture* with square stones on a *share* of the cells, none quite in its place."""
    rng, out = np.random.default_rng(4), picture.copy()
    cells = [cell for cell in truth.plan.cells if rng.random() < share]
    for cell in sorted(cells, key=lambda cell: float(truth.px_from_board([truth.plan.centre_mm(cell)])[0, 1])):
        middle = np.array(truth.plan.centre_mm(cell)) + rng.uniform(-1, 1, 2)
        foot = cv2.boxPoints((middle.tolist(), (33.0, 33.0), float(rng.uniform(-4, 4))))
        faces = [truth.px_from_board(np.column_stack([foot, np.full(4, -z)])) for z in (0.0, high_mm)]
        colour = 150 if rng.random() < 0.5 else 240
        hull = cv2.convexHull(np.round(np.concatenate(faces)).astype(np.int32))
        cv2.fillConvexPoly(out, hull, (colour // 2,) * 3)
        cv2.fillConvexPoly(out, np.round(faces[1]).astype(np.int32), (colour,) * 3)
    return out


def corner_error(found: Registration, truth: Registration, *, any_turn: bool = False) -> float:
    """Return the largest distance of corresponding corners, in parts of the board's mean side."""
    return corners_off(found, truth.corners_px, any_turn=any_turn)


def corners_off(found: Registration, there_px: Array, *, any_turn: bool = False) -> float:
    """Return the largest distance of corners from *there_px* (4, 2), in parts of the board's mean side."""
    side = float(np.linalg.norm(there_px - np.roll(there_px, 1, axis=0), axis=1).mean())
    turns = range(4) if any_turn else range(1)
    return min(float(np.linalg.norm(np.roll(found.corners_px, k, 0) - there_px, axis=1).max()) for k in turns) / side
