"""95 % confidence intervals of proportions, means and paired differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

_LEVEL = 0.95


class Estimate(NamedTuple):
    """A figure and the lower and upper end of its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0


def proportion(hits: float, of: int) -> Estimate:
    """Return the share of *hits*, with the interval of Wilson (1927).

    Hits may be halves, for example for drawn games; the interval is then slightly too wide.

    >>> [round(x, 3) for x in proportion(0, 20)]
    [0.0, 0.0, 0.161]
    """
    from scipy.special import ndtri

    z = float(ndtri((1 + _LEVEL) / 2))
    share, spread = hits / of, z * z / of
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / of + spread / of / 4) / (1 + spread)
    return Estimate(share, max(0.0, centre - half) if hits else 0.0, min(1.0, centre + half) if hits < of else 1.0)


def mean(values: Sequence[float], *, least: float = -math.inf) -> Estimate:
    """Return the mean of *values*, which are never below *least*, with a Student's t interval.

    With a single value the interval is unbounded; if all values are equal it is empty.

    >>> [round(x, 2) for x in mean([1, 2, 3])]
    [2.0, -0.48, 4.48]
    """
    from scipy.special import stdtrit

    count = len(values)
    centre = math.fsum(values) / count
    if count < 2:
        return Estimate(centre, least, math.inf)
    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    half = float(stdtrit(count - 1, (1 + _LEVEL) / 2)) * math.sqrt(variance / count)
    return Estimate(centre, max(least, centre - half), centre + half)


def paired_proportions(pairs: Sequence[tuple[bool, bool]]) -> Estimate:
    """Return how much more often the second of each pair is true, with the interval of Bonett and Price (2012).

    The interval is reliable even if the pairs hardly ever differ.

    >>> [round(x, 3) for x in paired_proportions([(False, True)] * 5 + [(True, True)] * 15)]
    [0.25, 0.012, 0.443]
    """
    from scipy.special import ndtri

    z, count = float(ndtri((1 + _LEVEL) / 2)), len(pairs)
    gained = sum(1 for before, after in pairs if after and not before)
    lost = sum(1 for before, after in pairs if before and not after)
    up, down = (gained + 1) / (count + 2), (lost + 1) / (count + 2)
    half = z * math.sqrt((up + down - (up - down) ** 2) / (count + 2))
    low, high = up - down - half, up - down + half
    return Estimate((gained - lost) / count, max(-1.0, low), min(1.0, high))
