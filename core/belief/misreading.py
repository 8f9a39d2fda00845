"""How often a reader of pictures errs without a doubt: takes a piece for another, or sees one where there is none.

However certain a reader is, it is wrong now and then. So what it calls impossible is no less likely than that it was
wrong like this, and one reading of a piece counts for no more than that.

**Independent evidence.** As long as a piece lies untouched, all looks at it repeat one mistake and count together as
one reading. These are evidence of their own, whose nats are added to it, so that the sum has no bound:

- a look after the piece was touched, so that its cell looks changed (``Look.changed``);
- a look from elsewhere, as at a board that was turned, or by a second eye (``Look.elsewhere``);
- whether the cell looks changed beside the view before (``History.changes``);
- a person's word, which counts in full in each look.

A board that was just found again is not seen from elsewhere: its pieces are often misread as before.

**A broken rule that is seen sharply can be told.** To break one is rarer than to misread a piece that the reader is not
sure of, but must not be rarer than to misread one that it reads as sharply as it can. What such a reading counts has to
exceed how rare a broken rule is beside a legal action, how many pieces there are that may be misread instead,
and the lead that it needs. What is read less sharply is asked about, with its code, and told once somebody has
answered.

The figures are bounds (at 95 %) from simulated pictures that were really read
(``python -m benchmarks.refereeing.misreadings --pictures``): of 26,329 pyramids, coins and stones that led over
everything else by 7.5 nats or more three were another piece, and none of 3,290 dice was surely another one. 8 of some
52,000 empty places were taken for a piece or a rod with certainty.

What leads by less is wrong more often than the reader thinks: of pieces half of those that hardly lead, and e times
fewer with each 1.45 nats (12 of 37, 4 of 131, 9 of 646). About dice the reader is right.

The bounds are those of leads as they were measured: pyramids hardly ever lead by more than ten nats, and dice never by
more than 7.5. What is read more sharply errs less, by the same rates. Nearly all that leads by more than ten nats are
stones, and none of 11,495 that led by 7.5 or more was wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.reading import EMPTY

PIECE = math.log(7.75 / 26329)
"""Log probability that a piece read beyond doubt is really another one."""
BEYOND_DOUBT = 7.5
"""Lead in nats from which a reading is beyond doubt."""
HARDLY_LEADING, TIMES_TOO_SURE = math.log(0.5), 1.45
"""Log probability that a piece that hardly leads is another one, and the nats of lead that make it e times rarer."""
DIE = math.log(3 / 3290)
"""Log probability that a die read beyond doubt is really another one."""
BOUNDED, BOUNDED_DIE = 10.0, 7.5
"""Largest leads, in nats, among the readings that the bounds come from: of pieces, and of dice."""
NOTHING = math.log(0.0006)
"""Log probability that a piece or rod is read beyond doubt where there is none."""


def with_mistakes(row: Mapping[str, float], *, touched: bool = False) -> Mapping[str, float]:
    """Return the log-likelihoods *row* of a cell, in nats, where what is seen may be a mistake.

    Where the cell has been *touched*, or something was there before, it is no mistake that something is there.
    """
    seen = max(row, key=lambda content: (row[content], content))
    if seen == EMPTY:
        return row
    lead = row[seen] - max((nats for content, nats in row.items() if content != seen), default=-math.inf)
    nothing = {} if touched or EMPTY not in row else {EMPTY: max(row[EMPTY], row[seen] + NOTHING)}
    mistaken = ((c, _mistaken(nats - row[seen], seen, lead)) for c, nats in row.items() if _may_be_taken_for(c, seen))
    others = {content: row[seen] + nats for content, nats in mistaken}
    return {**row, **others, **nothing}


def _mistaken(nats: float, seen: str, lead: float) -> float:
    """Return the corrected log-likelihood of another content than *seen*; the reader gives it *nats* relative to
    *seen*.

    *lead* is the lead of *seen* over everything else, in nats.
    """
    if "=" in seen:
        return max(nats, DIE - max(0.0, lead - BOUNDED_DIE))
    if nats < -BEYOND_DOUBT:
        return max(nats, PIECE - max(0.0, lead - BOUNDED) / TIMES_TOO_SURE)
    return max(nats, HARDLY_LEADING + nats / TIMES_TOO_SURE)


def _may_be_taken_for(content: str, seen: str) -> bool:
    """Return whether *content* may be misread as the piece *seen*; a die only within its seat, or for its like."""
    return content != EMPTY and ("=" not in seen or content[0] == seen[0] or content[1:] == seen[1:])
