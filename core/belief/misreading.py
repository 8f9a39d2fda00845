"""How often a reader of pictures errs without a doubt: takes a piece for another, or sees one where there is none.

However certain a reader is, it is wrong now and then, and looking again at a piece that nobody has touched does not
help: it is read wrong again. So what the reader calls impossible is no less likely than that it was wrong like this.
Where one such mistake would make a move legal, a broken rule can be told only as surely as the reader is known to err
seldom; to be surer takes a second kind of evidence: the piece is put down again, seen from elsewhere, or people say.

The figures are bounds (at 95 %) from simulated pictures that were really read
(``python -m benchmarks.refereeing.misreadings --pictures``): of 26,329 pyramids, coins and stones that led over
everything else by 7.5 nats or more three were another piece, and none of 3,290 dice was surely another one. 8 of some
52,000 empty places were taken for a piece or a rod with certainty.

What leads by less is wrong more often than the reader thinks, but for dice: of pieces half of those that hardly lead,
and e times fewer with each 1.45 nats (12 of 37, 4 of 131, 9 of 646).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.reading import EMPTY

PIECE = math.log(7.75 / 26329)
"""Log probability that a piece is taken, beyond doubt, for another one."""
BEYOND_DOUBT = 7.5
"""Lead in nats from which it is taken so."""
HARDLY_LEADING, TIMES_TOO_SURE = math.log(0.5), 1.45
"""Log probability that a piece is another one where it hardly leads, and by how many times as many nats as it is really
sure the reader takes it for this one."""
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
    others = {c: row[seen] + _mistaken(nats - row[seen], seen) for c, nats in row.items() if _may_be_taken_for(c, seen)}
    return {**row, **others, **nothing}


def _mistaken(nats: float, seen: str) -> float:
    """Return how likely it really is that something else lies there than *seen*, of which the reader says *nats*."""
    if "=" in seen:
        return max(nats, DIE)
    return max(nats, PIECE if nats < -BEYOND_DOUBT else HARDLY_LEADING + nats / TIMES_TOO_SURE)


def _may_be_taken_for(content: str, seen: str) -> bool:
    """Return whether *content* may be taken for the piece *seen*: a die for one of its seat, or the same of another."""
    return content != EMPTY and ("=" not in seen or content[0] == seen[0] or content[1:] == seen[1:])
