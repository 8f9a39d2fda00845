"""What happened on the table: the rules and a camera's evidence weighed against each other.

    P(what happened | frames, history)  ∝  P(frames | position after) · P(what happened | rules, history)

"What happened" is nothing, a legal action, two quick ones, a take-back, the middle of a
move, or a broken rule. Each explanation is scored in nats relative to the unchanged
board: what the cells it changes say for it, plus a prior. The free reading (each cell
by itself, no rules) is one more explanation, so that a broken rule is found and named,
but it must win by far: a wrong "illegal!" is worse than a late one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from core.game import Game, P
from core.reading import Reading
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict

Change = Mapping[str, str]
"""Cell → content after, for the cells that differ from the position judged."""


@dataclass(frozen=True, slots=True)
class Priors:
    """How likely each kind of event is before looking, in nats below "nothing happened"."""

    action: float = -1.0
    second_action: float = -4.0
    taken_back: float = -4.0
    partial: float = -3.0
    refused: float = -5.0


@dataclass(frozen=True, slots=True)
class _Explanation:
    """One thing that may have happened: its visible change, its score in nats and what to answer."""

    change: Change
    nats: float
    verdict: Verdict


PRIORS = Priors()


def judge(
    game: Game[P],
    position: P,
    reading: Reading,
    *,
    history: Sequence[P] = (),
    nats: float = 3.0,
    refusal_nats: float = 3.0,
    cell_nats: float = 12.0,
    priors: Priors = PRIORS,
) -> Verdict:
    """Return what *reading* says happened since *position*.

    A verdict needs a lead of *nats* over its nearest rival, and every cell that it
    changes must be in sight; otherwise the answer is ``Unclear`` with the cells that
    decide. A broken rule, whose prior is low, must lead by *refusal_nats*, and each of its cells must by
    itself exclude its next best content by *nats*. No cell counts for more than
    *cell_nats*, however sure the reader is. *history* holds the earlier positions,
    oldest first, without *position*.
    """
    table = _Table(reading, _contents(game, position), cell_nats)
    explanations = [_Explanation({}, 0.0, Still())]
    explanations += (e for e in _actions(game, position, table, priors) if table.sees(e.change))
    explanations += (e for e in _take_backs(game, position, history, table, priors) if table.sees(e.change))
    free = table.free_change(game.stock(position), nats)
    seen = {_key(e.change) for e in explanations}
    if _key(free) not in seen:
        explanations += _pairs(game, position, table, priors)
        seen = {_key(e.change) for e in explanations}
    if _key(free) not in seen:
        explanations.append(_unexplained(game, position, free, history, table, priors))
    explanations.sort(key=lambda e: -e.nats)
    best = explanations[0]
    rival = next((e for e in explanations[1:] if not _same(e.verdict, best.verdict)), None)
    lead = best.nats - rival.nats if rival else float("inf")
    need = refusal_nats if isinstance(best.verdict, Refused) else nats
    hidden = sorted(set(best.change) - table.rows.keys())
    if lead < need or hidden:
        deciding = _difference(best.change, rival.change if rival else {})
        return _unclear(explanations, hidden or deciding, bool(hidden), need)
    match best.verdict:
        case Played(actions):
            return Played(actions, lead)
        case Refused():
            doubtful = [cell for cell in best.change if table.lead(cell) < nats]
            return _unclear(explanations, doubtful, False, need) if doubtful else best.verdict
        case verdict:
            return verdict


class _Table:
    """The reading beside what was there before, each cell's voice limited to *cell_nats*."""

    def __init__(self, reading: Reading, before: Mapping[str, str], cell_nats: float) -> None:
        self.before = before
        self.rows: dict[str, dict[str, float]] = {}
        self._floor = -cell_nats
        for cell, row in reading.cells.items():
            if cell not in reading.covered:
                top = max(row.values())
                self.rows[cell] = {content: max(value - top, -cell_nats) for content, value in row.items()}

    def value(self, cell: str, content: str) -> float:
        return self.rows[cell].get(content, self._floor)

    def sees(self, change: Change) -> bool:
        """Return whether any cell of *change* is in sight; what nobody saw, nobody claims."""
        return not self.rows.keys().isdisjoint(change)

    def gain(self, change: Change) -> float:
        """Return how much better *change* fits what is seen than the unchanged board."""
        return sum(
            self.value(cell, content) - self.value(cell, self.before[cell])
            for cell, content in change.items()
            if cell in self.rows
        )

    def suspicion(self, cell: str) -> float:
        """Return by how much the best other content beats what was on *cell*; a cell out of sight is fair game."""
        if cell not in self.rows:
            return 0.0
        before = self.before[cell]
        others = [value for content, value in self.rows[cell].items() if content != before]
        return max(others, default=self._floor) - self.value(cell, before)

    def lead(self, cell: str) -> float:
        """Return how far the best content of *cell* is ahead of the second."""
        if cell not in self.rows:
            return 0.0
        ranked = sorted(self.rows[cell].values(), reverse=True)
        return ranked[0] - (ranked[1] if len(ranked) > 1 else self._floor)

    def free_change(self, stock: Mapping[str, int], nats: float) -> Change:
        """Return the likeliest content of every cell by itself, where it differs from before.

        More pieces than exist are believed only where the cells leave no doubt: the least
        certain of them turn to their next content while that costs less than *nats*.
        """
        change = {
            cell: max(row, key=lambda content: (row[content], content))
            for cell, row in self.rows.items()
            if self.suspicion(cell) > 0
        }
        counts = Counter({**self.before, **change}.values())
        for content, limit in stock.items():
            doubtful = sorted((c for c in change if change[c] == content), key=self.lead)
            for cell in doubtful[: max(0, counts[content] - limit)]:
                if self.lead(cell) < nats:
                    ranked = sorted(self.rows[cell], key=lambda c, row=self.rows[cell]: -row[c])  # type: ignore[misc]
                    change[cell] = ranked[1]
        return {cell: content for cell, content in change.items() if content != self.before[cell]}


