"""A learned value of Tabik on 5 × 5 to 8 × 8 cells: what a position promises, and which moves look best.

A small convolutional network takes the place of a random game. It sees, of each cell, the stone, the rods around
it and how large its group is, and of the board a few numbers (``kernels.tabik_layout``). The first layer looks up a
row for each cell and its eight neighbours and adds them. Then come blocks; each of them adds to every cell what its
channels see within two cells, mixed, and what the mean of the board says. ``training.tabik_value`` makes it.

Here it is computed with NumPy, for searches without a kernel; ``kernels.tabik_value`` computes the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from adviser.kernels.tabik_layout import (
    A_BLOCK,
    AROUND,
    BLOCK,
    BLOCKS,
    BUCKETS,
    CODES_OF_CELLS,
    COLOURED,
    EMPTY,
    FIRST,
    FIRST_BIAS,
    HIDDEN,
    LARGEST_SIDE,
    MARGIN,
    MOVES,
    NUMBERS,
    OFF,
    PER_MOVE,
    REACH,
    SMALLEST_SIDE,
    STRIDE,
    VALUE,
    WEIGHTS,
    WIDTH,
)
from core.board.cells import bits
from core.tabik import rules
from core.tabik.board import Board
from core.tabik.options import TabikOptions
from core.tabik.position import EXCHANGE, Move, Position

MODEL = Path(__file__).parents[1] / "models" / "tabik-value.npz"
"""The network's layers under the names of ``training.tabik_value``; its card lies next to it."""
_BUCKET_OF = [0, 0, 1, 2, 3, 3, 4, 4, 4, *[5] * 4, *[6] * 6, *[7] * 14]
"""Size of a group → its bucket."""


def knows(options: TabikOptions) -> bool:
    """Return whether the network has learned the game under *options*: usual groups, boards of usual sides."""
    return SMALLEST_SIDE <= options.board_size <= LARGEST_SIDE and not options.rods_split_groups


def judged(position: Position) -> tuple[float, dict[Move, float]] | None:
    """Return what the network says of *position*: see ``families.Value``."""
    return network().judged(position) if knows(position.options) else None


@cache
def network() -> Network:
    """Return the network that comes with the package."""
    with np.load(MODEL) as layers:
        return Network(flattened({name: layers[name] for name in layers.files}))


