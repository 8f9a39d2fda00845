"""Whether a position of the family can be one of a game that goes on."""

from __future__ import annotations

from core.goodwin.notation import Notation
from core.goodwin.position import SEAT_LETTERS, Position
from core.verdict import counted


def impossible(notation: Notation, position: Position, *, counted: bool) -> str | None:
    """Return why *position* cannot arise: a line stands already, or its ply is too low for what lies on the board."""
    for seat in range(len(position.passes)):
        if position.options.large_wild_on_entry and (line := next(iter(notation.rules.lines_of(position, seat)), 0)):
            cells = " ".join(notation.topology.named(line))
            return f"a line stands at {cells}: the game is over; give the position before its last move"
    return _of_ply(position) if counted else None


def _of_ply(position: Position) -> str | None:
    """Return what is wrong with the ply: each action places at most one piece, and no trade spends the last one."""
    ply, pieces = position.ply, position.occupied.bit_count()
    if pieces > ply:
        return f"{pieces} pieces stand on the board after {counted(ply, 'action')}; write a ply of {pieces} or more"
    if ply and not pieces and not position.options.voluntary_pass:
        return f"no piece stands on the board after {counted(ply, 'action')}; write a ply of 0"
    seats = len(position.passes)
    if len(position.active) < seats:
        return None
    for seat in range(seats):
        since = (position.mover - seat) % seats or seats
        turns = max(0, ply - since + seats) // seats
        own = sum(board.bit_count() for board in position.of_seat(seat))
        if own > turns:
            stand = "1 piece stands" if own == 1 else f"{own} pieces stand"
            had = counted(turns, "turn") if turns else "no turn"
            return (
                f"{stand} on the board for {SEAT_LETTERS[seat]}, who has had {had} in {counted(ply, 'action')}; "
                "look at who is to move"
            )
    return None
