"""Whether a position can arise in a game that goes on: nobody gets advice on a mistyped board."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from core.game import Game


@runtime_checkable
class KnowsImpossible(Protocol):
    """What a game has beside ``Game`` if it can tell positions that no game leads to."""

    def impossible(self, position: Any, *, counted: bool) -> str | None:
        """Return why *position*, in play, cannot arise and what would put it right; None if it may.

        Args:
            counted: whether somebody counted the actions; a picture does not show them.
        """
        ...


def why_impossible(game: Game[Any], position: Any, *, counted: bool = True) -> str | None:
    """Return why *position*, in play, cannot arise: a fault on its board, or what the game itself objects to."""
    faults = game.survey(game.contents(position), position.options).faults
    if faults:
        return f"{faults[0].message} {faults[0].repair}".strip()
    return game.impossible(position, counted=counted) if isinstance(game, KnowsImpossible) else None


def counted_actions(ply: int) -> str:
    """Return a number of actions in words.

    >>> counted_actions(1), counted_actions(2)
    ('1 action', '2 actions')
    """
    return "1 action" if ply == 1 else f"{ply} actions"
