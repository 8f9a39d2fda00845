"""The rules of a game on as few sheets as possible, and the small cards for beside the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kits.card import Card, ScoreTable, Section
from kits.inks import GRID, MUTED, TEXT
from kits.kit import Kit
from printkit.drawing import Area, Box, Label, Lines, Pose, Shape, Stroke, enlarged, moved
from printkit.flow import BODY_MM, Block, heading, item, lines, poured
from printkit.job import Job
from printkit.pictures import position
from printkit.sheets import Page, body
from printkit.strokes import CUT

_PICTURE_MM = 32.0
_CARD_MM = (92.0, 72.0)
"""A turn reminder: two fit side by side on the narrowest paper."""
_MARGIN_MM = 5.0
_ROW_MM = 7.0


def card_pages(kit: Kit, job: Job) -> tuple[Page, ...]:
    """Return the pages of the rule card of *kit*, then its small cards; none for a kit without a card."""
    card = kit.card
    if card is None:
        return ()
    box = body(job.paper)
    sheets = poured(lambda room: _blocks(kit, card, room), box, job.words)
    rules = (Page(f"The rules of {kit.title}", shapes, portion="rules") for shapes in sheets)
    return *rules, *_aids(kit.title, card, box, job.words)


def _blocks(kit: Kit, card: Card, room: float) -> Iterable[Block]:
    yield lines(card.summary, room, bold=True, after_mm=2.0)
    for section in card.sections:
        yield heading(section.heading, room)
        for text in section.texts:
            last = text is section.texts[-1] and section.diagram is not None
            yield replace(_paragraph(text, room), clings=last)
        if section.diagram is not None:
            yield _picture(kit, section, room)
    yield from fine_print(card.credits, room)


def _paragraph(text: str, room: float) -> Block:
    return item("•", text[2:], room) if text.startswith("* ") else lines(text, room)


def fine_print(texts: Iterable[str], room: float) -> Iterable[Block]:
    """Yield *texts* as small grey paragraphs."""
    yield Block(3.0, ())
    for text in texts:
        yield lines(text, room, size_mm=2.7, ink=MUTED)


def _picture(kit: Kit, section: Section, room: float) -> Block:
    """Return the diagram of *section* with its caption beside it."""
    diagram = section.diagram
    assert diagram is not None
    cell = _PICTURE_MM / max(diagram.columns, diagram.rows)
    width, height = cell * diagram.columns, cell * diagram.rows
    beside = lines(section.caption, room - width - 5.0, size_mm=3.1, ink=MUTED)
    drop = max(0.0, (height - beside.height_mm) / 2)
    return Block(
        max(height, beside.height_mm) + 4.0,
        (
            *moved(position(kit, diagram, cell), Pose(0.0, 1.0)),
            *moved(beside.shapes, Pose(width + 5.0, 1.0 + drop)),
        ),
    )


def _aids(title: str, card: Card, box: Box, words: float) -> Iterable[Page]:
    """Yield the sheet of turn reminders, *words* times their usual size, and the score table."""
    left, top, right, bottom = box
    if card.reminder:
        words = min(words, (right - left) / _CARD_MM[0])
        width, height = (side * words for side in _CARD_MM)
        columns, rows = int((right - left) // width), int((bottom - top) // height)
        one = enlarged(_reminder(title, card.reminder), words)
        shapes: list[Shape] = []
        for place in range(min(4, columns * rows)):
            shapes += moved(one, Pose(left + width * (place % columns), top + height * (place // columns)))
        first = "cut out along the thin lines."
        yield Page(f"Turn reminders of {title}", tuple(shapes), portion="cards", first=first)
    if card.score is not None:
        yield Page(f"Score sheet of {title}", _score(card.score, box), portion="cards")


def _reminder(title: str, texts: tuple[str, ...]) -> tuple[Shape, ...]:
    """Return one card with its cut line, its top left corner at (0, 0). Raises ``ValueError`` if the text overflows."""
    width, height = _CARD_MM
    room = width - 2 * _MARGIN_MM
    blocks = [heading(f"{title}: your turn", room), *(_paragraph(text, room) for text in texts)]
    shapes: list[Shape] = [Area.box((0.0, 0.0, width, height), stroke=CUT)]
    y = 2.0
    for block in blocks:
        shapes += moved(block.shapes, Pose(_MARGIN_MM, y))
        y += block.height_mm
    if y > height - 1.0:
        raise ValueError(f"the turn reminder of {title} is {y - height + 1.0:.0f} mm too long for its card")
    return tuple(shapes)


def _score(table: ScoreTable, box: Box) -> tuple[Shape, ...]:
    """Return an empty table with a row for each size, to fill in by hand."""
    left, top, right, bottom = box
    room = min(right - left, 150.0)
    blocks = [heading(table.heading, room), lines(table.how, room, after_mm=4.0)]
    shapes: list[Shape] = []
    y = top
    for block in blocks:
        shapes += moved(block.shapes, Pose(left, y))
        y += block.height_mm
    step = (room - 30.0) / len(table.columns)
    edges = [left, *(left + 30.0 + step * k for k in range(len(table.columns) + 1))]
    row_mm = min(_ROW_MM, (bottom - y) / (len(table.sizes) + 1))
    for row, names in enumerate((("size of group", *table.columns), *((size,) for size in table.sizes))):
        base = y + row_mm * row
        for name, start, end in zip(names, edges, edges[1:], strict=False):
            place = (start + end) / 2, base + 0.68 * row_mm
            shapes.append(Label(name, place, BODY_MM, TEXT, bold=row == 0, align="centre"))
    foot = y + row_mm * (len(table.sizes) + 1)
    upright = tuple(((x, y), (x, foot)) for x in edges)
    level = tuple(((left, y + row_mm * k), (edges[-1], y + row_mm * k)) for k in range(len(table.sizes) + 2))
    return *shapes, Lines(upright + level, Stroke(GRID, 0.2))
