"""One belief over the whole game: several histories at once, each with its weight, reweighed by every look.

A history says what has been played, what on the board breaks a rule or is half done, and in which names the board is
seen. Each look makes every history branch into what may have happened since; branches are weighed by how well their
boards fit the look and by how rare the events are, equal positions merge, and the likeliest are kept:

    weight = log prior of the events
             + Σ over cells, and over the times in which they looked the same, of the mean log-likelihood of readings
             + Σ over looks of the log-likelihood that just these cells have changed since the look before

A reader repeats its mistakes as long as a cell looks the same, so all looks at it count as one until it changes. So do
those after the board was found again, with nothing to compare, unless they say quite another thing: what is read there
is the same piece, and often misread in the same way. What counts beside them is said in ``core.belief.misreading``.
Nothing here knows of cameras: a look is asked for the rows of a history, in that history's own names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from core.belief.branching import REACH_NATS, branches
from core.belief.explanation import BEHIND, PRIORS
from core.belief.history import History, answers_alike, changed_alike, common, in_common, opener
from core.belief.look import Look, Renaming
from core.belief.traces import contents_of
from core.game import Game, P

KEPT = 24
"""Histories kept after a look."""
REMEMBERED = 4
"""How many past looks are kept, so that a history proposed later can be judged by them as well."""


@dataclass(frozen=True, slots=True)
class Remembered(Generic[P]):
    """A look, and the likeliest history before it."""

    look: Look
    before: History[P]


@dataclass(frozen=True, slots=True, eq=False)
class Belief(Generic[P]):
    """The histories of one game that may be true, the likeliest first. A value: each look gives a new one."""

    game: Game[P]
    histories: Sequence[History[P]]
    looks: Sequence[Remembered[P]] = ()
    """The latest looks, newest first; a history proposed later is judged by them as well."""

    @property
    def best(self) -> History[P]:
        return self.histories[0]

    def after(self, look: Look, *, behind: bool = False) -> Belief[P]:
        """Return the belief after *look*. *behind*: an action of the look before may still be unreported."""
        priors = BEHIND if behind else PRIORS
        grown = [
            branch
            for history in self.histories
            for frame, prior in look.frames(history.frame, opener(self.game, history))
            for branch in branches(self.game, replace(history, frame=frame, prior=history.prior + prior), look, priors)
        ]
        looks = (Remembered(look, self.best), *self.looks[: REMEMBERED - 1])
        return Belief(self.game, kept(grown, self.best), looks)

    def with_more(self, histories: Sequence[History[P]]) -> Belief[P]:
        """Return the belief in which *histories* of the same look are weighed as well."""
        return Belief(self.game, kept([*self.histories, *histories], self.best), self.looks)

    def anchored(self) -> Belief[P]:
        """Return this belief after an undisturbed view, with which later looks are compared."""
        histories = [replace(history, anchor=history.board(self.game)) for history in self.histories]
        return Belief(self.game, histories, self.looks)

    def led_by(self, first: History[P]) -> Belief[P]:
        """Return this belief with *first*, one of its histories, before all others, however likely they are."""
        return Belief(self.game, [first, *(other for other in self.histories if other is not first)], self.looks)

    def preferring(self, told: Sequence[P], nats: float = 1.0) -> Belief[P]:
        """Return this belief with, of the likeliest histories of the same board, first the one most like *told*."""
        best = self.best
        alike = [
            history
            for history in self.histories
            if best.nats - history.nats < nats
            and history.is_legal
            and history.board(self.game) == best.board(self.game)
        ]
        first = max(alike, key=lambda history: (common(history.positions, told), history.nats), default=best)
        if first is best or not best.is_legal:
            return self
        return self.led_by(first)

    def taking_as(self, told: Sequence[P], nats: float) -> Belief[P]:
        """Return this belief with a history first that took the board last as in those *told*, unless others lead by
        *nats*."""
        number = self.best.base
        if number >= len(told):
            return self
        board = contents_of(self.game, told[number])
        so = [
            history
            for history in self.histories
            if len(history.positions) > number and contents_of(self.game, history.positions[number]) == board
        ]
        if not so or self.best in so or self.lead_of(lambda history: history not in so) >= nats:
            return self
        return self.led_by(so[0])

    def renamed(self, names: Renaming) -> Belief[P]:
        """Return this belief with other *names* for its frames."""
        histories = [replace(history, frame=names.new(history.frame)) for history in self.histories]
        looks = [
            Remembered(each.look.renamed(names), replace(each.before, frame=names.new(each.before.frame)))
            for each in self.looks
        ]
        return Belief(self.game, histories, looks)

    def lead(self) -> float:
        """Return by how many nats the histories with the answer of the likeliest lead over the others."""
        return self.lead_of(lambda history: answers_alike(self.game, history, self.best))

    def lead_of(self, alike: Callable[[History[P]], bool]) -> float:
        """Return by how many nats the histories which are *alike* lead over the others."""
        for_it = [history for history in self.histories if alike(history)]
        others = [history for history in self.histories if not alike(history)]
        return _total(for_it) - _total(others) if others else math.inf

    def agreed(self, nats: float) -> Sequence[P]:
        """Return as much of the likeliest history as leads by *nats* over all that went another way."""
        positions = self.best.positions
        shared = {history: in_common(self.game, history.positions, positions) for history in self.histories}
        for length in range(len(positions), 0, -1):
            if self.lead_of(lambda history: shared[history] >= length) >= nats:  # noqa: B023
                return positions[:length]
        return ()

    def close(self, nats: float) -> list[History[P]]:
        """Return the histories within *nats* of the likeliest."""
        return [history for history in self.histories if self.best.nats - history.nats < nats]

    def deciding(self, nats: float) -> str | None:
        """Return the cell on whose changes the histories within *nats* of the likeliest differ most, or None."""
        others = (history for history in self.close(nats) if not changed_alike(self.game, history, self.best))
        differing = [self.best, *others]
        number = self.best.base if len({history.base for history in differing}) == 1 else 0
        changes = [history.since(self.game, number) for history in differing]
        cells = {cell: None for change in changes for cell in change}
        differ = [cell for cell in cells if len({change.get(cell) for change in changes}) > 1]
        return max(differ, key=lambda cell: (_entropy(self.marginal(cell).values()), cell), default=None)

    def marginal(self, cell: str) -> dict[str, float]:
        """Return the probability of each content of *cell*."""
        top = self.best.nats
        found: dict[str, float] = {}
        for history in self.histories:
            content = history.board(self.game)[cell]
            found[content] = found.get(content, 0.0) + math.exp(history.nats - top)
        total = sum(found.values())
        return {content: weight / total for content, weight in found.items()}


def kept(histories: Sequence[History[P]], told: History[P]) -> list[History[P]]:
    """Return the likeliest of *histories*, equal ones merged; of two ways to one position, that most like *told*.

    A story that was thought of more than once counts once.
    """
    alike: dict[Hashable, list[History[P]]] = {}
    for history in sorted(histories, key=lambda h: -h.nats):
        key = (history.position, history.frame, tuple(sorted(history.change.items())), type(history.standing))
        ways = alike.setdefault(key, [])
        if all(way.positions != history.positions for way in ways):
            ways.append(history)
    merged = []
    for ways in alike.values():
        close = [way for way in ways if ways[0].nats - way.nats < 3.0]
        better = max(close, key=lambda way: _shared(way, told))
        merged.append(replace(better, evidence=_total(ways) - better.prior - better.changes))
    ranked = sorted(merged, key=lambda h: -h.nats)
    return [history for history in ranked[:KEPT] if ranked[0].nats - history.nats < REACH_NATS]


def _shared(history: History[P], told: History[P]) -> int:
    """Return how many positions *history* has in common with *told*."""
    return common(history.positions, told.positions)


def _entropy(probabilities: Iterable[float]) -> float:
    return -sum(p * math.log(p) for p in probabilities if p > 0.0)


def _total(histories: Sequence[History[P]]) -> float:
    """Return the logarithm of the summed weights."""
    top = max(history.nats for history in histories)
    return top + math.log(sum(math.exp(history.nats - top) for history in histories))
