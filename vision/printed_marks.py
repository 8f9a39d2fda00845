"""Uses printed marks, and the colour of bare cells, as evidence of which cells hold a piece."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from kits.kit import Kit, Plan
from vision.alike_cells import alikeness
from vision.common_colour import cell_colours, for_pieces
from vision.groups import Board, looks_of, shares_of
from vision.inference import PRIORS
from vision.network import MARKED_PRESENCE, PRESENCE, Evidence, shares
from vision.shades import Shades
from vision.views import Array, Image, Views

_EMPTY, _MARKED = MARKED_PRESENCE.index("empty"), MARKED_PRESENCE.index("marked")
_NEVER = -1e3
_ODD = 0.005
"""Probability of a missing mark on a board with marks, or of a mark on a board without."""
_SURE = 0.99
"""Least certainty of a mark used to learn how the board's marks look."""
_MOST_NATS = 6.0
"""Most nats of evidence against a mark that looks unlike the others."""


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
    presence[~may_be_marked(cells, kit), _MARKED] = _NEVER
    return MappingProxyType({**evidence, "presence": presence})


def against_ground(
    evidence: Evidence, image: Image, where: Views, plan: Plan, kit: Kit, shade: Shades | None = None
) -> Evidence:
    """Return *evidence* of shapes with ``presence`` (N, 3) seen against what is printed on the board of *kit*.

    *shade* is as in ``vision.inference.posterior``.

    All cells that may have a mark have one, or none has. Bare cells are of one colour, those with marks of another.
    """
    presence = evidence["presence"].astype(np.float64)
    marked = may_be_marked(where.cells, kit)
    presence[marked, _MARKED] += _unlike({name: scores[marked] for name, scores in evidence.items()})
    printed = _printed(presence[marked])
    both = presence[marked][:, [_EMPTY, _MARKED]] + np.log([1 - printed, printed])
    presence[marked, _EMPTY] = np.logaddexp(*both.T)
    presence = presence[:, : len(PRESENCE)]
    places = np.array([plan.centre_mm(cell) for cell in where.cells]) / plan.pitch_mm
    said = shares(presence + PRIORS.log_presence())
    owned = _owners(said[:, 1], looks_of(shares(evidence["colour"]), shade), kit)
    lead = for_pieces(said, owned, cell_colours(image, where), places, marked & (printed > 0.5))
    presence[:, :2] += np.column_stack([-lead / 2, lead / 2])
    return MappingProxyType({**evidence, "presence": presence.astype(np.float32)})


def _owners(piece: Array, looks: Array, kit: Kit) -> Array:
    """Return (N, groups): to which group of pieces that look alike each would belong, as shares."""
    board = Board.seen(piece, looks, tuple(kit.stock.values()))
    return shares_of(max(board.groupings(len(kit.seats)), key=lambda one: one.score).fit)


def _unlike(evidence: Evidence) -> Array:
    """Return how much (N,), in nats, speaks against marks for looking unlike the board's others.

    *evidence* is that of the N cells that may have marks.
    """
    sure = shares(evidence["presence"] + PRIORS.log_presence(len(MARKED_PRESENCE)))[:, _MARKED] > _SURE
    nearest = np.max(alikeness(evidence), axis=1, where=sure[None], initial=np.exp(-_MOST_NATS))
    return np.where(sure.sum() > sure, np.log(nearest), 0.0)


def _printed(presence: Array) -> float:
    """Return how likely it is that a board has marks, *presence* (N, 4) being that of the cells that may have them."""
    prior = PRIORS.log_presence()
    others = np.logaddexp(*(presence[:, 1:3] + prior[1:]).T)
    with_marks, without = (np.logaddexp(others, presence[:, column] + prior[0]).sum() for column in (_MARKED, _EMPTY))
    return float(np.clip(expit(with_marks - without), _ODD, 1 - _ODD))
