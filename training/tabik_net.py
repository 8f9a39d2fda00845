"""The network that judges positions of Tabik, and its losses; ``adviser.values.tabik`` says how it answers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from adviser.kernels.tabik_layout import (
    BLOCKS,
    BUCKETS,
    CODES_OF_CELLS,
    COLOURED,
    EMPTY,
    LARGEST_SIDE,
    MARGIN,
    NUMBERS,
    OFF,
    PER_MOVE,
    REACH,
    STRIDE,
    WIDTH,
)
from training.tabik_games import MOVES, Positions

_LOOKED_UP = 24
"""Numbers that represent a code before the first layer."""
_TURNS = 8


class Block(nn.Module):
    """Adds what lies within two cells, mixed by channels, and what the mean of the board says."""

    def __init__(self) -> None:
        super().__init__()
        self.around = nn.Conv2d(WIDTH, WIDTH, REACH, padding=REACH // 2, groups=WIDTH)
        self.across = nn.Conv2d(WIDTH, WIDTH, 1)
        self.board = nn.Linear(WIDTH, WIDTH)
        nn.init.zeros_(self.board.bias)
        nn.init.normal_(self.across.weight, std=0.5 / math.sqrt(WIDTH))

    def forward(self, x: Tensor, mask: Tensor, area: Tensor) -> Tensor:
        seen = functional.relu(x) * mask
        mean = seen.sum((2, 3)) / area
        return x + self.across(functional.relu(self.around(seen))) + self.board(mean)[:, :, None, None]


class ValueNet(nn.Module):
    """The network; its layers are named as in the package's file."""

    def __init__(self) -> None:
        super().__init__()
        self.codes = nn.Embedding(EMPTY // BUCKETS + 2, _LOOKED_UP)
        self.buckets = nn.Embedding(2 * BUCKETS + 1, _LOOKED_UP)
        self.first = nn.Conv2d(_LOOKED_UP, WIDTH, 3)
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.moves = nn.Conv2d(WIDTH, PER_MOVE, 1)
        self.hidden = nn.Linear(WIDTH + NUMBERS, WIDTH)
        self.value = nn.Linear(WIDTH, 1)
        nn.init.normal_(self.codes.weight, std=0.5)
        nn.init.normal_(self.buckets.weight, std=0.5)

    def forward(self, field: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Return the value before its tanh, shape (n,), and what is to be said for every move, shape (n, MOVES).

        *field* has codes, shape (n, PLACES).
        """
        grid = field.view(-1, STRIDE, STRIDE)
        inner = slice(MARGIN, -MARGIN)
        mask = (grid[:, None, inner, inner] != OFF).float()
        area = mask.sum((2, 3))
        x = self.first(self._looked_up(grid[:, 1:-1, 1:-1]).permute(0, 3, 1, 2))
        for block in self.blocks:
            x = block(x, mask, area)
        seen = functional.relu(x) * mask
        told = torch.cat([seen.sum((2, 3)) / area, numbers], 1)
        about = self.moves(seen)
        up = about[:, 0:3] + functional.pad(about[:, 3:6, :, 1:], (0, 1))
        right = about[:, 6:9] + functional.pad(about[:, 9:12, 1:, :], (0, 0, 0, 1))
        moves = torch.stack([up, right], 1).permute(0, 3, 4, 1, 2).reshape(-1, MOVES)
        return self.value(functional.relu(self.hidden(told)))[:, 0], moves

    def _looked_up(self, codes: Tensor) -> Tensor:
        stone = codes < EMPTY
        plain = torch.where(stone, codes // BUCKETS, codes - EMPTY + EMPTY // BUCKETS)
        bucket = torch.where(stone, codes % BUCKETS + BUCKETS * (codes // COLOURED), 2 * BUCKETS)
        looked_up: Tensor = self.codes(plain) + self.buckets(bucket)
        return looked_up

    def layers(self) -> dict[str, Any]:
        """Return the layers as arrays, by name."""
        return {name: layer.detach().cpu().numpy() for name, layer in self.state_dict().items()}


class Turns:
    """The eight ways to turn and mirror a board: from where places and moves come, and what becomes of codes."""

    def __init__(self, device: str) -> None:
        places = np.zeros((_TURNS, STRIDE * STRIDE), np.int64)
        codes = np.array([[_turned(code, which) for code in range(CODES_OF_CELLS)] for which in range(_TURNS)])
        moves = np.tile(np.arange(MOVES), (_TURNS, 1))
        for which in range(_TURNS):
            for number in range(STRIDE * STRIDE):
                column, row = _carried(*divmod(number, STRIDE), which, STRIDE)
                places[which, STRIDE * column + row] = number
            for move in range(MOVES):
                to = _move_carried(move, which)
                if to is not None:
                    moves[which, to] = move
        self.places, self.codes, self.moves = (torch.from_numpy(part).to(device) for part in (places, codes, moves))

    def carried(self, given: dict[str, Tensor]) -> dict[str, Tensor]:
        """Return the positions *given* with every board turned or mirrored at random."""
        which = torch.randint(_TURNS, given["worth"].shape, device=given["worth"].device)
        field = given["field"].long()
        turned = {**given, "field": self.codes[which].gather(1, field.gather(1, self.places[which]))}
        for name in ("games", "total"):
            turned[name] = given[name].float().gather(1, self.moves[which])
        return turned


def _carried(column: int, row: int, which: int, side: int) -> tuple[int, int]:
    """Return where a cell goes: the bits of *which* mirror it at the diagonal, then in its row, then in its column."""
    if which & 1:
        column, row = row, column
    return side - 1 - column if which & 2 else column, side - 1 - row if which & 4 else row


def _turned(code: int, which: int) -> int:
    if code >= EMPTY:
        return code
    rods = code // BUCKETS % 16
    above, right, below, left = (rods >> number & 1 for number in range(4))
    if which & 1:
        above, right, below, left = right, above, left, below
    if which & 2:
        right, left = left, right
    if which & 4:
        above, below = below, above
    return code + (above + 2 * right + 4 * below + 8 * left - rods) * BUCKETS


def _move_carried(move: int, which: int) -> int | None:
    """Return the number of *move* on the board turned by *which*; None for a move across the rim."""
    (column, row), right, kind = divmod(move // 6, LARGEST_SIDE), move % 6 // 3, move % 3
    ends = ((column, row), (column + right, row + 1 - right))
    if max(ends[1]) >= LARGEST_SIDE:
        return None
    one, other = (_carried(*end, which, LARGEST_SIDE) for end in ends)
    low = min(one, other)
    kind = kind ^ 1 if kind < 2 and low == other else kind
    return 6 * (LARGEST_SIDE * low[0] + low[1]) + 3 * int(one[0] != other[0]) + kind


def legal(field: Tensor) -> Tensor:
    """Return which moves the codes of *field*, shape (n, PLACES), allow: shape (n, MOVES)."""
    grid = field.view(-1, STRIDE, STRIDE)
    low = grid[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
    of_edges = []
    for high, rod in ((grid[:, MARGIN:-MARGIN, 3:-1], 1), (grid[:, 3:-1, MARGIN:-MARGIN], 2)):
        placing = (low == EMPTY) & (high == EMPTY)
        stones = (low < EMPTY) & (high < EMPTY) & (low // COLOURED != high // COLOURED)
        of_edges.append(torch.stack([placing, placing, stones & (low // BUCKETS & rod == 0)], -1))
    return torch.stack(of_edges, 3).reshape(-1, MOVES)


def losses(net: ValueNet, given: dict[str, Tensor], *, searched: bool) -> tuple[Tensor, Tensor]:
    """Return the loss of values and that of moves.

    What is said for a move is how much better it makes the value, by the random games that began with it; of
    *searched* positions the logarithm of the share of visits it got.
    """
    logit, said = net(given["field"], given["numbers"])
    games = given["games"]
    if searched:
        target = (given["worth"] + given["end"]) / 2
        logs = torch.log_softmax(said.masked_fill(~legal(given["field"]), -1e9), 1)
        by_move = -(games * logs).sum(1) / games.sum(1)
    else:
        target = given["worth"]
        mean = given["total"] / games.clamp(min=1)
        by_move = (games * (torch.tanh(logit[:, None] + said) - mean) ** 2).sum(1) / games.sum(1)
    return functional.mse_loss(torch.tanh(logit), target), by_move.mean()


class Store:
    """Positions on a device, up to this many *rows*; the oldest are forgotten first."""

    def __init__(self, rows: int, device: str) -> None:
        self._parts = {name: torch.from_numpy(part).to(device) for name, part in vars(Positions.room(rows)).items()}
        self._rows, self._device, self.added = rows, device, 0

    def add(self, positions: Positions) -> None:
        """Add *positions*."""
        count = len(positions.worth)
        places = torch.arange(self.added, self.added + count, device=self._device) % self._rows
        for name, part in vars(positions).items():
            self._parts[name][places] = torch.from_numpy(part).to(self._device)
        self.added += count

    def __len__(self) -> int:
        return min(self.added, self._rows)

    def drawn(self, count: int) -> dict[str, Tensor]:
        """Return *count* positions at random."""
        return self.rows(torch.randint(len(self), (count,), device=self._device))

    def rows(self, rows: Tensor) -> dict[str, Tensor]:
        """Return the positions in *rows*."""
        return {name: part[rows] for name, part in self._parts.items()}
