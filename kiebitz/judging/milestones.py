"""Histories of before the latest looks, to which a game may have gone back while nobody saw how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from core.belief.history import Frame, History, common
from core.game import P


@dataclass(frozen=True, slots=True)
class Milestones(Generic[P]):
    """The likeliest histories of when all was told, all was in order, and all pieces were there."""

    settled: History[P] | None = None
    """The likeliest history when it was last what had been told."""
    lawful: History[P] | None = None
    """The same when nothing was wrong in it, besides."""
    left: History[P] | None = None
    """The same before pieces were swept off, or moves taken back, that may be set up again."""

    @property
    def undone(self) -> int:
        """How many actions had been taken back by what was told."""
        return 0 if self.settled is None else self.settled.undone

    def after(self, best: History[P], told: Sequence[P]) -> Milestones[P]:
        """Return these after *best*, the likeliest history, was *told*."""
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
