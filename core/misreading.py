"""How often a reader of pictures takes one die for another without a doubt.

However certain a reader is, it is wrong now and then, and of all pieces dice are the hardest to read. So a die that
it calls impossible is no less likely than that it was wrong like this, and no single die proves that a rule was broken
where another die would be a legal action. The figures were chosen on simulated games
(``python -m benchmarks.refereeing --game tinker_tactics``), not measured on real ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

VALUE = math.log(0.006)
"""Log probability that a die is taken, beyond doubt, for one of the same kind with another value."""
OTHERWISE = math.log(0.002)
"""The same for a die of another kind, and for the same die of another seat."""


def with_mistakes(row: Mapping[str, float]) -> Mapping[str, float]:
    """Return the log-likelihoods *row* of a cell, in nats, where the die that is seen may be a mistake."""
    seen = max(row, key=lambda content: (row[content], content))
    if "=" not in seen:
        return row
    return {content: max(nats, row[seen] + _mistaken(content, seen)) for content, nats in row.items()}


def _mistaken(content: str, seen: str) -> float:
    """Return the log probability that the die *content* is taken for the one that is *seen*."""
    if content == seen or "=" not in content:
        return -math.inf
    if content[0] == seen[0]:
        same_kind = content.partition("=")[0] == seen.partition("=")[0]
        return VALUE if same_kind else OTHERWISE
    return OTHERWISE if content[1:] == seen[1:] else -math.inf
