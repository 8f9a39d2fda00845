"""The rules of a game on as few sheets as they need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kits.card import Card, Section
from kits.inks import MUTED
from kits.kit import Kit
from printkit.drawing import Pose, moved
from printkit.flow import Block, column_width, heading, item, lines, pour
from printkit.paper import Paper
from printkit.pictures import position
from printkit.sheets import Page, body

_PICTURE_MM = 32.0


def card_pages(kit: Kit, paper: Paper) -> tuple[Page, ...]:
    """Return the pages of the rule card of *kit*; none where it has no card."""
    if kit.card is None:
        return ()
    box = body(paper)
    sheets = pour(_blocks(kit, kit.card, column_width(box)), box)
    return tuple(Page(f"The rules of {kit.title}", shapes) for shapes in sheets)


def _blocks(kit: Kit, card: Card, room: float) -> Iterable[Block]:
    yield lines(card.summary, room, bold=True, after_mm=2.0)
    for section in card.sections:
        yield heading(section.heading, room)
        for text in section.texts:
            block = item("•", text[2:], room) if text.startswith("* ") else lines(text, room)
            last = text is section.texts[-1] and section.diagram is not None
            yield replace(block, clings=last)
        if section.diagram is not None:
            yield _picture(kit, section, room)
    yield from fine_print(card.credits, room)


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
        height + 4.0,
        (
            *moved(position(kit, diagram, cell), Pose(0.0, 1.0)),
            *moved(beside.shapes, Pose(width + 5.0, 1.0 + drop)),
        ),
    )
