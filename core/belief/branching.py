"""What may have become of one history by a look, and how well each of that fits what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.belief.explanation import PRIORS, Explained, Priors, odd
from core.belief.history import History, played
from core.belief.likelihood import CELL_NATS, Rows
from core.belief.look import Look
from core.belief.traces import Change, changed
from core.game import Game, P
from core.reading import is_edge
from core.verdict import Played, Still, TakenBack, Verdict

REACH_NATS = 14.0
"""Histories less likely than the best by more than this are dropped."""
BRANCHES = 6
"""How many branches of a history are kept after one look."""
FADING = 0.5
"""The weight of the latest look in the running mean of the looks at an unchanged cell."""


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
    """Return the cells that *look* misreads, if *history* is true, just as the looks before did."""
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
    """Return *history* with the evidence of *look*, given that its *board* has not changed."""
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
    """Return *history* with the evidence of *look* for the board *after*; *same* has that for the board *before*."""
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
    """Return *history* after the event *verdict* with its *change*, which *look* showed as *explained*.

    *same* is *history* with the evidence of the look for an unchanged board.
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
