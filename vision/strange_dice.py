"""What the networks say of dice of a shape that they have not learned: a d10 of units or of tens, a d12, a d20.

They take one for a d8, or a d6, with less confidence than a real one, and read the number on its upper face where it is
one that they know: of 420 simulated d10 of units that showed 1 to 4 they read 96 %, of 420 of tens 24 %. So a d10 has
values, and all others have none. The figures here are those of a logistic fit to 120 simulated tables; on 90 others
it told 86 % of such dice from a d6 or d8, and 94 % of d8 and all d6 from them, each by itself.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
UNITS = 10
"""Key for the shape of a d10 that shows 0 to 9."""
_HIGHEST = 8
_NEVER = -8.0
"""Nats against a strange die that looks like a d4."""
_LIKE_D6, _LIKE_D8 = 6.4, 9.9
"""Nats in favour of a strange die that looks like a d6, or a d8, with no lead."""
_OF_SHAPE, _OF_VALUE, _MOST = 0.65, 0.33, 12.0
"""Nats against it per nat of the shape's lead, and of its likeliest value's lead, the latter up to ``_MOST``."""
_SOFTER = 0.7
"""Factor on the networks' nats about values."""


def strange(looks: Mapping[int, Array], shape: int) -> Array:
    """Return (N, 8): how well each value of a die of a strange *shape* fits, beside the *looks* of the others.

    *looks* are number of faces → (N, faces), for 4, 6 and 8.
    """
    whole = np.stack([np.logaddexp.reduce(look, axis=1) for look in looks.values()], axis=1)
    best = whole.argmax(axis=1)
    least = np.array([_NEVER if faces == 4 else _LIKE_D6 if faces == 6 else _LIKE_D8 for faces in looks])
    ranked = np.sort(whole, axis=1)
    leads = np.stack([_lead(look) for look in looks.values()], axis=1)[np.arange(len(best)), best]
    against = _OF_SHAPE * (ranked[:, -1] - ranked[:, -2]) + _OF_VALUE * np.minimum(leads, _MOST)
    fit = ranked[:, -1] + np.where(least[best] < 0.0, _NEVER, least[best] - against)
    any_value = np.full((1, _HIGHEST), -np.log(_HIGHEST))
    return np.asarray(fit[:, None] + (_values(looks) if shape == UNITS else any_value))


def _lead(look: Array) -> Array:
    """Return the lead (N,) of the likeliest value, in nats."""
    ranked = np.sort(look, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2])


def _values(looks: Mapping[int, Array]) -> Array:
    """Return (N, 8): the log-shares of values, for dice with an upper face."""
    both = np.full((len(looks[8]), _HIGHEST), -np.inf)
    for faces in (6, 8):
        both[:, :faces] = np.logaddexp(both[:, :faces], looks[faces])
    soft = _SOFTER * (both - both.max(axis=1, keepdims=True))
    return np.asarray(soft - np.logaddexp.reduce(soft, axis=1)[:, None])
