"""Positions to test with: from seeded games that fill the board, trade pieces and get stuck."""

from __future__ import annotations

from functools import cache

from core.game import Game
from core.games.tink import GAME
from core.goodwin.options import GoodwinOptions, TinkOptions
from core.goodwin.position import Position
from core.options import RuleOptions
from tests.games.sample import play

RULES = TinkOptions()
START = "8/8/8/8/8/8/8/8 A 0,0 0"
SMALLS = "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6"
LARGE = "7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34"
STUCK = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"
NEARLY_DRAWN = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"
TINK: Game[Position] = GAME


def playthrough(
    options: RuleOptions | None = None, *, seed: int, plies: int = 80, game: Game[Position] = TINK
) -> tuple[list[Position], list[str]]:
    """Return the positions of a seeded game, the start first, and the actions between them."""
    path = play(game, options or game.options(), seed, plies)
    return list(path.positions), list(path.actions)


@cache
def positions(count: int, options: GoodwinOptions = RULES) -> tuple[Position, ...]:
    """Return *count* positions in play from the middle and the end of several games."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        game, _ = playthrough(options, seed=seed)
        found += [position for position in game if not position.outcome][seed % 5 :: 5]
        seed += 1
    return tuple(found[:count])


def at(text: str, **options: object) -> Position:
    return TINK.parse_position(text, TinkOptions.of(options))
