"""The rules of a game on as few sheets as possible, and the sheet to count on at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from kits.card import Card, ScoreTable, Section
from kits.inks import GRID, MUTED, TEXT
from kits.kit import Kit
from printkit.drawing import Box, Label, Lines, Pose, Shape, Stroke, Tag, enlarged, moved, tagged
from printkit.flow import BODY_MM, Block, heading, item, lines, poured
from printkit.job import Job
from printkit.pictures import position, shown
from printkit.sheets import Page, body, fewest
from printkit.typeface import LEAST_WORDS_MM
from printkit.wording import worded

_PICTURE_MM = 32.0
_ROW_MM = 6.2
_TABLE_MM = 80.0
"""Least width of a score table."""
_SIZE_MM = 16.0
_BETWEEN_MM = 8.0


def card_pages(kit: Kit, job: Job) -> tuple[Page, ...]:
    """Return the pages of the rule card of *kit*, then the score sheet.

    What would need a sheet more is left out of the introduction. Returns none for a kit without a card.
    """
    card = kit.card
    if card is None:
        return ()
    box, words = body(job.sheet), job.sheet.words
    rules = fewest(_rules(kit, card, box, words, count) for count in range(len(card.introduction), -1, -1))
    return *rules, *_score_sheets(kit, card, box, words)


def _rules(kit: Kit, card: Card, box: Box, scale: float, introduced: int) -> tuple[Page, ...]:
    """Return the pages of the rules with the first *introduced* paragraphs of the introduction."""
    sheets = poured(lambda room: _blocks(kit, card, room, introduced), box, scale)
    return tuple(Page(f"The rules of {kit.title}", shapes, portion="rules", reading=True) for shapes in sheets)


def _blocks(kit: Kit, card: Card, room: float, introduced: int) -> Iterable[Block]:
    yield lines(card.summary, room, bold=True, after_mm=2.0)
    for text in card.introduction[:introduced]:
        yield lines(text, room, size_mm=LEAST_WORDS_MM, ink=MUTED)
    for section in card.sections:
        yield heading(section.heading, room)
        for text in section.texts:
            last = text is section.texts[-1] and section.diagram is not None
            yield replace(paragraph(text, room), clings=last)
        if section.diagram is not None:
            yield _picture(kit, section, room)
    yield from fine_print(card.credits, room)


def paragraph(text: str, room: float) -> Block:
    """Return *text*, as a list item if it begins with ``* ``."""
    return item("•", text[2:], room) if text.startswith("* ") else lines(text, room)


def fine_print(texts: Iterable[str], room: float) -> Iterable[Block]:
    """Yield *texts* as small grey paragraphs."""
    yield Block(3.0, ())
    for text in texts:
        yield lines(text, room, size_mm=LEAST_WORDS_MM, ink=MUTED)


def _picture(kit: Kit, section: Section, room: float) -> Block:
    """Return the diagram of *section* with its caption next to it."""
    diagram = section.diagram
    assert diagram is not None
    cell = _PICTURE_MM / max(diagram.columns, diagram.rows)
    width, height = cell * diagram.columns, cell * diagram.rows
    beside = lines(section.caption, room - width - 5.0, size_mm=3.1, ink=MUTED)
    drop = max(0.0, (height - beside.height_mm) / 2)
    return Block(
        max(height, beside.height_mm) + 4.0,
        (
            *tagged(moved(position(kit, diagram, cell), Pose(0.0, 1.0)), Tag("Figure", worded(shown(kit, diagram)))),
            *moved(beside.shapes, Pose(width + 5.0, 1.0 + drop)),
        ),
    )


def _score_sheets(kit: Kit, card: Card, box: Box, scale: float) -> Iterable[Page]:
    """Yield the sheets with a row for each group size, down from the largest that the stones allow.

    Where all sizes fit on one sheet, it serves as many games as it has room for.
    """
    table = card.score
    if table is None:
        return
    left, top, right, bottom = (edge / scale for edge in box)
    words = (heading(table.heading, right - left), lines(table.how, right - left, after_mm=4.0))
    start = top + sum(block.height_mm for block in words)
    tables = max(1, int((right - left + _BETWEEN_MM) / (_TABLE_MM + _BETWEEN_MM)))
    width = (right - left + _BETWEEN_MM) / tables - _BETWEEN_MM
    most = int((bottom - start) / _ROW_MM) - 1
    sizes = range(max(kit.stock.values()), 0, -1)
    rows = min(most, -(-len(sizes) // tables))
    count = -(-len(sizes) // (rows * tables))
    high = _ROW_MM * (rows + 1) + _BETWEEN_MM
    games = max(1, int((bottom - start + _BETWEEN_MM) / high)) if count == 1 else 1
    for number in range(count):
        shapes: list[Shape] = []
        y = top
        for block in words:
            shapes += moved(block.shapes, Pose(left, y))
            y += block.height_mm
        here = sizes[number * rows * tables : (number + 1) * rows * tables]
        for game, place in product(range(games), range(0, len(here), rows)):
            at = Pose(left + place // rows * (width + _BETWEEN_MM), y + game * high)
            shapes += moved(_score_rows(table, here[place : place + rows], width), at)
        counted = f" ({number + 1} of {count})" if count > 1 else ""
        seen = f"An empty table with rows for the sizes {here[0]} to {here[-1]}."
        yield Page(f"Score sheet of {kit.title}{counted}", enlarged(shapes, scale), portion="cards", shows=seen)


def _score_rows(table: ScoreTable, sizes: Sequence[int], width: float) -> tuple[Shape, ...]:
    """Return an empty table of *width* with a row for each of *sizes*, to be filled in by hand."""
    step = (width - _SIZE_MM) / len(table.columns)
    edges = [0.0, *(_SIZE_MM + step * k for k in range(len(table.columns) + 1))]
    shapes: list[Shape] = []
    for row, names in enumerate((("size", *table.columns), *((str(size),) for size in sizes))):
        for name, start, end in zip(names, edges, edges[1:], strict=False):
            place = (start + end) / 2, _ROW_MM * (row + 0.68)
            shapes.append(Label(worded(name), place, BODY_MM, TEXT, bold=row == 0, align="centre"))
    upright = tuple(((x, 0.0), (x, _ROW_MM * (len(sizes) + 1))) for x in edges)
    level = tuple(((0.0, _ROW_MM * k), (width, _ROW_MM * k)) for k in range(len(sizes) + 2))
    return *shapes, Lines(upright + level, Stroke(GRID, 0.2))
