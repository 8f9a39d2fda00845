"""Several actions at once: with the passes that are forced, in another order, with more players, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, islice

from core.game import Game, P, Searchable

_AT_ONCE = 2
"""How many plies one part of the work counts."""


def played_through(game: Game[P], start: P, actions: Sequence[str]) -> Iterator[P]:
    """Yield each position that is reached from *start* by *actions* and by the passes that are forced behind them."""
    position = start
    for action in actions:
        if action == "--" and game.objection(position, action) is not None:
            continue
        position = game.play(position, action)
        yield position
        while _must_pass(game, position):
            position = game.play(position, "--")
            yield position


def _must_pass(game: Game[P], position: P) -> bool:
    if position.to_move is None or (_on_moves(game) and len(game.moves(position)) > 1):  # type: ignore[attr-defined]
        return False
    return tuple(islice(game.actions(position), 2)) == ("--",)


@lru_cache(maxsize=16)
def _on_moves(game: Game[P]) -> bool:
    """Return whether *game* has typed moves, which can be counted without writing them."""
    return isinstance(game, Searchable)


def plies_back(position: P, history: Sequence[P], shows: Callable[[P], bool]) -> int:
    """Return how many positions before *position* the latest of *history*, oldest first, *shows* what is seen.

    0 where none does; one that is no earlier by its ply is another game's.
    """
    for plies, earlier in enumerate(reversed(history), start=1):
        if earlier.ply < position.ply and shows(earlier):
            return plies
    return 0


def may_be_reordered(game: Game[P], start: P, actions: Sequence[str]) -> bool:
    """Return whether two of *actions* may be exchanged with no difference to the position reached from *start*."""

    def reached(order: Sequence[str]) -> P | None:
        position = start
        for action in order:
            if game.objection(position, action) is not None:
                return None
            position = game.play(position, action)
        return position

    goal = reached(actions)
    for first, second in combinations(range(len(actions)), 2):
        order = list(actions)
        order[first], order[second] = order[second], order[first]
        if order != list(actions) and reached(order) == goal:
            return True
    return False


def with_players(
    game: Game[P], positions: Sequence[P], actions: Sequence[str | None], players: int
) -> tuple[P, ...] | None:
    """Return *positions* as they are with another number of *players*; None where that would be another game.

    It is the same one if it began as games begin, and those who have moved would have moved then; the last seats are
    the ones that come or go. *actions* lead from each position to the next; None is a change that no action makes.
    """
    first = positions[0]
    if first != game.start(first.options):
        return None
    found = [game.start(replace(first.options, players=players))]
    for before, action in zip(positions, actions, strict=False):
        if action is None or found[-1].to_move != before.to_move:
            return None
        found.append(game.play(found[-1], action))
    return tuple(found)


def parts(game: Game[P], position: P, depth: int) -> Iterator[int]:
    """Yield numbers that add up to ``game.perft(position, depth)``, some of them zero. No part takes long.

    >>> from core.games import find
    >>> tink = find("tink")
    >>> sum(parts(tink, tink.start(tink.options()), 3)) == tink.perft(tink.start(tink.options()), 3)
    True
    """
    if depth <= _AT_ONCE:
        yield game.perft(position, depth)
        return
    for action in game.actions(position):
        yield 0
        yield from parts(game, game.play(position, action), depth - 1)
