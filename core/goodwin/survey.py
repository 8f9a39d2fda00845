"""Announcements after a legal move, the survey of a single board, and why a position cannot arise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.board.cells import union
from core.goodwin.change import bitboards, completed, is_piece
from core.goodwin.notation import Notation
from core.goodwin.position import SEAT_LETTERS, Move, Position
from core.goodwin.refusal import over_stock, unknown
from core.reading import EMPTY
from core.verdict import Objection, Outcome, Survey, Threat, in_words


def announcements(notation: Notation, after: Position, move: Move, seat: int) -> tuple[Objection, ...]:
    """Return GW-23 or GW-24, where *move* by *seat* deserves it."""
    topology = notation.topology
    if after.outcome:
        if after.outcome.reason != "line":
            return ()
        own = after.of_seat(seat)
        fours = notation.rules.winning_lines(after.options, own, move.kind, move.target)
        cells = topology.named(union(fours))
        message = f"Four in a row: {' '.join(cells)}. {SEAT_LETTERS[seat]} wins."
        return (Objection("GW-23", message, cells),)
    others = [other for other in after.active if other != seat]
    if move.target < 0 or any(after.forced >> other & 1 or notation.rules.able(after, other) for other in others):
        return ()
    names = [SEAT_LETTERS[other] for other in others]
    return (Objection("GW-24", f"{in_words(names)} cannot move and will have to pass."),)


def survey(notation: Notation, empty: Position, contents: Mapping[str, str]) -> Survey:
    """Survey a single board; *empty* is the start of a game with its options and players."""
    topology, rules, players = notation.topology, notation.rules, len(empty.passes)
    seen = completed(notation, empty, contents)
    known = {cell: piece if is_piece(piece, players) else EMPTY for cell, piece in seen.items()}
    boards = bitboards(known, players) or empty.boards
    position = replace(empty, boards=boards, ply=players)
    strangers = [
        unknown(cell, f": {piece} is not a piece in a game of {players}")
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
        lines=tuple(topology.named(mask) for _, mask in lines),
        threats=tuple(threat for seat in range(players) for threat in _threats(notation, position, seat)),
        faults=(*strangers, *over_stock(notation, position, known)),
    )


def impossible(notation: Notation, position: Position, *, counted: bool) -> str | None:
    """Return why *position* cannot arise: a line stands already, or its ply is too low for what lies on the board."""
    for seat in range(len(position.passes)):
        if position.options.large_wild_on_entry and (line := next(iter(notation.rules.lines_of(position, seat)), 0)):
            cells = " ".join(notation.topology.named(line))
            return f"a line stands at {cells}: the game is over; give the position before its last move"
    return _wrong_ply(position) if counted else None


def _wrong_ply(position: Position) -> str | None:
    """Return what is wrong with the ply: each action places at most one piece, and no trade spends the last one."""
    ply, pieces = position.ply, position.occupied.bit_count()
    if pieces > ply:
        return f"pieces on the board: {pieces}; the ply is only {ply}; write a ply of {pieces} or more"
    if ply and not pieces and not position.options.voluntary_pass:
        return f"no piece stands on the board at ply {ply}; write a ply of 0"
    seats = len(position.passes)
    if len(position.active) < seats:
        return None
    for seat in range(seats):
        since = (position.mover - seat) % seats or seats
        turns = max(0, ply - since + seats) // seats
        own = sum(board.bit_count() for board in position.of_seat(seat))
        if own > turns:
            letter = SEAT_LETTERS[seat]
            had = f"turns of {letter} by ply {ply}: {turns}"
            return f"pieces of {letter} on the board: {own}; {had}; look at who is to move"
    return None


def _threats(notation: Notation, position: Position, seat: int) -> Iterable[Threat]:
    for move in notation.rules.placements(position, seat):
        small, medium, large = (board & ~move.spent for board in position.of_seat(seat))
        own = [small, medium, large]
        own[move.kind] |= 1 << move.target
        fours = notation.rules.winning_lines(position.options, (own[0], own[1], own[2]), move.kind, move.target)
        mask = union(fours)
        if mask:
            cells = notation.topology.named(mask)
            yield Threat(SEAT_LETTERS[seat], notation.format_move(move), cells)
