"""Why a change or an action is not legal: the detection table of the family (3.9).

The rows are yielded in the order of the table, after GEN-6, and the first that fits gives the
objection: what follows it is never looked at. ``added`` are cells that newly hold a piece,
``removed`` cells that lost one, ``changed`` cells whose piece became another. GW-6 says that no
piece was placed, so it does not fit where one was put on an occupied cell: that is GW-9.

GW-3 is about a pass and stands in ``pass_refusal``. GW-22 needs eyes on the stash,
GW-23 and GW-24 are announcements; none of them is a row here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.goodwin.change import Change, is_piece
from core.goodwin.notation import Notation
from core.goodwin.position import KIND_LETTERS, KINDS, MEDIUM, SEAT_LETTERS, SMALL, STOCK, Position
from core.reading import EMPTY
from core.verdict import Objection, in_letters, in_words


def refusal(change: Change) -> Objection:
    """Return the objection of the first row that fits *change*, a change that no legal action makes."""
    return next(_rows(change))


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
                exist = f"{in_letters(STOCK[kind])} exist{'s' if STOCK[kind] == 1 else ''}"
                message = f"{seat} has {in_letters(len(cells))} {names[kind]}s on the board. Only {exist} in the game."
                repair = f"Take {in_letters(len(cells) - STOCK[kind])} of {seat}'s {names[kind]}s off the board."
                found.append(Objection("GW-21", message, cells, repair))
    return found


def unknown(cell: str, why: str = "") -> Objection:
    """Return GEN-6 for the content of *cell*."""
    return Objection("GEN-6", f"I do not recognise the object on {cell}{why}.", (cell,), f"Take it off {cell}.")


def _rows(change: Change) -> Iterator[Objection]:
    yield from _of_the_turn(change)
    yield from _of_cells(change)
    yield from _of_the_opening(change)
    yield from _of_the_number_spent(change)
    yield from _of_the_pair_spent(change)
    yield _anything_else(change)


def _of_the_turn(change: Change) -> Iterator[Objection]:
    """Yield GEN-6 and GW-1 to GW-4: what is no piece, whose turn it is, and who must pass."""
    for cell in change.cells:
        seen = change.added.get(cell) or change.changed.get(cell, ("", ""))[1]
        if seen and not is_piece(seen, len(change.position.passes)):
            yield unknown(cell)
    for cell, piece in change.added.items():
        if piece[0] != change.seat:
            text = f"It is {change.seat}'s turn, not {piece[0]}'s. Please take back the {change.word(piece)} on {cell}."
            yield replace(change.objection("GW-1", text, cell), by=piece[0])
    gone = {**change.removed, **{cell: old for cell, (old, _) in change.changed.items()}}
    for cell, piece in gone.items():
        if piece[0] != change.seat:
            what = "gone" if cell in change.removed else "changed"
            text = f"{piece[0]}'s {change.word(piece)} on {cell} has {what}. Please put it back."
            yield change.objection("GW-2", text, cell)
    if not change.notation.rules.able(change.position, change.position.mover):
        text = f"{change.seat} has no legal move and must pass. Please restore {in_words(change.cells)}."
        yield change.objection("GW-4", text)


def _of_cells(change: Change) -> Iterator[Objection]:
    """Yield GW-5 to GW-9: anything but one piece put on one empty cell. After these rows just one piece is added."""
    if len(change.added) > 1:
        number, cells = in_letters(len(change.added)).capitalize(), tuple(change.added)
        text = f"{number} pieces were placed ({', '.join(cells)}). Only one piece per turn."
        yield change.objection("GW-5", text, *cells)
    if change.removed and not change.added and not change.changed:
        subject = "A piece was" if len(change.removed) == 1 else "Pieces were"
        text = f"{subject} taken off {in_words(list(change.removed))}, but no piece was placed."
        yield change.objection("GW-6", text, *change.removed)
    if len(change.added) == len(change.removed) == 1:
        (target, kind), ((source, piece),) = change.placed, change.removed.items()
        word, medium = change.word(kind), change.word("m")
        if piece[1:] == kind == "l":
            text = (
                f"The {word} moved from {source} to {target} without a {medium} being spent. "
                f"It needs one {medium} next to {target}."
            )
            yield change.objection("GW-8", text, source, target)
        elif piece[1:] == kind:
            text = f"The {word} was moved from {source} to {target}. Pieces on the board do not move."
            yield change.objection("GW-7", text, source, target)
    for cell, (_, new) in change.changed.items():
        text = f"{cell} was occupied. Place the {change.word(new)} on an empty cell next to the pieces you spend."
        yield change.objection("GW-9", text, cell)


def _of_the_opening(change: Change) -> Iterator[Objection]:
    (cell, kind), rules, position = change.placed, change.notation.rules, change.position
    if rules.is_opening(position):
        if kind != "s":
            yield change.objection("GW-10", f"The first piece must be a {change.word('s')}.", cell)
        if not rules.opening(position) >> change.notation.topology.cell(cell) & 1:
            yield change.objection("GW-11", "The first piece must go on one of the marked inner cells.", cell)


def _of_the_number_spent(change: Change) -> Iterator[Objection]:
    """Yield GW-12 to GW-16: anything but none or two pieces spent."""
    (cell, kind), spent, word = change.placed, tuple(change.removed), change.word(change.placed[1])
    if len(spent) > 2:
        text = f"{in_letters(len(spent)).capitalize()} pieces were taken off. At most two are spent in a turn."
        yield change.objection("GW-16", text, *spent)
    match kind, len(spent):
        case "m", 0:
            text = f"Take back two {change.plural(SMALL)} next to {cell}, or place a {change.word('s')}."
            yield change.objection("GW-12", f"A {word} was placed on {cell} but nothing was spent. {text}", cell)
        case "m", 1:
            text = f"A {word} was placed on {cell} but only one piece was spent ({spent[0]}). Two are needed."
            yield change.objection("GW-13", text, cell, *spent)
        case "l", 0 | 1:
            number = "only one piece" if spent else "no piece"
            text = f"{number} was spent. It costs two {change.plural(MEDIUM)} next to {cell}."
            yield change.objection("GW-14", f"The {word} was placed on {cell} but {text}")
        case "s", 1:
            text = f"A {word} was placed on {cell} and one piece was taken off {spent[0]}. "
            text += f"A {word} costs nothing, or two {change.plural(MEDIUM)}."
            yield change.objection("GW-15", text, cell, *spent)


def _of_the_pair_spent(change: Change) -> Iterator[Objection]:
    """Yield GW-17 to GW-21: two pieces that do not pay for what was placed, or a piece that the stash has not."""
    (cell, kind), topology, position = change.placed, change.notation.topology, change.position
    near = topology.named(topology.neighbours[topology.cell(cell)])
    for spent in change.removed:
        if len(change.removed) == 2 and spent not in near:
            text = "Both spent pieces must touch the new piece's cell, also by a corner."
            yield change.objection("GW-17", f"{spent} is not next to {cell}. {text}", spent, cell)
    word = change.word(kind)
    code, what = ("GW-18", f"A {word}") if kind == "m" else ("GW-19", f"The {word} on {cell}")
    wrong, price = ("m", SMALL) if kind == "m" else ("s", MEDIUM)
    for spent, piece in change.removed.items():
        if piece[1:] == wrong:
            text = (
                f"{what} is paid with two {change.plural(price)} "
                f"(the {change.word('l')} may stand in for one); {spent} held a {change.word(piece)}."
            )
            yield change.objection(code, text, spent, cell)
    if kind == "s" and len(change.removed) == 2 and position.of_seat(position.mover)[SMALL].bit_count() >= STOCK[SMALL]:
        text = (
            f"{change.seat} has no {change.word('s')} left in the stash. "
            f"Spending {change.plural(MEDIUM)} does not bring one back."
        )
        yield change.objection("GW-20", text, cell)
    after = change.notation.contents(position) | dict.fromkeys(change.removed, EMPTY) | dict(change.added)
    for fault in over_stock(change.notation, position, after):
        yield change.objection("GW-21", fault.message, *fault.cells)


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
