"""Reads the value of a d4: each of its three visible sides is rectified with its tip up.

Its numbers are small, lie on steep sides, and stand on their heads as often as not. So a
small network first says how the die lies: where its middle is, how large it is, and how
it is turned, which repeats after a third of a turn. Then every side that can be seen
is laid out as a triangle with the tip above and the base below. There the value is the
number that stands upright, at the tip or along the base, and what the sides say adds up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.registration import Registration
from kits.pieces import Die
from vision.dice import FaceViews, as_input, face_input, face_views, headings, reach_mm
from vision.network import POSE_MODEL, SIDE_MODEL, Floats, Network, log_shares, shared_network
from vision.views import Array, Image, Views, homography

REACH_PX = 13.0
"""A die's reach in the crop for its pose; its corners are 1.6 reaches from the centre."""
LOOKS = 3
"""Number of pose estimates, each centred on the one before."""
SHIFT, GROWTH = 0.15, 0.1
"""Units of the network's outputs: reaches for shifts, log size for growth."""
UNIT = Die("4", 4, 1.0)
_TALL = float(np.sqrt(2 / 3))
"""Height of a d4 of edge 1."""
_TOP_PX, _LOW_PX = 6.0, 57.0
"""Rows of the tip and of the base of a side in its crop."""
GRAZING = 0.08
"""Least cosine of a side's viewing angle for it to be readable."""
SIDES = np.array([[0, 1, 3], [1, 2, 3], [2, 0, 3]])
"""The corners of each side, right, left and above, as it stands."""


@dataclass(frozen=True, slots=True, eq=False)
class Lie:
    """How N d4 lie on the board: middles (N, 2) in mm, edges (N,) in mm, and the angle (N,) of a corner in radians."""

    centres_mm: Array
    edges_mm: Array
    angles: Array

    @classmethod
    def seen(cls, centres_mm: Array, reaches_mm: Array) -> Lie:
        """Return what is known where only middles and reaches are."""
        return cls(centres_mm, reaches_mm / reach_mm(UNIT), np.zeros(len(reaches_mm)))

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
    reaches = lie.edges_mm * reach_mm(UNIT)
    return face_views(registration, lie.centres_mm, reaches, turns, frame=POSE_MODEL.frame, reach_px=REACH_PX)


def pose_labels(registration: Registration, guess: Lie, true: Lie, turns: Array) -> Array:
    """Return (N, 5), what the network is to say of crops made from *guess*: see ``moved_to``."""
    turned = headings(registration, guess.centres_mm) + turns
    reaches = guess.edges_mm * reach_mm(UNIT)
    off = _rotated(true.centres_mm - guess.centres_mm, -turned) / reaches[:, None] / SHIFT
    angle = 3 * (true.angles - turned)
    growth = np.log(true.edges_mm / guess.edges_mm) / GROWTH
    return np.column_stack([np.cos(angle), np.sin(angle), off, growth])


def moved_to(registration: Registration, guess: Lie, said: Floats, turns: Array) -> Lie:
    """Return how dice lie of which the network *said* (N, 5) this, looking at *guess*.

    It says the cosine and the sine of three times the angle of a corner, in the crop, then
    how far the middle is off to the right and down, and how much larger the die is.
    """
    said = np.asarray(np.clip(said, -4, 4), dtype=np.float32)
    turned = headings(registration, guess.centres_mm) + turns
    reaches = guess.edges_mm * reach_mm(UNIT)
    return Lie(
        guess.centres_mm + _rotated(said[:, 2:4] * SHIFT * reaches[:, None], turned),
        guess.edges_mm * np.exp(GROWTH * said[:, 4].astype(np.float64)),
        np.arctan2(said[:, 1], said[:, 0]) / 3 + turned,
    )


def lies(image: Image, registration: Registration, centres_mm: Array, reaches_mm: Array) -> Lie:
    """Return how d4 lie that were thought to be at *centres_mm* (N, 2) and of *reaches_mm* (N,)."""
    known = shared_network(POSE_MODEL)
    lie, straight = Lie.seen(centres_mm, reaches_mm), np.zeros(len(centres_mm))
    for _ in range(LOOKS):
        said = known.scores(as_input(face_input(image, pose_views(registration, lie, straight))))
        lie = moved_to(registration, lie, said, straight)
    return lie


def d4_values(image: Image, registration: Registration, centres_mm: Array, reaches_mm: Array) -> Array:
    """Return (N, 4): log-shares of the values of d4 that were thought to be at *centres_mm*, of *reaches_mm*."""
    return log_shares(value_scores(image, registration, lies(image, registration, centres_mm, reaches_mm)))


def side_views(registration: Registration, lie: Lie) -> tuple[FaceViews, Array]:
    """Return the views of all sides (3N), a die's together, and how squarely each is seen (3N,).

    How squarely is the cosine of the angle between the line of sight and the side's normal, which the ramp holds too.
    """
    frame = SIDE_MODEL.frame
    foot, along, up = _planes(lie)
    sight = registration.eye_mm - (foot + up / 3)
    out = np.cross(along, up)
    square = np.einsum("ij,ij->i", out, sight) / np.linalg.norm(out, axis=1) / np.linalg.norm(sight, axis=1)
    right, bottom = frame.width - 1, frame.height - 1
    points = np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], dtype=np.float64)
    x = (points[:, 0] - right / 2) / (_LOW_PX - _TOP_PX) * np.sqrt(3) / 2
    y = (_LOW_PX - points[:, 1]) / (_LOW_PX - _TOP_PX)
    plane = foot[:, None] + x[None, :, None] * along[:, None] + y[None, :, None] * up[:, None]
    count = len(plane)
    pixels = registration.px_from_board(plane.reshape(-1, 3)).reshape(-1, 4, 2)
    where = Views(
        cells=("",) * count,
        H_image_crop=np.array([homography(points, seen) for seen in pixels]).reshape(-1, 3, 3),
        outline=np.zeros((count, 4, 2)),
        sin_elevation=np.ones(count),
        px_per_cell=np.ones(count),
        inside=np.ones(count),
        frame=frame,
    )
    return FaceViews(where, np.column_stack([square, np.zeros((count, 2))])), square


def _planes(lie: Lie) -> tuple[Array, Array, Array]:
    """Return of each side (3N, 3) the middle of its base, the way right along it, seen from outside, and up to its top.

    The first is one edge long, the other as long as the side is tall.
    """
    corners = lie.corners_mm()
    first, second, top = (corners[:, which].reshape(-1, 3) for which in SIDES.T)
    foot = (first + second) / 2
    return foot, first - second, top - foot


def _rotated(vectors: Array, angles: Array) -> Array:
    """Return *vectors* (N, 2) turned by *angles* (N,), from x towards y."""
    c, s = np.cos(angles), np.sin(angles)
    x, y = vectors.T
    return np.column_stack([x * c - y * s, x * s + y * c])


def value_scores(image: Image, registration: Registration, lie: Lie, *, network: Network | None = None) -> Floats:
    """Return (N, 4): how well each value fits dice that lie as *lie* says, in nats, none where no side is seen."""
    shown, square = side_views(registration, lie)
    told = np.zeros((len(square), 4), dtype=np.float32)
    seen = square > GRAZING
    told[seen] = (network or shared_network(SIDE_MODEL)).own_scores(as_input(face_input(image, shown)[seen]))
    return np.asarray(told.reshape(-1, len(SIDES), 4).sum(axis=1))
