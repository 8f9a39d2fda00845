"""Actions by number and what an end is worth, as learning libraries ask for both."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from core.game import ColourHolders, Game
from core.options import SEATS
from core.play.numbering import Numbered, Numbers


def numbers_of(game: Game[Any], start: Any) -> Numbers:
    """Return the numbers of the actions of *game* from *start*. Raises ``ValueError`` where it has none."""
    if not isinstance(game, Numbered):
        raise ValueError(f"the actions of {game.title} have no numbers; its rules need a method `numbers`")
    return game.numbers(start)


def seat_number(position: Any, seat: str) -> int:
    """Return the number of the person who holds *seat*: in Tabik the players may exchange their colours."""
    return SEATS.index(position.holders[seat] if isinstance(position, ColourHolders) else seat)


def returns(position: Any, winners: tuple[str, ...]) -> list[float]:
    """Return what an end is worth to each person: 1 to the only winner; sums to 0; nothing where all share it."""
    return shares(len(position.seats), {seat_number(position, seat) for seat in winners})


def shares(persons: int, winners: Collection[int]) -> list[float]:
    """Return what an end is worth to each of this many *persons*, where those with the numbers *winners* share it."""
    return [((person in winners) / len(winners) - 1 / persons) * persons / (persons - 1) for person in range(persons)]
