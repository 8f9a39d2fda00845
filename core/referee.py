"""Decides what happened on the table by weighing a camera's evidence against the rules.

    P(what happened | frames, history)  ∝  P(frames | position after) · P(what happened | rules, history)

"What happened" is one of: nothing, a legal action, two quick actions, a take-back, an
unfinished move, or a broken rule. Each explanation is scored in nats relative to the
unchanged board: the log-likelihood ratio of the cells that it changes, plus a log prior.
The free reading (each cell by itself, without rules) is one more explanation, so that
broken rules are found and named. It must win by a large margin, because a wrong
"illegal!" is worse than a late one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from core.game import Game, P
from core.reading import EMPTY, Reading, is_edge
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict

Change = Mapping[str, str]
"""Cell → new content, for the cells that differ from the position being judged."""


@dataclass(frozen=True, slots=True)
class Priors:
    """Log prior of each kind of event, in nats relative to "nothing happened"."""

    action: float = -0.7
    another_action: float = -2.0
    """For each additional action in the same look."""
    taken_back: float = -4.0
    partial: float = -3.0
    refused: float = -5.5
    another_fault: float = -1.5
    """For each cell that a broken rule changes beyond the most that any action changes."""

    def of(self, verdict: Verdict, surplus: int = 0) -> float:
        """Return the log prior of *verdict*; *surplus* is how many more cells it changes than any action does."""
        match verdict:
            case Still():
                return 0.0
            case Played(actions):
                return self.action + self.another_action * (len(actions) - 1)
            case TakenBack():
                return self.taken_back
            case Partial():
                return self.partial
            case _:
                return self.refused + self.another_fault * max(0, surplus)


@dataclass(frozen=True, slots=True)
class _Explanation:
    """One thing that may have happened: its visible change, its score in nats and the answer."""

    change: Change
    nats: float
    verdict: Verdict


PRIORS = Priors()
BEHIND = Priors(another_action=-0.5, refused=-6.5)
"""Priors after an undecided look, when an action from that look may still be unreported."""
_Story = tuple[Change, Verdict]


def judge(
    game: Game[P],
    position: P,
    reading: Reading,
    *,
    history: Sequence[P] = (),
    nats: float = 3.0,
    refusal_nats: float = 1.2,
    cell_nats: float = 12.0,
    spare: int = 1,
    most_actions: int = 4,
    priors: Priors = PRIORS,
) -> Verdict:
    """Return what *reading* says happened since *position*.

    A verdict needs a lead of *nats* over its nearest rival, and every cell that it changes
    must be visible; edges need not be, because stones can hide a rod. Otherwise the answer
    is ``Unclear`` with the cells that would decide.

    A broken rule has a prior lower than an action's by more than *nats*. It must also lead
    by *refusal_nats*, and remain the same broken rule for every content of its cells
    within *nats* of the best.

    If the board has more new pieces than any legal action plus *spare*, moves were missed;
    up to *most_actions* of them are recovered. No cell counts for more than *cell_nats*,
    however certain the reader is. *history* holds the earlier positions, oldest first,
    without *position*.
    """
    table = _Table(reading, _contents(game, position), cell_nats)
    stories: list[_Story] = [({}, Still())]
    stories += ((change, Played((action,))) for action, change in _successors(game, position))
    stories += _take_backs(game, position, history)
    stories = [story for story in stories if not story[0] or table.sees(story[0])]
    free = table.free_change(game.stock(position), nats)
    if not _told(free, stories):
        stories += _pairs(game, position, table)
    if not _told(free, stories):
        stories += _free_stories(game, position, table, free, history, nats, most_actions)
    widest = max((len(change) for _, change in _successors(game, position)), default=0)
    explanations = [
        _Explanation(change, table.gain(change) + priors.of(verdict, len(change) - widest), verdict)
        for change, verdict in stories
    ]
    explanations.sort(key=lambda e: -e.nats)
    best = explanations[0]
    rival = next((e for e in explanations[1:] if not _alike(e, best)), None)
    lead = best.nats - rival.nats if rival else float("inf")
    need = refusal_nats if isinstance(best.verdict, Refused) else nats
    hidden = sorted(cell for cell in best.change.keys() - table.rows.keys() if not is_edge(cell))
    if lead < need or hidden:
        other = rival.change if rival else {}
        deciding = sorted(c for c in {**best.change, **other} if best.change.get(c) != other.get(c))
        return _unclear(explanations, hidden or deciding, bool(hidden), need)
    match best.verdict:
        case Played(actions):
            return Played(actions, lead)
        case Refused(objection):
            after = {**table.before, **best.change}
            doubtful = [
                c for c in best.change if _depends(game, position, after, c, table.near(c, nats), objection.code)
            ]
            if doubtful or _placed(best.change) > _most_placed(game, position) + spare:
                return _unclear(explanations, doubtful or sorted(best.change), False, need)
            return best.verdict
        case verdict:
            return verdict


class _Table:
    """The reading compared with the previous contents, each cell's evidence limited to *cell_nats*."""

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
        """Return whether any cell of *change* is visible. A change that cannot be seen is never reported."""
        return not self.rows.keys().isdisjoint(change)

    def gain(self, change: Change) -> float:
        """Return the log-likelihood ratio of *change* to the unchanged board, in nats."""
        return sum(
            self.value(cell, content) - self.value(cell, self.before[cell])
            for cell, content in change.items()
            if cell in self.rows
        )

    def suspicion(self, cell: str) -> float:
        """Return the lead in nats of the best other content over the old one on *cell*; 0 for a hidden cell."""
        if cell not in self.rows:
            return 0.0
        before = self.before[cell]
        others = [value for content, value in self.rows[cell].items() if content != before]
        return max(others, default=self._floor) - self.value(cell, before)

    def near(self, cell: str, nats: float) -> list[str]:
        """Return the contents of *cell* within *nats* of the best."""
        if cell not in self.rows:
            return []
        ranked = sorted(self.rows[cell], key=lambda content: -self.value(cell, content))
        return [content for content in ranked[1:] if self.value(cell, content) > -nats]

    def lead(self, cell: str) -> float:
        """Return the lead of the best content of *cell* over the second, in nats."""
        if cell not in self.rows:
            return 0.0
        ranked = sorted(self.rows[cell].values(), reverse=True)
        return ranked[0] - (ranked[1] if len(ranked) > 1 else self._floor)

    def free_change(self, stock: Mapping[str, int], nats: float) -> Change:
        """Return the likeliest content of each cell by itself, for the cells that have changed.

        If that makes more pieces than exist, the least certain cells fall back to their
        next content as long as that costs less than *nats*.
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


def _pairs(
    game: Game[P], position: P, table: _Table, *, tolerance_nats: float = 4.0, width: int = 12
) -> Iterator[_Story]:
    """Yield pairs of quick actions that change only cells which look changed, or nearly so."""
    suspects = {cell for cell in table.before if table.suspicion(cell) > -tolerance_nats}
    firsts = [(action, change) for action, change in _successors(game, position) if change.keys() <= suspects]
    firsts.sort(key=lambda first: -sum(table.suspicion(cell) for cell in first[1]))
    for first, _ in firsts[:width]:
        middle, played = _played_on(game, position, first)
        between = _contents(game, middle)
        for second, later in _successors(game, middle):
            change = _difference(table.before, {**between, **later})
            if change.keys() <= suspects:
                yield change, Played((*played, second))


def _take_backs(game: Game[P], position: P, history: Sequence[P], *, plies: int = 12) -> Iterator[_Story]:
    current = _contents(game, position)
    seen: list[Change] = [{}]
    for k, earlier in enumerate(reversed(history[-plies:]), start=1):
        change = _difference(current, _contents(game, earlier))
        if change not in seen:
            seen.append(change)
            yield change, TakenBack(k)


def _free_stories(
    game: Game[P],
    position: P,
    table: _Table,
    free: Change,
    history: Sequence[P],
    nats: float,
    longest: int,
    *,
    doubts: int = 3,
) -> Iterator[_Story]:
    """Yield the rules' verdict on the free reading, and quick actions that lead to it or to a reading close to it.

    A close reading replaces one of the *doubts* least certain cells by its second-best content.
    """
    story = _free_story(game, position, {**table.before, **free}, history, longest)
    yield story
    if isinstance(story[1], Refused | Unclear):
        for cell in sorted(free, key=table.lead)[:doubts]:
            for other in table.near(cell, nats)[:1]:
                change, verdict = _free_story(game, position, {**table.before, **free, cell: other}, history, longest)
                if isinstance(verdict, Played):
                    yield change, verdict


def _free_story(game: Game[P], position: P, observed: Mapping[str, str], history: Sequence[P], longest: int) -> _Story:
    """Return the rules' verdict on the board *observed*: a broken rule only if no few quick actions lead to it."""
    change = _difference(_contents(game, position), observed)
    verdict = game.diagnose(position, observed, history)
    if isinstance(verdict, Refused):
        chains = (_chain(game, position, observed, actions) for actions in range(3, longest + 1))
        if chain := next(filter(None, chains), None):
            return change, Played(chain)
    return change, verdict


