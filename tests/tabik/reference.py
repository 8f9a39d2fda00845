"""The rules of Tabik once more, on dictionaries and sets of coordinates: slow, plain, and on its own.

It shares no code with ``core.tabik``. Sections are those of the rules; tests compare the two.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.tabik.options import TabikOptions

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]


@dataclass
class Table:
    """A game in progress; ``stones`` holds ``b`` or ``w`` by column and row."""

    side: int
    options: TabikOptions
    stones: dict[Cell, str]
    rods: set[Edge]
    turn: str = "B"
    ply: int = 0
    passes: int = 0
    last_mover: str = ""
    result: tuple[str, str] | None = None
    """Who wins or shares, joined, and the reason."""


def start(options: TabikOptions) -> Table:
    return Table(options.board_size, options, {}, set())


def name(cell: Cell) -> str:
    return "abcdefghijklmnopqrs"[cell[0]] + str(cell[1] + 1)


def edges(table: Table) -> list[Edge]:
    cells = [(x, y) for x in range(table.side) for y in range(table.side)]
    pairs = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and a < b]
    return sorted(pairs)


def doings(table: Table) -> list[str]:
    """The placements and exchanges of 4.4."""
    found = []
    for edge in edges(table):
        one, other = edge
        first, second = table.stones.get(one), table.stones.get(other)
        if first is None and second is None:
            found += [f"{name(one)}+{name(other)}", f"{name(other)}+{name(one)}"]
        elif first is not None and second is not None and first != second and edge not in table.rods:
            found.append(f"{name(one)}x{name(other)}")
    return found


def legal(table: Table) -> list[str]:
    if table.result:
        return []
    found = doings(table)
    if not found:
        return ["--"]
    if table.options.pie_rule and table.turn == "W" and table.ply == 1:
        found.append("swap")
    return found


def play(table: Table, action: str) -> Table:
    after = replace(table, stones=dict(table.stones), rods=set(table.rods), ply=table.ply + 1)
    if action == "swap":
        limits(after)
        return after
    if action == "--":
        after.passes += 1
    else:
        one, other = (cell_of(text) for text in action.replace("+", "x").split("x"))
        if "+" in action:
            after.stones[one], after.stones[other] = "b", "w"
        else:
            after.stones[one], after.stones[other] = table.stones[other], table.stones[one]
        after.rods.add((min(one, other), max(one, other)))
        after.last_mover = table.turn
    after.turn = "W" if table.turn == "B" else "B"
    if not doings(after) and (after.passes == 2 or not table.options.explicit_passes):
        after.result = scored(after)
    else:
        limits(after)
    return after


def limits(table: Table) -> None:
    if table.options.repetition_limit == 1:
        table.result = ("BW", "repetition")
    elif table.options.ply_limit == table.ply:
        table.result = ("BW", "ply_limit")


def cell_of(text: str) -> Cell:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def scored(table: Table) -> tuple[str, str]:
    """4.5, size by size from the largest down."""
    groups = {colour: sizes(table, colour) for colour in "bw"}
    for size in range(table.side**2, 0, -1):
        black, white = groups["b"].count(size), groups["w"].count(size)
        if black != white:
            return ("B" if black > white else "W", "score")
    if table.options.zero_tie_loser == "draw":
        return ("BW", "zero_tie")
    return ("W" if table.last_mover == "B" else "B", "zero_tie")


def sizes(table: Table, colour: str) -> list[int]:
    left = {cell for cell, stone in table.stones.items() if stone == colour}
    found = []
    while left:
        group, waiting = 0, [left.pop()]
        while waiting:
            x, y = waiting.pop()
            group += 1
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                edge = (min(near, (x, y)), max(near, (x, y)))
                if near in left and not (table.options.rods_split_groups and edge in table.rods):
                    left.remove(near)
                    waiting.append(near)
        found.append(group)
    return found


def position(table: Table) -> str:
    rows = []
    for y in range(table.side - 1, -1, -1):
        row = "".join(table.stones.get((x, y), ".") for x in range(table.side))
        for gap in range(table.side, 0, -1):
            row = row.replace("." * gap, str(gap))
        rows.append(row)
    rods = ",".join(f"{name(one)}-{name(other)}" for one, other in sorted(table.rods))
    return f"{'/'.join(rows)} {rods or '-'} {table.turn} {table.ply}"


def perft(table: Table, depth: int) -> int:
    return 1 if depth == 0 else sum(perft(play(table, action), depth - 1) for action in legal(table))
