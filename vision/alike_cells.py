"""Improves doubtful cells with the certain cells of the same picture: cells that look alike have like contents.

The network sees one cell at a time and has never seen this board. A cell that it finds strange may look like
another one that it reads with certainty. So a kernel density estimate over the other cells gives each label a
density: cells are weighted by their distance in the network's scores, and by their certainty. It counts as
further, discounted evidence.
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
"""The fields improved here. Colours are handled by vision.seating, rods by vision.rods."""
_REACH = 24.0
"""Variance of the kernel: the squared distance, in nats, within which two cells look alike."""
_STRANGER = 0.1
"""Base density of each label, as a share of one identical cell."""
_WORTH = 0.5
"""Discount of this evidence, because it is not independent of the network's."""
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
        sure = weight[:, None] * likely * (likely > 0.5)
        added = _WORTH * np.log(alike @ sure + _STRANGER)
    return added
