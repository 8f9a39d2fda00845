"""Puts right a game that was misread: finds the legal histories that lead to the board people say is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.belief.history import action_between
from core.game import Game

MOST_PLIES = 6
"""A move at most this many plies back can still turn out to have been another."""


@dataclass(frozen=True, slots=True)
class Amended:
    """Another history: from the position *first* on, its *actions* lead to its *positions*."""

    first: int
    was: tuple[str, ...]
    actions: tuple[str, ...]
    positions: tuple[Any, ...]


def amended(
    game: Game[Any], positions: Sequence[Any], told: Mapping[str, str], fits: Callable[[Any], bool]
) -> Iterator[Amended]:
    """Yield the legal histories in which the cells *told* hold what they should and whose last position *fits*.

    One move differs, or two where the second is not legal after the first; the latest first.
    """
    was: tuple[str, ...] = ()
    for first in range(len(positions) - 2, max(-1, len(positions) - 2 - MOST_PLIES), -1):
        action = action_between(game, positions[first], positions[first + 1])
        if action is None:
            return
        was = (action, *was)
        for actions, found in _others(game, positions[first:], was, told):
            contents = game.contents(found[-1])
            if all(contents[cell] == content for cell, content in told.items()) and fits(found[-1]):
                yield Amended(first, was, actions, found)


def _others(
    game: Game[Any], positions: Sequence[Any], was: Sequence[str], told: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], tuple[Any, ...]]]:
    """Yield actions that may replace the first of *was*, with what follows replayed, or once replaced if illegal."""
    for action in game.actions(positions[0]):
        if action == was[0]:
            continue
        after = game.play(positions[0], action)
        if not _may_lead(game, after, positions[1:], told):
            continue
        actions, found = [action], [after]
        replaced = False
        for index, later in enumerate(was[1:], start=1):
            if game.objection(found[-1], later) is not None:
                other = None if replaced else _nearest(game, found[-1], positions[index:], told)
                if other is None:
                    break
                later, replaced = other, True
            actions.append(later)
            found.append(game.play(found[-1], later))
        else:
            yield tuple(actions), tuple(found)


def _may_lead(game: Game[Any], after: Any, later: Sequence[Any], told: Mapping[str, str]) -> bool:
    """Return whether each of the cells *told* holds what it should in *after*, or changes in the *later* positions."""
    contents = game.contents(after)
    stays = [game.contents(position) for position in later]
    return all(contents[c] == told[c] or len({each[c] for each in stays}) > 1 for c in told)


def _nearest(game: Game[Any], position: Any, later: Sequence[Any], told: Mapping[str, str]) -> str | None:
    """Return the action that leads closest to the board after the first of *later*, with the cells *told* right."""
    goal = {**game.contents(later[1]), **told} if len(later) > 1 else dict(told)

    def unlike(action: str) -> int:
        contents = game.contents(game.play(position, action))
        return sum(contents[cell] != content for cell, content in goal.items())

    return min(game.actions(position), key=unlike, default=None)
