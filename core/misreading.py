"""How often a reader of pictures errs without a doubt: takes one die for another, or sees a piece where there is none.

However certain a reader is, it is wrong now and then, and of all pieces dice are the hardest to read. So a die that
it calls impossible is no less likely than that it was wrong like this, and no single die proves that a rule was broken
where another die would be a legal action. Likewise a stain or a glare is taken for a piece now and then. The figures
were chosen on simulated games (``python -m benchmarks.refereeing``), not measured on real ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.reading import EMPTY

VALUE = math.log(0.006)
"""Log probability that a die is taken, beyond doubt, for one of the same kind with another value."""
OTHERWISE = math.log(0.002)
"""The same for a die of another kind, and for the same die of another seat."""
NOTHING = math.log(0.004)
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
    return {**{content: max(nats, row[seen] + _mistaken(content, seen)) for content, nats in row.items()}, **nothing}


def _mistaken(content: str, seen: str) -> float:
    """Return the log probability that the die *content* is taken for the one that is *seen*."""
    if content == seen or "=" not in content:
        return -math.inf
    if content[0] == seen[0]:
        same_kind = content.partition("=")[0] == seen.partition("=")[0]
        return VALUE if same_kind else OTHERWISE
    return OTHERWISE if content[1:] == seen[1:] else -math.inf