def flattened(layers: dict[str, Any]) -> Any:
    """Return the weights of *layers* one after another, as ``kernels.tabik_layout`` says.

    What the first layer would compute of each code, for each of the nine places around, is worked out beforehand.
    """
    wide = {name: layer.astype(np.float64) for name, layer in layers.items()}
    codes = np.arange(EMPTY)
    stones = wide["codes.weight"][codes // BUCKETS]
    stones = stones + wide["buckets.weight"][codes % BUCKETS + BUCKETS * (codes // COLOURED)]
    others = wide["codes.weight"][32:] + wide["buckets.weight"][-1]
    table = np.einsum("ck,okxy->xyco", np.concatenate([stones, others]), wide["first.weight"])
    parts = [table, wide["first.bias"]]
    for block in range(BLOCKS):
        about = {name: wide[f"blocks.{block}.{name}"] for name in ("around.weight", "across.weight", "board.weight")}
        for name, layer in about.items():
            inputs = layer.reshape(WIDTH, -1).T
            parts += [inputs, wide[f"blocks.{block}.{name.removesuffix('weight')}bias"]]
    moves = np.zeros((WIDTH + 1, WIDTH))
    moves[:WIDTH, :PER_MOVE], moves[WIDTH, :PER_MOVE] = wide["moves.weight"].reshape(PER_MOVE, -1).T, wide["moves.bias"]
    parts += [moves, wide["hidden.weight"].T, wide["hidden.bias"], wide["value.weight"], wide["value.bias"]]
    flat = np.concatenate([part.reshape(-1) for part in parts]).astype(np.float32)
    assert flat.size == WEIGHTS
    return flat


@dataclass(frozen=True)
class Network:
    """The network: all its weights, one after another."""

    flat: Any

    def value(self, position: Position) -> float:
        """Return the value of *position*, in play, to its side to move: −1 to 1."""
        return self.judged(position)[0]

    def judged(self, position: Position) -> tuple[float, dict[Move, float]]:
        """Return the value of *position*, and of every move but a swap or a pass what is to be said for it.

        That is the logarithm of how likely it is the best move, but for a constant.
        """
        side = position.options.board_size
        field, numbers = described(position)
        inner = slice(MARGIN, MARGIN + side)
        table = self._part(FIRST, 9 * CODES_OF_CELLS).reshape(9, CODES_OF_CELLS, WIDTH)
        around = [
            field[MARGIN + column : MARGIN + column + side, MARGIN + row : MARGIN + row + side]
            for column in (-1, 0, 1)
            for row in (-1, 0, 1)
        ]
        x = self._part(FIRST_BIAS, 1) + sum(table[number][codes] for number, codes in enumerate(around))
        seen = np.zeros((STRIDE, STRIDE, WIDTH), np.float32)
        for number in range(BLOCKS):
            start = BLOCK + number * A_BLOCK
            seen[inner, inner] = np.maximum(x, 0)
            mean = seen.sum((0, 1)) / np.float32(side * side)
            taps = self._part(start, REACH * REACH + 1)
            near = taps[-1] + sum(
                seen[column : column + side, row : row + side] * taps[column * REACH + row]
                for column in range(REACH)
                for row in range(REACH)
            )
            x = x + self._layer(start + AROUND, np.maximum(near, 0))
            x = x + self._layer(start + AROUND + (WIDTH + 1) * WIDTH, mean)
        x = np.maximum(x, 0)
        told = np.concatenate([x.sum((0, 1)) / np.float32(side * side), numbers])
        hidden = np.maximum(self._layer(HIDDEN, told), 0)
        value = float(hidden @ self.flat[VALUE : VALUE + WIDTH] + self.flat[VALUE + WIDTH])
        about = self._layer(MOVES, x).reshape(side * side, WIDTH)
        likely = {move: _said(about, move, position) for move in rules.moves(position) if move.rod}
        return math.tanh(value), likely

    def _part(self, start: int, rows: int) -> Any:
        return self.flat[start : start + rows * WIDTH].reshape(rows, WIDTH)

    def _layer(self, start: int, given: Any) -> Any:
        rows = self._part(start, given.shape[-1] + 1)
        return given @ rows[:-1] + rows[-1]


def _said(about: Any, move: Move, position: Position) -> float:
    """Return the rating of *move* by its two cells; *about* has a row for each cell."""
    low, high = sorted((move.first, move.second))
    own = move.second if position.mover else move.first
    kind = (2 if move.kind == EXCHANGE else int(own != low)) + (6 if high - low > 1 else 0)
    return float(about[low, kind] + about[high, kind + 3])


def described(position: Position) -> tuple[Any, Any]:
    """Return the codes of all cells of the field, shape (STRIDE, STRIDE), and ``NUMBERS`` numbers about the board."""
    grid, side = rules.board_of(position), position.options.board_size
    field = np.full((STRIDE, STRIDE), OFF, np.int64)
    field[MARGIN : MARGIN + side, MARGIN : MARGIN + side] = EMPTY
    sizes = list[list[int]]()
    for whose, colour in enumerate((position.mover, 1 - position.mover)):
        groups = groups_of(grid, position.stones(colour))
        sizes.append(sorted((group.bit_count() for group in groups), reverse=True))
        for group in groups:
            code = COLOURED * whose + _BUCKET_OF[group.bit_count()]
            for cell in bits(group):
                field[cell // side + MARGIN, cell % side + MARGIN] = code
    for rod in bits(position.rods):
        low, high = grid.ends(rod)
        upwards = high == low + 1
        for cell, bit in ((low, 1 if upwards else 2), (high, 4 if upwards else 8)):
            field[cell // side + MARGIN, cell % side + MARGIN] += bit * BUCKETS
    ahead = rules.tally_of(position).winner
    winner = 0.0 if ahead is None else 1.0 if ahead == position.mover else -1.0
    mine, theirs = ([*one, 0, 0, 0][:3] for one in sizes)
    moves = rules.moves(position)
    exchanges = sum(move.kind == EXCHANGE for move in moves)
    placings = sum(move.rod > 0 and move.kind != EXCHANGE for move in moves) // 2
    empty = side * side - (position.black | position.white).bit_count()
    numbers = [size / 8 for size in (*mine, *theirs)]
    numbers += [(mine[0] - theirs[0]) / 4, winner, empty / 32, placings / 32, exchanges / 32, side / 8]
    assert len(numbers) == NUMBERS
    return field, np.array(numbers, np.float32)


def groups_of(grid: Board, stones: int) -> list[int]:
    """Return the groups of *stones*, as bits of cells."""
    groups = list[int]()
    while stones:
        group, grown = 0, stones & -stones
        while grown != group:
            group = grown
            up, right = (group & grid.below_top) << 1, group << grid.side
            grown = (group | up | (group >> 1 & grid.below_top) | right | group >> grid.side) & stones
        groups.append(group)
        stones &= ~group
    return groups
