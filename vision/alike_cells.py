"""Cells that look alike hold alike: what a doubtful cell gains from the certain ones of the same picture.

A network sees one cell at a time and has never seen this board; two cells that it finds equally strange may yet
look like each other, and one of them may be plain. So each cell asks all others: how much do you look
like me (the distance between what the network says of both), and what are you, if you are sure? The
answers are densities, one for each label, and count as a second witness.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist

from core.reading import is_edge
from vision.inference import PRIORS
from vision.network import Evidence, looks, shares

Array = npt.NDArray[np.float64]

_FIELDS = ("presence", "stone", "shape", "kind")
"""The fields that are settled together. Colours are by vision.seating, rods by their own colour."""
_REACH = 24.0
"""The square of the distance, in nats, at which two cells look alike: the variance of the bell."""
_STRANGER = 0.1
"""What speaks for each label without any cell like this one: so much of one such cell."""
_WORTH = 0.5
"""What the second witness counts: it is not independent of the first."""
_SURELY = 4
"""Cells that are in doubt themselves have little to say."""
_ROUNDS = 2


def settled(evidence: Evidence, cells: Sequence[str]) -> Evidence:
    """Return *evidence* of *cells* (or edges) with their doubts settled by those that look like them.

    Edges learn from edges, cells from cells, and what a piece is from pieces. Scores of other
    fields than ``presence``, ``stone``, ``shape`` and ``kind`` are as they were.
    """
    if len(cells) < 2:
        return evidence
    alike = alikeness(evidence)
    edges = np.array([is_edge(name) for name in cells])
    alike[edges[:, None] != edges] = 0.0
    piece = np.ones(len(alike))
    found = dict(evidence)
    for name in _FIELDS:
        if name in evidence:
            prior = PRIORS.log_field(name, evidence[name].shape[1])
            added = _witness(evidence[name] + prior, alike, piece)
            found[name] = (evidence[name] + added).astype(np.float32)
            if name == "presence":
                piece = shares(found[name] + prior)[:, 1]
    return MappingProxyType(found)


def alikeness(evidence: Evidence) -> Array:
    """Return (N, N): how much each cell looks like each other one, 1 at most and 0 for itself."""
    seen = looks(evidence)
    alike = np.exp(-0.5 * cdist(seen, seen, "sqeuclidean") / _REACH)
    np.fill_diagonal(alike, 0.0)
    return np.asarray(alike)


def _witness(scores: Array, alike: Array, weight: Array) -> Array:
    """Return what the cells that look like each one add (N, labels), in nats; each may say so much as *weight* (N,)."""
    added = np.zeros(scores.shape)
    for _ in range(_ROUNDS):
        likely = shares(scores + added)
        sure = (weight[:, None] * likely) ** _SURELY * (likely > 0.5)
        added = _WORTH * np.log(alike @ sure + _STRANGER)
    return added
