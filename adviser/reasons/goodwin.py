"""Reasons in Tink, Ting and Tingle: fours, threats of fours, and what is left in the stash."""

from __future__ import annotations

from collections.abc import Iterator

from adviser.findings import Findings
from adviser.reasons import general
from adviser.reasons.reason import Reason
from adviser.wins.goodwin import fours_of, winning_lines, winning_moves
from core.board.cells import bits
from core.goodwin.game import Goodwin
from core.goodwin.position import LARGE, MEDIUM, SMALL, Move, Position
from core.verdict import Outcome, in_words

only = general.only
_MOST = 3


def ending(game: Goodwin, position: Position, action: str, after: Position, outcome: Outcome) -> Reason:
    """Return the four that was made, or who cannot move."""
    move = game.move_of(action)
    if outcome.drawn:
        return Reason("ends", f"ends the game in a draw ({outcome.reason})")
    if position.seats[position.mover] not in outcome.winners:
        return Reason("ends", f"is forced, and {outcome.winners[0]} wins ({outcome.reason})")
    if outcome.reason == "line":
        cells = _named(game, next(winning_lines(game.rules, position, position.of_seat(position.mover), move)))
        return Reason("four", f"four in a row: {' '.join(cells)}", cells)
    return Reason("ends", f"wins at once: nobody else can move ({after.outcome.reason if after.outcome else ''})")


def reasons(game: Goodwin, position: Position, action: str, after: Position, found: Findings) -> Iterator[Reason]:
    """Yield fours blocked, fours threatened, players left without a move, and the growth of a quiet move."""
    seat, move = position.mover, game.move_of(action)
    loud = [*_blocked(game, position, after), *_threats(game, after, seat), *_stuck(game, position, after)]
    yield from loud
    if not found.proved:
        quiet = [*_home(game, position, after, move)]
        if not loud:
            grown = [*_growth(game, position, after, seat), *_narrowed(game, position, after, seat)]
            quiet = [*grown, *_room(game, position, after, seat), *quiet]
        yield from quiet[:2]


def piece(game: Goodwin, position: Position, action: str) -> str:
    move = game.move_of(action)
    if move.target < 0:
        return "pass"
    kind = game.family.kind_names(position.options)[move.kind]
    if not move.spent:
        return f"place a {kind} and pay nothing"
    own_large = position.of_seat(position.mover)[LARGE]
    return f"move the {kind}" if move.kind == LARGE and move.spent & own_large else f"pay for a {kind}"


def steps(game: Goodwin, position: Position, action: str) -> str:
    """Return which piece comes to which cell, and which go back to the stash.

    The large that pays for itself is moved.
    """
    move = game.move_of(action)
    if move.target < 0:
        return "pass: nothing moves"
    kinds = game.family.kind_names(position.options)
    kind, target = kinds[move.kind], game.rules.topology.name(move.target)
    own_large = position.of_seat(position.mover)[LARGE]
    walks = move.spent & own_large if move.kind == LARGE else 0
    moved = f"move the {kind} from {_named(game, walks)[0]} to {target}" if walks else f"put a {kind} on {target}"
    back = _named(game, move.spent & ~walks)
    return moved + (f" and take {in_words(_kinds_on(game, position, back))} back" if back else "")


def _kinds_on(game: Goodwin, position: Position, cells: tuple[str, ...]) -> list[str]:
    kinds = game.family.kind_names(position.options)
    own = position.of_seat(position.mover)
    return [
        f"the {kinds[next(kind for kind, board in enumerate(own) if board >> game.rules.topology.cell(cell) & 1)]} "
        f"on {cell}"
        for cell in cells
    ]


def _blocked(game: Goodwin, position: Position, after: Position) -> Iterator[Reason]:
    """Yield the fours that others could have completed before the move and cannot after it."""
    topology = game.rules.topology
    for seat in position.active:
        if seat == position.mover:
            continue
        open_before = winning_moves(game.rules, position, seat)
        left = {move.target for move in winning_moves(game.rules, after, seat)}
        for cell in sorted({move.target for move in open_before} - left)[:_MOST]:
            move = next(move for move in open_before if move.target == cell)
            line = _named(game, next(winning_lines(game.rules, position, position.of_seat(seat), move)))
            whose = position.seats[seat]
            yield Reason("blocks", f"stops {whose}'s four at {topology.name(cell)} ({line[0]}–{line[-1]})", line)


