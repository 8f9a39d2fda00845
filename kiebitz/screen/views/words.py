"""What the screen says: contents of cells and events, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adviser.reasons import steps
from core.game import AnyGame, NamesPieces, PositionLike, side_names
from core.json_types import Json
from core.reading import EMPTY
from core.verdict import capitalised
from kiebitz.calling import names_of, seat_name
from kiebitz.language.naming import with_names
from kiebitz.table.events import Event, narrate
from kits.colours import called
from kits.kit import Kit
from kits.pieces import Die, Pyramid

_FACES = {4: "four", 6: "six", 8: "eight"}


def content_words(game: AnyGame, kit: Kit, content: str, colours: Mapping[str, str]) -> str:
    """Return what a cell holds, such as ``medium, red``; ``seat A`` where a seat's colour is not known yet."""
    if content == EMPTY:
        return "empty"
    if content == "rod":
        return "rod"
    if content in kit.pieces:
        side = side_names(game).get(content.upper())
        return f"stone, {side.lower()}" if side else content
    return f"{_kind_words(game, kit, content)}, {called(colours.get(content[0], '')) or f'seat {content[0]}'}"


def _kind_words(game: AnyGame, kit: Kit, content: str) -> str:
    kind, _, value = content[1:].partition("=")
    match kit.pieces.get(kind):
        case Pyramid() as pyramid:
            return pyramid.size
        case Die(faces=faces):
            return f"{_FACES[faces]}-sided die showing {value}"
        case _:
            named = game.piece_name(content) if isinstance(game, NamesPieces) else kind
            return named.removeprefix(f"{content[0]}'s ")


def side_name(game: AnyGame, side: str, colours: Mapping[str, str]) -> str:
    """Return what *side* is called, such as ``Red``; ``Seat A`` where its colour is not known yet."""
    return names_of(game, colours).get(side, f"Seat {side}")


def in_colours(game: AnyGame, text: str, colours: Mapping[str, str]) -> str:
    """Return *text*, in which the referee calls seats by their letters, with what the sides are called here.

    >>> from core.games import find
    >>> in_colours(find("tink"), "A medium was placed on d4 but nothing was spent. It is B's turn.", {"B": "red"})
    "A medium was placed on d4 but nothing was spent. It is Red's turn."
    """
    return with_names(text, names_of(game, colours))


def steps_of(game: AnyGame, position: PositionLike, action: str) -> str:
    """Return what is done with one's hands to play *action* in *position*, as a sentence.

    >>> from core.games import find
    >>> tink = find("tink")
    >>> steps_of(tink, tink.start(tink.options()), "Sc3")
    'Put a small on c3.'
    """
    return f"{capitalised(steps(game, position, action))}."


def bot_words(game: AnyGame, told: Mapping[str, Json], colours: Mapping[str, str]) -> str:
    """Return the bot's move that the fields *told* of its event announce, and how to make it."""
    return f"Kiebitz plays {told['action']} for {side_name(game, str(told['side']), colours)}: {told['steps']}."


def first_sentence(text: str) -> str:
    """Return *text* up to where its second sentence begins.

    >>> first_sentence("f4 is not next to d3. Both spent pieces must touch the new piece's cell.")
    'f4 is not next to d3.'
    """
    return re.split(r"(?<=[.!?])\s+(?=[^a-z])", text.strip(), maxsplit=1)[0]


def played(ply: int, who: str, action: str) -> str:
    """Return in words what was played.

    >>> played(3, "Red", "Sc3"), played(4, "Yellow", "--")
    ('3. Red plays Sc3.', '4. Yellow passes.')
    """
    return f"{ply}. {who} passes." if action == "--" else f"{ply}. {who} plays {action}."


_SHOWN = {
    "partial": "The move is not finished yet.",
    "unsure": "I have a question.",
}
"""Sentences for events that have a card of their own with all the rest."""


def _turn(game: AnyGame, fields: Mapping[str, Json], colours: Mapping[str, str]) -> str:
    if fields.get("position") is None:
        return "No position has been seen yet."
    side = fields.get("to_move")
    return f"{side_name(game, str(side), colours)} is to play." if side else "The game is over."


def _open(pending: Mapping[str, Json]) -> str:
    """Return what is wrong or unclear, how to put it right, and the rule's code; empty if nothing is."""
    code = f"[{pending['code']}]" if pending.get("code") else ""
    return " ".join(str(part) for part in (pending.get("message"), pending.get("repair"), code) if part)


def sentence(game: AnyGame, event: Event, colours: Mapping[str, str]) -> str:
    """Return *event* of *game* as a sentence on one line; empty if it is only for programs."""
    return in_colours(game, _sentence(game, event, colours), colours)


def _sentence(game: AnyGame, event: Event, colours: Mapping[str, str]) -> str:
    fields = event.fields
    if event.kind in ("move", "pass"):
        move = played(int(fields["ply"]), side_name(game, str(fields["seat"]), colours), str(fields["action"]))
        return " ".join(filter(None, (move, str(fields.get("message") or ""))))
    if event.kind == "illegal":
        return first_sentence(str(fields["message"]))
    if event.kind == "clock":
        told = str(fields.get("message", ""))
        return f"{seat_name(str(fields['flag']), colours)}'s time is up." if "flag" in fields else told
    if event.kind == "suggest":
        return bot_words(game, fields, colours)
    if event.kind in ("state", "agreed"):
        begun = "Agreed by the table." if event.kind == "agreed" else str(fields.get("message") or "")
        asked = _open(fields.get("pending") or {})
        turn = "" if begun and event.kind == "state" else _turn(game, fields, colours)
        return " ".join(filter(None, (begun, turn, asked)))
    if event.kind == "hint" and "seat" in fields:
        return f"A hint for {side_name(game, str(fields['seat']), colours)}: {fields['message']}"
    if event.kind in ("terms", "advice"):
        return str(fields["message"])
    if event.kind in _SHOWN:
        return _SHOWN[event.kind]
    if event.kind == "lost" and fields.get("looks_like"):
        typed = " or ".join(str(board["option"]) for board in fields["looks_like"])
        return f"{str(fields['message']).removesuffix(f': {typed}')}."  # pages have buttons instead
    told = " ".join(narrate(event, names_of(game, colours)).split())
    return told.lstrip("!?…»=<›· ").strip()
