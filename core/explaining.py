"""Explains what a camera sees: which events lead to such a board, by the rules or against them, and how likely each is.

    P(what happened | look, history)  ∝  P(look | position after) · P(what happened | rules, history)

"What happened" is one of: nothing, a legal action, several quick actions, a take-back, an unfinished move, or
a broken rule. The free reading, each cell by itself and without rules, is one more explanation, so that broken
rules are found and named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from core.game import Game, P, TracedGame
from core.playing import played_through
from core.reading import Reading, piece_of
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict

Change = Mapping[str, str]
"""Cell → new content, for the cells that differ from the position being judged."""
Rows = Mapping[str, Mapping[str, float]]
"""Visible cell → content → log-likelihood in nats, 0 for the likeliest content at its best."""


@dataclass(frozen=True, slots=True)
class Odd:
    """What is unlikely about an event and its change."""

    surplus: int = 0
    """How many more cells are changed than by any action."""
    doubtful: int = 0
    """How many of them hardly look changed, beside others that do."""
    gone: int = 0
    """How many traces of its actions later ones have wiped out."""


NOTHING_ODD = Odd()


@dataclass(frozen=True, slots=True)
class Priors:
    """Log prior of each kind of event, in nats relative to "nothing happened"."""

    action: float = -0.7
    another_action: float = -2.0
    """For a second action in the same look."""
    further_action: float = -1.0
    """For each action beyond the second: who has missed two may have missed more."""
    gone: float = -1.5
    """For each trace of several actions that is gone: the less the board has changed, the fewer have been played."""
    taken_back: float = -4.0
    thought_again: float = -1.8
    """For the latest action, where another has been played instead of it: together they lead over a broken rule."""
    partial: float = -3.0
    refused: float = -5.5
    another_fault: float = -1.5
    """For each cell that a broken rule changes beyond the most that any action changes."""
    doubtful_fault: float = -4.0
    """For each cell that a broken rule changes beside others, and that looks hardly changed."""

    def of(self, verdict: Verdict, odd: Odd = NOTHING_ODD) -> float:
        """Return the log prior of *verdict*; *odd* is what is unlikely about it."""
        match verdict:
            case Still():
                return 0.0
            case Played(actions):
                further = max(0, len(actions) - 2)
                another = self.another_action * (len(actions) > 1) + self.further_action * further
                return self.action + another + self.gone * odd.gone
            case TakenBack():
                return self.taken_back
            case Partial():
                return self.partial
            case _:
                return self.refused + self.another_fault * odd.surplus + self.doubtful_fault * odd.doubtful


@dataclass(frozen=True, slots=True)
class Explanation:
    """One thing that may have happened: its visible change, the verdict, and how likely it is.

    ``nats`` is the log prior plus the log-likelihood ratio to the unchanged board.
    """

    change: Change
    nats: float
    verdict: Verdict


PRIORS = Priors()
BEHIND = Priors(another_action=-0.5, further_action=-0.5, refused=-6.5)
"""Priors after an undecided look, when an action from that look may still be unreported."""


class Story(NamedTuple):
    """A visible change, and what it may have come of."""

    change: Change
    verdict: Verdict
    odd: Odd | None = None
    """What is unlikely about it, where that is known already."""


_HOPELESS_NATS = 20.0
"""An event that fits the look so much less well than another is not looked at more closely."""
_HARDLY_NATS = 2.0
"""By less than this a cell hardly looks changed."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A look with its explanations, the likeliest first."""

    table: Table
    explanations: Sequence[Explanation]
    free: Change
    """The likeliest content of each cell by itself, for the cells that have changed."""


def explain(
    game: Game[P],
    position: P,
    rows: Rows,
    *,
    history: Sequence[P] = (),
    nats: float = 3.0,
    cell_nats: float = 12.0,
    most_actions: int = 4,
    priors: Priors = PRIORS,
) -> Explained:
    """Return what may have happened since *position*, seen as *rows*.

    *history* holds the earlier positions, oldest first, without *position*. Up to *most_actions* unseen actions
    are found where the board shows them plainly. A content that a row does not name counts ``-cell_nats``.
    """
    table = Table(rows, contents_of(game, position), cell_nats)
    stories = [Story({}, Still()), *_single_actions(game, position), *_take_backs(game, position, history)]
    if not table.rows.keys() >= table.before.keys():
        stories = [story for story in stories if not story.change or table.sees(story.change)]
    free = table.free_change(game.stock(position), nats)
    if not _told(free, stories) and _may_come_of(2, game, position, table, free):
        stories += _pairs(game, position, table)
    if not _told(free, stories):
        stories += _free_stories(game, position, table, free, history, nats, most_actions)
    gains = [table.gain(story.change) for story in stories]
    hopeless = max(gains) - _HOPELESS_NATS
    found = []
    for gain, (change, verdict, known) in zip(gains, stories, strict=True):
        unlikely = NOTHING_ODD if gain < hopeless else known or odd(game, position, table, change, verdict)
        found.append(Explanation(change, gain + priors.of(verdict, unlikely), verdict))
    return Explained(table, sorted(found, key=lambda e: -e.nats), free)


