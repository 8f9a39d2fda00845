"""Why an action or a change is not legal: the rows of the detection table for play (5.7).

The rows are looked at in the order of the table, and the first that fits speaks. Where
two rows could fit, the closer one does: a die that was hit and turned **up** is TT-20
and not TT-14, a neutral die that moved is TT-22 and not TT-6, and two dice of one
player that changed places are TT-7 whoever owns them. A die that stays where it is
stands on its own cell, so a walk in a circle is TT-10 or, with an even value, TT-11.

TT-1 to TT-5 are about the set-up, TT-23 is about a pass, TT-24 and TT-25 are
announcements, and TT-26 needs eyes; none of them is a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.tinker import rules
from core.tinker.board import SEAT_LETTERS
from core.tinker.change import Change
from core.tinker.notation import Written, contents, dice_on, format_move
from core.tinker.position import NOBODY, PASS, Move, Position, value_of
from core.verdict import Objection, in_words


def claim_refusal(position: Position, written: Written) -> Objection:
    """Return the objection to the move *written*, which is not legal. Raises ``ValueError`` if it starts nowhere."""
    board = position.board
    source = board.cell(written.source)
    target = NOBODY if board.is_off(written.target) else board.cell(written.target)
    cells = (board.names[source], board.names[target] if target != NOBODY else written.target)
    owner, seat = position.owner(source), position.to_move
    repair = _instead(position, source)
    if owner == NOBODY:
        return Objection("TT-27", f"There is no die on {cells[0]} to move.", cells[:1], repair)
    if not position.own[owner]:
        return Objection("TT-22", f"{SEAT_LETTERS[owner]} is out: the die on {cells[0]} stays.", cells[:1], repair)
    if owner != position.mover:
        text = f"{SEAT_LETTERS[owner]}'s die on {cells[0]} was moved. It is {seat}'s turn."
        return Objection("TT-6", text, cells[:1], repair, by=SEAT_LETTERS[owner])
    found = _walk_refusal(position, source, target, cells)
    if found is None:
        raise AssertionError(f"{cells[0]}>{cells[1]} is legal")
    return Objection(found[0], found[1], cells, repair)


def pass_refusal(position: Position) -> Objection:
    """Return TT-23 for a pass by a player who can move."""
    move = min(format_move(position.board, move) for move in rules.moves(position))
    return Objection("TT-23", f"{position.to_move} can still move, for example {move}.", repair=f"Play {move}.")


def refusal(change: Change) -> Objection:
    """Return the objection of the first row that fits *change*, which no legal action makes."""
    code, message, *cells = next(_rows(change))
    by = change.before[cells[0]].owner if code == "TT-6" else ""
    return Objection(code, message, tuple(cells), change.undo, by)


Found = tuple[str, ...]
"""The code, message and cells of a row that fits."""


def _walked(change: Change) -> Move | None:
    """Return the walk of the one die that changed cell, if the walk is legal and the die shows what it did."""
    if len(change.moved) != 1 or len(change.arrivals) != 1:
        return None
    source, target = change.moved[0]
    if target not in change.position.board.numbers or change.before[source].value != change.after[target].value:
        return None
    move = Move(change.position.board.cell(source), change.position.board.cell(target))
    return move if move in rules.moves(change.position) else None


def pending(change: Change) -> list[Found]:
    """Return what is still to do of a legal walk, as rows TT-14, TT-18 and TT-21; empty if more is wrong."""
    move = _walked(change)
    if move is None or change.strange:
        return []
    after = contents(rules.apply(change.position, move))
    found = []
    for cell in change.position.board.names:
        seen = change.after.get(cell)
        if (seen.content if seen else ".") != after[cell]:
            row = _not_turned(change, cell) or _not_removed(change, cell) or _last_die_left(change, cell)
            if not row or not (seen == change.before[cell] or row[0] == "TT-21"):
                return []
            found.append(row)
    return sorted(found, key=lambda row: int(row[0][3:]))


def _walk_refusal(position: Position, source: int, target: int, names: tuple[str, str]) -> tuple[str, str] | None:
    """Return TT-9 to TT-12 for a walk; *target* is ``NOBODY`` if it left the board."""
    board, steps = position.board, value_of(position.faces[source])
    if target == NOBODY:
        hole = board.players == 4 and names[1] == "d4"
        text = "The hole is not part of the board." if hole else f"{names[1]} is not part of the board."
        return "TT-12", text
    distance = board.distance[source][target]
    if distance > steps:
        return "TT-9", f"The die moved {distance} steps but shows {steps}."
    if distance % 2 != steps % 2:
        return "TT-10", f"No walk of exactly {steps} step{'s' * (steps != 1)} leads from {names[0]} to {names[1]}."
    if position.occupied >> target & 1:
        return "TT-11", f"{names[1]} is occupied. A die must stop on an empty cell."
    return None


def _instead(position: Position, source: int) -> str:
    """Return some legal moves to suggest, with the die on *source* if it has any."""
    moves = rules.moves(position)
    if moves == [PASS]:
        return f"{position.to_move} has no legal move and passes."
    texts = sorted(format_move(position.board, m) for m in moves if m.source == source) or sorted(
        format_move(position.board, m) for m in moves
    )
    return f"A legal move would be {in_words(texts[:2], 'or')}."


def _rows(change: Change) -> Iterator[Found]:
    for cell, what in change.strange.items():
        if len(dice_on(what)) > 1:
            yield "GEN-4", two_pieces(cell), cell
    for cell in change.strange:
        yield "GEN-6", f"I do not recognise the object on {cell}.", cell
    yield from _of_the_walk(change)
    for row in _CELL_ROWS:
        yield from filter(None, (row(change, cell) for cell in change.before))
    for cell, die in change.arrivals.items():
        if change.is_out(die.owner):
            yield "TT-22", f"{die.owner} is out: the die on {cell} is not theirs to play.", cell
    yield "TT-27", f"I cannot make a legal move out of this. Changed: {', '.join(change.cells)}.", *change.cells


def two_pieces(cell: str) -> str:
    """Return the words of GEN-4."""
    return f"There are two pieces on {cell}. Only one may stand on a cell."


def _swapped(change: Change) -> bool:
    """Return whether dice of one player have swapped places."""
    owners = {die.owner for die in (*change.arrivals.values(), *change.departures.values())}
    return len(owners) == 1 and len(change.moved) > 1 and change.arrivals.keys() == change.departures.keys()


def _of_the_walk(change: Change) -> Iterator[Found]:
    """Yield TT-6 to TT-13: anything but one own die that walked as far as it shows."""
    for source, _ in change.moved:
        owner = change.before[source].owner
        if owner != change.seat and not change.is_out(owner) and not _swapped(change):
            yield "TT-6", f"{owner}'s die on {source} was moved. It is {change.seat}'s turn.", source
    if len(change.moved) > 1:
        sources = sorted((source for source, _ in change.moved), key=change.position.board.cell)
        yield "TT-7", f"More than one die was moved ({', '.join(sources)}).", *sources
    for cell, (old, new) in change.turned.items() if not change.moved else ():
        yield "TT-8", f"The die on {cell} changed from {old} to {new} without a move. Please turn it back.", cell
    if own := _own_move(change):
        numbers, (source, target) = change.position.board.numbers, own
        if found := _walk_refusal(change.position, numbers[source], numbers.get(target, NOBODY), own):
            yield *found, *own
        old, new = change.before[source].value, change.after[target].value
        if old != new:
            yield "TT-13", f"The moved die showed {old} and now shows {new}. It keeps its value.", target


def _own_move(change: Change) -> tuple[str, str] | None:
    """Return the cells (from, to) of the one die that moved, if it is the mover's."""
    if len(change.moved) != 1 or change.before[change.moved[0][0]].owner != change.seat:
        return None
    return change.moved[0]


