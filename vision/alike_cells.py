"""Improves doubtful places with the certain ones of the same picture: what looks alike is alike.

A network sees one cell at a time and has never seen this table. A cell that it finds strange may look like another
one that it reads with certainty. So the other cells of a picture are a sample of how each class looks on this table:
a kernel density over them says how likely a look is under each class. All that is alike on a table is judged as
one: pieces by all that the network says of them, stones and bare cells by their colours. For rods see
vision.stone_table. What is printed on cells is no piece: all that may have a mark have one, or none has.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist
from scipy.special import log_expit

from kits.kit import Kit
from vision.inference import PRIORS
from vision.network import (
    GROUND,
    MARKED_PRESENCE,
    NAMES,
    PRESENCE,
    RULED_OUT,
    SHADE,
    Evidence,
    log_shares,
    shares,
)

Array = npt.NDArray[np.float64]

_REACH = 4.9
"""Distance, in nats, at which two cells look half alike."""
_STRANGER = 0.1
"""Base density of each class, in units of one identical place."""
_DEEPEST = -10.0
"""Log-likelihood, in nats, below which something is as good as ruled out."""
_EMPTY, _MARKED = MARKED_PRESENCE.index("empty"), MARKED_PRESENCE.index("marked")


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
    they were: colours are for vision.seating.
    """
    seen, presence = _looks(evidence) / _REACH, evidence["presence"]
    prior = PRIORS.log_presence(presence.shape[1])
    found = {"presence": presence + witness(shares(presence + prior), seen)}
    piece = shares(found["presence"] + prior)[:, 1:2]
    for name in {"shape", "kind"} & evidence.keys():
        found[name] = evidence[name] + witness(piece * shares(evidence[name]), seen)
    return MappingProxyType({**evidence, **{name: said.astype(np.float32) for name, said in found.items()}})


def _looks(evidence: Evidence) -> npt.NDArray[np.float64]:
    """Return (N, scores): the log-shares of all fields but those of shades, side by side, none below ``_DEEPEST``."""
    told = [scores for name, scores in evidence.items() if name not in (SHADE, NAMES, GROUND)]
    return np.hstack([np.maximum(log_shares(scores), _DEEPEST) for scores in told])


def _may_be_marked(cells: Sequence[str], kit: Kit) -> npt.NDArray[np.bool_]:
    """Return which (N,) of *cells* may have a ring or a dot printed on them."""
    return np.array([cell in kit.ground.ringed for cell in cells], dtype=bool)


def without_marks(evidence: Evidence, cells: Sequence[str], kit: Kit) -> Evidence:
    """Return *evidence* with marks ruled out on those of *cells* that have none on any board of *kit*.

    A network cannot know which cells those are, so that a disc may be a printed one anywhere to it.
    """
    presence = evidence["presence"].copy()
    presence[~_may_be_marked(cells, kit), len(PRESENCE) :] = RULED_OUT
    return MappingProxyType({**evidence, "presence": presence})


def against_ground(evidence: Evidence, cells: Sequence[str], kit: Kit) -> Evidence:
    """Return *evidence* of shapes on *cells* with ``presence`` (N, 3) seen against what is printed.

    All cells that may have a mark have one, or none has.
    """
    presence = evidence["presence"].astype(np.float64)
    marked = _may_be_marked(cells, kit)
    printed = _printed_nats(presence[marked])
    both = presence[marked][:, [_EMPTY, _MARKED]] + log_expit([-printed, printed])
    presence[marked, _EMPTY] = np.logaddexp(*both.T)
    return MappingProxyType({**evidence, "presence": presence[:, : len(PRESENCE)].astype(np.float32)})


def _printed_nats(presence: Array) -> float:
    """Return the log-odds that a board has printed marks; *presence* (N, 4) is that of the cells that may have them."""
    prior = PRIORS.log_presence()
    others = np.logaddexp(*(presence[:, 1:3] + prior[1:]).T)
    with_marks, without = (np.logaddexp(others, presence[:, column] + prior[0]).sum() for column in (_MARKED, _EMPTY))
    return float(with_marks - without)
