"""How often a reader of pictures errs without a doubt: takes a piece for another, or sees one where there is none.

However certain a reader is, it is wrong now and then, and looking again at a piece that nobody has touched does not
help: it is read wrong again. So what the reader calls impossible is no less likely than that it was wrong like this.
Where one such mistake would make a move legal, a broken rule can be told only as surely as the reader is known to err
seldom; to be surer takes a second kind of evidence: the piece is put down again, seen from elsewhere, or people say.

The figures are bounds (at 95 %) from simulated pictures that were really read
(``python -m benchmarks.refereeing.misreadings --pictures``): of 11,154 pyramids, coins and stones that led over
everything else by 7.5 nats or more none was another piece, and none of 3,290 dice was surely another one. What leads by
less is believed as the reader says. 8 of some 52,000 empty places were taken for a piece or a rod with certainty.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.reading import EMPTY

PIECE = math.log(3 / 11154)
"""Log probability that a piece is taken, beyond doubt, for another one."""
DIE = math.log(3 / 3290)
"""The same for a die."""
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
    other = row[seen] + (DIE if "=" in seen else PIECE)
    return {**{c: max(nats, other) if _may_be_taken_for(c, seen) else nats for c, nats in row.items()}, **nothing}


def _may_be_taken_for(content: str, seen: str) -> bool:
    """Return whether *content* may be taken for the piece *seen*: a die for one of its seat, or the same of another."""
    return content != EMPTY and ("=" not in seen or content[0] == seen[0] or content[1:] == seen[1:])
