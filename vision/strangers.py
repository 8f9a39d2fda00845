"""Tells what is no piece of this kit from its pieces, before seats and colours are formed.

Networks are surer than they ought to be that something upright is a piece: of chessmen, which they never saw, they
say so ten to one or a thousand to one, of pieces a hundred thousand to one. And they say what shape a piece has, though
it may be one that no piece of the kit has.
"""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
from scipy.special import log_expit

from kits.kit import Kit
from vision.contents import PYRAMID_MODELS, shape_of
from vision.network import PRESENCE, SHAPES, Evidence, Model, log_shares

_PIECE, _COVERED = PRESENCE.index("piece"), PRESENCE.index("covered")
_NOTHING = 2.0
"""Nats in favour of a pyramid over a covered cell that count as neutral; from simulated chessmen."""


def of_kit(evidence: Evidence, model: Model, kit: Kit) -> Evidence:
    """Return *evidence* in which ``presence`` knows the shapes of *kit*, and how little *model* knows of other things.

    What is no piece counts as covered.
    """
    presence = evidence["presence"].astype(np.float64)
    if "shape" in evidence:
        columns = [SHAPES.index(shape_of(kit.pieces[kind])) for kind in kit.stock]
        presence[:, _PIECE] += np.logaddexp.reduce(log_shares(evidence["shape"])[:, columns], axis=1)
    if model in PYRAMID_MODELS:
        told = presence[:, _PIECE] - presence[:, _COVERED] - _NOTHING
        stands = presence[:, _PIECE].copy()
        presence[:, _PIECE] = stands + log_expit(told)
        presence[:, _COVERED] = np.logaddexp(presence[:, _COVERED], stands + log_expit(-told))
    return MappingProxyType({**evidence, "presence": presence.astype(np.float32)})
