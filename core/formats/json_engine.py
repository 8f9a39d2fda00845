"""The rules as a service: turns one JSON request into one reply, and does no input or output itself.

A bad request gets ``{"error": …}``; nothing that a client sends raises an exception.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core import games
from core.game import AnyGame, IllegalAction, PositionLike, dealt
from core.json_types import Json, JsonObject
from core.options import RuleOptions, shown
from core.play.sequences import parts
from core.verdict import Outcome

DEEPEST_PERFT = 64
HIGHEST_SEED = 2**63

Reply = JsonObject
Suggest = Callable[[AnyGame, PositionLike, Mapping[str, Json]], Reply]
"""Answers a ``suggest`` request: the game, the position and the whole request."""


def answer(line: str, suggest: Suggest | None = None, expired: Callable[[], bool] = lambda: False) -> Reply:
    """Return the reply to the request *line*; a count is cancelled once ``expired()`` is true.

    >>> answer('{"op": "start", "game": "tink"}')
    {'position': '8/8/8/8/8/8/8/8 A 0,0 0'}
    """
    try:
        return _answer(_Request.parse(line), suggest, expired)
    except IllegalAction as error:
        return {"error": str(error), "code": error.objection.code, "cells": list(error.objection.cells)}
    except (ValueError, RecursionError) as error:
        return {"error": str(error)}


def result_json(outcome: Outcome | None) -> Reply | None:
    """Return *outcome* as JSON, in the form that all answers share."""
    return outcome.as_json() if outcome else None


@dataclass(frozen=True, slots=True)
class _Request:
    """A request whose fields are checked when they are read."""

    values: Mapping[str, Json]

    @classmethod
    def parse(cls, line: str) -> _Request:
        try:
            values = json.loads(line)
        except RecursionError:
            raise ValueError("the request is nested too deeply") from None
        except ValueError as error:
            raise ValueError(f"the request is not JSON: {error}") from None
        if not isinstance(values, dict):
            raise ValueError('a request is a JSON object such as {"op": "moves", …}')
        return cls(values)

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if not isinstance(value, str):
            raise ValueError(f"the request needs {key!r}, a text" + ("" if value is None else f"; not {shown(value)}"))
        return value

    def whole(self, key: str, high: int) -> int:
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
            raise ValueError(f"the request needs {key!r}, a whole number from 0 to {high}; not {shown(value)}")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.values.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ValueError(f"{key!r} must be a list of texts, not {shown(value)}")
        return value

    @property
    def options(self) -> RuleOptions:
        value = self.values.get("options")
        if value is not None and not isinstance(value, dict):
            raise ValueError(f"'options' must be an object of names and values, not {shown(value)}")
        return self.game.options.of(value or {})

    @property
    def game(self) -> AnyGame:
        return games.find(self.text("game"))

    @property
    def position(self) -> PositionLike:
        return self.game.parse_position(self.text("position"), self.options)


def _answer(request: _Request, suggest: Suggest | None, expired: Callable[[], bool]) -> Reply:
    op = request.text("op")
    if op == "suggest" and suggest:
        return suggest(request.game, request.position, request.values)
    if op == "perft":
        return _perft(request, expired)
    if op not in _OPS:
        known = ", ".join([*_OPS, "perft", *(["suggest"] if suggest else [])])
        raise ValueError(f"no request is called {shown(op)}; the requests are {known}")
    return _OPS[op](request)


def _start(request: _Request) -> Reply:
    game = request.game
    return {"position": game.format_position(_started(request, game))}


def _started(request: _Request, game: AnyGame) -> PositionLike:
    """Return the start position: from the hands in ``setup``, dealt from ``seed``, or the game's own."""
    hands = request.values.get("setup")
    if hands is not None and not isinstance(hands, list):
        raise ValueError(f"'setup' must be a list of each seat's dice, not {shown(hands)}")
    seed = request.whole("seed", HIGHEST_SEED) if "seed" in request.values else None
    return dealt(game, request.options, seed=seed, setup=hands)


def _moves(request: _Request) -> Reply:
    game, position = request.game, request.position
    return {"actions": list(game.actions(position)), "result": result_json(game.outcome(position))}


def _play(request: _Request) -> Reply:
    game = request.game
    after = game.play(request.position, request.text("action"))
    return {"position": game.format_position(after), "result": result_json(game.outcome(after))}


def _perft(request: _Request, expired: Callable[[], bool]) -> Reply:
    depth, nodes = request.whole("depth", DEEPEST_PERFT), 0
    for part in parts(request.game, request.position, depth):
        nodes += part
        if expired():
            raise ValueError(f"the count to depth {depth} takes too long; ask for fewer plies")
    return {"nodes": nodes}


def _explain(request: _Request) -> Reply:
    objection = request.game.objection(request.position, request.text("action"))
    if objection is None:
        return {"legal": True}
    return {"legal": False, **objection.as_json()}


def _diagnose(request: _Request) -> Reply:
    game, before = request.game, request.position
    observed = game.parse_contents(request.text("observed"))
    history = [game.parse_position(text, request.options) for text in request.texts("history")]
    return game.diagnose(before, observed, history).as_json()


_OPS: dict[str, Callable[[_Request], Reply]] = {
    "start": _start,
    "moves": _moves,
    "play": _play,
    "explain": _explain,
    "diagnose": _diagnose,
}
