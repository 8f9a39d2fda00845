"""Whether a rule broken in the likeliest history may be announced, or what to ask instead."""

from __future__ import annotations

from core.belief.history import History, common
from core.belief.traces import changed
from core.game import P
from core.reading import EMPTY
from core.verdict import Refused, Verdict
from kiebitz.judging.accusing import Accusation, FarOff
from kiebitz.judging.names import names_of
from kiebitz.judging.sight import Sight
from kiebitz.table.state import TableState


def stands(state: TableState[P], best: History[P], sight: Sight) -> tuple[Verdict, bool]:
    """Return what *best* objects to on the board in *sight*, and whether the board is far from the one announced.

    A broken rule is returned only where nothing speaks against telling it.
    """
    if not isinstance(best.standing, Refused):
        return best.standing, False
    following, told = state.following, state.told
    shared = common(told, best.positions)
    if missing := _missing(state, best, rewritten=shared < len(told)):
        return FarOff.at(missing), following.far_off
    accused = Accusation(state.game, best.standing.objection, best, names_of(best), sight)
    again = following.several or best.looks > int(following.missed)  # the first look at it may have been a part
    may_miss_moves = following.missed or following.gaps or len(best.positions) - shared > 1
    doubt = accused.doubt(again=again, missed=may_miss_moves)
    return doubt or best.standing, isinstance(doubt, FarOff)


def _missing(state: TableState[P], best: History[P], *, rewritten: bool) -> list[str]:
    """Return what is missing on a board that is set up again as before it was swept; nothing for other boards."""
    game, left = state.game, state.following.milestones.left
    earlier = [] if left is None else [left.board(game)]
    if state.following.far_off or rewritten:
        earlier.append(state.contents)
    now = best.board(game)
    for before in earlier:
        if all(content in (EMPTY, before[place]) for place, content in now.items()):
            return sorted(changed(now, before))
    return []
