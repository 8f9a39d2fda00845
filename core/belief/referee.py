"""Decides what happened on the table by weighing a camera's evidence against the rules.

A verdict must win by a margin, and a broken rule by more than one kind of evidence, because a wrong "illegal!"
is worse than a late one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from core.belief.explanation import NEAR_NATS, Explanation, explain
from core.belief.likelihood import Table, rows_of
from core.belief.traces import Change, successors
from core.game import Game, P
from core.reading import EMPTY, Reading, is_edge
from core.verdict import Partial, Played, Refused, Still, Unclear, Verdict, in_short

REFUSAL_NATS = 1.2
"""The lead in nats of a broken rule over everything else."""
OTHER_CODE = 0.25
"""A broken rule is named only if the probability that another rule was broken is at most this."""


def judge(game: Game[P], position: P, reading: Reading, *, history: Sequence[P] = ()) -> Verdict:
    """Return what *reading* says happened since *position*.

    A verdict needs a lead of ``NEAR_NATS`` over its nearest rival, and every cell that it changes
    must be visible; edges need not be, because stones can hide a rod. Otherwise the answer
    is ``Unclear`` with the cells that would decide.

    A broken rule has a prior lower than an action's by more than that. It must also lead
    by ``REFUSAL_NATS``, and a rule must be broken with every content of its cells within
    ``NEAR_NATS`` of the best, the same one with most.

    *history* holds the earlier positions, oldest first, without *position*.
    """
    explained = explain(game, position, rows_of(reading), history=history)
    table, explanations = explained.table, explained.explanations
    best = explanations[0]
    rival = next((e for e in explanations[1:] if not _alike(e, best)), None)
    lead = best.nats - rival.nats if rival else float("inf")
    need = REFUSAL_NATS if isinstance(best.verdict, Refused) else NEAR_NATS
    hidden = sorted(cell for cell in best.change.keys() - table.rows.keys() if not is_edge(cell))
    if lead < need or hidden:
        other = rival.change if rival else {}
        deciding = sorted(c for c in {**best.change, **other} if best.change.get(c) != other.get(c))
        return _unclear(explanations, hidden or deciding, bool(hidden), need)
    match best.verdict:
        case Played(actions):
            return Played(actions, lead)
        case Refused(objection):
            cells = doubtful(game, position, table, best.change, objection.code)
            if cells or misses_moves(game, position, best.change):
                return _unclear(explanations, cells or sorted(best.change), False, need)
            return best.verdict
        case verdict:
            return verdict


def doubtful(game: Game[P], position: P, table: Table, change: Change, code: str) -> list[str]:
    """Return the cells of *change* on which it matters that another content near the best may be there.

    With it no rule would be broken, or another one than *code*, and that is more likely than ``OTHER_CODE``.
    """
    after = {**table.before, **change}
    found = []
    for cell in change:
        weights = {
            content: exp(table.value(cell, content) - table.value(cell, change[cell]))
            for content in table.near(cell, NEAR_NATS)
        }
        codes = {content: _code(game, position, {**after, cell: content}) for content in weights}
        other = sum(weight for content, weight in weights.items() if codes[content] != code)
        if None in codes.values() or other > OTHER_CODE * (1.0 + sum(weights.values())):
            found.append(cell)
    return found


def misses_moves(game: Game[P], position: P, change: Change) -> bool:
    """Return whether *change* puts more pieces on the board than any action does, and one."""
    return _placed(change) > _most_placed(game, position) + 1


def _alike(one: Explanation, other: Explanation) -> bool:
    """Return whether the two explanations would get the same answer.

    Two unfinished moves get the same answer, and so do quick actions that reach the same board in a different order.
    """
    match one.verdict, other.verdict:
        case (Partial(), Partial()) | (Still(), Still()):
            return True
        case Played(), Played():
            return one.change == other.change
        case _:
            return False


def _code(game: Game[P], position: P, after: Mapping[str, str]) -> str | None:
    """Return the code of the rule that the board *after* breaks; None if it breaks none."""
    verdict = game.diagnose(position, after)
    return verdict.objection.code if isinstance(verdict, Refused) else None


def _placed(change: Change) -> int:
    """Return how many cells get a new, non-empty content in *change*."""
    return sum(content != EMPTY for content in change.values())


def _most_placed(game: Game[P], position: P) -> int:
    """Return the largest number of new contents that any legal action makes; 1 if no action is visible."""
    return max((_placed(change) for _, change in successors(game, position)), default=1)


def _unclear(explanations: Sequence[Explanation], cells: Sequence[str], hidden: bool, nats: float) -> Unclear:
    """Return the question to ask. *cells* would decide between the explanations within *nats* of the first."""
    close = [e for e in explanations if explanations[0].nats - e.nats < nats]
    candidates = tuple(" ".join(e.verdict.actions) for e in close if isinstance(e.verdict, Played))
    names = in_short(cells)
    ask = f"Something covers {names}. Please clear the view." if hidden else f"Please show me {names} again."
    return Unclear(ask, tuple(cells), candidates[:6])