def _target(change: Change) -> str:
    return change.moved[0][1]


def _hit(change: Change, cell: str) -> bool:
    """Return whether the die on *cell* belongs to another active player and stands next to where the walk ended."""
    own, position = _own_move(change), change.position
    if not own or cell not in change.before:
        return False
    owner = change.before[cell].owner
    near = position.board.neighbours[position.board.cell(own[1])]
    return owner != change.seat and not change.is_out(owner) and bool(near >> position.board.cell(cell) & 1)


def _doomed(change: Change, cell: str) -> bool:
    """Return whether the walk leaves an owner only the die on *cell*: the owner is out, and the die goes too."""
    if change.position.options.eliminated_die == "stay" or cell not in change.before:
        return False
    if _hit(change, cell) and change.before[cell].value == 1:
        return False
    owner = change.before[cell].owner
    if owner == change.seat or change.is_out(owner):
        return False
    left = [c for c, die in change.before.items() if die.owner == owner and not (_hit(change, c) and die.value == 1)]
    return left == [cell]


def _turned_down(change: Change, cell: str) -> bool:
    """Return whether the die on *cell* shows less, or showed 1 and is gone."""
    old, new = change.turned.get(cell, (0, 0))
    return new < old or (cell in change.gone and change.before[cell].value == 1)


