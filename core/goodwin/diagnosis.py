"""What happened on the table: from the confirmed position to an observed board (1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from core.cells import CellSet
from core.goodwin.notation import EMPTY, Notation
from core.goodwin.position import KIND_LETTERS, KINDS, NOBODY, PASS, SEAT_LETTERS, Move, Position
from core.goodwin.refusal import Change, over_refusal, over_stock, refusal
from core.verdict import (
    Objection,
    Outcome,
    Partial,
    Played,
    Refused,
    Still,
    Survey,
    TakenBack,
    Threat,
    Verdict,
    in_words,
)


def diagnose(
    notation: Notation, before: Position, observed: Mapping[str, str], history: Sequence[Position] = ()
) -> Verdict:
    """Return what turned *before* into *observed*; a cell left out counts as unchanged.

    Tried in this order: nothing; one legal action; two by the next two players; an
    earlier position of *history*, the latest that fits; part of a legal action; the
    rows of the detection table. In this family each seat's pieces tell that seat's
    move, so that never more than one action, or sequence of two, fits. A forced pass
    counts as an action of the two: it may stand before a move. A pass leaves no trace,
    so a single pass is never found, unless it takes the pieces of an eliminated player
    off (``eliminated_pieces = remove``).

    Once the game is over a change is GEN-7, or a take-back if *history* knows it.
    """
    seen = _completed(notation, before, observed)
    boards = _boards(seen, len(before.passes))
    change = Change.between(notation, before, seen)
    if not change.cells:
        return Still()
    if boards is not None:
        for moves in _explanations(notation, before, boards):
            return Played(tuple(map(notation.format_move, moves)))
        plies = _plies_back(before, boards, history)
        if plies:
            return TakenBack(plies)
    if before.outcome:
        return Refused(over_refusal(before.outcome, change.cells))
    return _part_of_a_move(change) or Refused(refusal(change))


def announcements(notation: Notation, after: Position, move: Move, seat: int) -> tuple[Objection, ...]:
    """Return GW-23 or GW-24, where *move* by *seat* deserves it."""
    topology = notation.topology
    if after.outcome:
        if after.outcome.reason != "line":
            return ()
        own = after.of_seat(seat)
        fours = notation.rules.winning_lines(after.options, own, move.kind, move.target)
        cells = topology.named(CellSet(_union(fours)))
        message = f"Four in a row: {' '.join(cells)}. {SEAT_LETTERS[seat]} wins."
        return (Objection("GW-23", message, cells),)
    others = [other for other in after.active if other != seat]
    if move.target < 0 or any(after.forced >> other & 1 or notation.rules.able(after, other) for other in others):
        return ()
    names = [SEAT_LETTERS[other] for other in others]
    return (Objection("GW-24", f"{in_words(names)} cannot move and will have to pass."),)


def survey(notation: Notation, empty: Position, contents: Mapping[str, str]) -> Survey:
    """Return what can be said of a lone board; *empty* is the start of a game with its options and players."""
    topology, rules, players = notation.topology, notation.rules, len(empty.passes)
    seen = _completed(notation, empty, contents)
    known = {cell: piece if piece in _pieces(players) else EMPTY for cell, piece in seen.items()}
    boards = _boards(known, players) or empty.boards
    position = replace(empty, boards=boards, ply=players)
    strangers = [
        Objection(
            "GEN-6",
            f"I do not recognise the object on {cell}: {piece} is no piece of a game of {players}.",
            (cell,),
            f"Take it off {cell}.",
        )
        for cell, piece in seen.items()
        if piece != known[cell]
    ]
    lines = [(seat, mask) for seat in range(players) for mask in dict.fromkeys(rules.lines_of(position, seat))]
    owners = {seat for seat, _ in lines}
    result = Outcome((SEAT_LETTERS[lines[0][0]],), "line") if len(owners) == 1 else None
    if not owners and not any(rules.able(position, seat) for seat in range(players)):
        result = Outcome(position.seats, "all_stuck", drawn=True)
    return Survey(
        result=result,
        lines=tuple(topology.named(CellSet(mask)) for _, mask in lines),
        threats=tuple(threat for seat in range(players) for threat in _threats(notation, position, seat)),
        faults=(*strangers, *over_stock(notation, position, known)),
    )


def _threats(notation: Notation, position: Position, seat: int) -> Iterable[Threat]:
    for move in notation.rules.placements(position, seat):
        small, medium, large = (board & ~move.spent for board in position.of_seat(seat))
        own = [small, medium, large]
        own[move.kind] |= 1 << move.target
        fours = notation.rules.winning_lines(position.options, (own[0], own[1], own[2]), move.kind, move.target)
        mask = _union(fours)
        if mask:
            cells = notation.topology.named(CellSet(mask))
            yield Threat(SEAT_LETTERS[seat], notation.format_move(move), cells)


def _explanations(notation: Notation, before: Position, boards: tuple[int, ...]) -> Iterable[tuple[Move, ...]]:
    """Yield the legal sequences of one or two actions that lead to *boards*, the shorter first."""
    rules = notation.rules
    first = [(move, rules.apply(before, move)) for move in _candidates(notation, before, boards)]
    for move, after in first:
        if after.boards == boards:
            yield (move,)
    for move, after in first:
        for answer in _candidates(notation, after, boards):
            if rules.apply(after, answer).boards == boards:
                yield move, answer


def _candidates(notation: Notation, position: Position, boards: tuple[int, ...]) -> Iterable[Move]:
    """Yield the legal moves that agree with the mover's own pieces on *boards*: at most a pass and a placement."""
    legal = notation.rules.moves(position)
    if PASS in legal:
        yield PASS
    if position.mover == NOBODY:
        return
    own = slice(3 * position.mover, 3 * position.mover + 3)
    was, now = _union(position.boards[own]), _union(boards[own])
    gained = now & ~was
    if gained.bit_count() == 1:
        kind = next(kind for kind in KINDS if boards[own][kind] & gained)
        move = Move(kind, gained.bit_length() - 1, was & ~now)
        if move in legal:
            yield move


def _plies_back(before: Position, boards: tuple[int, ...], history: Sequence[Position]) -> int:
    for earlier in reversed(history):
        if earlier.ply < before.ply and earlier.boards == boards:
            return before.ply - earlier.ply
    return 0


def _part_of_a_move(change: Change) -> Partial | None:
    """Return the part of a legal move that has been made: spent pieces lifted, nothing placed yet."""
    if change.added or change.changed:
        return None
    notation, position = change.notation, change.position
    lifted = notation.topology.set_of(*change.removed).mask
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


def _completed(notation: Notation, before: Position, observed: Mapping[str, str]) -> dict[str, str]:
    seen = notation.contents(before)
    for cell, content in observed.items():
        seen[notation.topology.name(notation.topology.cell(cell))] = content or EMPTY
    return seen


def _pieces(players: int) -> frozenset[str]:
    return frozenset({EMPTY} | {seat + letter for seat in SEAT_LETTERS[:players] for letter in KIND_LETTERS})


def _boards(contents: Mapping[str, str], players: int) -> tuple[int, ...] | None:
    """Return *contents* as bitboards; None if a cell holds what this game has not."""
    boards = [0] * (3 * players)
    for cell, content in enumerate(contents.values()):
        if content != EMPTY:
            seat, kind = SEAT_LETTERS.find(content[0]), KIND_LETTERS.find(content[1:])
            if not 0 <= seat < players or kind < 0 or len(content) != 2:
                return None
            boards[3 * seat + kind] |= 1 << cell
    return tuple(boards)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
