"""Random positions within a game's stock, as contents: cell → piece, and edge → ``rod``."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from core.game import Searchable
from core.games import find
from core.reading import EMPTY, ROD
from kits.kit import Kit
from kits.pieces import Die


def draw_contents(rng: np.random.Generator, kit: Kit, seats: tuple[str, ...]) -> dict[str, str]:
    """Return a random position within the stock: cell → ``As``, occupied cells only.

    With rods it is one that a game may come to, or stones and rods at random.
    """
    if kit.rod:
        return _with_rods(rng, kit)
    share = rng.uniform(0.05, 1.0)
    pool = [seat + kind for seat in seats for kind, count in kit.stock.items() for _ in range(count)]
    out = [piece for piece in pool if rng.random() < share]
    cells = _order(rng, kit)
    rng.shuffle(out)
    contents = dict(zip(cells, out, strict=False))
    return {cell: with_value(rng, kit, piece) for cell, piece in contents.items()}


def with_value(rng: np.random.Generator, kit: Kit, piece: str) -> str:
    """Return *piece* with a value if it is a die."""
    solid = kit.pieces[piece[-1]]
    return f"{piece}={int(rng.integers(solid.faces)) + 1}" if isinstance(solid, Die) else piece


def _order(rng: np.random.Generator, kit: Kit) -> list[str]:
    """Return all cells in the order in which they are filled: at random, or outwards from some spot."""
    plan = kit.plan
    cells = list(plan.cells)
    if rng.random() < 0.5:
        middle = rng.uniform(1, 7, 2) * [plan.columns / 8, plan.rows / 8]
        letter = len(plan.prefix)
        cells.sort(
            key=lambda c: (
                math.hypot(ord(c[letter]) - 97 - middle[0], int(c[letter + 1 :]) - middle[1]) + rng.normal(0, 1.2)
            )
        )
    else:
        rng.shuffle(cells)
    return cells


def _with_rods(rng: np.random.Generator, kit: Kit) -> dict[str, str]:
    return dict(played(rng, kit)) if rng.random() < 0.6 else strewn(rng, kit)


def played(rng: np.random.Generator, kit: Kit) -> Mapping[str, str]:
    """Return the board of a random game with rods after some of its moves."""
    side = kit.plan.columns
    game = find(kit.name)
    assert isinstance(game, Searchable)
    position = game.start(game.options.of({"board_size": side}))
    most = 1.6 * side * (side - 1)
    for _ in range(int(rng.uniform(0.02, 1.0) * most)):
        moves = game.moves(position)
        if not moves:
            break
        position = game.apply(position, moves[int(rng.integers(len(moves)))])
    return {name: what for name, what in game.contents(position).items() if what != EMPTY}


def strewn(rng: np.random.Generator, kit: Kit, *, astray: float | None = None) -> dict[str, str]:
    """Return stones anywhere and rods between stones, and rods where none may lie, with the probability *astray*.

    None is hardly ever.
    """
    share, kinds = rng.uniform(0.05, 0.95), tuple(kit.pieces)
    cells = _order(rng, kit)
    most = min(int(share * len(cells)), sum(kit.stock.values()))
    out = [kinds[i % len(kinds)] for i in range(most)]
    rng.shuffle(out)
    contents = dict(zip(cells, out, strict=False))
    often, seldom = rng.uniform(0, 1), 0.04 if rng.random() < 0.3 else 0.0
    stray = seldom if astray is None else astray
    for edge in kit.plan.edges:
        between = all(end in contents for end in edge.split("-"))
        if rng.random() < (often if between else stray):
            contents[edge] = ROD
    return contents
