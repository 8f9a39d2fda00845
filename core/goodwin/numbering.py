"""The actions of the family as numbers: a kind, a target, and which two of its eight neighbours are spent, or none."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations

from core.play.numbering import Numbers

_NAME = r"[a-z][0-9]{1,2}"
_ACTION = re.compile(rf"([SML])({_NAME})((?:-{_NAME})*)")
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
_PAIRS = {frozenset(pair): number for number, pair in enumerate(combinations(_AROUND, 2), 1)}


def numbers(cells: tuple[str, ...]) -> Numbers:
    """Return the numbers of the actions on *cells*."""
    side = round(len(cells) ** 0.5)
    place = {name: (number // side, number % side) for number, name in enumerate(cells)}
    return Numbers(3 * len(cells) * (len(_PAIRS) + 1) + 1, partial(_placement, place))


def _placement(place: dict[str, tuple[int, int]], action: str) -> int:
    match = _ACTION.fullmatch(action)
    if not match:
        return 3 * len(place) * (len(_PAIRS) + 1)
    kind, target, spent = match.groups()
    x, y = place[target]
    steps = [(place[name][0] - x, place[name][1] - y) for name in spent.split("-") if name]
    pair = _PAIRS[frozenset(steps)] if steps else 0
    row = "SML".index(kind) * len(place) + list(place).index(target)
    return row * (len(_PAIRS) + 1) + pair
