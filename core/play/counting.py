"""Describes each action and its effects in countable terms, for playtests and statistics."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, runtime_checkable

from core.board.topology import cell_names
from core.game import Game, P, P_contra, PositionLike
from core.options import RuleOptions

PASS = "--"
_CELL = re.compile(r"[a-z][1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Deed:
    """One action: how often each kind of event happened in it, the piece it used, the cells it filled.

    ``kinds`` are among the game's ``Counting.deeds``; ``piece`` is empty for an action
    without a piece.
    """

    kinds: Mapping[str, int] = field(default_factory=dict)
    piece: str = ""
    cells: tuple[str, ...] = ()


class Counting(Protocol[P_contra]):
    """How to classify the actions of one game."""

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:
        """Return every name in ``Deed.kinds`` → the clause it belongs to, in the order of the rules."""
        ...

    def endings(self, options: RuleOptions) -> Mapping[str, str]:
        """Return the reasons a game may end under *options* → the clause, empty if there is none."""
        ...

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:
        """Return every value of ``Deed.piece``."""
        ...

    def deed(self, before: P_contra, action: str, after: P_contra) -> Deed:
        """Return what the legal *action* from *before* to *after* did."""
        ...

    def opening(self, position: P_contra, action: str) -> str:
        """Return the representative of *action* and its images under the symmetries of the empty board."""
        ...


@runtime_checkable
class Countable(Protocol[P_contra]):
    """A game that can classify its actions."""

    @property
    def counting(self) -> Counting[P_contra]: ...


class PlainCounting:
    """The default for a game that cannot classify its actions: passes and other actions."""

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002
        return {"move": "", "pass": ""}

    def endings(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002
        return {}

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def deed(self, before: PositionLike, action: str, after: PositionLike) -> Deed:  # noqa: ARG002
        return Deed({"pass" if action == PASS else "move": 1})

    def opening(self, position: PositionLike, action: str) -> str:  # noqa: ARG002
        return action


def counting_of(game: Game[P]) -> Counting[P]:
    """Return how to classify the actions of *game*."""
    return game.counting if isinstance(game, Countable) else PlainCounting()


def limits(options: RuleOptions, clause: str) -> dict[str, str]:
    """Return the endings that the limits of *options* add → *clause*."""
    set_ones = {"repetition": options.repetition_limit, "ply_limit": options.ply_limit}
    return {reason: clause for reason, limit in set_ones.items() if limit is not None}


def first_of_alike(text: str, side: int) -> str:
    """Return the alphabetically first image of *text* under the eight symmetries of a square board.

    >>> first_of_alike("Sf6", 8), first_of_alike("h1+g1", 8)
    ('Sc3', 'a1+a2')
    """
    return min(renamed(text, names) for names in symmetries(side))


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return *text* with *names* in the place of the cells in it."""
    return _CELL.sub(lambda match: names[match[0]], text)


@cache
def symmetries(side: int) -> tuple[Mapping[str, str], ...]:
    """Return, for each of the eight symmetries of a square board, its cells → their images."""
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
