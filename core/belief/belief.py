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
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol

from core.belief.explanation import BEHIND, PRIORS, Explained, Priors, explain, odd
from core.belief.history import Frame, History, answers_alike, changed_alike, common, in_common, opener, played
from core.belief.likelihood import Rows
from core.belief.traces import Change, changed, contents_of
from core.game import Game, P
from core.reading import is_edge
from core.verdict import Played, Still, TakenBack, Verdict

KEPT = 24
"""Histories kept after a look."""
REACH_NATS = 14.0
"""Histories less likely than the best by more than this are dropped."""
BRANCHES = 6
"""Branches of one history in one look."""
FADING = 0.5
"""The weight of the latest look in the mean of all looks at a cell that looks the same."""
UNLIKE_NATS = 6.0
"""Two looks at a cell that differ by more in what they say of one content did not see the same."""
CELL_NATS = 12.0
"""No cell of one look counts for more."""
REMEMBERED = 4
"""Looks by which a history is judged that is thought of only later."""


class Renaming(Protocol):
    """Other names for frames."""

    def new(self, frame: Frame) -> Frame:
        """Return the new name of what was *frame*."""
        ...

    def old(self, frame: Frame) -> Frame:
        """Return the name that *frame* had before."""
        ...


@dataclass(frozen=True, slots=True)
class Look:
    """What one look gives a history."""

    rows: Callable[[Frame, Mapping[str, str] | None], Rows]
    """The likelihoods of the cells in the names of a frame, beside the board of the latest undisturbed view."""
    frames: Callable[[Frame, str | None], Sequence[tuple[Frame, float]]]
    """The frames that one may turn out to be in this look, with log priors, by who was to place the first piece."""
    changed: Callable[[Frame], Collection[str]]
    """The cells and edges that look other than in the look before; none where that cannot be said."""
    touched: Callable[[Frame], frozenset[str]]
    """The cells that look changed, and not just as by a shadow; none where that cannot be said."""
    turned: Callable[[Frame], Sequence[tuple[Frame, float]]]
    """The frames in which the board lies another way round, with log priors."""
    compared: bool = True
    """Whether there is a look before with which this one can be compared."""
    elsewhere: bool = False
    """Whether the board is seen from elsewhere than in the look before, or by another eye, so that mistakes differ."""
    seen: object = None
    """The value that this look was made from, or the new names and that of the look that was renamed."""
    _known: dict[Hashable, tuple[Rows, Explained]] = field(default_factory=dict, compare=False)
    """What has been explained, with its rows: histories that differ otherwise share it."""

    def explained(
        self,
        game: Game[P],
        positions: tuple[P, ...],
        frame: Frame,
        anchor: Mapping[str, str] | None = None,
        *,
        priors: Priors = PRIORS,
        most_actions: int = 4,
        settled: frozenset[str] = frozenset(),
    ) -> Explained:
        """Return this look explained to who knows *positions*, seen in *frame* beside the board *anchor*.

        On the *settled* cells nothing has happened, whatever they seem to hold.
        """
        rows = self.rows(frame, anchor)
        key = (positions, id(rows), priors, most_actions, settled)
        if key not in self._known:
            found = explain(
                game, positions[-1], rows, history=positions[:-1], cell_nats=CELL_NATS, priors=priors,
                most_actions=most_actions, settled=settled,
            )  # fmt: skip
            self._known[key] = rows, found
        return self._known[key][1]

    def reads_anew(self, old: float, value: float) -> bool:
        """Return whether a cell is another reading though it does not look changed: its content's log-likelihood went
        from *old* to *value*. It is one from elsewhere, and with nothing to compare one that says another thing."""
        return self.elsewhere or (not self.compared and abs(value - old) > UNLIKE_NATS)

    def renamed(self, names: Renaming) -> Look:
        """Return this look for frames that have new *names*."""
        old = names.old
        return Look(
            rows=lambda frame, anchor: self.rows(old(frame), anchor),
            frames=lambda frame, seat: self.frames(old(frame), seat),
            changed=lambda frame: self.changed(old(frame)),
            touched=lambda frame: self.touched(old(frame)),
            turned=lambda frame: self.turned(old(frame)),
            compared=self.compared,
            elsewhere=self.elsewhere,
            seen=(names, self.seen),
        )


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
    """The latest looks, the newest first, for histories that are thought of later."""

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


def branches(game: Game[P], history: History[P], look: Look, priors: Priors) -> Iterator[History[P]]:
    """Yield what may have become of *history* by *look*."""
    explained = explained_to(game, history, look, priors)
    best = explained.explanations[0].nats
    likely = [e for e in explained.explanations[:BRANCHES] if best - e.nats < REACH_NATS]
    events = [(e.change, e.verdict) for e in likely if history.is_legal or e.change != history.change]
    if not history.is_legal:
        events.append((history.change, history.standing))
    same = _seen_same(history, look, explained.table.rows, history.board(game))
    for change, verdict in events:
        yield _branch(game, history, same, look, explained, change, verdict, priors)


