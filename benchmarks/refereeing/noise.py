"""How a reader errs: doubts and confident mistakes between contents that look alike, the same in the same setting."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from core.reading import EMPTY, is_edge

Row = Mapping[str, float]
FLOOR = -16.0
"""The least likelihood of any content of a cell, in nats relative to the likeliest."""


BANDS = (0.0, 1.5, 3.0, 4.6, 6.0, 7.5, 10.0, 13.0, 16.0)
"""Bounds of the bands of leads over everything else, in nats."""
SURE = 4.6
"""A lead of this much, odds of 99 to 1, counts as certain."""
LEADS: Mapping[str, Sequence[float]] = {
    "empty": (91, 106, 185, 461, 1111, 8677, 19536, 81853),
    "piece": (37, 76, 55, 213, 433, 6042, 22, 0),
    "stone": (9, 10, 49, 41, 69, 228, 503, 5022),
    "die": (272, 172, 464, 739, 1463, 585, 0, 0),
    "no rod": (19, 67, 141, 329, 682, 7130, 5663, 4102),
    "rod": (37, 56, 208, 284, 585, 2117, 0, 0),
}
"""What lay there → how many readings of the real reader had a lead in each band."""
MISTAKEN: Mapping[str, tuple[float, float]] = {"piece": (0.5, 1.45), "stone": (0.5, 1.45), "die": (0.8, 0.92)}
MISTAKEN_ELSE = 0.5, 1.0
"""The share of readings with no lead that are wrong, and the nats of lead that make these e times rarer.

Twelve pieces in these readings are then wrong with certainty, as was measured (5 of 213, 4 of 433 and 3 of 6,064; below
that 12 of 37 and 4 of 131), and eight of those that lead by more than 7.5 nats, the most there could have been. Of dice
107 are wrong in the lowest band (measured: 104). Among 2,787 dice, 2,986 rods, 17,906 bare edges and 111,638 empty
cells no certain mistake was seen: the rates give as many as could have been missed, three of each (at 95 %).
"""
BETWEEN = 1 / 3
"""Share of the mistakes in which yet another content is likelier than the true one: 22 of 160 doubtful dice."""


@dataclass(frozen=True, slots=True)
class Noise:
    """How much worse than the real reader."""

    doubtful: float
    """Factor on the number of readings that are less than certain."""
    wrong: float
    """Factor on the number of certain readings that are wrong."""
    fresh: float = 0.1
    """Share of the cells that are read afresh in another picture; the others are read as before."""
    fresh_dice: float = 0.45

    def lead(self, kind: str, rng: random.Random) -> float:
        """Return by how many nats a reading of *kind* leads."""
        bands = list(pairwise(BANDS))
        shares = [n * (self.doubtful if high <= SURE else 1.0) for n, (_, high) in zip(LEADS[kind], bands, strict=True)]
        return rng.uniform(*rng.choices(bands, shares)[0])

    def chance(self, kind: str, lead: float) -> float:
        """Return how likely a reading of *kind* that leads by *lead* nats is wrong."""
        without, nats = MISTAKEN.get(kind, MISTAKEN_ELSE)
        return min(without, without * math.exp(-lead / nats) * (self.wrong if lead >= SURE else 1.0))

    def again(self, content: str) -> float:
        """Return the share of the cells with *content* that are read again in another picture."""
        return self.fresh_dice if "=" in content else self.fresh

    def at(self, share: float) -> Noise:
        """Return this noise at a table where *share* times as much is doubtful as at the average one."""
        return replace(self, doubtful=self.doubtful * share)


TABLES = (0.2, 0.2, 0.4, 1.2, 3.0)
"""Factors on the doubt at a table: most boards are read almost without doubt, a few are full of it."""
NOISE: Mapping[str, Noise] = {
    "none": Noise(0.0, 0.0),
    "easy": Noise(0.25, 0.4),
    "normal": Noise(1.0, 1.0),
    "hard": Noise(3.0, 10.0),
    "surely wrong": Noise(1.0, 10.0),
}
"""*Normal* matches the real reader on simulated tables; *hard* is much worse.

The figures above are of the real reader at simulated tables 9221 to 9240 of *slips*
(docs/decisions/0029c-the-pretended-reader.md). *Surely wrong* has ten times as many certain mistakes as *normal* and
no more doubts, so that a few games show what these do.
"""


def drawn_row(key: str, content: str, alphabet: Sequence[str], noise: Noise, place: str = "") -> Row:
    """Return what is read of the cell or edge *place* that holds *content*; equal keys give equal rows."""
    rng = random.Random(zlib.crc32(key.encode()))
    kind = kind_of(content, place)
    lead = noise.lead(kind, rng)
    likely = confusions(content, tuple(alphabet))
    first, second = (rng.choices(list(likely), list(likely.values()))[0] for _ in range(2))
    row = dict.fromkeys(alphabet, -max(rng.uniform(12.0, 16.0), lead))
    row[second] = max(row[second], -lead - rng.uniform(1.0, 6.0))
    row[first], row[content] = -lead, 0.0
    if rng.random() < noise.chance(kind, lead):
        row[first], row[content] = 0.0, -lead
        if second != first and rng.random() < BETWEEN:
            row[second], row[content] = row[content], row[second]
    return {each: max(value, FLOOR) for each, value in row.items()}


def kind_of(content: str, place: str = "") -> str:
    """Return what is read where *content* lies on a cell or edge: what differs in how well it is read."""
    if is_edge(place):
        return "no rod" if content == EMPTY else "rod"
    if content == EMPTY:
        return "empty"
    return "stone" if len(content) == 1 else "die" if "=" in content else "piece"


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
