"""The rules: legal moves, their effects, and the end of the game (5.5).

``moves`` and ``apply`` are fast, for searches: ``apply`` does not check that the move is
legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.board.cells import bits, union
from core.tinker.board import SEAT_LETTERS, Board
from core.tinker.options import TinkerOptions
from core.tinker.position import NOBODY, PASS, Move, Position, value_of
from core.verdict import Outcome


def moves(position: Position) -> list[Move]:
    """Return the legal moves: each once, in no particular order; none once the game is over."""
    if position.outcome:
        return []
    found = walks(position, position.mover)
    if not found or position.options.voluntary_pass:
        found.append(PASS)
    return found


def walks(position: Position, seat: int) -> list[Move]:
    """Return the moves of dice that *seat* would have, were it its turn."""
    board, faces = position.board, position.faces
    empty = board.everywhere & ~position.occupied
    lands = position.options.land_on_start
    found = []
    for cell in bits(position.own[seat]):
        value = value_of(faces[cell])
        found += [Move(cell, target) for target in bits(board.reach[value][cell] & empty)]
        if lands and not value & 1:
            found.append(Move(cell, cell))
    return found


def is_legal(position: Position, move: Move) -> bool:
    """Return whether *move* is among the ``moves``, without making them."""
    if move == PASS:
        return may_pass(position)
    source, target = move
    if position.outcome or source < 0 or not position.own[position.mover] >> source & 1:
        return False
    value = value_of(position.faces[source])
    if target == source:
        return position.options.land_on_start and not value & 1
    return bool(position.board.reach[value][source] & ~position.occupied & 1 << target)


def count(position: Position) -> int:
    """Return ``len(moves(position))`` without making the moves."""
    if position.outcome:
        return 0
    faces, reach = position.faces, position.board.reach
    taken, lands = ~position.occupied, position.options.land_on_start
    total = 0
    mask = position.own[position.mover]
    while mask:
        low = mask & -mask
        mask ^= low
        cell = low.bit_length() - 1
        value = value_of(faces[cell])
        total += (reach[value][cell] & taken).bit_count() + (lands and not value & 1)
    return total + 1 if not total or position.options.voluntary_pass else total


def may_pass(position: Position) -> bool:
    """Return whether a pass, forced or by choice, is among the ``moves``."""
    if position.outcome:
        return False
    return position.options.voluntary_pass or not able(position, position.mover)


def able(position: Position, seat: int) -> bool:
    """Return whether *seat* would have a move, were it its turn."""
    empty = position.board.everywhere & ~position.occupied
    return _able(position.board, position.options, position.own[seat], position.faces, empty)


def apply(position: Position, move: Move) -> Position:
    """Return the position after *move*, which must be legal."""
    return _passed(position) if move.source < 0 else _moved(position, move)


def perft(position: Position, depth: int) -> int:
    """Return the number of action sequences of length *depth*; the last two levels are only counted."""
    if depth == 0:
        return 1
    if depth == 1:
        return count(position)
    if depth == 2:
        return _count_pairs(position)
    return sum(perft(apply(position, move), depth - 1) for move in moves(position))


def first_state(position: Position) -> tuple[tuple[tuple[int, ...], bytes, tuple[int, ...], int], ...]:
    """Return the ``past`` with which a game goes on from *position*."""
    if not position.options.repetition_limit:
        return ()
    return ((position.own, position.faces, position.blocks, position.mover),)


def last_standing(own: Sequence[int]) -> Outcome | None:
    """Return the win of the only seat that has dice, if there is just one."""
    left = [seat for seat, mask in enumerate(own) if mask]
    return Outcome((SEAT_LETTERS[left[0]],), "last_standing") if len(left) == 1 else None


def draw(own: Sequence[int], reason: str) -> Outcome:
    """Return a draw among the seats that are still in."""
    return Outcome(tuple(SEAT_LETTERS[seat] for seat, mask in enumerate(own) if mask), reason, drawn=True)


def _count_pairs(position: Position) -> int:
    """Return the number of pairs of actions.

    A walk that removes no die changes only which cells are free and what the dice next to it show; all others are
    played.
    """
    options, found = position.options, moves(position)
    limited = options.repetition_limit or options.quiet_ply_limit or position.ply + 1 == options.ply_limit
    if limited or options.voluntary_pass or options.land_on_start or found == [PASS]:
        return sum(count(apply(position, move)) for move in found)
    board, own, faces, mover = position.board, position.own, position.faces, position.mover
    others = [seat % len(own) for seat in range(mover + 1, mover + len(own)) if own[seat % len(own)]]
    fragile = sum(1 << cell for seat in others for cell in bits(own[seat]) if value_of(faces[cell]) == 1)
    dice = []
    for cell in bits(own[others[0]] if others else 0):
        value = value_of(faces[cell])
        dice.append((1 << cell, board.reach[value][cell], board.reach[value - 1][cell]))
    occupied, total = position.occupied, 0
    for move in found:
        near, replies = board.neighbours[move.target], 0
        if not near & fragile:
            free = ~(occupied ^ 1 << move.source | 1 << move.target)
            for die, still, weakened in dice:
                replies += ((weakened if near & die else still) & free).bit_count()
        total += replies or count(apply(position, move))
    return total


def _able(board: Board, options: TinkerOptions, own: int, faces: bytes | bytearray, empty: int) -> bool:
    reach, lands = board.reach, options.land_on_start
    for cell in bits(own):
        value = value_of(faces[cell])
        if reach[value][cell] & empty or (lands and not value & 1):
            return True
    return False


def _moved(position: Position, move: Move) -> Position:
    """Return the position after a walk."""
    board, options, mover = position.board, position.options, position.mover
    source, target = move
    own, blocks = list(position.own), position.blocks
    faces = bytearray(position.faces)
    face = faces[source]
    faces[source] = 0
    faces[target] = face
    own[mover] = own[mover] & ~(1 << source) | 1 << target
    near = board.neighbours[target]
    weakened = False
    for seat, mask in enumerate(own):
        hit = mask & near if seat != mover else 0
        if not hit:
            continue
        weakened = True
        for cell in bits(hit):
            if faces[cell] - 1 & 7:
                faces[cell] -= 1
            else:
                faces[cell] = 0
                mask ^= 1 << cell
        if mask.bit_count() < 2:
            blocks = _without(options, faces, blocks, seat, mask)
            mask = 0
        own[seat] = mask

    over = last_standing(own)
    if not over and options.no_move == "pass":
        empty = board.everywhere & ~union((*own, *blocks))
        if not any(_able(board, options, mask, faces, empty) for mask in (own[mover], *own)):
            over = draw(own, "all_blocked")
    return _continued(position, tuple(own), bytes(faces), blocks, weakened, 0, over)


def _passed(position: Position) -> Position:
    """Return the position after a pass, forced (R49) or by choice (1.4)."""
    options, mover = position.options, position.mover
    own, blocks, faces = position.own, position.blocks, position.faces
    passed = position.passed | 1 << mover if options.voluntary_pass else 0
    over = None
    if options.no_move == "lose" and not able(position, mover):
        left = bytearray(faces)
        blocks = _without(options, left, blocks, mover, own[mover])
        own, faces = (*own[:mover], 0, *own[mover + 1 :]), bytes(left)
        over = last_standing(own)
    if not over and options.voluntary_pass and all(passed >> seat & 1 for seat, mask in enumerate(own) if mask):
        over = draw(own, "all_passed")
    return _continued(position, own, faces, blocks, False, passed, over)


def _without(
    options: TinkerOptions, faces: bytearray, blocks: tuple[int, ...], seat: int, left: int
) -> tuple[int, ...]:
    """Remove the dice *left* by an eliminated *seat* from *faces*, or return *blocks* with them added (R47)."""
    if options.eliminated_die == "stay":
        return (*blocks[:seat], left, *blocks[seat + 1 :])
    for cell in bits(left):
        faces[cell] = 0
    return blocks


def _continued(
    position: Position,
    own: tuple[int, ...],
    faces: bytes,
    blocks: tuple[int, ...],
    weakened: bool,
    passed: int,
    over: Outcome | None,
) -> Position:
    """Return the new position with the turn passed on, unless it is over or a limit ends it."""
    options, past, ply = position.options, position.past, position.ply + 1
    quiet = position.quiet + 1 if options.quiet_ply_limit and not weakened else 0
    if over:
        return Position(options, own, faces, blocks, NOBODY, ply, over, quiet, passed, past)
    players = len(own)
    mover = (position.mover + 1) % players
    while not own[mover]:
        mover = (mover + 1) % players
    reason = "quiet" if options.quiet_ply_limit and quiet >= options.quiet_ply_limit else ""
    if options.repetition_limit:
        past = (*past, (own, faces, blocks, mover))
        if not reason and past.count(past[-1]) >= options.repetition_limit:
            reason = "repetition"
    if not reason and ply == options.ply_limit:
        reason = "ply_limit"
    if reason:
        return Position(options, own, faces, blocks, NOBODY, ply, draw(own, reason), quiet, passed, past)
    return Position(options, own, faces, blocks, mover, ply, None, quiet, passed, past)
