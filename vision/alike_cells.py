"""Improves doubtful places with the certain ones of the same picture: what looks alike is alike.

A network sees one cell at a time and has never seen this table. A cell that it finds strange may look like another
one that it reads with certainty. So the other cells of a picture are a sample of how each class looks on this table:
a kernel density over them says how likely a look is under each class. All that is alike on a table is told so, in one
way: pieces by all that the network says of them, stones and bare cells by their colours. For rods see vision.rods.
"""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist

from vision.inference import PRIORS
from vision.network import Evidence, looks, shares

Array = npt.NDArray[np.float64]

_FIELDS = ("presence", "shape", "kind")
"""The fields improved here. Colours are handled by vision.seating."""
_REACH = 4.9
"""How far apart, in nats, two cells are that look half alike."""
_STRANGER = 0.1
"""Base density of each class, as a share of one identical place."""


def witness(likely: Array, seen: Array) -> Array:
    """Return what the others say of each of N places (N, classes), in nats.

    *likely* (N, classes) are the shares that they are known to be of each class, which sum to 1 or to less where
    there may be none, and *seen* (N, dimensions) how they look: what looks half alike is 1 apart. Only a class that
    a place has most of is learned from it.
    """
    alike = np.exp(-0.5 * cdist(seen, seen, "sqeuclidean"))
    np.fill_diagonal(alike, 0.0)
    return np.asarray(np.log(alike @ (likely * (likely > 0.5)) + _STRANGER))


def settled(evidence: Evidence) -> Evidence:
    """Return *evidence* of cells with their doubts settled by those that look like them.

    What a piece is, is learned from pieces. Scores of other fields than ``presence``, ``shape`` and ``kind`` are as
    they were.
    """
    seen = looks(evidence) / _REACH
    piece = np.ones(len(seen))
    found = dict(evidence)
    for name in _FIELDS:
        if name in evidence:
            prior = PRIORS.log_field(name, evidence[name].shape[1])
            likely = piece[:, None] * shares(evidence[name] + prior)
            found[name] = (evidence[name] + witness(likely, seen)).astype(np.float32)
            if name == "presence":
                piece = shares(found[name] + prior)[:, 1]
    return MappingProxyType(found)
