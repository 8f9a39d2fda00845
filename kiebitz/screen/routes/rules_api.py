"""The part of the API that tells the rules, and what a game looks like; for everybody who may look at the table."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.formats.diagram import Moment
from core.formats.ruling import as_json
from core.games import find, names, rulebook
from core.json_types import JsonObject
from kiebitz.diagrams import moment_svg
from kiebitz.kits import has_kit, printed_kit
from kiebitz.screen.doors.access import API
from kiebitz.screen.doors.replies import NotThereError, answered, data_reply
from kiebitz.watching.scripts import script_of
from kits.card import Diagram
from kits.kit import Kit
from printkit.pictures import position, shown
from printkit.svg import svg

_CELL_MM = 8.0
_MARGIN_MM = 0.5
_PLAYED = 0.8
"""The share of the pretend table's game that its picture shows as played."""


def rules_routes() -> list[Route]:
    return [
        Route(f"{API}rules/{{game}}", answered(_rules)),
        Route(f"{API}games/{{game}}.svg", answered(_picture, failed=404)),
    ]


def _named(request: Request, what: str) -> str:
    """Return the game that *request* names. Raises ``NotThereError`` where there is none; *what* is asked for."""
    name: str = request.path_params["game"]
    if name not in names():
        raise NotThereError(f"There are {what} of {', '.join(names())}.")
    return name


def _rules(request: Request) -> JsonObject:
    name = _named(request, "rules")
    return {**as_json(name, rulebook(name)), "card": _card(name)}


def _picture(request: Request) -> Response:
    return data_reply(_in_the_middle(_named(request, "pictures")).encode(), "", kind="image/svg+xml")


@lru_cache(maxsize=32)
def _in_the_middle(name: str) -> str:
    """Return a position of the pretend table's game of *name* as an SVG picture. Raises ``Failure`` without a kit."""
    game, script = find(name), script_of(name)
    options = script.options
    positions = [game.parse_position(script.start, options) if script.start else game.start(options)]
    actions = script.actions[: round(_PLAYED * len(script.actions))]
    for action in actions:
        positions.append(game.play(positions[-1], action))
    return moment_svg(Moment.of(game, positions, actions, len(actions)), {}, captioned=False)


def _card(name: str) -> list[JsonObject]:
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
            **(_board(kit, section.diagram, section.heading) if section.diagram else {}),
        }
        for section in kit.card.sections
    ]


def _board(kit: Kit, diagram: Diagram, title: str) -> JsonObject:
    width, height = diagram.columns * _CELL_MM, diagram.rows * _CELL_MM
    box = (-_MARGIN_MM, -_MARGIN_MM, width + _MARGIN_MM, height + _MARGIN_MM)
    words = shown(kit, diagram)
    drawn = svg(position(kit, diagram, _CELL_MM), box, title=title, description=words)
    return {"picture": f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}", "shows": words}