def _actions(game: Game[P], position: P, table: _Table, priors: Priors) -> Iterator[_Explanation]:
    for action, change in _successors(game, position):
        yield _Explanation(change, table.gain(change) + priors.action, Played((action,)))


def _pairs(
    game: Game[P], position: P, table: _Table, priors: Priors, *, tolerance_nats: float = 4.0, width: int = 12
) -> Iterator[_Explanation]:
    """Yield two quick actions, the first of which changes only cells that look changed.

    A forced pass between the two is played through, since it cannot be seen.
    """
    suspects = {cell for cell in table.before if table.suspicion(cell) > -tolerance_nats}
    firsts = [(action, change) for action, change in _successors(game, position) if change.keys() <= suspects]
    firsts.sort(key=lambda first: -sum(table.suspicion(cell) for cell in first[1]))
    for first, _ in firsts[:width]:
        middle = game.play(position, first)
        played = [first]
        while (only := tuple(game.actions(middle)))[1:] == () and only and not _successors(game, middle):
            middle = game.play(middle, only[0])
            played.append(only[0])
        between = _contents(game, middle)
        for second, later in _successors(game, middle):
            after = {**between, **later}
            change = {cell: after[cell] for cell in after if after[cell] != table.before[cell]}
            if change.keys() <= suspects:
                nats = table.gain(change) + priors.action + priors.second_action
                yield _Explanation(change, nats, Played((*played, second)))


def _take_backs(
    game: Game[P], position: P, history: Sequence[P], table: _Table, priors: Priors, *, plies: int = 12
) -> Iterator[_Explanation]:
    current = _contents(game, position)
    seen = {_key({})}
    for k, earlier in enumerate(reversed(history[-plies:]), start=1):
        contents = _contents(game, earlier)
        change = {cell: contents[cell] for cell in contents if contents[cell] != current[cell]}
        if _key(change) not in seen:
            seen.add(_key(change))
            yield _Explanation(change, table.gain(change) + priors.taken_back, TakenBack(k))


def _unexplained(
    game: Game[P], position: P, free: Change, history: Sequence[P], table: _Table, priors: Priors
) -> _Explanation:
    """Return the free reading, named by the rules."""
    verdict = game.diagnose(position, {**table.before, **free}, history)
    prior = {Partial: priors.partial, Played: priors.action + priors.second_action}.get(type(verdict), priors.refused)
    return _Explanation(free, table.gain(free) + prior, verdict)


@lru_cache(maxsize=64)
def _successors(game: Game[Any], position: Any) -> tuple[tuple[str, Change], ...]:
    """Return the legal actions with what each changes to the eye; one that changes nothing is left out."""
    before = _contents(game, position)
    found = []
    for action in game.actions(position):
        after = game.contents(game.play(position, action))
        if change := {cell: after[cell] for cell in after if after[cell] != before[cell]}:
            found.append((action, change))
    return tuple(found)


@lru_cache(maxsize=1024)
def _contents(game: Game[Any], position: Any) -> Mapping[str, str]:
    return game.contents(position)


def _key(change: Change) -> frozenset[tuple[str, str]]:
    return frozenset(change.items())


def _same(one: Verdict, other: Verdict) -> bool:
    """Return whether both would be answered alike: two readings of a part of a move are."""
    match one, other:
        case (Partial(), Partial()) | (Still(), Still()):
            return True
        case Played(a), Played(b):
            return a == b
        case _:
            return False


def _difference(one: Change, other: Change) -> list[str]:
    return sorted(cell for cell in one.keys() | other.keys() if one.get(cell) != other.get(cell))


def _unclear(explanations: Sequence[_Explanation], cells: Sequence[str], hidden: bool, nats: float) -> Unclear:
    """Return the question to ask: *cells* decide between the explanations within *nats* of the first."""
    close = [e for e in explanations if explanations[0].nats - e.nats < nats]
    candidates = tuple(" ".join(e.verdict.actions) for e in close if isinstance(e.verdict, Played))
    names = " and ".join(cells) if len(cells) < 3 else ", ".join(cells[:6])
    ask = f"Something covers {names}. Please clear the view." if hidden else f"Please show me {names} again."
    return Unclear(ask, tuple(cells), candidates[:6])
