"""Diagnoses what happened on the table between the confirmed position and an observed board (1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.board.cells import union
from core.goodwin.change import Change, bitboards, completed
from core.goodwin.notation import Notation
from core.goodwin.position import KINDS, NOBODY, PASS, Move, Position
from core.goodwin.refusal import refusal
from core.play.sequences import plies_back
from core.verdict import (
    Partial,
    Refused,
    Still,
    TakenBack,
    Verdict,
    explained,
    game_over,
    in_words,
)


def diagnose(
    notation: Notation, before: Position, observed: Mapping[str, str], history: Sequence[Position] = ()
) -> Verdict:
    """Return what turned *before* into *observed*; a cell left out counts as unchanged.

    Tried in this order: nothing; one legal action; two by the next two players; an
    earlier position of *history*, the latest that fits; part of a legal action; the
    rows of the detection table. In this family each seat's pieces tell that seat's
    move, so that never more than one action, or sequence of two, fits, unless the last
    piece of a stash takes all of them off the board (``out_of_pieces = when_empty`` with
    ``eliminated_pieces = remove``): then the referee asks. A forced pass
    counts as an action of the two: it may stand before a move. A pass leaves no trace,
    so a single pass is never found, unless it takes the pieces of an eliminated player
    off (``eliminated_pieces = remove``).

    Once the game is over a change is GEN-7, or a take-back if *history* knows it.
    """
    seen = completed(notation, before, observed)
    boards = bitboards(seen, len(before.passes))
    change = Change.between(notation, before, seen)
    if not change.cells:
        return Still()
    if boards is not None:
        for explanations in (_singles(notation, before, boards), _pairs(notation, before, boards)):
            found = [tuple(map(notation.format_move, moves)) for moves in explanations]
            if found:
                return explained(found, change.cells)
        plies = plies_back(before, history, lambda earlier: earlier.boards == boards)
        if plies:
            return TakenBack(plies)
    if before.outcome:
        return Refused(game_over(before.outcome, change.cells))
    return _part_of_a_move(change) or Refused(refusal(change))


def _singles(notation: Notation, before: Position, boards: tuple[int, ...]) -> Iterator[tuple[Move, ...]]:
    for move in _candidates(notation, before, boards):
        if notation.rules.apply(before, move).boards == boards:
            yield (move,)


def _pairs(notation: Notation, before: Position, boards: tuple[int, ...]) -> Iterator[tuple[Move, ...]]:
    for first in _candidates(notation, before, boards):
        after = notation.rules.apply(before, first)
        for second in _candidates(notation, after, boards):
            if notation.rules.apply(after, second).boards == boards:
                yield first, second


def _candidates(notation: Notation, position: Position, boards: tuple[int, ...]) -> Iterator[Move]:
    """Yield the legal moves that agree with the mover's own pieces on *boards*.

    They are a pass and at most one placement, or every placement that may have emptied the stash.
    """
    legal = notation.rules.moves(position)
    if PASS in legal:
        yield PASS
    if position.mover == NOBODY:
        return
    own = slice(3 * position.mover, 3 * position.mover + 3)
    was, now = union(position.boards[own]), union(boards[own])
    gained = now & ~was
    if gained.bit_count() == 1:
        kind = next(kind for kind in KINDS if boards[own][kind] & gained)
        move = Move(kind, gained.bit_length() - 1, was & ~now)
        if move in legal:
            yield move
    elif was and not now and position.options.out_of_pieces == "when_empty":
        yield from (move for move in legal if move != PASS)


def _part_of_a_move(change: Change) -> Partial | None:
    """Return the part of a legal move made so far: spent pieces lifted, nothing placed yet."""
    if change.added or change.changed:
        return None
    notation, position = change.notation, change.position
    lifted = notation.topology.mask_of(change.removed)
    moves = [move for move in notation.rules.moves(position) if lifted & ~move.spent == 0]
    if not moves:
        return None
    cells = tuple(change.removed)
    pieces = in_words([f"{change.word(piece)} on {cell}" for cell, piece in change.removed.items()])
    message = f"{change.seat}'s {pieces} {'is' if len(cells) == 1 else 'are'} lifted."
    texts = sorted(map(notation.format_move, moves))
    to_do = "now place the new piece" if len(cells) == 2 else "take a second piece off and place the new one"
    message += f" To finish, {to_do}: {in_words(texts[:3], 'or')}{' and others' if len(texts) > 3 else ''}."
    return Partial(message, cells, "GW-6")