def _threats(game: Goodwin, after: Position, seat: int) -> Iterator[Reason]:
    """Yield where *seat* would complete a four if it moved again, and whether this can still be stopped."""
    moves = winning_moves(game.rules, after, seat)
    cells = sorted({move.target for move in moves})
    if not cells:
        return
    names = [game.rules.topology.name(cell) for cell in cells]
    if len(cells) == 1:
        line = _named(game, next(winning_lines(game.rules, after, after.of_seat(seat), moves[0])))
        yield Reason("threatens", f"threatens four in a row at {names[0]}", line)
        return
    shown = in_words(names) if len(names) <= _MOST else f"{in_words(names[:_MOST])} among others"
    text = f"makes {general.number(len(cells))} threats of four in a row, at {shown}"
    if len(after.active) == 2 and _unstoppable(game, after, seat):
        text += "; no reply stops them all"
    yield Reason("threats", text, tuple(names))


def _unstoppable(game: Goodwin, after: Position, seat: int) -> bool:
    """Return whether *seat* can still complete a four after every reply, and no reply ends the game."""
    for reply in game.rules.moves(after):
        then = game.rules.apply(after, reply)
        if then.outcome or then.mover != seat or not winning_moves(game.rules, then, seat):
            return False
    return True


def _stuck(game: Goodwin, position: Position, after: Position) -> Iterator[Reason]:
    """Yield the seats that cannot place a piece after the move."""
    for seat in after.active:
        if seat != position.mover and not game.rules.able(after, seat):
            able = game.rules.able(position, seat)
            name = after.seats[seat]
            yield Reason("stuck", f"leaves {name} no placement" if able else f"keeps {name} without a placement")


def _growth(game: Goodwin, position: Position, after: Position, seat: int) -> Iterator[Reason]:
    gained = _open(game, after, seat) - _open(game, position, seat)
    if gained > 0:
        lines = "line" if gained == 1 else "lines"
        yield Reason("opens", f"opens {gained} more {lines} of four with two or more pieces in them")


def _narrowed(game: Goodwin, position: Position, after: Position, seat: int) -> Iterator[Reason]:
    for other in after.active:
        closed = _open(game, position, other) - _open(game, after, other)
        if other != seat and closed > 0:
            lines = "line" if closed == 1 else "lines"
            yield Reason("closes", f"closes {closed} of {after.seats[other]}'s open {lines}")


def _room(game: Goodwin, position: Position, after: Position, seat: int) -> Iterator[Reason]:
    """Yield how many more cells *seat* could place a medium on if it were its turn."""
    before, now = (
        {move.target for move in game.rules.placements(at, seat) if move.kind == MEDIUM} for at in (position, after)
    )
    gained = len(now) - len(before)
    if gained > 1:
        medium = game.family.kind_names(position.options)[MEDIUM]
        cells = tuple(game.rules.topology.name(cell) for cell in sorted(now - before))
        yield Reason("room", f"can pay for a {medium} on {general.number(gained)} more cells", cells)


def _home(game: Goodwin, position: Position, after: Position, move: Move) -> Iterator[Reason]:
    """Yield the pieces that a payment brings home; also that the large stays home though it could have been placed."""
    kinds = game.family.kind_names(position.options)
    if move.kind == SMALL and move.spent:
        back = _kinds_on(game, position, _named(game, move.spent))
        yield Reason("returns", f"brings {in_words(back)} home", _named(game, move.spent))
    if not after.of_seat(position.mover)[LARGE] and any(m.kind == LARGE for m in game.rules.moves(position)):
        yield Reason("home", f"keeps the {kinds[LARGE]} home")


def _open(game: Goodwin, position: Position, seat: int) -> int:
    """Return the number of fours with two or three fitting pieces and nothing else."""
    small, medium, large = position.of_seat(seat)
    fours, occupied = fours_of(game.rules.topology.side), position.occupied
    return sum(sum(fours.open_counts(pool, occupied)[1:]) for pool in (small | large, medium | large))


def _named(game: Goodwin, cells: int) -> tuple[str, ...]:
    return tuple(game.rules.topology.name(cell) for cell in bits(cells))
