"""A kept game as the pages step through it: its board, and every stage with what was said there."""

from __future__ import annotations

from collections.abc import Mapping

from core.formats.diagram import Moment
from core.game import PositionLike, holder
from core.json_types import Json, JsonObject, as_list, as_texts
from core.play.deciding_cells import deciding
from core.reading import EMPTY
from kiebitz.archive.crop_files import pictured
from kiebitz.archive.recorded import Recorded
from kiebitz.archive.retold import Stage, retold
from kiebitz.kits import kit_of
from kiebitz.screen.views.board import board_json
from kiebitz.screen.views.broken import broken_rules
from kiebitz.screen.views.words import content_words, in_colours, played, sentence, side_name, steps_of
from kiebitz.table.events import Event

_LONGEST_ACTION = 60
"""Longer texts are not actions but positions that were set."""


def game_json(recorded: Recorded) -> JsonObject:
    """Return the game in *recorded*: its board, its pieces in words, and its stages, the start first."""
    game, stages = recorded.course.game, retold(recorded)
    options, colours = stages[0].position.options, recorded.colours
    kit = kit_of(game.name, options)
    contents = {EMPTY, *(content for stage in stages for content in game.contents(stage.position).values())}
    crops = frozenset(pictured(recorded.path))
    return {
        "options": options.changed(),
        "players": options.players,
        "colours": colours,
        "board": board_json(kit, options),
        "words": {content: content_words(game, kit, content, colours) for content in sorted(contents)},
        "broken": broken_rules(recorded.events),
        "stages": [_stage_json(recorded, stages, at, crops) for at in range(len(stages))],
    }


def moment_of(recorded: Recorded, stages: list[Stage], at: int) -> Moment:
    """Return the moment of the stage number *at*."""
    actions = [stage.step.text for stage in stages if stage.step is not None]
    return Moment.of(recorded.course.game, [stage.position for stage in stages], actions, at)


def _stage_json(recorded: Recorded, stages: list[Stage], at: int, crops: frozenset[int]) -> JsonObject:
    stage, moment = stages[at], moment_of(recorded, stages, at)
    before = stages[at - 1] if at else None
    told = {
        "n": stage.event.get("n", 0),
        "contents": {cell: content for cell, content in moment.contents.items() if content != EMPTY},
        "position": moment.game.format_position(stage.position),
        "to_move": stage.position.to_move,
        "last": list(moment.changed),
        "decides": list(deciding(moment.game, stage.position, before.position if before else None).cells),
        "said": said(recorded, stage.event),
        "comment": stage.comment,
        "crops": stage.event.get("n") in crops,
        "asides": [_aside_json(recorded, stage.position, aside, crops) for aside in stage.asides],
    }
    if stage.step is None or before is None:
        return told
    side = before.position.to_move
    return told | {
        "ply": None if stage.event["event"] == "state" else stage.position.ply,
        "side": side,
        "seat": holder(before.position, side) if side else None,
        "action": "" if stage.step.why else stage.step.text,
        "steps": "" if stage.step.why else steps_of(moment.game, before.position, stage.step.text),
    }


def _aside_json(
    recorded: Recorded, before: PositionLike, event: Mapping[str, Json], crops: frozenset[int]
) -> JsonObject:
    return {
        "event": event["event"],
        "n": event.get("n", 0),
        "said": said(recorded, event),
        "code": event.get("code", ""),
        "repair": _named(recorded, str(event.get("repair", ""))),
        "cells": list(as_list(event.get("cells", ()))),
        "crops": event.get("n") in crops,
        "branch": [
            {
                "contents": {cell: content for cell, content in moment.contents.items() if content != EMPTY},
                "last": list(moment.changed),
                "said": said_of_branch(recorded, moment),
            }
            for moment in branch_of(recorded, before, event)
        ],
    }


def branch_of(recorded: Recorded, before: PositionLike, event: Mapping[str, Json]) -> list[Moment]:
    """Return the moments of what the take-back *event* undid, which had been played from the position *before*."""
    game, texts = recorded.course.game, as_texts(event.get("positions", []))
    positions = [before, *(game.parse_position(text, before.options) for text in texts)]
    actions = as_texts(event.get("actions", []))
    return [Moment.of(game, positions, actions, at) for at in range(1, len(positions))]


def said_of_branch(recorded: Recorded, moment: Moment) -> str:
    """Return what led to *moment*, which was taken back later."""
    number, side, action = moment.last.split(" ", 2)
    if len(action) > _LONGEST_ACTION:
        return "Taken back later: a position that was set."
    game = recorded.course.game
    return f"Taken back later: {played(int(number[:-1]), side_name(game, side, recorded.colours), action)}"


def said(recorded: Recorded, event: Mapping[str, Json]) -> str:
    """Return in words what *event* of the game tells; an empty one is the start."""
    match event.get("event"):
        case None:
            return "The start."
        case "takeback":
            gone = [text for text in as_texts(event["actions"]) if len(text) < _LONGEST_ACTION]
            return f"Taken back: {', then '.join(gone) or event['plies']}."
        case "corrected":
            return f"Corrected: it had been read as {event['was']}." if event.get("was") else "Corrected."
        case "agreed":
            return f"The players let this stand: {_named(recorded, str(event.get('message') or event['code']))}"
        case "illegal":
            return _named(recorded, str(event.get("message") or event["code"]))
        case _:
            return sentence(recorded.course.game, Event.from_json(event), recorded.colours)


def _named(recorded: Recorded, text: str) -> str:
    return in_colours(recorded.course.game, text, recorded.colours)
