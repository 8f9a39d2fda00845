"""What people do to the game at the table that is being watched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom
from typing import Any

from core.json_types import Json, JsonObject
from kiebitz.archive.comments import COMMENT, check_place, comment_event
from kiebitz.archive.recorded import load
from kiebitz.screen.doors.fields import object_of, text_in, whole_or_none
from kiebitz.screen.live.aid import RUNGS, hinted, is_over
from kiebitz.screen.live.refereed import Refereed
from kiebitz.screen.views.roll import hand_json, rolling
from kiebitz.screen.views.words import in_colours
from kiebitz.table.controls import Command, Find, PointOut, Recolour, Reveal, command_of
from kiebitz.table.inputs import Remarked, Rolled
from kiebitz.table.rules.speaking import NO_POSITION
from kiebitz.table.state import AnyTable
from kiebitz.watching.agreements import signature
from kiebitz.watching.kept_table import Line


class Commands:
    """Changes the game at the table that *watched* returns, which raises ``ValueError`` if there is none.

    Each may be called from any thread, and raises ``ValueError`` in words for people.
    """

    def __init__(self, watched: Callable[[], Refereed]) -> None:
        self._watched = watched
        self._hinted: tuple[Json, int] = None, 0
        """Position and rung of the last hint."""

    def tell(self, command: Any) -> list[Line]:
        """Carry out *command* of ``--control`` and return its events."""
        on = self._watched()
        known = command_of(command)
        with on.going(untroubled=True) as game:
            told = game.table.take(known)
        _show_photo_again(on, known)
        _check_fault(told, game.state)
        return told

    def point_out(self, value: Any) -> list[Line]:
        """Take the board to lie at the ``corners_px`` of the JSON *value*, or find it again where they are null."""
        value = object_of(value, "what says where the board lies", ("corners_px",), '{"corners_px":null}')
        if "corners_px" not in value:
            raise ValueError('"corners_px" must be four points; null finds the board by itself')
        return self.tell({"do": "find"} if value["corners_px"] is None else {"do": "corners", **value})

    def seat(self, value: Any) -> None:
        """Let Kiebitz or people play a seat, as the JSON *value* says."""
        value = object_of(value, "a bot", ("seat", "level"), '{"seat":"B","level":5}')
        seat, level = value.get("seat"), whole_or_none(value.get("level"), "level")
        if not isinstance(seat, str):
            raise ValueError('"seat" must be a text')
        with self._watched().going() as game:
            game.table.take(game.aid.seat(seat, level))

    def roll(self, seat: str) -> JsonObject:
        """Roll the dice of *seat*, tell their total to everybody, and return them."""
        with self._watched().going() as game:
            _check_fault(game.table.take(Rolled(seat, rolling(game.state).rolled(SystemRandom()))), game.state)
            return hand_json(game.state, seat)

    def sign(self, value: Any) -> list[Line]:
        """Let the seat in the JSON *value* agree to the result, and return the events."""
        seat = text_in(value, "a signature", "seat", '{"seat":"A"}')
        on = self._watched()
        with on.going() as game:
            return game.table.take(signature(game.state.position, on.events, seat))

    def comment(self, at: int, text: str) -> None:
        """Write a comment on the move that event *at* told. Raises ``Failure`` as well."""
        with self._watched().going() as game:
            check_place(load(game.table.journal.path), at)
            game.table.take(Remarked(COMMENT, comment_event(at, text)))

    def hint(self, value: Any) -> JsonObject:
        """Return a hint for the side to move, of the ``rung`` in the JSON *value*, or one higher than the last.

        Everybody hears of it.
        """
        rung = whole_or_none(object_of(value, "a hint", ("rung",), '{"rung":1}').get("rung"), "rung")
        on = self._watched()
        now, (position, last) = on.known["position"], self._hinted
        step = rung if rung is not None else (min(last + 1, len(RUNGS)) if position == now else 1)
        if not 1 <= step <= len(RUNGS):
            raise ValueError(f'"rung" must be 1 to {len(RUNGS)}')
        found = _hinted(on, step)
        self._hinted = now, step
        return {"rung": step, **found}


def _hinted(on: Refereed, rung: int) -> JsonObject:
    if (game := on.game) is None or (position := game.state.position) is None:
        raise ValueError(NO_POSITION)
    game.aid.check(game.state)
    if is_over(game.state):
        raise ValueError("The game is over.")
    found = hinted(game.state.game, position, rung)
    told = {"seat": position.to_move, "rung": rung, "cells": found["cells"], "message": found["message"]}
    with on.free:
        if game.state.position is position:
            game.table.take(Remarked("hint", told))
    return found


def _show_photo_again(on: Refereed, command: Command) -> None:
    """Show the newest photo again if *command* changes how it is seen; a film goes on by itself."""
    frame, posted = on.lookout.frame, on.beginning.posted
    looks_anew = isinstance(command, PointOut | Find | Recolour | Reveal)
    if looks_anew and posted is not None and frame is not None and frame.own_moment:
        posted.offer(frame.image, photo=True, again=True)


def _check_fault(told: Sequence[Mapping[str, Json]], state: AnyTable) -> None:
    """Raise ``ValueError`` with what went wrong, if the lines *told* say so."""
    if faults := [str(line["message"]) for line in told if line["event"] == "error"]:
        raise ValueError(in_colours(state.game, faults[0], state.colours))
