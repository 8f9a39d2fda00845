"""The actions of a grid game as numbers: a kind where one is chosen, and any cells."""

from __future__ import annotations

from functools import partial

from core.grid.notation import Notation
from core.grid.position import PASS
from core.play.numbering import Numbers


def numbers(notation: Notation) -> Numbers:
    """Return the numbers of everything that *notation* can write; the pass has the last one."""
    return Numbers(_before(notation, max(notation.counts) + 1) + 1, partial(_number, notation))


def _before(notation: Notation, count: int) -> int:
    """Return how many actions name fewer than *count* cells."""
    kinds = len(notation.kinds) if notation.lettered else 1
    return sum(kinds * len(notation.grid.cells) ** fewer for fewer in notation.counts if fewer < count)


def _number(notation: Notation, action: str) -> int:
    step = notation.read_action(action)
    if step == PASS:
        return _before(notation, max(notation.counts) + 1)
    number = notation.kinds.index(step.kind) if notation.lettered else 0
    for cell in step.cells:
        number = number * len(notation.grid.cells) + notation.grid.numbers[cell]
    return _before(notation, len(step.cells)) + number
