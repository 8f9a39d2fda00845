"""Rows of a position text: pieces, and numbers of empty cells, from the highest row down."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.board.topology import cell_names
from core.options import shown
from core.reading import EMPTY


def parse_rows(rows: Sequence[str], *, piece: str, hint: str, columns: int | None = None) -> dict[str, str]:
    """Return the content of each cell, ordered by column letter, then row number.

    *piece* is the pattern of a piece; *hint* describes in words what a row may contain. Without *columns* the
    board is square. Raises ``ValueError`` naming the wrong row.

    >>> parse_rows(["1b", "2"], piece="[bw]", hint="")
    {'a1': '.', 'a2': '.', 'b1': '.', 'b2': 'b'}
    """
    high, token = len(rows), re.compile(f"({piece})|([1-9][0-9]?)")
    wide = columns or high
    names = cell_names(wide, high)
    contents = dict.fromkeys(names, EMPTY)
    for row, text in zip(reversed(range(high)), rows, strict=True):
        column = at = 0
        while at < len(text):
            found = token.match(text, at)
            if not found:
                raise ValueError(f"row {row + 1} cannot be read at {shown(text[at:], 8)}: {hint}")
            at = found.end()
            width = int(found[2] or 1)
            if column + width > wide:
                raise ValueError(f"row {row + 1}, {shown(text)}, has more than {wide} cells")
            if found[1]:
                contents[names[column * high + row]] = found[1]
            column += width
        if column < wide:
            raise ValueError(f"row {row + 1}, {shown(text)}, has {column} cells, not {wide}")
    return contents


def format_rows(contents: Mapping[str, str], columns: int, rows: int | None = None) -> str:
    """Return *contents* as the rows of a position text; a cell left out is empty.

    >>> format_rows({"b2": "As"}, columns=3, rows=2)
    '1As1/3'
    """
    high = rows or columns
    names, lines = cell_names(columns, high), []
    for row in reversed(range(high)):
        text, gap = "", 0
        for column in range(columns):
            content = contents.get(names[column * high + row], EMPTY)
            if content == EMPTY:
                gap += 1
                continue
            text += f"{gap or ''}{content}"
            gap = 0
        lines.append(f"{text}{gap or ''}")
    return "/".join(lines)
