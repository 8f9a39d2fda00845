"""Why a change or an action is not legal: the detection table of Tabik (4.7).

The rows are yielded in the order of the table, and the first that fits gives the objection.
Two rows are taken strictly: TB-7 is a single new rod, so it hides TB-17 whenever no stone
changed, and TB-16 is two or more new rods. A rod on the rim has no notation, so only a person
can object to it. TB-18 and TB-19 are about what players say, and TB-20 is an announcement;
none of them is a row here.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.reading import EMPTY, ROD
from core.tabik import notation, rules
from core.tabik.change import WORDS, Change
from core.tabik.notation import Written
from core.tabik.position import PASSING, PLACE, SWAPPING, Position
from core.verdict import Objection, in_letters, in_words


def refusal(change: Change) -> Objection:
    """Return the objection of the first row that fits *change*, which no legal action makes."""
    return next(_rows(change))


def stranger_refusal(names: tuple[str, ...]) -> Objection:
    """Return GEN-6 for things that are neither stones on cells nor rods on edges."""
    cells = tuple(dict.fromkeys(cell for name in names for cell in name.split("-")))
    return Objection(
        "GEN-6", f"I do not recognise the object on {in_words(names)}.", cells, f"Take it off {in_words(names)}."
    )


def action_refusal(position: Position, written: Written) -> Objection:
    """Return why the action *written* is not legal: the row that its traces on the table would meet.

    What would leave no such trace, as a stone put on an occupied cell, is TB-21.
    """
    kind, first, second = written
    example = notation.format_move(rules.board_of(position), rules.moves(position)[0])
    instead = f"A legal move would be {example}."
    if kind == SWAPPING:
        text = "Sides can be swapped only as White's first action."
        return Objection(
            "TB-18", text if position.options.pie_rule else "At this table sides are not swapped.", repair=instead
        )
    if kind == PASSING:
        text = f"There is still a legal action, for example {example}. Passing is not allowed."
        return Objection("TB-19", text, repair=f"Play {example} or another legal action.")
    if first == second:
        return Objection("TB-21", f"An action uses two cells side by side, not {first} twice.", (first,), instead)
    code, text = (_bad_placement if kind == PLACE else _bad_exchange)(position, first, second)
    return Objection(code, text, (first, second), instead)


def _bad_placement(position: Position, first: str, second: str) -> tuple[str, str]:
    before = notation.contents(position)
    for cell in (first, second):
        if before[cell] != EMPTY:
            return "TB-21", f"{cell} is occupied. Stones are placed on two empty cells side by side."
    return "TB-10", _apart(first, second)


def _bad_exchange(position: Position, first: str, second: str) -> tuple[str, str]:
    grid, before = rules.board_of(position), notation.contents(position)
    one, other = before[first], before[second]
    if one == other == EMPTY:
        return "TB-21", f"There are no stones on {first} and {second} to exchange."
    if EMPTY in (one, other):
        source, target = (second, first) if one == EMPTY else (first, second)
        return "TB-3", _moved(source, target)
    bit = grid.edge_bit(grid.cell(first), grid.cell(second))
    if one == other:
        if bit is not None and not position.rods >> bit & 1:
            return "TB-7", f"{_lone_rod(first, second)} Both are {WORDS[one]}."
        return "TB-21", f"The stones on {first} and {second} are both {WORDS[one]}. Only unlike stones are exchanged."
    if bit is None:
        return "TB-13", _apart(first, second, ", so they cannot be exchanged.")
    return "TB-14", _closed(first, second)


def _rows(change: Change) -> Iterator[Objection]:
    yield from _of_what_is_gone(change)
    yield from _of_placements(change)
    yield from _of_exchanges(change)
    yield from _of_rods(change)
    rods = ", ".join(change.edges) or "none"
    text = f"I cannot make a legal action out of this. Changed: {', '.join(change.cells)}, rods: {rods}."
    yield change.objection("TB-21", text)


def _of_what_is_gone(change: Change) -> Iterator[Objection]:
    """Yield TB-1 to TB-4. After these rows all stones and rods that lay there still do, perhaps recoloured."""
    if change.same_stones and len(change.lost_rods) == len(change.new_rods) == 1:
        source, target = change.edges[1], change.edges[0]
        yield change.objection("TB-1", f"A rod moved from {source} to {target}. Please put it back on {source}.")
    for bit in change.lost_rods:
        one, other = change.ends(bit)
        text = f"The rod between {one} and {other} is gone. Please put it back."
        yield change.objection("TB-2", text, one, other)
    if len(change.removed) == 1 and list(change.removed.values()) == list(change.added.values()):
        (source,), (target,) = change.removed, change.added
        yield change.objection("TB-3", _moved(source, target), source, target)
    for cell in change.removed:
        yield change.objection("TB-4", f"The stone on {cell} is gone. Stones never leave the board.", cell)


def _of_placements(change: Change) -> Iterator[Objection]:
    """Yield TB-5 to TB-11: a rod that is missing or alone, one stone, two that are no pair, or more."""
    added, rods = tuple(change.added), len(change.new_rods)
    letters = set(change.added.values())
    if not rods and (_is_placement(change) or _is_exchange(change)):
        one, other = pair = added or tuple(change.recoloured)
        code, mark = ("TB-5", ".") if added else ("TB-6", ": mark the edge of the exchange.")
        text = f"Rod missing between {one} and {other}{mark}"
        yield change.objection(code, text, *pair, hint=f"Put a rod between {one} and {other}.")
    if change.same_stones and rods == 1:
        ends = change.ends(*change.new_rods)
        yield change.objection("TB-7", _lone_rod(*ends), *ends)
    if len(added) == 1:
        text = f"Only one stone was placed ({added[0]}). A turn places one black and one white stone side by side."
        yield change.objection("TB-8", text, *added, hint=_partner(change))
    if len(added) == 2 and len(letters) == 1:
        text = f"Both new stones are {WORDS[letters.pop()]}. One must be black and one white."
        yield change.objection("TB-9", text, *added)
    if len(added) == 2 and change.edge(added) is None:
        yield change.objection("TB-10", _apart(*added), *added)
    if len(added) > 2 or len(change.recoloured) > 2 or (added and change.recoloured):
        yield change.objection("TB-11", "More than one action was made. One action per turn.")


def _partner(change: Change) -> str:
    """Return how to finish a placement after its first stone; empty where it cannot be finished."""
    ((cell, letter),) = change.added.items()
    near = (change.grid.names[number] for number in change.grid.neighbours(change.grid.cell(cell)))
    free = [name for name in near if change.after[name] == EMPTY]
    if not free or change.recoloured or change.new_rods:
        return ""
    return f"Put a {WORDS['b' if letter == 'w' else 'w']} stone on {in_words(free, 'or')} and a rod between the two."


def _of_exchanges(change: Change) -> Iterator[Objection]:
    """Yield TB-12 to TB-14: a lone stone that changed colour, or two that cannot be exchanged."""
    cells = tuple(change.recoloured)
    if len(cells) == 1:
        text = f"The stone on {cells[0]} changed colour. An exchange changes two neighbours."
        yield change.objection("TB-12", text, *cells)
    if _two_unlike(change):
        one, other = cells
        if change.edge(cells) is None:
            yield change.objection("TB-13", _apart(one, other, ", so they cannot be exchanged."), *cells)
        if not _is_exchange(change):
            yield change.objection("TB-14", _closed(one, other), *cells)


def _of_rods(change: Change) -> Iterator[Objection]:
    """Yield TB-15 to TB-17: rods that lie elsewhere, too many, or not between stones."""
    count = len(change.new_rods)
    if count == 1 and (_is_placement(change) or _is_exchange(change)):
        one, other = change.added or change.recoloured
        rod = change.ends(*change.new_rods)
        text = f"The rod lies between {rod[0]} and {rod[1]}; it belongs between {one} and {other}."
        yield change.objection("TB-15", text, hint=f"Move the rod from {'-'.join(rod)} to {one}-{other}.")
    if count > 1:
        ends = {cell for bit in change.new_rods for cell in change.ends(bit)}
        text = f"{in_letters(count).capitalize()} rods were added. One rod per turn."
        yield change.objection("TB-16", text, *(cell for cell in change.grid.names if cell in ends))
    for name, cells in loose_rods(change):
        yield change.objection("TB-17", f"The rod at {name} does not lie between two stones.", *cells)


def loose_rods(change: Change) -> list[tuple[str, tuple[str, str]]]:
    """Return the edges with a rod that does not lie between two stones, and their cells."""
    found = []
    for bit, _, _ in change.grid.edges:
        name, ends = change.grid.edge_name(bit), change.ends(bit)
        if change.after[name] == ROD and any(change.after[cell] == EMPTY for cell in ends):
            found.append((name, ends))
    return found


def _is_placement(change: Change) -> bool:
    """Return whether the stones that changed are those of a legal placement."""
    unlike = len(change.added) == 2 and len(set(change.added.values())) == 2
    return unlike and not change.removed and not change.recoloured and change.edge(tuple(change.added)) is not None


def _two_unlike(change: Change) -> bool:
    pair = change.recoloured
    return len(pair) == 2 and len(set(pair.values())) == 2 and not change.removed and not change.added


def _is_exchange(change: Change) -> bool:
    """Return whether the stones that changed are those of a legal exchange."""
    if not _two_unlike(change):
        return False
    bit = change.edge(tuple(change.recoloured))
    return bit is not None and not change.position.rods >> bit & 1


def _moved(source: str, target: str) -> str:
    return f"The stone on {source} was moved to {target}. Stones are placed in pairs or exchanged, never moved."


def _lone_rod(one: str, other: str) -> str:
    return f"A rod was placed between {one} and {other}, but no stones were placed or exchanged."


def _apart(one: str, other: str, why: str = " (corners do not count).") -> str:
    return f"{one} and {other} are not next to each other{why}"


def _closed(one: str, other: str) -> str:
    return f"There was already a rod between {one} and {other}. These stones cannot be exchanged again."