def rows_of(reading: Reading, cell_nats: float = 12.0) -> Rows:
    """Return the visible cells of *reading*, the likeliest content at 0 and none below ``-cell_nats``.

    No cell counts for more than *cell_nats*, however certain the reader is.
    """
    rows = {}
    for cell, row in reading.cells.items():
        if cell not in reading.covered:
            top = max(row.values())
            rows[cell] = {content: max(value - top, -cell_nats) for content, value in row.items()}
    return rows


class Table:
    """A look compared with the previous contents."""

    def __init__(self, rows: Rows, before: Mapping[str, str], cell_nats: float) -> None:
        self.before = before
        self.rows = rows
        self.floor = -cell_nats
        """The log-likelihood of what a row does not name."""
        self._suspicions: dict[str, float] = {}

    def value(self, cell: str, content: str) -> float:
        return self.rows[cell].get(content, self.floor)

    def sees(self, change: Change) -> bool:
        """Return whether any cell of *change* is visible. A change that cannot be seen is never reported."""
        return not self.rows.keys().isdisjoint(change)

    def fit(self, change: Change) -> float:
        """Return the log-likelihood in nats of the board after *change*."""
        board = {**self.before, **change}
        return sum([row.get(board[cell], self.floor) for cell, row in self.rows.items()])

    def gain(self, change: Change) -> float:
        """Return the log-likelihood ratio of *change* to the unchanged board, in nats."""
        gained, floor = 0.0, self.floor
        for cell, content in change.items():
            if (row := self.rows.get(cell)) is not None:
                gained += row.get(content, floor) - row.get(self.before[cell], floor)
        return gained

    def suspicion(self, cell: str) -> float:
        """Return the lead in nats of the best other content over the old one on *cell*; 0 for a hidden cell."""
        if cell not in self._suspicions:
            self._suspicions[cell] = self._suspicion(cell)
        return self._suspicions[cell]

    def _suspicion(self, cell: str) -> float:
        if (row := self.rows.get(cell)) is None:
            return 0.0
        ranked, before = sorted(row.values()), row.get(self.before[cell])
        if before is None:
            return (ranked[-1] if ranked else self.floor) - self.floor
        if before < ranked[-1]:
            return ranked[-1] - before
        return (ranked[-2] if len(ranked) > 1 else self.floor) - before

    def hardly_changes(self, cell: str) -> bool:
        """Return whether *cell* may as well be as it was."""
        return cell in self.rows and self.suspicion(cell) < _HARDLY_NATS

    def near(self, cell: str, nats: float) -> list[str]:
        """Return the contents of *cell* within *nats* of the best."""
        if cell not in self.rows:
            return []
        best, *others = sorted(self.rows[cell], key=lambda content: -self.value(cell, content))
        return [content for content in others if self.value(cell, content) > self.value(cell, best) - nats]

    def lead(self, cell: str) -> float:
        """Return the lead of the best content of *cell* over the second, in nats."""
        if cell not in self.rows:
            return 0.0
        ranked = sorted(self.rows[cell].values(), reverse=True)
        return ranked[0] - (ranked[1] if len(ranked) > 1 else self.floor)

    def free_change(self, stock: Mapping[str, int], nats: float) -> Change:
        """Return the likeliest content of each cell by itself, for the cells that have changed.

        If that makes more pieces than exist, whatever dice show, the least certain cells fall back to their next
        piece as long as that costs less than *nats*.
        """
        change = {
            cell: max(row, key=lambda content: (row[content], content))
            for cell, row in self.rows.items()
            if row and row.get(self.before[cell], self.floor) < max(row.values())
        }
        counts = Counter(map(piece_of, {**self.before, **change}.values()))
        for piece, limit in {piece_of(content): limit for content, limit in stock.items()}.items():
            there = (cell for cell, content in change.items() if piece_of(content) == piece)
            surplus = sorted((*self._instead_of(piece, cell), cell) for cell in there)[: max(0, counts[piece] - limit)]
            change |= {cell: other for loss, other, cell in surplus if loss < nats}
        return {cell: content for cell, content in change.items() if content != self.before[cell]}

    def _instead_of(self, piece: str, cell: str) -> tuple[float, str]:
        """Return by how many nats *piece* leads on *cell* over the likeliest other one, and that."""
        row = self.rows[cell]
        lost, other = min((-nats, other) for other, nats in row.items() if piece_of(other) != piece)
        return max(row.values()) + lost, other