def _chain(game: Game[P], position: P, observed: Mapping[str, str], actions: int) -> tuple[str, ...] | None:
    """Return a sequence of *actions* legal actions whose traces are all on *observed*; None if there is none."""
    for action, change in _successors(game, position):
        if any(observed[cell] != content for cell, content in change.items()):
            continue
        after, played = _played_on(game, position, action)
        if actions > 3:
            rest = _chain(game, after, observed, actions - 1)
        else:
            verdict = game.diagnose(after, observed)
            rest = verdict.actions if isinstance(verdict, Played) else None
        if rest:
            return (*played, *rest)
    return None


def _played_on(game: Game[P], position: P, action: str) -> tuple[P, list[str]]:
    """Return the position after *action* and any unseen forced passes that follow it, and all these actions."""
    played = [action]
    after = game.play(position, action)
    while len(only := tuple(game.actions(after))) == 1 and not _successors(game, after):
        played += only
        after = game.play(after, only[0])
    return after, played


@lru_cache(maxsize=64)
def _successors(game: Game[Any], position: Any) -> tuple[tuple[str, Change], ...]:
    """Return the legal actions with their visible changes, leaving out actions that change nothing visible."""
    before = _contents(game, position)
    found = []
    for action in game.actions(position):
        after = game.contents(game.play(position, action))
        if change := _difference(before, after):
            found.append((action, change))
    return tuple(found)


