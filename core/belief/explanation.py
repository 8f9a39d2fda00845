"""Explains what a camera sees: which events lead to such a board, by the rules or against them, and how likely each is.

    P(what happened | look, history)  ∝  P(look | position after) · P(what happened | rules, history)

"What happened" is one of: nothing, a legal action, several quick actions, a take-back, an unfinished move, or
a broken rule. The free reading, each cell by itself and without rules, is one more explanation, so that broken
rules are found and named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from core.belief.likelihood import CELL_NATS, Rows, Table
from core.belief.traces import Change, changed, contents_of, most_changed, played_on, successors, traces_gone
from core.game import Game, P
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict


@dataclass(frozen=True, slots=True)
class Odd:
    """What is unlikely about an event and its change."""

    surplus: int = 0
    """How many cells have changed beyond the most that any action changes."""
    doubtful: int = 0
    """How many of the changed cells hardly look changed, while others clearly do."""
    gone: int = 0
    """How many traces of its actions were wiped out by later ones."""


NOTHING_ODD = Odd()


@dataclass(frozen=True, slots=True)
class Priors:
    """Log prior of each kind of event, in nats relative to "nothing happened"."""

    action: float = -0.7
    another_action: float = -2.0
    """For a second action in the same look."""
    further_action: float = -1.0
    """For each action beyond the second: if two were missed, more may have been."""
    gone: float = -1.5
    """For each trace of an action that a later one has wiped out: the more actions, the more traces they leave."""
    taken_back: float = -4.0
    thought_again: float = -1.8
    """For a player who has replaced the latest action by another; all in all likelier than a broken rule."""
    partial: float = -3.0
    refused: float = -5.5
    another_fault: float = -1.5
    """For each cell that a broken rule changes beyond the most that any action changes."""
    doubtful_fault: float = -4.0
    """For each cell changed by a broken rule that hardly looks changed, while others do."""

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
    """What makes it unlikely; None if that has yet to be worked out."""


NEAR_NATS = 3.0
"""A content that fits a cell at most this much worse than the best one may be there as well."""
_HOPELESS_NATS = 20.0
"""An event that fits the look this many nats worse than another is dropped."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A look with its explanations, the likeliest first."""

    table: Table
    explanations: Sequence[Explanation]
    free: Change
    """The likeliest content of each cell taken alone, for the cells that have changed."""


def explain(
    game: Game[P],
    position: P,
    rows: Rows,
    *,
    history: Sequence[P] = (),
    most_actions: int = 4,
    priors: Priors = PRIORS,
    settled: Collection[str] = (),
) -> Explained:
    """Return what may have happened since *position*, seen as *rows*.

    *history* holds the earlier positions, oldest first, without *position*. Up to *most_actions* unseen actions
    are found where the board shows them clearly. The *settled* cells are as they were, whatever they seem to hold.
    """
    table = Table(rows, contents_of(game, position), CELL_NATS)
    stories = [Story({}, Still()), *_single_actions(game, position), *_take_backs(game, position, history)]
    if not table.rows.keys() >= table.before.keys():
        stories = [story for story in stories if not story.change or table.sees(story.change)]
    free = table.free_change(game.stock(position), NEAR_NATS, settled)
    if not _told(free, stories) and _may_come_of(2, game, position, table, free):
        stories += _pairs(game, position, table)
    if not _told(free, stories):
        stories += _free_stories(game, position, table, free, history, most_actions)
    gains = [table.gain(story.change) for story in stories]
    hopeless = max(gains) - _HOPELESS_NATS
    found = []
    for gain, (change, verdict, known) in zip(gains, stories, strict=True):
        unlikely = NOTHING_ODD if gain < hopeless else known or odd(game, position, table, change, verdict)
        found.append(Explanation(change, gain + priors.of(verdict, unlikely), verdict))
    return Explained(table, sorted(found, key=lambda e: -e.nats), free)


@lru_cache(maxsize=64)
def _single_actions(game: Game[P], position: P) -> tuple[Story, ...]:
    return tuple(Story(change, Played((action,)), NOTHING_ODD) for action, change in successors(game, position))


def _may_come_of(actions: int, game: Game[P], position: P, table: Table, free: Change) -> bool:
    """Return whether *actions* actions may have led to *free*, leaving aside what hardly looks changed.

    It assumes that no action changes more than twice as many cells as any action does now.
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
        for second, later in successors(game, middle):
            if not later.keys() <= suspects:
                continue
            both = {**first_change, **later}
            change = {cell: content for cell, content in both.items() if content != table.before[cell]}
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
            for other in table.near(cell, NEAR_NATS)[:1]:
                close = _free_story(game, position, {**table.before, **free, cell: other}, history, longest)
                if isinstance(close.verdict, Played):
                    yield close


def _free_story(game: Game[P], position: P, observed: Mapping[str, str], history: Sequence[P], longest: int) -> Story:
    """Return the rules' verdict on the board *observed*; quick actions that lead there beat a broken rule."""
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
    game: Game[P], position: P, observed: frozenset[tuple[str, str]], actions: int
) -> tuple[str, ...] | None:
    """Return *actions* legal actions in a row whose traces are all on *observed*; None if there are none.

    The result is cached because several histories of one look ask for it.
    """
    return _chain(game, position, dict(observed), actions, 4 * most_changed(game, position), set())


def _chain(
    game: Game[P], position: P, observed: Mapping[str, str], actions: int, most: int, hopeless: set[tuple[P, int]]
) -> tuple[str, ...] | None:
    """Do the work of ``_quick_actions``; no two actions change more than *most* cells.

    *hopeless* collects positions from which that many actions cannot lead there: most are reached in several orders.
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


def odd(game: Game[P], position: P, table: Table, change: Change, verdict: Verdict) -> Odd:
    """Return what is unlikely about *verdict* and its *change*."""
    if isinstance(verdict, Still | TakenBack | Partial):
        return NOTHING_ODD
    if isinstance(verdict, Played):
        return Odd(gone=traces_gone(game, position, verdict.actions))
    doubtful = sum(map(table.hardly_changes, change))
    surplus = len(change) - most_changed(game, position)
    return Odd(max(0, surplus), doubtful if doubtful < len(change) else 0)


def _told(change: Change, stories: Sequence[Story]) -> bool:
    return any(story.change == change for story in stories)