@lru_cache(maxsize=64)
def _single_actions(game: Game[Any], position: Any) -> tuple[Story, ...]:
    return tuple(Story(change, Played((action,)), NOTHING_ODD) for action, change in successors(game, position))


def _may_come_of(actions: int, game: Game[P], position: P, table: Table, free: Change) -> bool:
    """Return whether so many *actions* may have led to *free*, but for what hardly looks changed.

    None changes more than twice as much as any does now.
    """
    cells = [cell for cell in free if not table.hardly_changes(cell)]
    return len(cells) <= actions * 2 * most_changed(game, position)


def _pairs(
    game: Game[P], position: P, table: Table, *, tolerance_nats: float = 4.0, width: int = 12
) -> Iterator[Story]:
    """Yield pairs of quick actions that change only cells which look changed, or nearly so."""
    suspects = {cell for cell in table.before if table.suspicion(cell) > -tolerance_nats}
    firsts = [(action, change) for action, change in successors(game, position) if change.keys() <= suspects]
    firsts.sort(key=lambda first: -sum(table.suspicion(cell) for cell in first[1]))
    for first, first_change in firsts[:width]:
        middle, played = played_on(game, position, first)
        between = contents_of(game, middle)
        for second, later in successors(game, middle):
            if not later.keys() <= suspects:
                continue
            change = changed(table.before, {**between, **later})
            if change.keys() <= suspects:
                gone = len(first_change.keys() - change.keys()) + len(later.keys() - change.keys())
                yield Story(change, Played((*played, second)), Odd(gone=gone))


def _take_backs(game: Game[P], position: P, history: Sequence[P], *, plies: int = 12) -> Iterator[Story]:
    current = contents_of(game, position)
    seen: list[Change] = [{}]
    for k, earlier in enumerate(reversed(history[-plies:]), start=1):
        change = changed(current, contents_of(game, earlier))
        if change not in seen:
            seen.append(change)
            yield Story(change, TakenBack(k))


def _free_stories(
    game: Game[P],
    position: P,
    table: Table,
    free: Change,
    history: Sequence[P],
    nats: float,
    longest: int,
    *,
    doubts: int = 3,
) -> Iterator[Story]:
    """Yield the rules' verdict on the free reading, and quick actions that lead to it or to a reading close to it.

    A close reading replaces one of the *doubts* least certain cells by its second-best content, or leaves out what
    hardly looks changed.
    """
    longest = longest if _may_come_of(longest, game, position, table, free) else 2
    story = _free_story(game, position, {**table.before, **free}, history, longest)
    yield story
    plain = {cell: content for cell, content in free.items() if not table.hardly_changes(cell)}
    if plain and plain != free:
        yield _free_story(game, position, {**table.before, **plain}, history, longest)
    if isinstance(story.verdict, Refused | Unclear):
        for cell in sorted(free, key=table.lead)[:doubts]:
            for other in table.near(cell, nats)[:1]:
                close = _free_story(game, position, {**table.before, **free, cell: other}, history, longest)
                if isinstance(close.verdict, Played):
                    yield close


def _free_story(game: Game[P], position: P, observed: Mapping[str, str], history: Sequence[P], longest: int) -> Story:
    """Return the rules' verdict on the board *observed*: a broken rule only if no few quick actions lead to it."""
    change = changed(contents_of(game, position), observed)
    verdict = game.diagnose(position, observed, history)
    if isinstance(verdict, Refused):
        seen = frozenset(observed.items())
        chains = (_quick_actions(game, position, seen, actions) for actions in range(3, longest + 1))
        if chain := next(filter(None, chains), None):
            return Story(change, Played(chain))
    return Story(change, verdict)