@lru_cache(maxsize=1024)
def _contents(game: Game[Any], position: Any) -> Mapping[str, str]:
    return game.contents(position)


def _alike(one: _Explanation, other: _Explanation) -> bool:
    """Return whether the two explanations look the same or would get the same answer.

    Two unfinished moves get the same answer, and so do quick actions that reach the same
    board in a different order.
    """
    match one.verdict, other.verdict:
        case (Partial(), Partial()) | (Still(), Still()):
            return True
        case Played(), Played():
            return one.change == other.change
        case _:
            return False


def _told(change: Change, stories: Sequence[_Story]) -> bool:
    return any(told == change for told, _ in stories)


def _depends(
    game: Game[P], position: P, after: Mapping[str, str], cell: str, contents: Sequence[str], code: str
) -> bool:
    """Return whether some other one of *contents* on *cell* would break a rule other than *code*, or none."""
    for content in contents:
        match game.diagnose(position, {**after, cell: content}):
            case Refused(objection) if objection.code == code:
                continue
            case _:
                return True
    return False


def _placed(change: Change) -> int:
    """Return how many cells get a new, non-empty content in *change*."""
    return sum(content != EMPTY for content in change.values())


def _most_placed(game: Game[Any], position: Any) -> int:
    """Return the largest number of new contents that any legal action makes; 1 if no action is visible."""
    return max((_placed(change) for _, change in _successors(game, position)), default=1)


def _difference(before: Mapping[str, str], after: Mapping[str, str]) -> Change:
    return {cell: content for cell, content in after.items() if content != before[cell]}


def _unclear(explanations: Sequence[_Explanation], cells: Sequence[str], hidden: bool, nats: float) -> Unclear:
    """Return the question to ask. *cells* would decide between the explanations within *nats* of the first."""
    close = [e for e in explanations if explanations[0].nats - e.nats < nats]
    candidates = tuple(" ".join(e.verdict.actions) for e in close if isinstance(e.verdict, Played))
    names = " and ".join(cells) if len(cells) < 3 else ", ".join(cells[:6])
    ask = f"Something covers {names}. Please clear the view." if hidden else f"Please show me {names} again."
    return Unclear(ask, tuple(cells), candidates[:6])
