"""Reads and writes positions and actions as text (4.2), and board contents as a camera sees them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import isqrt
from typing import NamedTuple

from core.board.cells import bits
from core.board.rows import format_rows, parse_rows, parts_of, read_ply, words_of
from core.board.topology import cell_number
from core.options import shown
from core.play.numbering import Numbers
from core.reading import EMPTY, ROD
from core.tabik import rules
from core.tabik.board import Board, board
from core.tabik.options import LARGEST, SMALLEST, TabikOptions
from core.tabik.position import (
    BLACK,
    COLOURS,
    EXCHANGE,
    PASS,
    PASSING,
    PLACE,
    SWAP,
    SWAPPING,
    WHITE,
    Move,
    Position,
)

STONES = "bw"
LONGEST_TEXT = 8000
_ACTION = re.compile(r"([a-z][0-9]{1,2})([+x])([a-z][0-9]{1,2})")


class Written(NamedTuple):
    """An action as somebody wrote it, legal or not; a swap and a pass name no cells."""

    kind: int
    first: str = ""
    second: str = ""


def parse_position(text: str, options: TabikOptions) -> Position:
    """Return the position written as *text*; the side of the board is its number of rows (C15)."""
    rows, rod_text, side, ply_text = parts_of(text, "rows", "rods", "side to move", "ply", most=LONGEST_TEXT)
    grid, stones = _parse_rows(rows)
    rods = _parse_rods(grid, rod_text)
    black, white = (_mask(grid, stones, letter) for letter in STONES)
    if black.bit_count() != white.bit_count():
        raise ValueError(
            f"there are as many black stones as white ones; here are {black.bit_count()} and {white.bit_count()}"
        )
    for bit, low, high in grid.edges:
        if rods >> bit & 1 and not ((black | white) >> low & 1 and (black | white) >> high & 1):
            raise ValueError(f"the rod {grid.edge_name(bit)} does not lie between two stones")
    if len(side) != 1 or side not in COLOURS:
        raise ValueError(f"the side to move must be B or W, not {shown(side)}")
    mover, ply = COLOURS.index(side), read_ply(ply_text)
    options = replace(options, players=2, board_size=grid.side)
    position = Position(
        options, black, white, rods, mover, ply, swapped=_swapped(options, ply, rods.bit_count(), mover)
    )
    if rules.stuck(position) and not options.explicit_passes:
        return replace(position, outcome=rules.score(position, mover))
    return replace(position, outcome=rules.limit(options, ply)) if ply else position


def format_position(position: Position) -> str:
    """Return *position* in canonical notation."""
    return format_contents(rules.board_of(position), contents(position), COLOURS[position.mover], position.ply)


def parse_contents(text: str) -> dict[str, str]:
    """Return the board of a position text, whatever it holds: cells, then edges; the rest is not looked at.

    Where the text has rows only, edges are left out.
    """
    fields = words_of(text, LONGEST_TEXT)
    if not fields:
        raise ValueError("a position starts with the rows of the board; the text is empty")
    grid, found = _parse_rows(fields[0])
    if len(fields) > 1:
        rods = _parse_rods(grid, fields[1])
        found |= {name: ROD if rods >> bit & 1 else EMPTY for (bit, _, _), name in _named_edges(grid)}
    return found


def format_contents(grid: Board, seen: Mapping[str, str], colour: str, ply: int) -> str:
    """Return *seen* as a position text; what is left out is empty."""
    rods = ",".join(name for name in grid.edge_names if seen.get(name, EMPTY) == ROD)
    return f"{format_rows(seen, grid.side)} {rods or '-'} {colour} {ply}"


def contents(position: Position) -> dict[str, str]:
    """Return what a camera could see: cell → ``b``, ``w`` or ``.``, then edge → ``rod`` or ``.``."""
    grid = rules.board_of(position)
    found = dict.fromkeys(names(grid), EMPTY)
    for letter, mask in zip(STONES, (position.black, position.white), strict=True):
        for cell in bits(mask):
            found[grid.names[cell]] = letter
    for (bit, _, _), name in _named_edges(grid):
        if position.rods >> bit & 1:
            found[name] = ROD
    return found


def traced(position: Position, move: Move) -> tuple[str, Mapping[str, str]]:
    """Return the legal *move* in canonical notation, and the cells and edges that it changes with what they hold then.

    These are none for a swap and a pass.
    """
    return _traced(position.options.board_size, move, bool(position.black >> max(move.first, 0) & 1))


@cache
def _traced(side: int, move: Move, is_black: bool) -> tuple[str, Mapping[str, str]]:
    """Do the work of ``traced``; *is_black* says whether the move's first cell holds black."""
    grid = board(side)
    action = format_move(grid, move)
    if move.kind in (SWAPPING, PASSING):
        return action, {}
    first, second = tuple(STONES) if move.kind == PLACE or not is_black else tuple(reversed(STONES))
    cells = sorted([(move.first, first), (move.second, second)])
    change = {grid.names[cell]: content for cell, content in cells}
    return action, {**change, grid.edge_name(move.rod.bit_length() - 1): ROD}


