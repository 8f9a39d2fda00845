"""Actions as whole numbers, the same in every position of a game: what learning libraries ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, runtime_checkable

from core.game import P_contra


@dataclass(frozen=True)
class Numbers:
    """The actions of one game from one start; numbers run from 0 to ``size`` − 1."""

    size: int
    number: Callable[[str], int]
    """Return the number of a canonical action."""


@runtime_checkable
class Numbered(Protocol[P_contra]):
    """What a game has beside ``Game`` if its actions can be numbered."""

    def numbers(self, start: P_contra) -> Numbers:
        """Return the numbers of the actions that may come from *start* on; the pass has the last one."""
        ...


def walks(cells: Sequence[str], joint: str) -> Numbers:
    """Return the numbers of actions from any of *cells* to any other, written with *joint* between them.

    >>> numbers = walks(["a1", "b1"], ">")
    >>> numbers.size, numbers.number("a1>b1"), numbers.number("--")
    (5, 1, 4)
    """
    place = {name: number for number, name in enumerate(cells)}
    return Numbers(len(cells) ** 2 + 1, partial(_walk, place, joint))


def _walk(place: dict[str, int], joint: str, action: str) -> int:
    if action == "--":
        return len(place) ** 2
    source, target = action.split(joint)
    return place[source] * len(place) + place[target]
