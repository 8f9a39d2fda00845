"""Checks whether a position can arise in an unfinished game, so that a mistyped board gets no advice."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from core.game import Game, P, P_contra


@runtime_checkable
class KnowsImpossible(Protocol[P_contra]):
    """A game that can recognise positions that no game leads to."""

    def impossible(self, position: P_contra, *, counted: bool) -> str | None:
        """Return why the unfinished *position* cannot arise and how to put it right; None if it can.

        Args:
            counted: whether the number of actions is known; a picture does not show it.
        """
        ...


def why_impossible(game: Game[P], position: P, *, counted: bool = True) -> str | None:
    """Return why the unfinished *position* cannot arise: a fault on its board or the game's own objection."""
    faults = game.survey(game.contents(position), position.options).faults
    if faults:
        return f"{faults[0].message} {faults[0].repair}".strip()
    return game.impossible(position, counted=counted) if isinstance(game, KnowsImpossible) else None
