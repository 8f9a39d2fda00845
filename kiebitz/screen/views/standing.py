"""Where a game stands, as the pages show it and programs ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from core.belief.traces import changed_by
from core.formats.json_engine import result_json
from core.game import AnyGame, PositionLike, Summed, holder, in_play
from core.games import find
from core.json_types import Json, JsonObject, as_list, as_object, as_whole
from core.options import RuleOptions
from core.play.deciding_cells import Deciding, deciding
from core.reading import EMPTY
from kiebitz.archive.comments import COMMENT
from kiebitz.archive.people import SIGNED, people_of, signed_in
from kiebitz.kits import kit_of
from kiebitz.screen.views.answers import answers
from kiebitz.screen.views.board import board_json
from kiebitz.screen.views.broken import broken_rules
from kiebitz.screen.views.roll import roll_json
from kiebitz.screen.views.words import content_words, in_colours, played, sentence, side_name, steps_of
from kiebitz.table.events import Event
from kiebitz.table.state import AnyTable
from kits.kit import Kit

Phase = Literal["looking", "still", "hand", "thinking", "asking", "over"]

_ASKING = ("illegal", "partial", "unsure", "error")
_SETTLING = (
    "joined", "left", "totals", "move", "pass", "takeback", "corrected", "agreed", "repaired", "state", "result",
    "found", "lost", "elsewhere", "moved",
)  # fmt: skip
"""Events that settle every open question."""
_PLAYED = ("move", "pass")
_LONGEST_SCORE = 400

NOTHING: Mapping[str, Json] = {
    "phase": "looking", "game": None, "position": None, "to_move": None, "legal": [], "stash": {}, "n": 0,
    "roll": None,
}  # fmt: skip
"""The standing while no game has begun."""
_MOVED_ON = ("move", "pass", "corrected", "agreed", "illegal", "partial", "unsure", "result", "joined", "left")
"""Events after which it is not asked whether a take-back stands."""


def standing_of(state: AnyTable, events: Sequence[Mapping[str, Json]], options: RuleOptions) -> JsonObject:
    """Return where *state*, after the *events* announced of it, stands; all but the phase.

    *options* count as long as there is no position.
    """
    game = state.game
    position = state.position
    options = position.options if position is not None else options
    kit = kit_of(game.name, options)
    asked = asking(events)
    told = {
        "game": game.name,
        "title": game.title,
        "options": options.changed(),
        "players": options.players,
        "position": None,
        "to_move": None,
        "legal": [],
        "stash": {},
        **state.standing(),
        **state.stash(),
        "n": as_whole(events[-1]["n"]) if events else 0,
        "plies": max(0, len(state.told) - 1),
        "colours": dict(state.colours),
        "board": board_json(kit, options),
        "asking": asked and _in_colours(game, asked, state.colours),
        "answers": answers(state, kit, asked),
        "said": said(game, events, state.colours, proposed=state.proposal is not None),
        "score": _score(events),
        "broken": broken_rules(events),
        "instead": _instead(events),
        "people": people_of(events),
        "signed": signed_in(events),
        "result": None,
        "roll": roll_json(state),
    }
    return told if position is None else told | _of_position(state, position, events, kit)


def _of_position(state: AnyTable, position: PositionLike, events: Sequence[Mapping[str, Json]], kit: Kit) -> JsonObject:
    """Return the part of the standing that a known *position* adds."""
    game, score = state.game, _score(events)
    contents = game.contents(position)
    names = {side: side_name(game, side, state.colours) for side in position.seats}
    outcome, why = game.outcome(position), _why(state)
    alphabet = game.alphabet(position)
    told: JsonObject = {
        "legal": list(game.actions(position)),
        "contents": {cell: content for cell, content in contents.items() if content != EMPTY},
        "alphabet": list(alphabet),
        "words": {content: content_words(game, kit, content, state.colours) for content in alphabet},
        "seats": list(position.seats),
        "out": [side for side in position.seats if side not in in_play(position)],
        "names": names,
        "holders": {side: holder(position, side) for side in position.seats},
        "last": _last(state, contents),
        "steps": _steps(state, score),
        "result": result_json(outcome),
        "drawn": outcome is not None and outcome.drawn,
        "decides": list(why.cells),
        "at_hand": _at_hand(game, position),
        "branching": branching_json(state, events, _before_taking_back(events)),
    }
    if outcome is not None:
        told["said"] = said(game, events, state.colours, verdict=why.sentence(outcome, names))
    return told


def asking(events: Sequence[Mapping[str, Json]]) -> Mapping[str, Json] | None:
    """Return the last event that says what is wrong or unclear, if it still stands.

    Who asks where the game stands settles nothing: that ``state`` tells what is ``pending``.
    """
    for line in reversed(events):
        lies_wrong = line["event"] == "hint" and "code" in line
        if lies_wrong or (line["event"] in _ASKING and line["event"] != "error"):
            return dict(line)
        if line["event"] in _SETTLING and not line.get("pending"):
            return None
    return None


def _instead(events: Sequence[Mapping[str, Json]]) -> list[JsonObject]:
    """Return the boards in view instead of the game's, as tables to ask for; none once the game's was found."""
    told = (event for event in reversed(events) if event["event"] in ("found", "lost"))
    last: Mapping[str, Json] = next(told, {})
    return [
        {
            "title": find(str(board["game"])).title,
            "table": {
                "game": board["game"],
                **({"players": board["players"]} if board["players"] else {}),
                **({"options": {"board_size": board["board_size"]}} if board["board_size"] else {}),
            },
        }
        for board in map(as_object, as_list(last.get("looks_like", ())))
    ]


def _in_colours(game: AnyGame, asked: Mapping[str, Json], colours: Mapping[str, str]) -> Mapping[str, Json]:
    """Return *asked* with its sentences naming the players as this table does."""
    return {
        **asked,
        **{key: in_colours(game, str(asked[key]), colours) for key in ("message", "repair") if asked.get(key)},
    }


def said(
    game: AnyGame,
    events: Sequence[Mapping[str, Json]],
    colours: Mapping[str, str],
    *,
    verdict: str = "",
    proposed: bool = True,
) -> str:
    """Return the last thing that was said; *verdict* in place of a result, if it is given.

    A move that a program has announced counts only as long as it is still *proposed*.

    Moves that were told at the same moment belong to it, without the remarks on lines, which the result repeats.
    """
    told: list[str] = []
    lines = False
    moment: tuple[int, float] | None = None
    for line in reversed(events):
        event = Event.from_json(line)
        if event.kind in ("suggest", "asked") and not proposed:
            continue
        if event.kind in (SIGNED, COMMENT):  # the page shows them elsewhere
            continue
        if moment is not None and (event.kind not in _PLAYED or (event.frame, event.t) != moment):
            break
        if event.kind == "result":
            lines = bool(event.fields.get("lines"))
        elif verdict and lines:
            event = replace(event, fields={**event.fields, "message": ""})
        words = verdict if verdict and event.kind == "result" else sentence(game, event, colours)
        if not words:
            continue
        told.insert(0, words)
        if event.kind not in (*_PLAYED, "result"):
            break
        moment = event.frame, event.t
    return " ".join(told)


def _last(state: AnyTable, contents: Mapping[str, str]) -> list[str]:
    """Return the cells that the last action changed."""
    if len(state.told) < 2:
        return []
    before = state.game.contents(state.told[-2])
    return [cell for cell, content in contents.items() if content != before.get(cell)]


def _steps(state: AnyTable, moves: Sequence[Mapping[str, Json]]) -> str:
    """Return what the players did by hand in the latest of *moves*; empty if the board does not show it."""
    if len(state.told) < 2 or not moves or moves[-1]["ply"] != state.told[-1].ply:
        return ""
    action = str(moves[-1]["action"])
    return "" if action in ("agreed", "set") else steps_of(state.game, state.told[-2], action)


def _at_hand(game: AnyGame, position: PositionLike) -> JsonObject:
    """Return phrases on how *position* stands, for each side and for all; empty if the game has none."""
    return game.at_hand(position).as_json() if isinstance(game, Summed) else {}


def _why(state: AnyTable) -> Deciding:
    return deciding(state.game, *reversed(state.told[-2:]))


def _before_taking_back(events: Sequence[Mapping[str, Json]]) -> list[JsonObject]:
    """Return the moves as they stood before the last take-back; empty if nothing was taken back."""
    last = next((at for at in range(len(events) - 1, -1, -1) if events[at]["event"] == "takeback"), None)
    return [] if last is None else _score(events[:last])


def _score(events: Sequence[Mapping[str, Json]]) -> list[JsonObject]:
    """Return the moves that stand, each with its seat and action, in order."""
    moves: list[JsonObject] = []
    for line in events:
        match line["event"]:
            case "move" | "pass":
                moves.append({"n": line["n"], "ply": line["ply"], "seat": line["seat"], "action": line["action"]})
            case "takeback":
                del moves[-as_whole(line["plies"]) :]
            case "agreed" if not line.get("start"):
                moves.append({"n": line["n"], "ply": line["ply"], "seat": line["seat"], "action": "agreed"})
            case "state" if moves and line.get("set") and "start" not in line:
                moves.append({"n": line["n"], "ply": moves[-1]["ply"], "seat": line["to_move"], "action": "set"})
            case "corrected":
                for move in moves:
                    if move["ply"] == line["ply"]:
                        move["action"] = line["action"]
    return moves[-_LONGEST_SCORE:]


def branching_json(
    state: AnyTable, events: Sequence[Mapping[str, Json]], before: Sequence[Mapping[str, Json]]
) -> JsonObject | None:
    """Return the question: its ``message``, the event's ``n``, and the ``cells`` that put the move back.

    *before* are the moves as they stood before the last take-back. None where nothing was taken back last, or people
    said so with words, or more than one move was: that is asked about before it is done.
    """
    last = next((event for event in reversed(events) if event["event"] in (*_MOVED_ON, "takeback")), None)
    position, game = state.position, state.game
    if last is None or last["event"] != "takeback" or "wanted" in last or last["plies"] != 1:
        return None
    undone = before[-1] if before else None
    if undone is None or position is None or undone["action"] not in game.actions(position):
        return None
    action = str(undone["action"])
    told = played(position.ply + 1, side_name(game, str(undone["seat"]), state.colours), action)
    question = f"Taken back: {told} Shall the game go on from here? What was taken back is kept as a branch."
    return {
        "n": last["n"],
        "message": question,
        "cells": dict(changed_by(game, position, action)),
    }
