"""How often a reader of pictures errs without a doubt: takes one die for another, or sees a piece where there is none.

However certain a reader is, it is wrong now and then, and of all pieces dice are the hardest to read. So a die that
it calls impossible is no less likely than that it was wrong like this: the rarer, the more certain it is. Likewise a
stain or a glare is taken for a piece now and then. The figures are bounds from simulated pictures that were really
read (``python -m benchmarks.refereeing.misreadings --pictures``): of 1,606 dice some 47 were taken for another, and
none of these was likelier by 4.6 nats or more than the die that was there. So (at 95 %) mistakes get rarer e times
with each 1.65 nats. 8 of some 52,000 empty places were taken for a piece or a rod with certainty.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.reading import EMPTY

VALUE = math.log(0.2)
"""Log probability that a die is taken for one of the same kind with another value where both look alike, ..."""
SURER = 1 / 1.65
"""... and by how much less for each nat by which the one that is seen is likelier than any other."""
OTHERWISE = math.log(0.0003)
"""The same, however certain the reader is, for a die of another kind, and for the same die of another seat."""
NOTHING = math.log(0.0006)
"""Log probability that a piece or a rod is seen, beyond doubt, where there is none."""


def with_mistakes(row: Mapping[str, float], *, touched: bool = False) -> Mapping[str, float]:
    """Return the log-likelihoods *row* of a cell, in nats, where what is seen may be a mistake.

    Where the cell has been *touched*, or something was there before, it is no mistake that something is there.
    """
    seen = max(row, key=lambda content: (row[content], content))
    if seen == EMPTY:
        return row
    nothing = {} if touched or EMPTY not in row else {EMPTY: max(row[EMPTY], row[seen] + NOTHING)}
    if "=" not in seen:
        return {**row, **nothing}
    next_best = max((nats for content, nats in row.items() if content != seen), default=-math.inf)
    value = VALUE - SURER * (row[seen] - next_best)
    return {
        **{content: max(nats, row[seen] + _mistaken(content, seen, value)) for content, nats in row.items()},
        **nothing,
    }


def _mistaken(content: str, seen: str, value: float) -> float:
    """Return the log probability that the die *content* is taken for the one that is *seen*; *value* for its value."""
    if content == seen or "=" not in content:
        return -math.inf
    if content[0] == seen[0]:
        same_kind = content.partition("=")[0] == seen.partition("=")[0]
        return value if same_kind else OTHERWISE
    return OTHERWISE if content[1:] == seen[1:] else -math.inf
