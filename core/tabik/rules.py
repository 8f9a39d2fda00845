"""The rules: legal moves, their effects, and the end of the game (4.3 to 4.5).

``moves`` and ``apply`` are fast, for searches: ``apply`` does not check that the move is
legal. Rods never leave the board, so no state repeats (a swap changes the owners of the
colours, C6): ``repetition_limit`` ends a game only if it is 1.
"""

from __future__ import annotations

from dataclasses import replace

from core.tabik.board import Board, board
from core.tabik.options import TabikOptions
from core.tabik.position import BLACK, COLOURS, EXCHANGE, PASS, PASSING, PLACE, SWAP, SWAPPING, WHITE, Move, Position
from core.tabik.scoring import Tally, in_groups_of, outcome_of, tally
from core.verdict import Outcome


def start(options: TabikOptions) -> Position:
    """Return the empty board."""
    return Position(options, black=0, white=0, rods=0, mover=BLACK, ply=0)


def board_of(position: Position) -> Board:
    """Return the board that *position* is played on."""
    return board(position.options.board_size)


def moves(position: Position) -> list[Move]:
    """Return the legal moves: each once, in no particular order; none once the game is over."""
    if position.outcome:
        return []
    grid, options = board_of(position), position.options
    pairs = _placeable(grid, position.black, position.white)
    unlike = _exchangeable(grid, position.black, position.white, position.rods)
    if not (pairs or unlike):
        return [PASS]
    found: list[Move] = []
    for mask, table in ((pairs, grid.placements), (unlike, grid.exchanges)):
        for number, byte in enumerate(mask.to_bytes(len(table), "little")):
            if byte:
                found += table[number][byte]
    if _may_swap(options, position.mover, position.ply):
        found.append(SWAP)
    return found


def count(position: Position) -> int:
    """Return ``len(moves(position))`` without making the moves."""
    if position.outcome:
        return 0
    grid = board_of(position)
    return _count(grid, position.options, position.black, position.white, position.rods, position.mover, position.ply)


def is_legal(position: Position, move: Move) -> bool:
    """Return whether *move* is among the ``moves``, without making them."""
    if position.outcome:
        return False
    grid = board_of(position)
    pairs = _placeable(grid, position.black, position.white)
    unlike = _exchangeable(grid, position.black, position.white, position.rods)
    if move.kind == PLACE:
        return bool(pairs & move.rod)
    if move.kind == EXCHANGE:
        return bool(unlike & move.rod)
    if move.kind == PASSING:
        return not (pairs or unlike)
    return bool(pairs or unlike) and _may_swap(position.options, position.mover, position.ply)


def apply(position: Position, move: Move) -> Position:
    """Return the position after *move*, which must be legal."""
    options, ply = position.options, position.ply + 1
    if move.kind == SWAPPING:
        return replace(position, ply=ply, swapped=True, outcome=limit(options, ply))
    mover = 1 - position.mover
    if move.kind == PASSING:
        passes = position.passes + 1
        over = score(position, mover) if passes == 2 else limit(options, ply)
        return replace(position, mover=mover, ply=ply, passes=passes, outcome=over)
    black, white, rods = _changed(position.black, position.white, position.rods, move)
    over = None
    if not options.explicit_passes:
        grid = board(options.board_size)
        if not (_placeable(grid, black, white) or _exchangeable(grid, black, white, rods)):
            over = outcome_of(tally(grid, black, white, rods, options), mover, options)
    return Position(options, black, white, rods, mover, ply, 0, position.swapped, over or limit(options, ply))


def perft(position: Position, depth: int) -> int:
    """Return the number of action sequences of length *depth*; the last level is only counted."""
    if depth == 0:
        return 1
    if depth == 1:
        return count(position)
    if depth == 2:
        return sum(_replies(position, move) for move in moves(position))
    return sum(perft(apply(position, move), depth - 1) for move in moves(position))


def stuck(position: Position) -> bool:
    """Return whether no placement and no exchange is left."""
    grid = board_of(position)
    return not (
        _placeable(grid, position.black, position.white)
        or _exchangeable(grid, position.black, position.white, position.rods)
    )


def places_left(position: Position) -> tuple[int, int]:
    """Return on how many edges a pair of stones can still be placed, and over how many two can be exchanged."""
    if position.outcome:
        return 0, 0
    grid = board_of(position)
    unlike = _exchangeable(grid, position.black, position.white, position.rods)
    return _placeable(grid, position.black, position.white).bit_count(), unlike.bit_count()


def tally_of(position: Position) -> Tally:
    """Return the groups on the board as it stands."""
    return tally(board_of(position), position.black, position.white, position.rods, position.options)


def deciding_stones(position: Position) -> int:
    """Return the stones in the winner's groups of the size that decides; none where every size is level."""
    groups = tally_of(position)
    if groups.winner is None:
        return 0
    stones = (position.black, position.white)[groups.winner]
    return in_groups_of(groups.score(groups.winner), board_of(position), stones, position.rods, position.options)


def score(position: Position, next_mover: int) -> Outcome:
    """Return the result if the game ended here and the turn would be *next_mover*'s."""
    return outcome_of(tally_of(position), next_mover, position.options)


def _placeable(grid: Board, black: int, white: int) -> int:
    """Return the edges between two empty cells."""
    empty = grid.everywhere & ~(black | white)
    return empty & (empty >> 1) & grid.below_top | (empty & (empty >> grid.side)) << grid.size


def _exchangeable(grid: Board, black: int, white: int, rods: int) -> int:
    """Return the edges between stones of different colours that have no rod."""
    side = grid.side
    up = (black & (white >> 1) | white & (black >> 1)) & grid.below_top
    right = black & (white >> side) | white & (black >> side)
    return (up | right << grid.size) & ~rods


def _count(grid: Board, options: TabikOptions, black: int, white: int, rods: int, mover: int, ply: int) -> int:
    total = 2 * _placeable(grid, black, white).bit_count() + _exchangeable(grid, black, white, rods).bit_count()
    if not total:
        return 1 if options.explicit_passes else 0
    return total + 1 if _may_swap(options, mover, ply) else total


def _replies(position: Position, move: Move) -> int:
    """Return how many moves *move* leaves to the opponent."""
    options, ply = position.options, position.ply + 1
    if move.kind in (SWAPPING, PASSING):
        return count(apply(position, move))
    if limit(options, ply):
        return 0
    black, white, rods = _changed(position.black, position.white, position.rods, move)
    return _count(board(options.board_size), options, black, white, rods, 1 - position.mover, ply)


def _changed(black: int, white: int, rods: int, move: Move) -> tuple[int, int, int]:
    """Return the stones and rods after a placement or an exchange."""
    kind, first, second, rod = move
    if kind == PLACE:
        return black | 1 << first, white | 1 << second, rods | rod
    both = 1 << first | 1 << second
    return black ^ both, white ^ both, rods | rod


def _may_swap(options: TabikOptions, mover: int, ply: int) -> bool:
    return ply == 1 and mover == WHITE and options.pie_rule


def limit(options: TabikOptions, ply: int) -> Outcome | None:
    """Return the draw by a limit after the action number *ply*, which did not otherwise end the game."""
    if options.repetition_limit == 1:
        return Outcome(tuple(COLOURS), "repetition", drawn=True)
    if ply == options.ply_limit:
        return Outcome(tuple(COLOURS), "ply_limit", drawn=True)
    return None
