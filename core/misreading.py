"""How often a reader of pictures errs without a doubt: takes one die for another, or sees a piece where there is none.

However certain a reader is, it is wrong now and then, and of all pieces dice are the hardest to read. So a die that
it calls impossible is no less likely than that it was wrong like this: the rarer, the more certain it is. Likewise a
stain or a glare is taken for a piece now and then. The figures are bounds from simulated pictures that were really
read (``python -m benchmarks.refereeing.misreadings --pictures``): of 1,606 dice some 47 were taken for another, and
none of these was likelier by 4.6 nats or more than the die that was there. So (at 95 %) mistakes get rarer e times
with each 1.65 nats, whether the die is taken for one of another value, another kind or another seat: how the 47 are
divided among these is not known. 8 of some 52,000 empty places were taken for a piece or a rod with certainty.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.reading import EMPTY

OTHER = math.log(0.2)
"""Log probability that a die is taken for another one where both look alike, ..."""
SURER = 1 / 1.65
"""... and by how much less for each nat by which the one that is seen is likelier than any other."""
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
    other = OTHER - SURER * (row[seen] - next_best)
    return {
        **{c: max(nats, row[seen] + other) if _may_be_taken_for(c, seen) else nats for c, nats in row.items()},
        **nothing,
    }


def _may_be_taken_for(content: str, seen: str) -> bool:
    """Return whether *content* is a die that may be taken for the one *seen*: of its seat, or the same of another."""
    return "=" in content and (content[0] == seen[0] or content[1:] == seen[1:])
