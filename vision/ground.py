"""What is printed on a board, and the colour of its bare cells, tell which cells hold a piece."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from kits.kit import Kit, Plan
from vision.common_colour import cell_colours, for_pieces
from vision.inference import PRIORS
from vision.network import SHAPES, Evidence, shares
from vision.views import Array, Image, Views

_CIRCLE = SHAPES.index("circle")
_ROUND_ODDS = -1.5
"""Log-odds of a circle from which on a cell looks round: 99 of 100 bare cells without a ring lie below."""
_ROUND_NATS = 8.0


def against_ground(evidence: Evidence, image: Image, where: Views, plan: Plan, kit: Kit) -> Evidence:
    """Return *evidence* of shapes with ``presence`` seen against what is printed on the board of *kit*.

    A network cannot know which cells have a ring, so that a disc may be one anywhere to it. Off those cells
    nothing but a piece is round, and there bare cells are of one colour.
    """
    plain = np.array([cell not in kit.ground.ringed for cell in where.cells], dtype=bool)
    presence = evidence["presence"].astype(np.float64)
    presence[plain, 1] += _roundness(shares(evidence["shape"])[plain, _CIRCLE])
    if plain.any():
        places = np.array([plan.centre_mm(cell) for cell in where.cells])[plain] / plan.pitch_mm
        said = shares(presence[plain] + PRIORS.log_presence)
        lead = for_pieces(said, shares(evidence["colour"])[plain], cell_colours(image, where)[plain], places)
        presence[plain, :2] += np.column_stack([-lead / 2, lead / 2])
    return MappingProxyType({**evidence, "presence": presence.astype(np.float32)})


def _roundness(circle: Array) -> Array:
    """Return how many nats the share *circle* (N,) speaks for a piece."""
    odds = np.log(np.maximum(circle, 1e-9)) - np.log(np.maximum(1 - circle, 1e-9))
    return np.clip(odds - _ROUND_ODDS, 0.0, _ROUND_NATS)
