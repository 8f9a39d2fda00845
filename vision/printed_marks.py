"""Tells what is printed on a board from pieces."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from kits.kit import Kit
from vision.inference import PRIORS
from vision.network import MARKED_PRESENCE, PRESENCE, RULED_OUT, Evidence
from vision.views import Array

_EMPTY, _MARKED = MARKED_PRESENCE.index("empty"), MARKED_PRESENCE.index("marked")
_ODD = 0.005
"""Probability of a missing mark on a board with marks, or of a mark on a board without."""


def may_be_marked(cells: Sequence[str], kit: Kit) -> npt.NDArray[np.bool_]:
    """Return which (N,) of *cells* may have a ring or a dot printed on them."""
    return np.array([cell in kit.ground.ringed for cell in cells], dtype=bool)


def seems_marked(evidence: Evidence, cells: Sequence[str], kit: Kit) -> npt.NDArray[np.bool_]:
    """Return which (N,) of *cells* look like a mark rather than bare, by what a network says of each one."""
    presence = evidence["presence"]
    if presence.shape[1] == len(PRESENCE):
        return np.zeros(len(presence), dtype=bool)
    return np.asarray(may_be_marked(cells, kit) & (presence[:, _MARKED] > presence[:, _EMPTY]))


def without_marks(evidence: Evidence, cells: Sequence[str], kit: Kit) -> Evidence:
    """Return *evidence* with marks ruled out on those of *cells* that have none on any board of *kit*.

    A network cannot know which cells those are, so that a disc may be a printed one anywhere to it.
    """
    presence = evidence["presence"]
    if presence.shape[1] == len(PRESENCE):
        return evidence
    presence = presence.copy()
    presence[~may_be_marked(cells, kit), _MARKED] = RULED_OUT
    return MappingProxyType({**evidence, "presence": presence})


def against_ground(evidence: Evidence, cells: Sequence[str], kit: Kit) -> Evidence:
    """Return *evidence* of shapes on *cells* with ``presence`` (N, 3) seen against what is printed.

    All cells that may have a mark have one, or none has.
    """
    presence = evidence["presence"].astype(np.float64)
    marked = may_be_marked(cells, kit)
    printed = _printed(presence[marked])
    both = presence[marked][:, [_EMPTY, _MARKED]] + np.log([1 - printed, printed])
    presence[marked, _EMPTY] = np.logaddexp(*both.T)
    return MappingProxyType({**evidence, "presence": presence[:, : len(PRESENCE)].astype(np.float32)})


def _printed(presence: Array) -> float:
    """Return how likely it is that a board has marks, *presence* (N, 4) being that of the cells that may have them."""
    prior = PRIORS.log_presence()
    others = np.logaddexp(*(presence[:, 1:3] + prior[1:]).T)
    with_marks, without = (np.logaddexp(others, presence[:, column] + prior[0]).sum() for column in (_MARKED, _EMPTY))
    return float(np.clip(expit(with_marks - without), _ODD, 1 - _ODD))
