"""Position texts: their parts, and rows of pieces and numbers of empty cells, from the highest row down."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.board.topology import cell_names
from core.options import shown
from core.reading import EMPTY
from core.verdict import in_letters, in_words

LONGEST_TEXT = 2000
"""The most characters of a position text, where a game does not say otherwise."""


def words_of(text: str, most: int = LONGEST_TEXT) -> list[str]:
    """Return the parts of the position *text*. Raises ``ValueError`` where it has more than *most* characters."""
    if len(text) > most:
        raise ValueError(f"a position text is at most {most} characters long; this one has {len(text)}")
    return text.split()


def parts_of(text: str, *names: str, most: int = LONGEST_TEXT) -> list[str]:
    """Return the parts of the position *text*, as many as have *names*. Raises ``ValueError``."""
    parts = words_of(text, most)
    if len(parts) == len(names):
        return parts
    count = in_letters(len(names))
    raise ValueError(f"a position has {count} parts, {in_words(names)}, not {len(parts)}: {shown(text)}")


def read_side(text: str, seats: str) -> int:
    """Return the number of the side to move among *seats*, -1 for ``-``. Raises ``ValueError``."""
    if text not in ("-", *seats):
        raise ValueError(f"the side to move must be one of {', '.join(seats)} or -, not {shown(text)}")
    return seats.find(text)


def read_ply(text: str) -> int:
    """Return the ply written as *text*. Raises ``ValueError``."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(f"the ply must be a whole number from 0 to 999999999, not {shown(text)}")
    return int(text)


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