def explained_to(game: Game[P], history: History[P], look: Look, priors: Priors = PRIORS) -> Explained:
    """Return *look* explained to *history*."""
    settled = _misread(game, history, look)
    return look.explained(game, history.positions, history.frame, history.anchor, priors=priors, settled=settled)


def _misread(game: Game[P], history: History[P], look: Look) -> frozenset[str]:
    """Return the cells that are read in *look* as before, and so wrongly again if *history* is true."""
    rows, new, board = look.rows(history.frame, None), look.changed(history.frame), history.board(game)
    return frozenset(
        cell
        for cell, old in history.read.items()
        if old < 0.0 and cell in rows and cell not in new
        and (value := rows[cell].get(board[cell], -CELL_NATS)) < 0.0 and not look.reads_anew(old, value)
    )  # fmt: skip


def fit(rows: Rows, board: Mapping[str, str]) -> float:
    """Return the log-likelihood of *board* in nats, the likeliest content of each cell at 0."""
    return sum([row.get(board[cell], -CELL_NATS) for cell, row in rows.items()])


def misfit(game: Game[P], history: History[P]) -> float:
    """Return by how many nats the board of *history* fits the latest look less well than any other."""
    if history.explained is None:
        return 0.0
    table = history.explained.table
    return table.fit(history.explained.free) - table.fit(changed(table.before, history.board(game)))


def seen_with(
    history: History[P], look: Look, beside: Rows, before: Mapping[str, str], after: Mapping[str, str]
) -> History[P]:
    """Return *history* with what *look* says of the board *after*, which was *before* until then.

    *beside* are the rows of the look beside the board of the latest undisturbed view.
    """
    return _seen_changed(history, _seen_same(history, look, beside, before), look, beside, before, after)


def _seen_same(history: History[P], look: Look, beside: Rows, board: Mapping[str, str]) -> History[P]:
    """Return *history* with what *look* says of its *board*, if that has not changed."""
    read, evidence = dict(history.read), history.evidence
    rows, new, fits = look.rows(history.frame, None), look.changed(history.frame), 0.0
    for cell, row in rows.items():
        value = row.get(board[cell], -CELL_NATS)
        fits += value
        old = read.get(cell)
        if old is None or cell in new or look.reads_anew(old, value):
            read[cell] = value
            evidence += value
        elif old != value:
            read[cell] = old + FADING * (value - old)
            evidence += read[cell] - old
    changes = history.changes + (0.0 if beside is rows else fit(beside, board) - fits)
    return replace(history, evidence=evidence, read=read, changes=changes)


def _seen_changed(
    history: History[P],
    same: History[P],
    look: Look,
    beside: Rows,
    before: Mapping[str, str],
    after: Mapping[str, str],
) -> History[P]:
    """Return *history* with what *look* says of the board *after*; *same* has what it says of the board *before*."""
    read, evidence, changes = dict(same.read), same.evidence, same.changes
    rows, new = look.rows(history.frame, None), look.changed(history.frame)
    for cell, content in changed(before, after).items():
        if cell in beside:
            changes += beside[cell].get(content, -CELL_NATS) - beside[cell].get(before[cell], -CELL_NATS)
        if cell not in rows:
            read.pop(cell, None)
            continue
        value, old = rows[cell].get(content, -CELL_NATS), history.read.get(cell)
        changes -= value - (unchanged := rows[cell].get(before[cell], -CELL_NATS))
        evidence += value - read[cell]
        if old is not None and cell not in new and not look.reads_anew(old, unchanged):
            evidence += old
        read[cell] = value
    return replace(same, evidence=evidence, read=read, changes=changes)


def _branch(
    game: Game[P],
    history: History[P],
    same: History[P],
    look: Look,
    explained: Explained,
    change: Change,
    verdict: Verdict,
    priors: Priors,
) -> History[P]:
    """Return *history* after the event *verdict* with its *change*, in *look* as it is *explained*.

    *same* is it with what the look says of an unchanged board.
    """
    stays = change == history.change
    put_right = isinstance(verdict, Played) and not history.is_legal and not change.items() & history.change.items()
    board = {**explained.table.before, **change}
    if stays:
        prior = 0.0
    elif isinstance(verdict, TakenBack) and history.goes_back:
        prior = priors.action  # who goes back ply by ply goes on or plays
    else:
        prior = priors.of(verdict, odd(game, history.position, explained.table, change, verdict))
    after = replace(
        _seen_changed(history, same, look, explained.table.rows, history.board(game), board),
        prior=history.prior + prior + (priors.another_action if put_right else 0.0),
        explained=explained,
        looks=history.looks + 1 if stays else 0,
        witnessed=look.touched(history.frame).union(() if history.is_legal else history.witnessed) & change.keys(),
        hidden=tuple(sorted(cell for cell in change.keys() - explained.table.rows.keys() if not is_edge(cell))),
        change={},
        standing=Still(),
    )
    match verdict:
        case Still():
            return after
        case Played(actions):
            return played(game, after, actions)
        case TakenBack(plies):
            return replace(after.back_to(len(after.positions) - plies), undone=after.undone + plies)
        case _:
            return replace(after, change=change, standing=verdict)


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
