"""The short rules of a game as the page shows them: the sections of its printed card, with their small boards."""

from __future__ import annotations

from base64 import b64encode

from core.json_types import JsonObject
from kiebitz.kits import has_kit, printed_kit
from kits.card import Diagram
from kits.kit import Kit
from printkit.pictures import position
from printkit.svg import svg
from printkit.telling import shown

_CELL_MM = 8.0
_MARGIN_MM = 0.5


def card_json(name: str) -> list[JsonObject]:
    """Return the sections of the rule card of the game *name*, each with its board as an SVG; none without a kit."""
    if not has_kit(name):
        return []
    kit = printed_kit(name)
    assert kit.card is not None
    return [
        {
            "heading": section.heading,
            "texts": list(section.texts),
            "caption": section.caption,
            **(_picture(kit, section.diagram, section.heading) if section.diagram else {}),
        }
        for section in kit.card.sections
    ]


def _picture(kit: Kit, diagram: Diagram, title: str) -> JsonObject:
    width, height = diagram.columns * _CELL_MM, diagram.rows * _CELL_MM
    box = (-_MARGIN_MM, -_MARGIN_MM, width + _MARGIN_MM, height + _MARGIN_MM)
    words = shown(kit, diagram)
    drawn = svg(position(kit, diagram, _CELL_MM), box, title=title, description=words)
    return {"picture": f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}", "shows": words}
