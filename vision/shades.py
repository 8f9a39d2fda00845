"""Compares the colours of pieces within a picture.

Colour names are not enough to tell owners apart: in dim light blue and black pieces may both be
called black, although nobody at the table would confuse them. So the network of cells also maps each crop to a
point in a space of a few dimensions. There pieces of one seat lie close together, and those of other seats far away.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.network import GROUND, NAMES, SHADE, Evidence
from vision.views import Array


class Shades(NamedTuple):
    """Where the colours of what stands on N cells lie, (N, dimensions), and what they are called, (N, 10) in nats.

    Half the square of the distance of two pieces says how many nats speak against their being of one seat. The names
    are those of ``kits.colours.COLOURS``, in nats up to a constant of each cell. ``ground`` (N,) is how bright the
    bare board is below them, of 0…1.
    """

    places: Array
    names: Array
    ground: Array


def shades(evidence: Evidence) -> Shades:
    """Return the shades of what stands in crops, of which the network of cells says *evidence*."""
    places, names, ground = (evidence[name].astype(np.float64) for name in (SHADE, NAMES, GROUND))
    return Shades(places, names, ground[:, 0])
