"""How a reader errs: doubts and confident mistakes between contents that look alike, the same in the same setting."""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.reading import EMPTY, is_edge

Row = Mapping[str, float]
FLOOR = -16.0
"""No content of a cell is less likely than this, in nats below the likeliest."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Shares of the pieces on the board; empty cells are read better, dice worse."""

    doubtful: float
    wrong: float
    """Read as something else, with a probability of 0.99 or more."""
    empty: float = 0.2
    """How much less of the empty cells."""
    dice: float = 4.4
    rods: float = 2.0
    fresh: float = 0.2
    """Share of the cells that are read anew in another picture; the others are read as they were before."""
    fresh_dice: float = 0.6

    def of(self, content: str, place: str) -> float:
        """Return how much more often than of a piece is erred of *content* on a cell or edge."""
        if content == EMPTY:
            return 1.0 if is_edge(place) else self.empty
        return self.rods if is_edge(place) else self.dice if "=" in content else 1.0

    def again(self, content: str) -> float:
        """Return the share of the cells with *content* that are read anew in another picture."""
        return self.fresh_dice if "=" in content else self.fresh

    def at(self, share: float) -> Noise:
        """Return this noise at a table where *share* times as much is doubtful as at the average one."""
        return replace(self, doubtful=self.doubtful * share)


TABLES = (0.2, 0.2, 0.4, 1.2, 3.0)
"""How much of the doubt there is at a table: most boards are read without any, a few are full of it."""
NOISE: Mapping[str, Noise] = {
    "none": Noise(0.0, 0.0),
    "easy": Noise(0.004, 0.0002),
    "normal": Noise(0.018, 0.0005),
    "hard": Noise(0.06, 0.008),
    "surely wrong": Noise(0.018, 0.005),
}
"""Normal is as the real reader is on simulated tables (``python -m benchmarks.refereeing.misreadings --pictures``),
with certain mistakes as often as could have been missed there; hard is much worse than that. *Surely wrong* has ten
times as many certain mistakes as the normal one and no more doubts: so few games show what they lead to."""


def drawn_row(key: str, content: str, alphabet: Sequence[str], noise: Noise, place: str = "") -> Row:
    """Return what is read of the cell or edge *place* that holds *content*; equal keys give equal rows."""
    rng = random.Random(zlib.crc32(key.encode()))
    share = noise.of(content, place)
    chance = rng.random()
    if chance < noise.wrong * share:
        lead = -rng.uniform(4.8, 9.0)
    elif chance < (noise.wrong + noise.doubtful) * share:
        lead = rng.triangular(-4.5, 4.5, 1.0)
    else:
        lead = rng.uniform(7.0, 14.0)
    likely = confusions(content, tuple(alphabet))
    first, second = (rng.choices(list(likely), list(likely.values()))[0] for _ in range(2))
    row = dict.fromkeys(alphabet, -rng.uniform(12.0, 16.0))
    row[second] = max(row[second], -abs(lead) - rng.uniform(1.0, 6.0))
    row[first], row[content] = -max(lead, 0.0), min(lead, 0.0)
    return {each: max(value, FLOOR) for each, value in row.items()}


@lru_cache(maxsize=1024)
def confusions(content: str, alphabet: tuple[str, ...]) -> Mapping[str, float]:
    """Return for what *content* may be taken, with weights."""
    return {other: _likeness(content, other) for other in alphabet if other != content}


def _likeness(one: str, other: str) -> float:
    if EMPTY in (one, other):
        filled = other if one == EMPTY else one
        return {"s": 3.0, "w": 3.0}.get(filled[-1], 0.5)
    if len(one) == 1:
        return 1.0
    same_seat = one[0] == other[0]
    (kind, _, value), (other_kind, _, other_value) = one[1:].partition("="), other[1:].partition("=")
    if kind == other_kind and value == other_value:
        return 3.0
    if kind == other_kind:
        return 6.0 if same_seat else 0.1
    near = {"s": "m", "m": "sl", "l": "m"}.get(kind, "468")
    return (4.0 if not value or value == other_value else 0.5) * (other_kind in near) * (1.0 if same_seat else 0.05)


def fitting(alphabet: Sequence[str], place: str) -> tuple[str, ...]:
    """Return the contents that a cell or an edge may hold."""
    return tuple(content for content in alphabet if content == EMPTY or (content == "rod") == is_edge(place))
