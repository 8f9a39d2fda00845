"""The start of a game with a secret set-up, as seen when the pieces are revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import Any

from core.game import Game, HiddenSetup
from core.options import RuleOptions
from core.reading import EMPTY, Reading
from kiebitz.judging.evidence import turned_reading
from kits.kit import Plan


def seats_at_home(game: HiddenSetup, contents: Mapping[str, str], options: RuleOptions) -> dict[str, str]:
    """Return which seat owns each of the reader's seats' pieces, for colours that nobody has named.

    Every player sets up on their own board, so all pieces but at most one stand at home.
    If no assignment fits, the game has already begun and seats keep their names.
    """
    homes = game.homes(options)
    seats = sorted(set(homes.values()))
    stands = Counter((content[0], homes[cell]) for cell, content in contents.items() if content != EMPTY)
    orders = (dict(zip(seats, order, strict=True)) for order in permutations(seats))

    def at_home(order: Mapping[str, str]) -> int:
        return sum(number for (was, at), number in stands.items() if order[was] == at)

    best = max(orders, key=at_home)
    return best if at_home(best) >= stands.total() - 1 else {seat: seat for seat in seats}


def awaited(game: HiddenSetup, contents: Mapping[str, str], options: RuleOptions) -> list[str]:
    """Return the seats that still have to set up: they have one piece at most, and all stand at home or are of one."""
    owners = Counter(content[0] for content in contents.values() if content != EMPTY)
    missing = [seat for seat in sorted(set(game.homes(options).values())) if owners[seat] < 2]
    return missing if len(owners) < 2 or not strays(game, contents, options) else []


def strays(game: HiddenSetup, contents: Mapping[str, str], options: RuleOptions) -> list[str]:
    """Return the cells with a piece that is not on its player's own part of the board."""
    homes = game.homes(options)
    return [cell for cell, content in contents.items() if content != EMPTY and content[0] != homes[cell]]


def pieces_on(board: Mapping[str, str]) -> int:
    """Return how many pieces are on *board*."""
    return sum(content != EMPTY for content in board.values())


@lru_cache(maxsize=8)
def pieces_dealt(game: Game[Any], options: RuleOptions) -> int:
    """Return with how many pieces *game* begins."""
    return pieces_on(game.contents(game.start(options)))


def turned_home(game: HiddenSetup, reading: Reading, dealt: int, plan: Plan, options: RuleOptions) -> Reading | None:
    """Return *reading* as of a board of *plan* that lies the other way round, if all pieces stand at home only so.

    Nothing else tells how a board without marks lies that is seen from its side. In the middle of a game few pieces are
    left of those that were *dealt*, and stand anywhere, so these tell nothing.
    """
    if reading.covered or pieces_on(reading.contents) < dealt - 1:
        return None
    turned = turned_reading(reading, 2, plan)
    away, still_away = (len(strays(game, each.contents, options)) for each in (reading, turned))
    return turned if still_away <= 1 < away else None
