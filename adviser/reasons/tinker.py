"""Reasons in Tinker Tactics: dice weakened and taken, dice brought out of reach, and how far others can walk."""

from __future__ import annotations

from collections.abc import Iterator

from adviser.findings import Findings
from adviser.reasons import general
from adviser.reasons.reason import Reason
from core.board.cells import bits
from core.tinker import rules
from core.tinker.game import TinkerTactics
from core.tinker.notation import read_action
from core.tinker.position import KINDS, Move, Position, kind_of, value_of
from core.verdict import in_words

only, ending = general.only, general.ending


def reasons(game: TinkerTactics, position: Position, action: str, after: Position, found: Findings) -> Iterator[Reason]:
    """Yield hits, then what is or is no longer in reach of others, wins to come, and what others can still play."""
    if (move := _move(position, action)) is None:
        return
    hits = [*_out(position, after), *_taken(position, after), *_weakened(position, after)]
    yield from hits
    yield from _saved(position, after, move)
    yield from general.reasons(game, position, action, after, found)
    yield from _mobility(position, after)


def piece(game: TinkerTactics, position: Position, action: str) -> str:  # noqa: ARG001 - as in every family
    move = _move(position, action)
    return "pass" if move is None else f"move the {_die(position, move.source)} on {position.board.names[move.source]}"


def steps(game: TinkerTactics, position: Position, action: str) -> str:
    """Return which die walks where, which are turned down, and which leave the table."""
    move, names = _move(position, action), position.board.names
    if move is None:
        return "pass: nothing moves"
    after = game.play(position, action)
    done = [f"move the {_die(position, move.source)} from {names[move.source]} to {names[move.target]}"]
    turned = [f"{names[cell]} to {value_of(after.faces[cell])}" for cell in _hit(position, after)]
    gone = [names[cell] for cell in _gone(position, after)]
    done += ([f"turn {in_words(turned)}"] if turned else []) + ([f"take {in_words(gone)} off"] if gone else [])
    return in_words(done)


def exposed(position: Position, seat: int) -> int:
    """Return the cells of the dice of *seat* that another player could hit, were it that player's turn."""
    own, near = position.own[seat], 0
    for other in position.active:
        if other != seat:
            for walk in rules.walks(position, other):
                near |= position.board.neighbours[walk.target]
    return own & near


def _move(position: Position, action: str) -> Move | None:
    written = read_action(action)
    return None if written is None else Move(*(position.board.cell(name) for name in (written.source, written.target)))


def _hit(position: Position, after: Position) -> list[int]:
    """Return the cells of the others' dice that are still there but show less."""
    return [cell for cell in _others(position) if after.faces[cell] and after.faces[cell] != position.faces[cell]]


def _gone(position: Position, after: Position) -> list[int]:
    """Return the cells of the others' dice that have left the board."""
    return [cell for cell in _others(position) if not after.faces[cell]]


def _others(position: Position) -> Iterator[int]:
    for seat in position.active:
        if seat != position.mover:
            yield from bits(position.own[seat])


def _out(position: Position, after: Position) -> Iterator[Reason]:
    for seat in position.active:
        if not after.own[seat]:
            yield Reason("eliminates", f"puts {position.seats[seat]} out of the game")


def _taken(position: Position, after: Position) -> Iterator[Reason]:
    gone = [cell for cell in _gone(position, after) if after.own[position.owner(cell)]]
    if gone:
        named = [f"{_whose(position, cell)} on {position.board.names[cell]}" for cell in gone]
        yield Reason("takes", f"takes {in_words(named)}", tuple(position.board.names[cell] for cell in gone))


def _weakened(position: Position, after: Position) -> Iterator[Reason]:
    names, hit = position.board.names, _hit(position, after)
    if not hit:
        return
    dice = "a die" if len(hit) == 1 else f"{general.number(len(hit))} dice"
    turned = in_words([f"{names[cell]} to {value_of(after.faces[cell])}" for cell in hit])
    yield Reason("weakens", f"weakens {dice}: {turned}", tuple(names[cell] for cell in hit))
    last = [cell for cell in hit if value_of(after.faces[cell]) == 1]
    if last:
        named = in_words([f"{_whose(position, cell)} on {names[cell]}" for cell in last])
        yield Reason("leaves", f"leaves {named} with one", tuple(names[cell] for cell in last))


def _saved(position: Position, after: Position, move: Move) -> Iterator[Reason]:
    """Yield own dice that could have been hit before the move but not after it."""
    seat, names = position.mover, position.board.names
    before, now = exposed(position, seat), exposed(after, seat)
    if not before:
        return
    if not now:
        yield Reason("safe", f"brings all of {position.seats[seat]}'s dice out of reach")
        return
    still = now | (1 << move.source if now >> move.target & 1 else 0)
    saved = list(bits(before & ~still))
    if saved:
        where = [move.target if cell == move.source else cell for cell in saved]
        named = in_words([f"the {_die(after, cell)} on {names[cell]}" for cell in where])
        yield Reason("safe", f"puts {named} out of reach", tuple(names[cell] for cell in where))


def _mobility(position: Position, after: Position) -> Iterator[Reason]:
    """Yield how much the others' moves shrink, if they lose at least a quarter of them."""
    for seat in after.active:
        if seat == position.mover:
            continue
        was, now = len(rules.walks(position, seat)), len(rules.walks(after, seat))
        if was and now <= 0.75 * was:
            left = "no move" if not now else "one move" if now == 1 else f"{general.number(now)} moves"
            yield Reason("mobility", f"leaves {after.seats[seat]} {left} of {general.number(was)}")


def _die(position: Position, cell: int) -> str:
    return f"d{KINDS[kind_of(position.faces[cell])]}"


def _whose(position: Position, cell: int) -> str:
    return f"{position.seats[position.owner(cell)]}'s {_die(position, cell)}"
