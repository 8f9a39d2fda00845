"""Where dice are looked at a second time: straight down on their upper faces, and, of d4, squarely at each side.

A die is always in the middle of its crop and always as large, laid out on a plane parallel to the board: so the
upper face of a d6 or d8 keeps its shape whatever the camera's angle. The camera's side is
at the bottom, so that the faces seen beside the upper one are always there.

The numbers of a d4 are small, lie on steep sides, and stand on their heads as often as not. So, once it is known how it
lies, every side that can be seen is laid out as a triangle with the tip above and the base below.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.registration import Registration
from vision.network import FACE_MODEL, POSE_MODEL, SIDE_MODEL, TOP_MODEL, Floats
from vision.views import Array, Frame, Image, crops, homographies

MIDDLE = 0.85
"""Height in reaches of the plane that the crop shows; a die is 1.4 reaches high, a d4 2.2."""
REACH_PX = 20.0
"""A die's reach in the second network's crop."""
TOP, TOP_PX = 1.3, 40.0
"""Height of the plane of upper faces, between those of a d6 and a d8, and a die's reach in crops of them."""
_LEAN = 0.25
"""How much the fourth channel rises from the middle to the edge nearest the camera, seen from 45°."""
D4_REACH_PX = 13.0
"""A d4's reach in the crop for its pose; its corners are 1.6 reaches from the centre."""
_TALL = float(np.sqrt(2 / 3))
"""Height of a d4 of edge 1."""
_TOP_PX, _LOW_PX = 6.0, 57.0
"""Rows of the tip and of the base of a side in its crop."""


def reach_of(faces: int) -> float:
    """Return how far a die reaches from its middle, seen from above, in edges; a d4 less: its numbers are small."""
    return {4: 0.365, 6: 0.71, 8: 0.58}[faces]


@dataclass(frozen=True, slots=True, eq=False)
class FaceViews:
    """Where the crops come from: ``H_image_crop`` (N, 3, 3), and the ``ramp`` (N, 3) of their fourth channel.

    That has the level 0…1 at the crop's foot, and how much it rises for each px across and down.
    """

    frame: Frame
    H_image_crop: Array
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
    flat = (frame.corners - frame.foot) / reach_px * reaches
    c, s = np.cos(turned), np.sin(turned)
    rotation = np.stack([np.stack([c, s], axis=1), np.stack([-s, c], axis=1)], axis=1)
    points = centres[:, None] + flat @ rotation
    solid = np.concatenate([points, np.broadcast_to(-plane * reaches, (*points.shape[:2], 1))], axis=2)
    pixels = registration.px_from_board(solid.reshape(-1, 3)).reshape(points.shape)
    lean = np.einsum("nij,nj->ni", rotation, centres - eye[:2]) / max(-eye[2], 1e-6)
    ramp = np.column_stack([np.full(len(lean), 0.5), -_LEAN * lean * 2 / frame.width])
    return FaceViews(frame, homographies(frame.corners, pixels), ramp)


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
    frame = seen.frame
    y, x = np.mgrid[0 : frame.height, 0 : frame.width]
    level, across, down = (column[:, None, None] for column in seen.ramp.T)
    ramp = level + across * (x - frame.foot[0]) + down * (y - frame.foot[1])
    levels = np.clip(np.rint(255 * ramp), 0, 255).astype(np.uint8)
    return np.concatenate([crops(image, seen.H_image_crop, frame), levels[..., None]], axis=3)


@dataclass(frozen=True, slots=True, eq=False)
class Lie:
    """How N d4 lie on the board: middles (N, 2) in mm, edges (N,) in mm, and the angle (N,) of a corner in radians."""

    centres_mm: Array
    edges_mm: Array
    angles: Array

    @classmethod
    def seen(cls, centres_mm: Array, reaches_mm: Array) -> Lie:
        """Return what is known where only middles and reaches are."""
        return cls(centres_mm, reaches_mm / reach_of(4), np.zeros(len(reaches_mm)))

    @property
    def reaches_mm(self) -> Array:
        return self.edges_mm * reach_of(4)

    def corners_mm(self) -> Array:
        """Return the corners (N, 4, 3), the tip last, in the board frame."""
        around = self.angles[:, None] + np.arange(3) * 2 * np.pi / 3
        radius = self.edges_mm[:, None] / np.sqrt(3)
        ring = self.centres_mm[:, None] + radius[..., None] * np.stack([np.cos(around), np.sin(around)], axis=2)
        base = np.concatenate([ring, np.zeros((*around.shape, 1))], axis=2)
        tip = np.column_stack([self.centres_mm, -_TALL * self.edges_mm])
        return np.concatenate([base, tip[:, None]], axis=1)


def pose_views(registration: Registration, lie: Lie, turns: Array) -> FaceViews:
    """Return the views of the dice of *lie*, *turns* (N,) radians off from having the camera below."""
    return face_views(registration, lie.centres_mm, lie.reaches_mm, turns, frame=POSE_MODEL.frame, reach_px=D4_REACH_PX)


def side_views(registration: Registration, lie: Lie) -> tuple[FaceViews, Array]:
    """Return the views of all sides (3N), a die's together, and how squarely each is seen (3N,).

    How squarely is the cosine of the angle between the line of sight and the side's normal, which the ramp holds too.
    """
    frame = SIDE_MODEL.frame
    foot, along, up = _planes(lie)
    sight = registration.eye_mm - (foot + up / 3)
    out = np.cross(along, up)
    square = np.einsum("ij,ij->i", out, sight) / np.linalg.norm(out, axis=1) / np.linalg.norm(sight, axis=1)
    across, down = frame.corners.T
    x = (across - frame.foot[0]) / (_LOW_PX - _TOP_PX) * np.sqrt(3) / 2
    y = (_LOW_PX - down) / (_LOW_PX - _TOP_PX)
    plane = foot[:, None] + x[None, :, None] * along[:, None] + y[None, :, None] * up[:, None]
    pixels = registration.px_from_board(plane.reshape(-1, 3)).reshape(-1, 4, 2)
    ramp = np.column_stack([square, np.zeros((len(square), 2))])
    return FaceViews(frame, homographies(frame.corners, pixels), ramp), square


def _planes(lie: Lie) -> tuple[Array, Array, Array]:
    """Return, for each side (3N, 3), the middle of its base, the way right along it, one edge, and that to its top."""
    corners = lie.corners_mm()
    ring, tip = corners[:, :3], corners[:, 3:]
    first, second, top = (each.reshape(-1, 3) for each in (ring, np.roll(ring, -1, axis=1), tip.repeat(3, axis=1)))
    foot = (first + second) / 2
    return foot, first - second, top - foot
