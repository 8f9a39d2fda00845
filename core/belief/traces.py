"""Traces: what actions change on a board that a camera can see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from core.game import Game, P, TracedGame
from core.play.sequences import played_through
from core.reading import EMPTY

Change = Mapping[str, str]
"""Cell → new content, for the cells that differ from the position being judged."""


@lru_cache(maxsize=1024)
def contents_of(game: Game[P], position: P) -> Mapping[str, str]:
    return game.contents(position)


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> Change:
    return {cell: content for cell, content in after.items() if content != before[cell]}


def changed_by(game: Game[P], position: P, action: str) -> Change:
    """Return what the legal *action* changes on the board of *position*."""
    return changed(game.contents(position), game.contents(game.play(position, action)))


@lru_cache(maxsize=256)
def successors(game: Game[P], position: P) -> tuple[tuple[str, Change], ...]:
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
def _traced(game: Game[P]) -> TracedGame[P] | None:
    """Return *game* if it tells the traces of its actions itself, else None; cached because the check is slow."""
    return game if isinstance(game, TracedGame) else None


def played_on(game: Game[P], position: P, action: str) -> tuple[P, list[str]]:
    """Return the position after *action* and any unseen forced passes that follow it, and all these actions."""
    played = [action]
    after = game.play(position, action)
    while not successors(game, after) and len(only := tuple(game.actions(after))) == 1:
        played += only
        after = game.play(after, only[0])
    return after, played


@lru_cache(maxsize=256)
def most_changed(game: Game[P], position: P) -> int:
    """Return the largest number of cells and edges that an action changes."""
    return max((len(change) for _, change in successors(game, position)), default=0)


def traces_gone(game: Game[P], position: P, actions: Sequence[str]) -> int:
    """Return how often *actions* change, one by one, a cell that is at their end as it was."""
    if len(actions) < 2:
        return 0
    boards = [contents_of(game, each) for each in (position, *played_through(game, position, actions))]
    left = changed(boards[0], boards[-1])
    return sum(len(changed(*pair).keys() - left.keys()) for pair in pairwise(boards))


def nearest_actions(
    game: Game[P], position: P, change: Change, *, most: int | None = 3, placed: bool = False
) -> tuple[str, ...]:
    """Return the legal actions that share part of *change*, the most alike first; with None all of them.

    With *placed* only those that put a piece where *change* has one as well.
    """
    seen = set(change.items())
    filled = {cell for cell, content in change.items() if content != EMPTY}
    ranked = []
    for action, other in successors(game, position):
        alike = seen & set(other.items())
        puts = {cell for cell, content in other.items() if content != EMPTY}
        if alike and not (placed and puts and not puts & filled):
            ranked.append((len(seen ^ set(other.items())), action))
    return tuple(action for _, action in sorted(ranked)[:most])
