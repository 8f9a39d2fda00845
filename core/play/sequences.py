"""Plays several actions at once: with the passes that are forced, and in another order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice

from core.game import Game, P, Searchable


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