@lru_cache(maxsize=256)
def _quick_actions(
    game: Game[Any], position: Any, observed: frozenset[tuple[str, str]], actions: int
) -> tuple[str, ...] | None:
    """Return a sequence of *actions* legal actions whose traces are all on *observed*; None if there is none.

    Several histories of one look ask for the same.
    """
    return _chain(game, position, dict(observed), actions, 4 * most_changed(game, position), set())


def _chain(
    game: Game[P], position: P, observed: Mapping[str, str], actions: int, most: int, hopeless: set[tuple[P, int]]
) -> tuple[str, ...] | None:
    """Return what ``_quick_actions`` does; no two actions change more than *most* cells.

    Positions from which so many actions are known not to lead there are *hopeless*: most are reached in several orders.
    """
    for action, change in successors(game, position):
        if any(observed[cell] != content for cell, content in change.items()):
            continue
        after, played = played_on(game, position, action)
        if (after, actions) in hopeless:
            continue
        if actions > 3:
            rest = _chain(game, after, observed, actions - 1, most, hopeless)
        elif len(changed(contents_of(game, after), observed)) > most:
            rest = None
        else:
            verdict = game.diagnose(after, observed)
            rest = verdict.actions if isinstance(verdict, Played) else None
        if rest:
            return (*played, *rest)
        hopeless.add((after, actions))
    return None


def played_on(game: Game[P], position: P, action: str) -> tuple[P, list[str]]:
    """Return the position after *action* and any unseen forced passes that follow it, and all these actions."""
    played = [action]
    after = game.play(position, action)
    while not successors(game, after) and len(only := tuple(game.actions(after))) == 1:
        played += only
        after = game.play(after, only[0])
    return after, played


@lru_cache(maxsize=256)
def successors(game: Game[Any], position: Any) -> tuple[tuple[str, Change], ...]:
    """Return the legal actions with their visible changes, leaving out actions that change nothing visible."""
    if (traced := _traced(game)) is not None:
        return tuple(traced.traces(position))
    before = contents_of(game, position)
    found = []
    for action in game.actions(position):
        after = game.contents(game.play(position, action))
        if change := changed(before, after):
            found.append((action, change))
    return tuple(found)


@lru_cache(maxsize=16)
def _traced(game: Game[Any]) -> TracedGame | None:
    """Return *game* if it tells the traces of its actions itself; asking takes longer than telling some."""
    return game if isinstance(game, TracedGame) else None


def traces_gone(game: Game[P], position: P, actions: Sequence[str]) -> int:
    """Return how often *actions* change, one by one, a cell that is at their end as it was."""
    if len(actions) < 2:
        return 0
    boards = [contents_of(game, each) for each in (position, *played_through(game, position, actions))]
    left = changed(boards[0], boards[-1])
    return sum(len(changed(*pair).keys() - left.keys()) for pair in pairwise(boards))


@lru_cache(maxsize=256)
def most_changed(game: Game[P], position: P) -> int:
    """Return the largest number of cells and edges that an action changes."""
    return max((len(change) for _, change in successors(game, position)), default=0)


def odd(game: Game[P], position: P, table: Table, change: Change, verdict: Verdict) -> Odd:
    """Return what is unlikely about *verdict* and its *change*."""
    if isinstance(verdict, Still | TakenBack | Partial):
        return NOTHING_ODD
    if isinstance(verdict, Played):
        return Odd(gone=traces_gone(game, position, verdict.actions))
    doubtful = sum(map(table.hardly_changes, change))
    surplus = len(change) - most_changed(game, position)
    return Odd(max(0, surplus), doubtful if doubtful < len(change) else 0)


def nearest_actions(game: Game[P], position: P, change: Change, *, most: int | None = 3) -> tuple[str, ...]:
    """Return the legal actions that share part of *change*, the most alike first; with None all of them."""
    seen = set(change.items())
    ranked = []
    for action, other in successors(game, position):
        alike = seen & set(other.items())
        if alike:
            ranked.append((len(seen ^ set(other.items())), action))
    return tuple(action for _, action in sorted(ranked)[:most])


@lru_cache(maxsize=1024)
def contents_of(game: Game[Any], position: Any) -> Mapping[str, str]:
    return game.contents(position)


def _told(change: Change, stories: Sequence[Story]) -> bool:
    return any(story.change == change for story in stories)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> Change:
    return {cell: content for cell, content in after.items() if content != before[cell]}


def changed_by(game: Game[P], position: P, action: str) -> Change:
    """Return what the legal *action* changes on the board of *position*."""
    return changed(game.contents(position), game.contents(game.play(position, action)))
