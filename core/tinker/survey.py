"""Announcements after a legal move, and the survey of a single board without its history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.board.cells import bits
from core.tinker import rules
from core.tinker.board import SEAT_LETTERS, joined
from core.tinker.change import Change
from core.tinker.notation import Die, dice_on, format_move
from core.tinker.options import TinkerOptions
from core.tinker.position import KINDS, NOBODY, STOCK, Position, face_of, value_of
from core.tinker.refusal import two_pieces
from core.verdict import AtHand, Objection, Outcome, Survey, Threat, counted

_MOST_HIT = 4
"""The most dice next to one cell; a move that leaves one seat takes all but one die of every other seat."""


def announcements(after: Position) -> tuple[Objection, ...]:
    """Return TT-24 or TT-25, where the position *after* an action deserves it."""
    if after.outcome:
        if after.outcome.reason != "last_standing":
            return ()
        return (Objection("TT-25", f"{after.outcome.winners[0]} wins."),)
    if rules.able(after, after.mover):
        return ()
    return (Objection("TT-24", f"{after.to_move} has no legal move and passes."),)


def at_hand(position: Position) -> AtHand:
    """Return how many dice each seat in play has, and what they show together."""
    return AtHand(
        {
            seat: (counted(len(values), "die", "dice"), f"total {sum(values)}")
            for number, seat in enumerate(position.seats)
            if (values := [value_of(position.faces[cell]) for cell in bits(position.own[number])])
        }
    )


def survey(contents: Mapping[str, str], options: TinkerOptions) -> Survey:
    """Return what can be said of a lone board; the score is what each seat's dice show together."""
    board = joined(options.players, options.ring_direction)
    nothing = (0,) * options.players
    empty = Position(options, nothing, bytes(len(board.names)), nothing, NOBODY, options.players)
    change = Change.between(empty, contents)
    faces, own = bytearray(len(board.names)), [0] * options.players
    for name, die in change.after.items():
        if name in board.numbers and 1 <= die.value <= 8:
            faces[board.cell(name)] = face_of(KINDS.index(int(die.kind)), die.value)
            own[SEAT_LETTERS.index(die.owner)] |= 1 << board.cell(name)
    active = tuple(mask if mask.bit_count() > 1 else 0 for mask in own)
    blocks = tuple(mask if mask.bit_count() == 1 else 0 for mask in own)
    position = replace(empty, own=active, faces=bytes(faces), blocks=blocks)
    result: Outcome | None = rules.last_standing(active)
    if any(active) and not result and not any(rules.able(position, seat) for seat in position.active):
        result = rules.draw(active, "all_blocked")
    return Survey(
        result=result,
        threats=tuple(threat for seat in position.active if not result for threat in _threats(position, seat)),
        score={seat: sum(die.value for die in change.after.values() if die.owner == seat) for seat in position.seats},
        faults=tuple(_faults(change)),
    )


def _threats(position: Position, seat: int) -> Iterator[Threat]:
    """Yield the moves after which *seat* is the only one left."""
    others = [mask for other, mask in enumerate(position.own) if mask and other != seat]
    weak = sum(1 << cell for cell, face in enumerate(position.faces) if face and value_of(face) == 1)
    stays = any((mask & ~weak).bit_count() > 1 for mask in others)
    if stays or sum(mask.bit_count() - 1 for mask in others) > _MOST_HIT:
        return
    board, at_turn = position.board, replace(position, mover=seat)
    for move in rules.walks(at_turn, seat):
        after = rules.apply(at_turn, move)
        if after.outcome and after.outcome.reason == "last_standing":
            hit = board.neighbours[move.target] & position.occupied & ~position.own[seat]
            cells = tuple(board.names[cell] for cell in (move.target, *bits(hit)))
            yield Threat(SEAT_LETTERS[seat], format_move(board, move), cells)


def _faults(change: Change) -> Iterator[Objection]:
    """Yield what no game's board can show."""
    for cell, what in change.strange.items():
        if len(dice_on(what)) > 1:
            yield Objection("GEN-4", two_pieces(cell), (cell,), f"Leave one die on {cell}.")
            continue
        text = f"I do not recognise the object on {cell}: {what} is not a die of this game."
        yield Objection("GEN-6", text, (cell,), f"Take it off {cell}.")
    for cell, die in change.after.items():
        if cell not in change.position.board.numbers:
            hole = change.position.board.players == 4 and cell == "d4"
            text = "The hole is not part of the board." if hole else f"{cell} is not part of the board."
            yield Objection("TT-12", text, (cell,), f"Put {die.owner}'s die on a cell.")
        elif not 1 <= die.value <= 8:
            text = f"The die on {cell} shows {die.value}. A die shows 1 to 8."
            yield Objection("TT-2", text, (cell,), f"Turn the die on {cell} to its value.")
    for seat in change.position.seats:
        yield from _faults_of(change, seat)


def _faults_of(change: Change, seat: str) -> Iterator[Objection]:
    dice: dict[str, Die] = {cell: die for cell, die in change.after.items() if die.owner == seat}
    for kind, most in zip(KINDS, STOCK, strict=True):
        cells = tuple(cell for cell, die in dice.items() if die.kind == str(kind))
        if len(cells) > most:
            text = f"{seat} has {len(cells)} d{kind}. Each player has two d4, two d6 and one d8."
            yield Objection("TT-1", text, cells, f"Take {len(cells) - most} of {seat}'s d{kind} off the board.")
    if len(dice) == 1 and change.position.options.eliminated_die == "remove":
        (cell,) = dice
        yield Objection("TT-21", f"{seat} has one die left and is out. Please remove it.", (cell,), f"Clear {cell}.")
