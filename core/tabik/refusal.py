"""Why a change or an action is not legal: the detection table of Tabik (4.7).

The rows are tried in the order of the table, and the first that fits gives the objection.
Two rows are taken strictly: TB-7 is a single new rod, so it hides TB-17 whenever no stone
changed, and TB-16 is two or more new rods. A rod on the rim has no notation, so only a person
can object to it. TB-18 and TB-19 are about what players say, and TB-20 is an announcement;
none of them is a row here.
"""

from __future__ import annotations

from collections.abc import Callable

from core.reading import EMPTY, ROD
from core.tabik import notation, rules
from core.tabik.change import WORDS, Change
from core.tabik.notation import Written
from core.tabik.position import PASSING, PLACE, SWAPPING, Position
from core.verdict import Objection, in_words

_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def refusal(change: Change) -> Objection:
    """Return the objection of the first row that fits *change*, which no legal action makes."""
    for row in _ROWS:
        objection = row(change)
        if objection:
            return objection
    rods = ", ".join(change.edges) or "none"
    text = f"I cannot make a legal action out of this. Changed: {', '.join(change.cells)}, rods: {rods}."
    return change.objection("TB-21", text)


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


def _rod_moved(change: Change) -> Objection | None:
    if not change.same_stones or len(change.lost_rods) != 1 or len(change.new_rods) != 1:
        return None
    (old,), (new,) = change.lost_rods, change.new_rods
    source, target = change.grid.edge_name(old), change.grid.edge_name(new)
    return change.objection("TB-1", f"A rod moved from {source} to {target}. Please put it back on {source}.")


def _rod_gone(change: Change) -> Objection | None:
    for bit in change.lost_rods:
        one, other = change.ends(bit)
        text = f"The rod between {one} and {other} is gone. Please put it back."
        return change.objection("TB-2", text, one, other)
    return None


def _stone_moved(change: Change) -> Objection | None:
    if len(change.removed) != 1 or list(change.removed.values()) != list(change.added.values()):
        return None
    (source,), (target,) = change.removed, change.added
    return change.objection("TB-3", _moved(source, target), source, target)


def _stone_gone(change: Change) -> Objection | None:
    for cell in change.removed:
        return change.objection("TB-4", f"The stone on {cell} is gone. Stones never leave the board.", cell)
    return None


def _placement_without_rod(change: Change) -> Objection | None:
    if not _is_placement(change) or change.new_rods:
        return None
    one, other = change.added
    return change.objection("TB-5", _missing(one, other), one, other, hint=f"Put a rod between {one} and {other}.")


def _exchange_without_rod(change: Change) -> Objection | None:
    if not _is_exchange(change) or change.new_rods:
        return None
    one, other = change.recoloured
    text = f"{_missing(one, other)[:-1]}: mark the edge of the exchange."
    return change.objection("TB-6", text, one, other, hint=f"Put a rod between {one} and {other}.")


def _rod_alone(change: Change) -> Objection | None:
    if not change.same_stones or len(change.new_rods) != 1:
        return None
    ends = change.ends(*change.new_rods)
    return change.objection("TB-7", _lone_rod(*ends), *ends)


def _one_placed(change: Change) -> Objection | None:
    if len(change.added) != 1:
        return None
    ((cell, letter),) = change.added.items()
    grid, hint = change.grid, ""
    free = [grid.names[near] for near in grid.neighbours(grid.cell(cell)) if change.after[grid.names[near]] == EMPTY]
    if free and not (change.recoloured or change.new_rods):
        partner = WORDS["b" if letter == "w" else "w"]
        hint = f"Put a {partner} stone on {in_words(free, 'or')} and a rod between the two."
    return change.objection("TB-8", _one_stone(cell), cell, hint=hint)


def _two_alike(change: Change) -> Objection | None:
    if len(change.added) != 2 or len(set(change.added.values())) != 1:
        return None
    (letter,) = set(change.added.values())
    text = f"Both new stones are {WORDS[letter]}. One must be black and one white."
    return change.objection("TB-9", text, *change.added)


def _two_apart(change: Change) -> Objection | None:
    if len(change.added) != 2 or change.edge(tuple(change.added)) is not None:
        return None
    return change.objection("TB-10", _apart(*change.added), *change.added)


def _several_actions(change: Change) -> Objection | None:
    if len(change.added) < 3 and len(change.recoloured) < 3 and not (change.added and change.recoloured):
        return None
    return change.objection("TB-11", "More than one action was made. One action per turn.")


def _one_recoloured(change: Change) -> Objection | None:
    if len(change.recoloured) != 1:
        return None
    (cell,) = change.recoloured
    text = f"The stone on {cell} changed colour. An exchange changes two neighbours."
    return change.objection("TB-12", text, cell)


def _exchange_apart(change: Change) -> Objection | None:
    if not _two_unlike(change) or change.edge(tuple(change.recoloured)) is not None:
        return None
    one, other = change.recoloured
    return change.objection("TB-13", _apart(one, other, ", so they cannot be exchanged."), one, other)


def _exchange_closed(change: Change) -> Objection | None:
    if not _two_unlike(change) or _is_exchange(change):
        return None
    return change.objection("TB-14", _closed(*change.recoloured), *change.recoloured)


def _rod_elsewhere(change: Change) -> Objection | None:
    if len(change.new_rods) != 1 or not (_is_placement(change) or _is_exchange(change)):
        return None
    one, other = change.added or change.recoloured
    rod, right = change.ends(*change.new_rods), f"between {one} and {other}"
    text = f"The rod lies between {rod[0]} and {rod[1]}; it belongs {right}."
    return change.objection("TB-15", text, hint=f"Move the rod from {'-'.join(rod)} to {one}-{other}.")


def _several_rods(change: Change) -> Objection | None:
    count = len(change.new_rods)
    if count < 2:
        return None
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    cells = {cell for bit in change.new_rods for cell in change.ends(bit)}
    ordered = (cell for cell in change.grid.names if cell in cells)
    return change.objection("TB-16", f"{number} rods were added. One rod per turn.", *ordered)


def _rod_in_the_air(change: Change) -> Objection | None:
    for name, cells in loose_rods(change):
        return change.objection("TB-17", f"The rod at {name} does not lie between two stones.", *cells)
    return None


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


def _missing(one: str, other: str) -> str:
    return f"Rod missing between {one} and {other}."


def _moved(source: str, target: str) -> str:
    return f"The stone on {source} was moved to {target}. Stones are placed in pairs or exchanged, never moved."


def _lone_rod(one: str, other: str) -> str:
    return f"A rod was placed between {one} and {other}, but no stones were placed or exchanged."


def _one_stone(cell: str) -> str:
    return f"Only one stone was placed ({cell}). A turn places one black and one white stone side by side."


def _apart(one: str, other: str, why: str = " (corners do not count).") -> str:
    return f"{one} and {other} are not next to each other{why}"


def _closed(one: str, other: str) -> str:
    return f"There was already a rod between {one} and {other}. These stones cannot be exchanged again."


_ROWS: tuple[Callable[[Change], Objection | None], ...] = (
    _rod_moved,
    _rod_gone,
    _stone_moved,
    _stone_gone,
    _placement_without_rod,
    _exchange_without_rod,
    _rod_alone,
    _one_placed,
    _two_alike,
    _two_apart,
    _several_actions,
    _one_recoloured,
    _exchange_apart,
    _exchange_closed,
    _rod_elsewhere,
    _several_rods,
    _rod_in_the_air,
)