def names(grid: Board) -> tuple[str, ...]:
    """Return the names of all cells, then of all edges, each in the order of notation."""
    return grid.names + grid.edge_names


def grid_of(seen: Mapping[str, str], options: TabikOptions) -> Board:
    """Return the board whose cells *seen* names in full, or else that of *options*.

    Raises ``ValueError`` naming a cell or an edge that the board has not.
    """
    cells = [name for name in seen if "-" not in name]
    side = isqrt(len(cells))
    whole = SMALLEST <= side <= LARGEST and set(cells) == set(board(side).names)
    grid = board(side if whole else options.board_size)
    known = set(names(grid))
    for name in seen:
        if name not in known:
            raise ValueError(stranger(grid, name))
    return grid


def stranger(grid: Board, name: str) -> str:
    """Return the words for a *name* that nothing on the board has."""
    return (
        f"no cell or edge is called {shown(name)} on this board; cells run from a1 to {grid.names[-1]}, "
        "and an edge names its smaller cell first, such as a1-a2"
    )


def read_action(text: str) -> Written:
    """Return the action written as *text*; an exchange names its smaller cell first, whatever was written."""
    if text in ("swap", "--"):
        return Written(SWAPPING if text == "swap" else PASSING)
    match = _ACTION.fullmatch(text)
    if not match:
        raise ValueError(
            "an action is a placement such as b2+b3, an exchange such as b2xc2, or swap (or --, a pass); "
            f"{shown(text)} is none of them"
        )
    cells = [match[1], match[3]]
    numbers = [cell_number(cell, LARGEST) for cell in cells]
    if match[2] == "+":
        return Written(PLACE, *cells)
    return Written(EXCHANGE, *(cells if numbers[0] <= numbers[1] else reversed(cells)))


def canonical_action(text: str) -> str:
    """Return *text* in canonical notation."""
    kind, first, second = read_action(text)
    return _text(kind, first, second)


def move_of(grid: Board, written: Written) -> Move | None:
    """Return *written* as a typed move, legal or not; None where no edge joins its cells.

    Raises ``ValueError`` naming a cell that the board has not.
    """
    if written.kind == SWAPPING:
        return SWAP
    if written.kind == PASSING:
        return PASS
    first, second = grid.cell(written.first), grid.cell(written.second)
    bit = grid.edge_bit(first, second)
    return None if bit is None else Move(written.kind, first, second, 1 << bit)


def format_move(grid: Board, move: Move) -> str:
    """Return *move* in canonical notation."""
    if move.kind in (SWAPPING, PASSING):
        return _text(move.kind)
    return _text(move.kind, grid.names[move.first], grid.names[move.second])


def numbers(grid: Board) -> Numbers:
    """Return the numbers of the actions: both placements and the exchange on every edge, the swap, the pass."""
    moves = [move for bit, _, _ in grid.edges for move in grid.moves_on(bit)]
    found = {format_move(grid, move): number for number, move in enumerate((*moves, SWAP, PASS))}
    return Numbers(len(found), found.__getitem__)


def _text(kind: int, first: str = "", second: str = "") -> str:
    if kind in (SWAPPING, PASSING):
        return "swap" if kind == SWAPPING else "--"
    return f"{first}{'+' if kind == PLACE else 'x'}{second}"


def _swapped(options: TabikOptions, ply: int, rods: int, mover: int) -> bool:
    """Return whether the players have exchanged colours, as far as a text can say (C3)."""
    if not options.pie_rule or ply <= rods:
        return False
    out_of_turn = mover == (WHITE if ply % 2 == 0 else BLACK)
    return out_of_turn or not options.explicit_passes


def _parse_rows(text: str) -> tuple[Board, dict[str, str]]:
    """Return the board with as many rows as *text* has, and the contents of its cells."""
    rows = text.split("/")
    if not SMALLEST <= len(rows) <= LARGEST:
        raise ValueError(f"the board has {SMALLEST} to {LARGEST} rows, separated by /; {shown(text)} has {len(rows)}")
    hint = "b is a black stone, w a white one, and a number counts empty cells"
    return board(len(rows)), parse_rows(rows, piece="[bw]", hint=hint)


def _parse_rods(grid: Board, text: str) -> int:
    """Return the bits of the edges named in *text*."""
    rods = 0
    for name in [] if text == "-" else text.split(","):
        cells = name.split("-")
        if len(cells) != 2:
            raise ValueError(f"a rod is written as its edge, such as b2-b3, and no rods as -; not {shown(name)}")
        bit = grid.edge_bit(*map(grid.cell, cells))
        if bit is None:
            raise ValueError(f"{shown(name)} is not an edge: a rod lies between two cells that share a side")
        if rods >> bit & 1:
            raise ValueError(f"there are two rods on {grid.edge_name(bit)}; an edge takes one")
        rods |= 1 << bit
    return rods


def _mask(grid: Board, stones: Mapping[str, str], letter: str) -> int:
    return sum(1 << cell for cell, name in enumerate(grid.names) if stones[name] == letter)


def _named_edges(grid: Board) -> zip[tuple[tuple[int, int, int], str]]:
    return zip(grid.edges, grid.edge_names, strict=True)
