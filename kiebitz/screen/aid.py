"""What the computer does for the players of one table: it hints and plays seats, or in fair play does neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adviser import Suggestion
from adviser.levels import HIGHEST
from core.belief.traces import changed_by
from core.game import Game
from core.options import SEATS
from kiebitz.programs.advice import advise
from kiebitz.screen.drill import NO_HELPERS, Drill
from kiebitz.screen.words import bot_words
from kiebitz.table.bots import Bot, Bots
from kiebitz.table.events import Event
from kiebitz.table.session import Session

THINKING_S = 1.5
LOCKED = "Fair play was agreed on: no hints and no bots until the game is over."
TERMS = "terms"
"""The event that tells what was agreed on."""


class Aid:
    """The bots of one table, and whether anybody may be helped at all."""

    def __init__(
        self, game: Game[Any], players: int, *, fair: bool, levels: Mapping[str, int], drill: Drill | None = None
    ) -> None:
        """Let bots of these *levels* play some seats, or the puzzle of *drill* answer.

        Raises ``ValueError`` for a seat nobody has, and for bots where *fair* or in a puzzle.
        """
        self._game = game
        self._seats = SEATS[:players]
        self._drill = drill
        self.fair = fair
        self.bots = Bots(dict(drill.bots) if drill else {}, self._think)
        for seat, level in levels.items():
            self.seat(seat, level)

    def leave_puzzle(self) -> None:
        """Answer no puzzle any more: another game has begun."""
        if self._drill is not None:
            self._drill = None
            self.bots.levels.clear()

    def check(self, session: Session[Any]) -> None:
        """Raise ``ValueError`` where nobody may be helped."""
        if self._locked(session):
            raise ValueError(LOCKED)

    def seat(self, seat: str, level: int | None) -> None:
        """Let a bot of *level* play *seat*, or with None people again. Raises ``ValueError``."""
        if self.fair and level is not None:
            raise ValueError(LOCKED)
        if self._drill is not None:
            raise ValueError(NO_HELPERS)
        if seat not in tuple(self._seats):
            raise ValueError(f'"seat" must be one of {", ".join(self._seats)}; not {seat[:20]!r}')
        if level is not None and not 1 <= level <= HIGHEST:
            raise ValueError(f'"level" must be 1 to {HIGHEST}; not {level}')
        self.bots.seat(seat, level)

    def terms(self, moment: tuple[int, float]) -> Event:
        """Return the event that tells everybody of fair play."""
        return Event(TERMS, *moment, {"fair": True, "message": LOCKED})

    def as_json(self, session: Session[Any], events: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return who is played by a bot, the move that it waits for, and whether help is locked."""
        return {
            "fair": self.fair,
            "locked": self._locked(session),
            "bots": {} if self._drill else dict(self.bots.levels),
            "announced": self._announced(session, events),
        }

    def _locked(self, session: Session[Any]) -> bool:
        return self.fair and not is_over(session)

    def _announced(self, session: Session[Any], events: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
        """Return the move that a bot has announced and people have yet to make; None where there is none."""
        position, game = session.position, self._game
        if position is None or self.bots.announced(position) is None:
            return None
        told = next((event for event in reversed(events) if event["event"] == "suggest"), None)
        if told is None:
            return None
        return {
            "seat": told["seat"],
            "action": told["action"],
            "words": bot_words(game, told, session.colours),
            "cells": changed_by(game, position, told["action"]),
        }

    def _think(self, position: Any, bot: Bot) -> Suggestion | None:
        if self._drill is not None:
            return self._drill.answer()
        return advise(self._game, position, seconds=THINKING_S, level=int(bot))


def is_over(session: Session[Any]) -> bool:
    """Return whether the rules have ended the game."""
    return session.position is not None and session.position.to_move is None


def was_fair(events: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether fair play was agreed on in a game of these *events*."""
    return any(event["event"] == TERMS and event.get("fair") for event in events)
