"""What pieces of the four-in-a-row family promise: the weights of an estimate, fitted to games.

The weights are fitted to how games ended (logistic regression: docs/decisions/0008-which-search.md). An estimate is
60 times the logarithm of the odds of winning.
"""

from __future__ import annotations

from typing import NamedTuple


class Promise(NamedTuple):
    """What a seat's pieces are worth to it; the others' are subtracted.

    ``few`` are fours that hold one, two and three smalls or larges and nothing else, ``many`` those of mediums or
    larges. ``large`` is a large on the board, ``room`` an empty cell beside two smalls or larges, where a medium can be
    paid for, ``crowd`` the square of how many smalls and larges there are, ``turn`` the right to move.
    """

    few: tuple[float, float, float]
    many: tuple[float, float, float]
    large: float
    room: float
    crowd: float
    turn: float


PROMISE = Promise((1.9, 12.4, 61.9), (2.7, 6.0, 22.9), large=71.3, room=14.8, crowd=-8.9, turn=23.3)
"""Fitted to games of Tink, and used for the whole family."""

UNIT = 60.0
"""The estimate of a position that is won *e* times as often as lost."""

NO_CHANCE = -30.0
"""The promise of a seat that is out of the game, far below that of any seat still in."""
