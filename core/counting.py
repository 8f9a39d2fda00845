"""What an action was and what came of it, in words that can be counted: for playtests and statistics."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, runtime_checkable

from core.game import Game
from core.options import RuleOptions
from core.topology import cell_names

PASS = "--"
_CELL = re.compile(r"[a-z][1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Deed:
    """One action: how often each kind of thing happened in it, the piece it used, the cells it filled.

    ``kinds`` are among the game's ``Counting.deeds``; ``piece`` is empty for what uses none.
    """

    kinds: Mapping[str, int] = field(default_factory=dict)
    piece: str = ""
    cells: tuple[str, ...] = ()


class Counting(Protocol):
    """How the actions of one game are told apart."""

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:
        """Return everything that ``Deed.kinds`` may name, in the order of the rules → the clause it belongs to."""
        ...

    def endings(self, options: RuleOptions) -> Mapping[str, str]:
        """Return the reasons for which a game may end under *options* → the clause; empty where there is none."""
        ...

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:
        """Return everything that ``Deed.piece`` may be."""
        ...

    def deed(self, before: Any, action: str, after: Any) -> Deed:
        """Return what the legal *action* did that led from *before* to *after*."""
        ...

    def opening(self, position: Any, action: str) -> str:
        """Return what stands for *action* and all that the symmetries of the empty board make of it."""
        ...


@runtime_checkable
class Countable(Protocol):
    """A game that knows how to tell its actions apart."""

    @property
    def counting(self) -> Counting: ...


class PlainCounting:
    """Passes and other actions: all that can be said of a game that says nothing itself."""

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002
        return {"move": "", "pass": ""}

    def endings(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002
        return {}

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def deed(self, before: Any, action: str, after: Any) -> Deed:  # noqa: ARG002
        return Deed({"pass" if action == PASS else "move": 1})

    def opening(self, position: Any, action: str) -> str:  # noqa: ARG002
        return action


def counting_of(game: Game[Any]) -> Counting:
    """Return how *game* tells its actions apart."""
    return game.counting if isinstance(game, Countable) else PlainCounting()


def limits(options: RuleOptions, clause: str) -> dict[str, str]:
    """Return the endings that the limits of *options* add → *clause*."""
    set_ones = {"repetition": options.repetition_limit, "ply_limit": options.ply_limit}
    return {reason: clause for reason, limit in set_ones.items() if limit is not None}


def first_of_alike(text: str, side: int) -> str:
    """Return the first, by letter, of what the eight symmetries of a square board make of the cells in *text*.

    >>> first_of_alike("Sf6", 8), first_of_alike("h1+g1", 8)
    ('Sc3', 'a1+a2')
    """
    return min(_renamed(text, names) for names in _symmetries(side))


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return _CELL.sub(lambda match: names[match[0]], text)


@cache
def _symmetries(side: int) -> tuple[Mapping[str, str], ...]:
    names, top = cell_names(side), side - 1
    maps = []
    for swap in (False, True):
        for flip_x in (False, True):
            for flip_y in (False, True):
                image = {}
                for cell, name in enumerate(names):
                    x, y = divmod(cell, side)
                    x, y = (y, x) if swap else (x, y)
                    image[name] = names[(top - x if flip_x else x) * side + (top - y if flip_y else y)]
                maps.append(image)
    return tuple(maps)