def _not_turned(change: Change, cell: str) -> Found | None:
    old, new = change.before[cell], change.after.get(cell)
    if not _hit(change, cell) or old != new or old.value == 1 or _doomed(change, cell):
        return None
    text = f"{old.owner}'s die on {cell} is next to {_target(change)}: turn it from {old.value} to {old.value - 1}."
    return "TT-14", text, cell


def _turned_too_far(change: Change, cell: str) -> Found | None:
    old, new = change.turned.get(cell, (0, 0))
    if not _hit(change, cell) or new >= old - 1:
        return None
    return "TT-15", f"The die on {cell} loses exactly 1: it should show {old - 1}.", cell


def _turned_far_away(change: Change, cell: str) -> Found | None:
    old = change.before[cell]
    if not _own_move(change) or old.owner == change.seat or _hit(change, cell) or not _turned_down(change, cell):
        return None
    if cell in change.gone and _doomed(change, cell):
        return None
    text = f"The die on {cell} is not next to {_target(change)} (corners do not count). It stays at {old.value}."
    return "TT-16", text, cell


def _own_turned(change: Change, cell: str) -> Found | None:
    old = change.before[cell]
    if not _own_move(change) or old.owner != change.seat or not _turned_down(change, cell):
        return None
    return "TT-17", f"{old.owner}'s own dice are not affected. {cell} stays at {old.value}.", cell


def _not_removed(change: Change, cell: str) -> Found | None:
    old, new = change.before[cell], change.after.get(cell)
    if not _hit(change, cell) or old.value != 1 or not old.is_like(new) or (new and new.value > 1):
        return None
    return "TT-18", f"The die on {cell} is reduced to 0. Please remove it.", cell


def _removed_too_early(change: Change, cell: str) -> Found | None:
    old = change.before[cell]
    if cell not in change.gone or old.value == 1:
        return None
    if _own_move(change) and _doomed(change, cell):
        return None
    stays = f"it becomes {old.value - 1} and stays" if _hit(change, cell) else "it stays"
    return "TT-19", f"The die on {cell} showed {old.value}; {stays}.", cell


def _turned_up(change: Change, cell: str) -> Found | None:
    old, new = change.turned.get(cell, (0, 0))
    return ("TT-20", f"The die on {cell} went from {old} to {new}. Values never rise.", cell) if new > old else None


def _last_die_left(change: Change, cell: str) -> Found | None:
    old, new = change.before[cell], change.after.get(cell)
    if not _own_move(change) or not _doomed(change, cell) or not old.is_like(new):
        return None
    shows = {old.value, old.value - 1} if _hit(change, cell) else {old.value}
    if new and new.value not in shows:
        return None
    return "TT-21", f"{old.owner} has one die left and is out. Please remove it.", cell


_CELL_ROWS: tuple[Callable[[Change, str], Found | None], ...] = (
    _not_turned,
    _turned_too_far,
    _turned_far_away,
    _own_turned,
    _not_removed,
    _removed_too_early,
    _turned_up,
    _last_die_left,
)
"""TT-14 to TT-21; each is looked at on all cells before the next."""
