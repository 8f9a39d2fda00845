"""The answers to a question of the referee that people can give with one tap."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.game import AnyGame, PositionLike
from core.json_types import Json, JsonObject, as_list, as_texts
from core.verdict import Refused
from kiebitz.screen.views.words import content_words, first_sentence, in_colours, sentence, side_name, steps_of
from kiebitz.table.asking import likeliest, near, untold, weighed
from kiebitz.table.controls import NEEDS_CELLS, texts_of
from kiebitz.table.events import Event
from kiebitz.table.state import AnyTable
from kits.kit import Kit

_MOST_NEAR = 2
_PASS = "--"
_ACTION = re.compile(r"[\w+=-]+")
MOST_ANSWERS = 3
"""Most contents of a cell that are offered."""
_SETTLES = ("move", "pass", "takeback", "corrected")
_JUST_SO = "No legal move leads there."


def answers(state: AnyTable, kit: Kit, asked: Mapping[str, Json] | None) -> list[JsonObject]:
    """Return each answer to *asked*: its ``words`` and the ``cells`` to correct, cell → content; none if it is unclear.

    Which of several moves it was is answered by a move, what one cell holds by its likeliest contents, whose turn it
    is by a ``seat`` instead of cells, and how many play by another ``command``. Where a rule seems to be broken, it may
    have been a legal move that is near.
    """
    if asked is None or asked["event"] not in ("unsure", "illegal"):
        return []
    if seats := asked.get("seats"):
        return [
            {"words": side_name(state.game, seat, state.colours), "cells": {}, "seat": seat} for seat in as_texts(seats)
        ]
    if joining := asked.get("joining"):
        return _joined(as_texts(joining), state)
    numbers = [_count(int(str(number))) for number in as_list(asked.get("numbers", ()))]
    if numbers or asked["event"] == "illegal":
        return [*move_answers(state, _near(state, asked)), *numbers]
    moves, cells = move_answers(state, as_texts(asked.get("candidates", ()))), as_texts(asked.get("cells", ()))
    if len(moves) > 1 or len(cells) != 1:
        return moves
    (cell,) = cells
    return [
        {"words": content_words(state.game, kit, content, state.colours), "cells": {cell: content}}
        for content in likeliest(state, cell)[:MOST_ANSWERS]
    ]


def _near(state: AnyTable, asked: Mapping[str, Json]) -> list[str]:
    """Return the legal moves that may have been meant, those named in the repair first: both are on one card."""
    legal = set(state.game.actions(state.position)) if state.position is not None else set()
    named = [word for word in _ACTION.findall(str(asked.get("repair", ""))) if word in legal]
    return list(dict.fromkeys([*named, *as_texts(asked.get("nearest", ()))]))[:_MOST_NEAR]


def _joined(colours: Sequence[str], state: AnyTable) -> list[JsonObject]:
    """Return the answers: who plays a new colour has joined, the mover plays it as well, or nobody has joined."""
    came: list[JsonObject] = [
        {"words": f"{colour.capitalize()} has joined", "cells": {}, "command": {"do": "joined", "colour": colour}}
        for colour in colours
    ]
    players, mover = state.options.players, state.position.to_move if state.position else None
    if len(colours) == 1 and mover is not None and (known := state.colours.get(mover)):
        also = {mover: f"{known}+{colours[0]}"}
        came.append(
            {
                "words": f"{mover} plays {colours[0]}, too",
                "cells": {},
                "command": {"do": "colours", "colours": also},
            }
        )
    return [*came, {**_count(players), "words": f"No, {players} play"}]


def _count(players: int) -> JsonObject:
    return {"words": f"{players} play", "cells": {}, "command": {"do": "seats", "players": players}}


def move_answers(state: AnyTable, candidates: Sequence[str], told: Mapping[str, str] | None = None) -> list[JsonObject]:
    """Return an answer for each of *candidates* that can be played; none if their boards are not all different.

    Its ``steps`` say what is done with one's hands. Its cells are all those that differ from what stands: in a
    candidate, as it is seen, or as it was *told*.
    """
    if state.position is None:
        return []
    game, position = state.game, state.position
    now = game.contents(position)
    boards = {move: board for move in candidates if (board := _board(game, position, move.split())) is not None}
    found = untold(state)
    seen = {**(found.cells if found else {}), **(told or {})}
    differing = [cell for cell in now if cell in seen or any(board[cell] != now[cell] for board in boards.values())]
    if len({tuple(board.items()) for board in boards.values()}) < len(boards):
        return []
    return [
        {
            "words": _in_words(move.split()),
            "steps": _steps(game, position, move.split()),
            "cells": {cell: board[cell] for cell in differing},
        }
        for move, board in boards.items()
    ]


def _board(game: AnyGame, position: PositionLike, actions: list[str]) -> Mapping[str, str] | None:
    """Return the board after *actions* in *position*; None if they are not legal."""
    for action in actions:
        if game.objection(position, action) is not None:
            return None
        position = game.play(position, action)
    return game.contents(position)


def _steps(game: AnyGame, position: PositionLike, actions: list[str]) -> str:
    """Return what the players do by hand in the legal *actions* from *position*; empty for a pass."""
    told = []
    for action in actions:
        told += [] if action == _PASS else [steps_of(game, position, action)]
        position = game.play(position, action)
    return " ".join(told)


def _in_words(actions: list[str]) -> str:
    return ", then ".join("pass" if action == _PASS else action for action in actions)


def weighed_json(state: AnyTable, value: Any) -> JsonObject:
    """Return what correcting the ``cells`` of the JSON *value* would be taken for, and near ``moves`` as answers.

    ``fits`` says whether a course of the game explains them. Without cells, the moves are those near what is seen.
    Raises ``ValueError`` in words for people.
    """
    cells = _cells(value)
    told = weighed(state, cells) if cells else []
    return {
        "fits": any(event.kind in _SETTLES for event in told) or [_is_still(event) for event in told] == [True],
        "message": _message(state, told, cells),
        "moves": move_answers(state, near(state, cells), cells),
    }


def _cells(value: Any) -> Mapping[str, str]:
    """Return the cells in *value*. Raises ``ValueError``."""
    if not isinstance(value, Mapping) or value.keys() != {"cells"}:
        raise ValueError(NEEDS_CELLS)
    return texts_of(value["cells"], NEEDS_CELLS) if value["cells"] != {} else {}


def _is_still(event: Event) -> bool:
    return event.kind == "state" and not event.fields.get("set")


def _message(state: AnyTable, told: Sequence[Event], cells: Mapping[str, str]) -> str:
    """Return *told* as sentences; if it only takes the cells as stated, say which rule is in the way."""
    if not any(event.fields.get("set") for event in told):
        return " ".join(filter(None, (_told(state, event) for event in told)))
    now = state.contents
    verdict = state.game.diagnose(state.told[-1], {**now, **cells})
    why = first_sentence(verdict.objection.message) if isinstance(verdict, Refused) else ""
    return " ".join(filter(None, (_JUST_SO, in_colours(state.game, why, state.colours))))


def _told(state: AnyTable, event: Event) -> str:
    if event.kind in ("partial", "unsure"):
        return in_colours(state.game, str(event.fields["message"]), state.colours)
    return sentence(state.game, event, state.colours)
