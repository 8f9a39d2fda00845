"""Earlier histories that the game may have returned to while the board was out of view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from core.belief.history import Frame, History, common
from core.game import P


@dataclass(frozen=True, slots=True)
class Milestones(Generic[P]):
    """The likeliest histories when all was told, when no rule was broken, and when all pieces were there."""

    settled: History[P] | None = None
    """The likeliest history when everything in it had been announced."""
    lawful: History[P] | None = None
    """The latest of these without a broken rule."""
    left: History[P] | None = None
    """The one before pieces were swept off or several moves taken back; people may set it up again."""

    @property
    def undone(self) -> int:
        """How many actions had been taken back when all was told."""
        return 0 if self.settled is None else self.settled.undone

    def after(self, best: History[P], told: Sequence[P]) -> Milestones[P]:
        """Return the milestones after *told* was announced, when *best* was the likeliest history."""
        left = self.left
        if self.settled is not None and len(self.settled.positions) - common(self.settled.positions, told) > 1:
            left = self.settled
        elif left is not None and len(told) >= len(left.positions):
            left = None
        return Milestones(best, best if best.is_legal else self.lawful, left)

    def renamed(self, names: Callable[[Frame], Frame]) -> Milestones[P]:
        """Return these with other *names* for their frames."""
        kept = (self.settled, self.lawful, self.left)
        return Milestones(*(each and replace(each, frame=names(each.frame)) for each in kept))
