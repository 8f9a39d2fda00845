"""The answers to a question of the referee that people can give with one tap."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.game import AnyGame, PositionLike
from core.json_types import Json, JsonObject, as_list, as_texts
from kiebitz.screen.views.words import content_words, side_name, steps_of
from kiebitz.table.asking import likeliest, untold
from kiebitz.table.state import AnyTable
from kits.kit import Kit

_MOST_NEAR = 2
_PASS = "--"
_ACTION = re.compile(r"[\w+=-]+")
MOST_ANSWERS = 3
"""Most contents of a cell that are offered."""


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
