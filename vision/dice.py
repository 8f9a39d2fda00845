"""Reads the value of a die with a second look, straight down on its upper face.

The first network says where in its crop a die is and how large. The second then sees the
die in the middle and always as large, laid out on a plane parallel to the board: so the
upper face of a d6 or d8 keeps its shape whatever the camera's angle. The camera's side is
at the bottom, so that the faces seen beside the upper one are always there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.registration import Registration
from kits.pieces import Die
from vision.network import (
    ACROSS,
    DOWN,
    FACE_MODEL,
    REACHES,
    TOP_MODEL,
    Evidence,
    Floats,
    shares,
)
from vision.views import Array, Frame, Image, Views, crops, homography

MIDDLE = 0.85
"""Height of the plane that is laid out, in reaches; a die is 1.4 high, a d4 2.2."""
REACH_PX = 20.0
"""A die's reach in the second network's crop."""
TOP, TOP_PX = 1.3, 40.0
"""Height of the plane of the upper faces and a die's reach in crops of them: between those of a d6 and a d8."""
_LEAN = 0.25
"""How much the fourth channel rises from the middle to the edge nearest the camera, seen from 45°."""


def reach_mm(die: Die) -> float:
    """Return how far *die* reaches from its middle, seen from above; of a d4 rather less: its numbers are small."""
    return die.edge_mm * {4: 0.365, 6: 0.71, 8: 0.58}[die.faces]


@dataclass(frozen=True, slots=True, eq=False)
class FaceViews:
    """Where the crops come from, and the ``ramp`` (N, 3) of their fourth channel.

    That has the level 0…1 at the crop's foot, and how much it rises for each px across and down.
    """

    where: Views
    ramp: Array


def face_views(
    registration: Registration,
    centres_mm: npt.ArrayLike,
    reaches_mm: npt.ArrayLike,
    turns: npt.ArrayLike,
    *,
    frame: Frame = FACE_MODEL.frame,
    reach_px: float = REACH_PX,
    plane: float = MIDDLE,
) -> FaceViews:
    """Return the views of dice at *centres_mm* (N, 2), of *reaches_mm* (N,), the camera below.

    They are turned off that by *turns* (N,) in radians. Seen from straight above, the picture's lower edge is below.
    What is laid out is the plane that is *plane* reaches above the board.
    """
    eye = registration.eye_mm
    centres = np.asarray(centres_mm, dtype=np.float64).reshape(-1, 2)
    turned = headings(registration, centres) + np.asarray(turns, dtype=np.float64)
    reaches = np.asarray(reaches_mm, dtype=np.float64)[:, None, None]
    right, bottom = frame.width - 1, frame.height - 1
    corners = np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], dtype=np.float64)
    flat = (corners - frame.foot) / reach_px * reaches
    c, s = np.cos(turned), np.sin(turned)
    rotation = np.stack([np.stack([c, s], axis=1), np.stack([-s, c], axis=1)], axis=1)
    points = centres[:, None] + flat @ rotation
    solid = np.concatenate([points, np.broadcast_to(-plane * reaches, (*points.shape[:2], 1))], axis=2)
    pixels = registration.px_from_board(solid.reshape(-1, 3)).reshape(points.shape)
    width, height = registration.camera.size
    within = ((pixels >= -0.5) & (pixels <= np.array([width - 0.5, height - 0.5]))).all(axis=2)
    lean = np.einsum("nij,nj->ni", rotation, centres - eye[:2]) / max(-eye[2], 1e-6)
    sides = np.linalg.norm(np.diff(pixels, axis=1), axis=2).max(axis=1, initial=0.0) / right
    where = Views(
        cells=tuple(str(number) for number in range(len(centres))),
        H_image_crop=np.array([homography(corners, seen) for seen in pixels]).reshape(-1, 3, 3),
        outline=np.zeros((len(centres), 4, 2)),
        sin_elevation=1 / np.sqrt(1 + (lean**2).sum(axis=1)),
        px_per_cell=sides * frame.cell_px,
        inside=within.mean(axis=1),
        frame=frame,
    )
    return FaceViews(where, np.column_stack([np.full(len(lean), 0.5), -_LEAN * lean * 2 / frame.width]))


def top_views(
    registration: Registration, centres_mm: npt.ArrayLike, reaches_mm: npt.ArrayLike, turns: npt.ArrayLike
) -> FaceViews:
    """Return the views of the upper faces of dice, for TOP_MODEL; as ``face_views``."""
    return face_views(registration, centres_mm, reaches_mm, turns, frame=TOP_MODEL.frame, reach_px=TOP_PX, plane=TOP)


def headings(registration: Registration, centres_mm: Array) -> Array:
    """Return by how much (N,) in radians a crop around each place (N, 2) is turned, so that the camera is below."""
    eye = registration.eye_mm
    toward = eye[:2] - centres_mm + 1e-3 * abs(eye[2]) * registration.R[1, :2]
    return np.asarray(np.arctan2(-toward[:, 0], toward[:, 1]))


def as_input(pictures: Image) -> Floats:
    """Return crops (N, height, width, 4) as (N, 4, height, width) in 0…1, as a network takes them."""
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32) * np.float32(1 / 255)


def face_input(image: Image, seen: FaceViews) -> Image:
    """Return (N, height, width, 4): BGR, and the ramp, which rises towards the camera, steeply where that is low."""
    frame = seen.where.frame
    y, x = np.mgrid[0 : frame.height, 0 : frame.width]
    level, across, down = (column[:, None, None] for column in seen.ramp.T)
    ramp = level + across * (x - frame.foot[0]) + down * (y - frame.foot[1])
    levels = np.clip(np.rint(255 * ramp), 0, 255).astype(np.uint8)
    return np.concatenate([crops(image, seen.where), levels[..., None]], axis=3)


def places(registration: Registration, where: Views, evidence: Evidence) -> tuple[Array, Array]:
    """Return the middles (N, 2) in mm and the reaches (N,) in mm of the dice that the first network saw in *where*."""
    reaches = np.exp(_mean(evidence["reach"], np.log(REACHES))) * registration.plan.pitch_mm
    at = np.column_stack([_mean(evidence["across"], ACROSS), _mean(evidence["down"], DOWN), np.ones(len(reaches))])
    image = np.einsum("nij,nj->ni", where.H_image_crop, at)
    image = image[:, :2] / image[:, 2:]
    middles = [
        registration.board_from_px(pixel[None], height_mm=MIDDLE * reach)[0]
        for pixel, reach in zip(image, reaches, strict=True)
    ]
    return np.array(middles).reshape(-1, 2), reaches


def place_labels(
    registration: Registration, where: Views, row: int, centre_mm: npt.ArrayLike, reach: float
) -> tuple[int, int, int]:
    """Return the numbers in ACROSS, DOWN and REACHES of a die in crop *row* of *where*.

    *registration* is the true one; the die's middle over *centre_mm* is of *reach* mm.
    """
    pixel = registration.px_from_board(np.array([[*np.asarray(centre_mm), -MIDDLE * reach]]))[0]
    at = np.linalg.solve(where.H_image_crop[row], [*pixel, 1.0])
    x, y = at[:2] / at[2]
    share = reach / registration.plan.pitch_mm
    return _nearest(ACROSS, x), _nearest(DOWN, y), _nearest(np.log(REACHES), float(np.log(share)))


def _nearest(values: Array, wanted: float) -> int:
    return int(np.abs(values - wanted).argmin())


def _mean(scores: Floats, values: Array) -> Array:
    return np.asarray(shares(scores) @ values)
