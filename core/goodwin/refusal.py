"""Why a change or an action is not legal: the detection table of the family (3.9).

The rows are tried in the order of the table, after GEN-6, and the first that fits gives the
objection. ``added`` are cells that newly hold a piece, ``removed`` cells that lost one,
``changed`` cells whose piece became another. GW-6 says that no piece was placed, so it
does not fit where one was put on an occupied cell: that is GW-9.

GW-3 is about a pass and stands in ``pass_refusal``. GW-22 needs eyes on the stash,
GW-23 and GW-24 are announcements; none of them is a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from core.goodwin.change import Change
from core.goodwin.notation import Notation
from core.goodwin.observed import is_piece
from core.goodwin.position import (
    KIND_LETTERS,
    KINDS,
    MEDIUM,
    SEAT_LETTERS,
    SMALL,
    STOCK,
    Position,
)
from core.reading import EMPTY
from core.verdict import Objection, in_words

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def refusal(change: Change) -> Objection:
    """Return the objection of the first row that fits *change*, a change that no legal action makes."""
    for row in _ROWS:
        objection = row(change)
        if objection:
            return objection
    return _anything_else(change)


def pass_refusal(notation: Notation, position: Position) -> Objection:
    """Return GW-3 for a pass by a player who is able."""
    move = min(map(notation.format_move, notation.rules.moves(position)))
    seat = SEAT_LETTERS[position.mover]
    message = f"{seat} can still move, for example {move}. Passing is only allowed without a move."
    return Objection("GW-3", message, repair=f"Play {move} or another legal move.")


def over_stock(notation: Notation, position: Position, contents: Mapping[str, str]) -> list[Objection]:
    """Return GW-21 for every seat and kind with more pieces in *contents* than exist."""
    found = []
    names = notation.family.kind_names(position.options)
    for seat in SEAT_LETTERS:
        for kind in KINDS:
            cells = tuple(cell for cell, piece in contents.items() if piece == seat + KIND_LETTERS[kind])
            if len(cells) > STOCK[kind]:
                exist = f"{_number(STOCK[kind])} exist{'s' if STOCK[kind] == 1 else ''}"
                message = f"{seat} has {_number(len(cells))} {names[kind]}s on the board. Only {exist} in the game."
                repair = f"Take {_number(len(cells) - STOCK[kind])} of {seat}'s {names[kind]}s off the board."
                found.append(Objection("GW-21", message, cells, repair))
    return found


def unknown(cell: str, why: str = "") -> Objection:
    """Return GEN-6 for the content of *cell*."""
    return Objection("GEN-6", f"I do not recognise the object on {cell}{why}.", (cell,), f"Take it off {cell}.")


def _strange(change: Change) -> Objection | None:
    for cell in change.cells:
        seen = change.added.get(cell) or change.changed.get(cell, ("", ""))[1]
        if seen and not is_piece(seen, len(change.position.passes)):
            return unknown(cell)
    return None


def _another_seat_added(change: Change) -> Objection | None:
    for cell, piece in change.added.items():
        if piece[0] != change.seat:
            text = f"It is {change.seat}'s turn, not {piece[0]}'s. Please take back the {change.word(piece)} on {cell}."
            return replace(change.objection("GW-1", text, cell), by=piece[0])
    return None


def _another_seat_touched(change: Change) -> Objection | None:
    gone = {**change.removed, **{cell: old for cell, (old, _) in change.changed.items()}}
    for cell, piece in gone.items():
        if piece[0] != change.seat:
            what = "gone" if cell in change.removed else "changed"
            text = f"{piece[0]}'s {change.word(piece)} on {cell} has {what}. Please put it back."
            return change.objection("GW-2", text, cell)
    return None


def _stuck(change: Change) -> Objection | None:
    if change.notation.rules.able(change.position, change.position.mover):
        return None
    text = f"{change.seat} has no legal move and must pass. Please restore {in_words(change.cells)}."
    return change.objection("GW-4", text)


def _several_added(change: Change) -> Objection | None:
    if len(change.added) < 2:
        return None
    number, cells = _number(len(change.added)).capitalize(), tuple(change.added)
    return change.objection(
        "GW-5", f"{number} pieces were placed ({', '.join(cells)}). Only one piece per turn.", *cells
    )


def _none_added(change: Change) -> Objection | None:
    if change.added or change.changed or not change.removed:
        return None
    subject = "A piece was" if len(change.removed) == 1 else "Pieces were"
    text = f"{subject} taken off {in_words(list(change.removed))}, but no piece was placed."
    return change.objection("GW-6", text, *change.removed)


def _moved(change: Change) -> Objection | None:
    if len(change.added) != 1 or len(change.removed) != 1:
        return None
    (target, kind), ((source, piece),) = change.placed, change.removed.items()
    if piece[1:] != kind or kind not in {"s", "m"}:
        return None
    text = f"The {change.word(kind)} was moved from {source} to {target}. Pieces on the board do not move."
    return change.objection("GW-7", text, source, target)


def _large_moved_free(change: Change) -> Objection | None:
    if len(change.added) != 1 or len(change.removed) != 1:
        return None
    (target, kind), ((source, piece),) = change.placed, change.removed.items()
    if kind != "l" or piece[1:] != "l":
        return None
    medium = change.word("m")
    text = (
        f"The {change.word(kind)} moved from {source} to {target} without a {medium} being spent. "
        f"It needs one {medium} next to {target}."
    )
    return change.objection("GW-8", text, source, target)


def _on_occupied(change: Change) -> Objection | None:
    for cell, (_, new) in change.changed.items():
        text = f"{cell} was occupied. Place the {change.word(new)} on an empty cell next to the pieces you spend."
        return change.objection("GW-9", text, cell)
    return None


def _opening_kind(change: Change) -> Objection | None:
    cell, kind = change.placed
    if kind == "s" or not change.notation.rules.is_opening(change.position):
        return None
    return change.objection("GW-10", f"The first piece must be a {change.word('s')}.", cell)


def _opening_cell(change: Change) -> Objection | None:
    cell, _ = change.placed
    rules, position = change.notation.rules, change.position
    if not rules.is_opening(position) or rules.opening(position) >> change.notation.topology.cell(cell) & 1:
        return None
    return change.objection("GW-11", "The first piece must go on one of the marked inner cells.", cell)


def _medium_for_nothing(change: Change) -> Objection | None:
    cell, kind = change.placed
    if kind != "m" or change.removed:
        return None
    text = (
        f"A {change.word('m')} was placed on {cell} but nothing was spent. "
        f"Take back two {change.plural(SMALL)} next to {cell}, or place a {change.word('s')}."
    )
    return change.objection("GW-12", text, cell)


def _medium_for_one(change: Change) -> Objection | None:
    cell, kind = change.placed
    if kind != "m" or len(change.removed) != 1:
        return None
    (spent,) = change.removed
    text = f"A {change.word('m')} was placed on {cell} but only one piece was spent ({spent}). Two are needed."
    return change.objection("GW-13", text, cell, spent)


def _large_too_cheap(change: Change) -> Objection | None:
    cell, kind = change.placed
    if kind != "l" or len(change.removed) > 1:
        return None
    spent = "only one piece" if change.removed else "no piece"
    text = (
        f"The {change.word('l')} was placed on {cell} but {spent} was spent. "
        f"It costs two {change.plural(MEDIUM)} next to {cell}."
    )
    return change.objection("GW-14", text)


def _small_for_one(change: Change) -> Objection | None:
    cell, kind = change.placed
    if kind != "s" or len(change.removed) != 1:
        return None
    (spent,) = change.removed
    text = (
        f"A {change.word('s')} was placed on {cell} and one piece was taken off {spent}. "
        f"A {change.word('s')} costs nothing, or two {change.plural(MEDIUM)}."
    )
    return change.objection("GW-15", text, cell, spent)


def _too_many_spent(change: Change) -> Objection | None:
    if len(change.removed) < 3:
        return None
    number = _number(len(change.removed)).capitalize()
    text = f"{number} pieces were taken off. At most two are spent in a turn."
    return change.objection("GW-16", text, *change.removed)


def _far_away(change: Change) -> Objection | None:
    cell, _ = change.placed
    topology = change.notation.topology
    near = topology.named(topology.neighbours[topology.cell(cell)])
    for spent in change.removed:
        if len(change.removed) == 2 and spent not in near:
            text = (
                f"{spent} is not next to {cell}. Both spent pieces must touch the new piece's cell, also by a corner."
            )
            return change.objection("GW-17", text, spent, cell)
    return None


def _wrong_price_of_medium(change: Change) -> Objection | None:
    cell, kind = change.placed
    for spent, piece in change.removed.items():
        if kind == "m" and piece[1:] == "m":
            text = (
                f"A {change.word('m')} is paid with two {change.plural(SMALL)} "
                f"(the {change.word('l')} may stand in for one); {spent} held a {change.word(piece)}."
            )
            return change.objection("GW-18", text, spent, cell)
    return None


def _wrong_price_of_small_or_large(change: Change) -> Objection | None:
    cell, kind = change.placed
    for spent, piece in change.removed.items():
        if kind in {"s", "l"} and piece[1:] == "s":
            text = (
                f"The {change.word(kind)} on {cell} is paid with two {change.plural(MEDIUM)} "
                f"(the {change.word('l')} may stand in for one); {spent} held a {change.word(piece)}."
            )
            return change.objection("GW-19", text, spent, cell)
    return None


def _no_small_left(change: Change) -> Objection | None:
    cell, kind = change.placed
    small = change.position.of_seat(change.position.mover)[SMALL]
    if kind != "s" or len(change.removed) != 2 or small.bit_count() < STOCK[SMALL]:
        return None
    text = (
        f"{change.seat} has no {change.word('s')} left in the stash. "
        f"Spending {change.plural(MEDIUM)} does not bring one back."
    )
    return change.objection("GW-20", text, cell)


def _more_than_exist(change: Change) -> Objection | None:
    after = change.notation.contents(change.position) | dict.fromkeys(change.removed, EMPTY) | dict(change.added)
    for fault in over_stock(change.notation, change.position, after):
        return change.objection("GW-21", fault.message, *fault.cells)
    return None


def _anything_else(change: Change) -> Objection:
    options = change.position.options
    text = (
        f"I cannot make a legal move out of this. Changed: {', '.join(change.cells)}. "
        "Please restore or show the move again."
    )
    if change.missing:
        text = f"There is no piece on {in_words(change.missing)} to spend."
    elif len(change.added) == 1 and len(change.removed) == 2:
        kind = change.placed[1]
        if change.notation.rules.is_opening(change.position):
            text = "The first piece is placed without spending any."
        elif kind == "s" and not options.paid_small:
            text = f"At this table a {change.word('s')} costs nothing and is never paid with {change.plural(MEDIUM)}."
        elif kind == "l" and not options.large_self_move:
            text = f"At this table the {change.word('l')} cannot pay for itself."
    return change.objection("GW-25", text)


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


_ROWS: tuple[Callable[[Change], Objection | None], ...] = (
    _strange,
    _another_seat_added,
    _another_seat_touched,
    _stuck,
    _several_added,
    _none_added,
    _moved,
    _large_moved_free,
    _on_occupied,
    _opening_kind,
    _opening_cell,
    _medium_for_nothing,
    _medium_for_one,
    _large_too_cheap,
    _small_for_one,
    _too_many_spent,
    _far_away,
    _wrong_price_of_medium,
    _wrong_price_of_small_or_large,
    _no_small_left,
    _more_than_exist,
)
