"""Pieces that lie wrong: such a look is no move and breaks no rule of the game; what is wrong comes as a hint.

A piece that stands may seem to lie wrong, so a move that the board shows beyond doubt is announced all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.game import P
from core.reading import Misplaced, Reading
from core.verdict import Partial, Refused, Unclear, Verdict
from kiebitz.judging.doubts import Unreadable, square_up
from kiebitz.judging.evidence import without
from kiebitz.table.inputs import Look
from kiebitz.table.patience import Patience
from kiebitz.table.rules.trouble import asked
from kiebitz.table.state import Lying, TableState


def lying_wrong(state: TableState[P], look: Look) -> tuple[Misplaced, ...]:
    """Return the pieces that lie wrong by *look*; what people have said about a cell counts for more."""
    return tuple(each for each in look.misplaced if state.insisted.cells.keys().isdisjoint(each.cells))


def is_a_move(before: TableState[P], after: TableState[P]) -> bool:
    """Return whether the game has gone on between *before* and *after*, and nothing is wrong or unclear besides."""
    return after.told != before.told and not after.trouble.key


def is_awaited(verdict: Verdict, look: Look, patience: Patience) -> bool:
    """Return whether *verdict* is about a die that nobody has had time to square up yet."""
    return isinstance(verdict, Unreadable) and not look.still_for(patience.misplaced_s)


def awaited(
    state: TableState[P], look: Look, evidence: Reading, found: Sequence[Misplaced]
) -> tuple[TableState[P], Reading, bool]:
    """Return what of *evidence* counts beside pieces *found* to lie wrong, and whether to wait for them."""
    cells = frozenset(cell for each in found for cell in each.cells)
    told = state.lying.told & cells
    state = replace(state, lying=Lying(told))
    if cells <= told:
        return state, without(evidence, cells), False
    if look.reached or not look.still_for(state.terms.patience.misplaced_s):
        return state, evidence, True
    for each in found:
        state = asked(state, "hint", each.cells, message_of(each), code=each.code)
    return replace(state, lying=Lying(cells)), evidence, True


def message_of(misplaced: Misplaced) -> str:
    """Return what lies wrong, and how to put it right."""
    cell, *others = misplaced.cells
    match misplaced.code:
        case "GEN-3":
            return f"Which cell is the piece between {cell} and {others[0]} on? Please centre it."
        case "GEN-4":
            return f"There are two pieces on {cell}. Only one may stand on a cell."
        case "TT-26":
            return square_up(cell)
        case _:
            return f"Please stand the piece on {cell} upright."


def is_told_by(state: TableState[P], verdict: Verdict) -> bool:
    """Return whether *verdict* is about a cell where people have heard that a piece lies wrong there."""
    match verdict:
        case Partial() | Unclear():
            cells = verdict.cells
        case Refused(objection):
            cells = objection.cells
        case _:
            return False
    return not state.lying.told.isdisjoint(cells)
