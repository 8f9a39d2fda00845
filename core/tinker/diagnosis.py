"""Diagnoses what happened on the table between the confirmed position and an observed board (1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.board.cells import bits
from core.play.sequences import plies_back
from core.tinker import rules
from core.tinker.board import HIGHEST_VALUE, SEAT_LETTERS
from core.tinker.change import Change
from core.tinker.notation import format_move
from core.tinker.position import KINDS, PASS, Move, Position, face_of, value_of
from core.tinker.refusal import pending, refusal
from core.verdict import Partial, Refused, Still, TakenBack, Verdict, explained, game_over, in_words

Look = tuple[bytes, tuple[int, ...]]


def diagnose(before: Position, observed: Mapping[str, str], history: Sequence[Position] = ()) -> Verdict:
    """Return what turned *before* into *observed*; a cell left out counts as unchanged.

    Tried in this order: nothing; one legal action; two by the next two players, forced
    passes among them; an earlier position of *history*, the latest that fits; a legal
    move whose dice are still to be turned, or a die in the hand; the rows of the
    detection table. Where several actions, or several pairs, fit, the referee asks.
    """
    change = Change.between(before, observed)
    if not change.cells:
        return Still()
    goal = _look(change)
    if goal:
        board = before.board
        for explanations in (_singles(before, goal), _pairs(before, goal)):
            found = [tuple(format_move(board, move) for move in moves) for moves in explanations]
            if found:
                return explained(found, change.cells)
        plies = plies_back(before, history, lambda earlier: earlier.look == goal)
        if plies:
            return TakenBack(plies)
    if before.outcome:
        return Refused(game_over(before.outcome, change.cells))
    return _part_of_a_move(change) or Refused(refusal(change))


def _look(change: Change) -> Look | None:
    """Return the board after *change* as a position would show it; None if no position could."""
    if change.strange:
        return None
    board = change.position.board
    faces, owned = bytearray(len(board.names)), [0] * board.players
    for name, die in change.after.items():
        if name not in board.numbers or not 1 <= die.value <= HIGHEST_VALUE:
            return None
        cell = board.cell(name)
        faces[cell] = face_of(KINDS.index(int(die.kind)), die.value)
        owned[SEAT_LETTERS.index(die.owner)] |= 1 << cell
    return bytes(faces), tuple(owned)


def _singles(before: Position, goal: Look) -> Iterator[tuple[Move, ...]]:
    for move in _candidates(before, goal):
        if rules.apply(before, move).look == goal:
            yield (move,)


def _pairs(before: Position, goal: Look) -> Iterator[tuple[Move, ...]]:
    for first in _candidates(before, goal, hit_since=True):
        middle = rules.apply(before, first)
        for second in _candidates(middle, goal):
            if rules.apply(middle, second).look == goal:
                yield first, second


def _candidates(position: Position, goal: Look, *, hit_since: bool = False) -> Iterator[Move]:
    """Yield the legal moves that put the mover's dice where *goal* has them.

    *hit_since* says that another move followed, which may have taken some of them off: those that showed 1, or all.
    """
    if position.outcome:
        return
    if rules.may_pass(position):
        yield PASS
    had, now = position.own[position.mover], goal[1][position.mover]
    gained, gone = now & ~had, had & ~now
    if gained.bit_count() > 1 or (gone.bit_count() != gained.bit_count() and not hit_since):
        return
    board = position.board
    free = board.everywhere & ~position.occupied & (gained or ~now)
    if gained or hit_since:
        for source in bits(gone):
            if not gained and now and value_of(position.faces[source]) > 1:
                continue
            for target in bits(board.reach[value_of(position.faces[source])][source] & free):
                yield Move(source, target)
    if not gained and position.options.land_on_start:
        yield from (Move(cell, cell) for cell in bits(had) if not value_of(position.faces[cell]) & 1)


def _part_of_a_move(change: Change) -> Partial | None:
    """Return the part of a legal move made so far: the walk without all its hits, or a die lifted off the board."""
    rows = pending(change)
    if rows:
        return Partial(" ".join(row[1] for row in rows), tuple(cell for row in rows for cell in row[2:]), rows[0][0])
    if change.arrivals or change.turned or change.strange or len(change.departures) != 1:
        return None
    ((cell, die),) = change.departures.items()
    position = change.position
    if die.owner != change.seat:
        return None
    source = position.board.cell(cell)
    targets = [position.board.names[m.target] for m in sorted(rules.moves(position)) if m.source == source]
    if not targets:
        return None
    shown = in_words(targets[:4], "or") + (" or others" if len(targets) > 4 else "")
    text = f"{die.owner}'s d{die.kind} on {cell} is lifted. It shows {die.value} and may stop on {shown}."
    return Partial(text, (cell,), "TT-19")
