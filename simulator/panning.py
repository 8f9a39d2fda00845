"""A ring of boards shown part after part, as with a phone that is held closer than all of it would allow."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.registration import Registration
from kits.kit import Kit
from simulator.calm import Aim, framed
from simulator.scene import Array


def halves(kit: Kit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the seats of *kit* in two groups of neighbours, as many in each as can be.

    >>> from kits import tinker_tactics
    >>> halves(tinker_tactics.kit(players=5))
    (('A', 'B', 'E'), ('C', 'D'))
    """
    seats = [mini.seat for mini in kit.minis]
    near = len(seats) // 3
    first = sorted([*seats[: (len(seats) + 1) // 2 - near], *seats[len(seats) - near :]])
    return tuple(first), tuple(seat for seat in seats if seat not in first)


def held_over(kit: Kit, seats: tuple[str, ...], rng: np.random.Generator, size: tuple[int, int]) -> Registration:
    """Return a camera held over the boards of *seats*, as large in the picture of *size* as they can be."""
    aim = Aim(elevation_deg=float(rng.uniform(58, 70)), azimuth_deg=float(rng.uniform(-14, 14)), seats=seats)
    return framed(kit, aim, size)


def between(one: Registration, other: Registration, share: float) -> Registration:
    """Return the camera that has gone the *share* of the way from *one* view to the *other*."""
    turn = cv2.Rodrigues(other.R @ one.R.T)[0].ravel()
    R = cv2.Rodrigues(share * turn)[0] @ one.R
    eye = (1 - share) * _eye(one) + share * _eye(other)
    return Registration(one.camera, R, -R @ eye, one.plan, "hand", 0.0)


def _eye(view: Registration) -> Array:
    return np.asarray(-view.R.T @ view.t.reshape(3))
