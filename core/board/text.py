"""A board as text: the content of every cell, rods on their edges, mini-boards side by side.

Works for every game, because it needs only the contents. A cell is named by column and
row (``b3``), with the seat in front if there are several boards (``Ab3``); an edge is
named by its two cells (``b2-b3``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

WIDTH = 80
EMPTY = "."
CHANGED, IN_LINE = "[]", "()"
LEGEND = {CHANGED: "[ ] changed by the last action", IN_LINE: "( ) in a winning line"}
_CELL = re.compile(r"([A-Z]?)([a-z])([0-9]+)")
_GAP = "   "


def board_text(
    contents: Mapping[str, str], *, changed: Collection[str] = (), lined: Collection[str] = (), width: int = WIDTH
) -> str:
    """Return the board with *contents*, in lines of at most *width* characters if possible.

    Cells in *changed* are in square brackets, those in *lined* in round ones.

    >>> print(board_text({"a1": "As", "b1": ".", "a2": ".", "b2": "Bl"}, changed=["b2"]))
     2  .  [Bl]
     1  As  .
        a   b
    """
    marks = dict.fromkeys(lined, IN_LINE) | dict.fromkeys(changed, CHANGED)
    boards: dict[str, dict[tuple[str, int], str]] = {}
    for name in contents:
        if match := _CELL.fullmatch(name):
            boards.setdefault(match[1], {})[match[2], int(match[3])] = name
    blocks = [_block(seat, cells, contents, marks) for seat, cells in boards.items()]
    across = max(1, (width + len(_GAP)) // (max(len(line) for block in blocks for line in block) + len(_GAP)))
    rows = ["\n".join(_beside(blocks[n : n + across])) for n in range(0, len(blocks), across)]
    return "\n\n".join(rows)


def _block(
    seat: str, cells: Mapping[tuple[str, int], str], contents: Mapping[str, str], marks: Mapping[str, str]
) -> list[str]:
    """Return one board as lines, the highest row first; *cells* maps its places to names."""
    columns, rows = sorted({column for column, _ in cells}), sorted({row for _, row in cells}, reverse=True)
    room = max(len(contents[name]) for name in cells.values())
    has_edges = any("-" in name for name in contents)

    def drawn(column: str, row: int) -> str:
        if not (name := cells.get((column, row))):
            return " " * (room + 2)
        mark = marks.get(name, "  ")
        return f"{mark[0]}{contents[name]}{mark[1]}".ljust(room + 2)

    def rod(one: tuple[str, int], other: tuple[str, int], mark: str) -> str:
        return mark if contents.get(f"{cells.get(one)}-{cells.get(other)}", EMPTY) != EMPTY else " "

    lines = [f"   board of {seat}"] if seat else []
    for row in rows:
        line = f"{row:2} {drawn(columns[0], row)}"
        for left, right in pairwise(columns):
            line += (rod((left, row), (right, row), "-") if has_edges else "") + drawn(right, row)
        lines.append(line)
        if has_edges and row != rows[-1]:
            below = (rod((column, row - 1), (column, row), "|").center(room + 2) for column in columns)
            lines.append("   " + " ".join(below))
    gap = " " if has_edges else ""
    lines.append("   " + gap.join(f" {column}".ljust(room + 2) for column in columns))
    return lines


def _beside(blocks: Sequence[list[str]]) -> Iterator[str]:
    widths = [max(map(len, block)) for block in blocks]
    for parts in zip_longest(*blocks, fillvalue=""):
        yield _GAP.join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()
