"""Compares the colours of pieces within a picture with an embedding network.

Colour names are not enough to tell owners apart: in dim light blue and black pieces may both be
called black, although nobody at the table would confuse them. So a separate network, one for all
games, maps each crop to a point in a space of a few dimensions. There pieces of one seat lie close
together, and those of other seats far away.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from vision.network import PRESENCE, SHADE_MODEL, Evidence, Floats, shared_network, shares
from vision.views import Array

_TIMES = 2
"""Factor by which crops are reduced for the network."""
_PLAINLY = 0.999
_LOOKED_AT = 16
"""Number of clearly bare cells used to show how bare ones look."""


class Shades(NamedTuple):
    """Where the colours of what stands on N cells lie, (N, dimensions), and what they are called, (N, 10) in nats.

    Half the square of the distance of two pieces says how many nats speak against their being of one seat. The names
    are those of ``kits.colours.COLOURS``, in nats up to a constant of each cell.
    """

    places: Array
    names: Array


def shades(blob: Floats) -> Shades:
    """Return the shades of what stands in crops, of which *blob* is the ``network_input``."""
    network = shared_network(SHADE_MODEL)
    said = network.model.split(network.scores(halved(blob)))
    return Shades(said["shade"].astype(np.float64), said["colour"].astype(np.float64))


def shades_of_board(blob: Floats, evidence: Evidence) -> Shades:
    """Return ``shades`` of the crops of a board, of which a network of the pieces says *evidence*.

    Of cells that are plainly bare only some are looked at; each of the others is given what one of those has.
    """
    plain = np.flatnonzero(shares(evidence["presence"])[:, PRESENCE.index("piece")] < 1 - _PLAINLY)
    shown = plain[np.linspace(0, len(plain), min(len(plain), _LOOKED_AT), endpoint=False).astype(int)]
    stands_for = np.arange(len(blob))
    stands_for[plain] = np.resize(shown, len(plain))
    asked, place = np.unique(stands_for, return_inverse=True)
    seen = shades(blob[asked])
    return Shades(seen.places[place], seen.names[place])


def halved(blob: Floats) -> Floats:
    """Return the input (N, 4, height, width) of this network from that of another, at half its size."""
    parts = [blob[:, :4, row::_TIMES, column::_TIMES] for row, column in product(range(_TIMES), repeat=2)]
    return np.asarray(sum(parts) / np.float32(len(parts)), dtype=np.float32)
