"""Running text: blocks of known height that flow through columns and sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from kits.inks import ACCENT, TEXT, Ink
from printkit.drawing import Box, Label, Pose, Role, Shape, Tag, enlarged, moved
from printkit.typeface import SOFT_HYPHEN, width_mm, wrap
from printkit.wording import worded

BODY_MM = 3.3
_LEADING = 1.4
_GUTTER_MM = 9.0
_LEVEL_MM = 2.0
_LINE_MM = 0.5
"""Width allowed for the thickest line at the edge of a block."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of content of known height, drawn from its own top left corner.

    ``clings`` keeps it together with the block after it.
    """

    height_mm: float
    shapes: tuple[Shape, ...]
    clings: bool = False


def lines(
    text: str,
    room_mm: float,
    *,
    size_mm: float = BODY_MM,
    ink: Ink = TEXT,
    bold: bool = False,
    indent_mm: float = 0.0,
    after_mm: float = 1.6,
    clings: bool = False,
    role: Role = "P",
) -> Block:
    """Return *text* as a paragraph, or whatever its *role* is."""
    step = size_mm * _LEADING
    told = worded(text)
    rows = list(wrap(told, room_mm - indent_mm, size_mm, bold=bold))
    tag = Tag(role, told.replace(SOFT_HYPHEN, ""))
    shapes = tuple(
        Label(row, (indent_mm, step * (k + 0.75)), size_mm, ink, bold=bold, tag=tag) for k, row in enumerate(rows)
    )
    return Block(step * len(rows) + after_mm, shapes, clings)


def larger(block: Callable[[float], Block], room_mm: float, words: float) -> Block:
    """Return what *block* makes of the room it is given, *words* times its usual size, in *room_mm*."""
    small = block(room_mm / words)
    return replace(small, height_mm=small.height_mm * words, shapes=enlarged(small.shapes, words))


def heading(text: str, room_mm: float) -> Block:
    """Return a heading that stays with what follows it."""
    block = lines(text, room_mm, size_mm=4.6, ink=ACCENT, bold=True, after_mm=1.0, role="H2")
    return Block(block.height_mm + 2.0, moved(block.shapes, Pose(0.0, 2.0)), clings=True)


def item(mark: str, text: str, room_mm: float) -> Block:
    """Return a paragraph with a hanging bold *mark*, such as a number or a bullet."""
    block = lines(text, room_mm, indent_mm=5.0, after_mm=1.2, role="LBody")
    place = 0.6, BODY_MM * _LEADING * 0.75
    return Block(block.height_mm, (Label(mark, place, BODY_MM, ACCENT, bold=True, tag=Tag("Lbl", mark)), *block.shapes))


def table(rows: Sequence[tuple[str, str]], room_mm: float) -> tuple[Block, ...]:
    """Return a table of two columns, the first in bold."""
    indent = max(width_mm(left, BODY_MM, bold=True) for left, _ in rows) + 4.0
    return tuple(
        Block(
            block.height_mm,
            (
                Label(left, (0.0, BODY_MM * _LEADING * 0.75), BODY_MM, TEXT, bold=True, tag=Tag("TH", left)),
                *block.shapes,
            ),
        )
        for left, right in rows
        for block in (lines(right, room_mm, indent_mm=indent, after_mm=0.9, role="TD"),)
    )


def column_width(box: Box) -> float:
    """Return the width of a column: columns are 80 to 130 mm wide if the box allows, else as wide as the box."""
    return _columns(box)[1]


def _columns(box: Box) -> tuple[int, float]:
    width = box[2] - box[0]
    count = max(1, int((width + _GUTTER_MM) / (80.0 + _GUTTER_MM)))
    return count, (width - _GUTTER_MM * (count - 1)) / count


def poured(
    blocks: Callable[[float], Iterable[Block]], box: Box, words: float, first_top_mm: float | None = None
) -> list[tuple[Shape, ...]]:
    """Return the shapes of each sheet that *blocks* fill, enlarged by *words*. *blocks* takes a column's width."""
    thicker = _LINE_MM * (words - 1) / 2
    small = ((box[0] + thicker) / words, box[1] / words, (box[2] - thicker) / words, box[3] / words)
    top = None if first_top_mm is None else first_top_mm / words
    return [enlarged(shapes, words) for shapes in pour(blocks(column_width(small)), small, top)]


def pour(blocks: Iterable[Block], box: Box, first_top_mm: float | None = None) -> list[tuple[Shape, ...]]:
    """Return the shapes of each sheet that *blocks* fill, column by column inside *box*.

    On the first sheet the columns begin at *first_top_mm*. If everything fits on one
    sheet, its columns are balanced as well as the blocks allow.
    """
    groups = _groups(blocks)
    start = box[1] if first_top_mm is None else first_top_mm
    sheets = _poured(groups, box, start)
    if len(sheets) > 1:
        return sheets
    bottom = box[3]
    while len(shorter := _poured(groups, (*box[:3], bottom - _LEVEL_MM), start)) == 1 and bottom > start + _LEVEL_MM:
        sheets, bottom = shorter, bottom - _LEVEL_MM
    return sheets


def _poured(groups: Sequence[Sequence[Block]], box: Box, start: float) -> list[tuple[Shape, ...]]:
    left, top, _, bottom = box
    count, width = _columns(box)
    sheets: list[list[Shape]] = [[]]
    column, y = 0, start
    for group in groups:
        height = sum(block.height_mm for block in group)
        if y + height > bottom and y > start:
            column, y = column + 1, start
            if column == count:
                column, start = 0, top
                y = start
                sheets.append([])
        for block in group:
            sheets[-1].extend(moved(block.shapes, Pose(left + column * (width + _GUTTER_MM), y)))
            y += block.height_mm
    return [tuple(shapes) for shapes in sheets]


def _groups(blocks: Iterable[Block]) -> list[list[Block]]:
    groups: list[list[Block]] = [[]]
    for block in blocks:
        groups[-1].append(block)
        if not block.clings:
            groups.append([])
    return [group for group in groups if group]
