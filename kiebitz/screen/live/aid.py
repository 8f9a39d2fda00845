"""What the computer does for the players of one table: it hints and plays seats, or in fair play does neither."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from adviser import Suggestion
from adviser.levels import HIGHEST
from core.belief.traces import changed_by
from core.game import AnyGame, PositionLike
from core.json_types import Json, JsonObject
from core.options import SEATS
from kiebitz.lessons.teaching import Teacher
from kiebitz.programs.advice import advise
from kiebitz.screen.live.drill import NO_HELPERS, Drill
from kiebitz.screen.views.words import bot_words, in_colours
from kiebitz.table.inputs import Seated
from kiebitz.table.state import AnyTable
from kiebitz.watching.agreements import LOCKED
from kiebitz.watching.bots import Bot, Bots

THINKING_S = 1.5
RUNGS = ("area", "piece", "move")
"""What hints reveal, from least to most."""
_CHANGING = ("move", "pass", "takeback", "corrected", "agreed", "state")


class Aid:
    """The bots of one table, and whether anybody may be helped at all."""

    def __init__(
        self, game: AnyGame, players: int, *, fair: bool, levels: Mapping[str, int], drill: Drill | None = None
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

    def check(self, state: AnyTable) -> None:
        """Raise ``ValueError`` where nobody may be helped."""
        if self._locked(state):
            raise ValueError(LOCKED)

    def seat(self, seat: str, level: int | None) -> Seated:
        """Let a bot of *level* play *seat*, or with None people again; return what the table is to hear.

        Raises ``ValueError``.
        """
        if self.fair and level is not None:
            raise ValueError(LOCKED)
        if self._drill is not None:
            raise ValueError(NO_HELPERS)
        if seat not in tuple(self._seats):
            raise ValueError(f'"seat" must be one of {", ".join(self._seats)}; not {seat[:20]!r}')
        if level is not None and not 1 <= level <= HIGHEST:
            raise ValueError(f'"level" must be 1 to {HIGHEST}; not {level}')
        return self.bots.seat(seat, level)

    def as_json(self, state: AnyTable, events: Sequence[Mapping[str, Json]]) -> JsonObject:
        """Return who is played by a bot, the move that it waits for, and whether help is locked."""
        return {
            "fair": self.fair,
            "locked": self._locked(state),
            "bots": {} if self._drill else dict(self.bots.levels),
            "announced": self._announced(state, events),
        }

    def _locked(self, state: AnyTable) -> bool:
        return self.fair and not is_over(state)

    def _announced(self, state: AnyTable, events: Sequence[Mapping[str, Json]]) -> JsonObject | None:
        """Return the move announced by a bot or another table that people have yet to make; None if there is none."""
        position, game = state.position, self._game
        if position is None or state.proposal is None or state.proposal.position != position:
            return None
        told = next((event for event in reversed(events) if event["event"] in ("suggest", "asked")), None)
        if told is None or "action" not in told:
            return None
        is_asked, colours = told["event"] == "asked", state.colours
        words = in_colours(game, str(told["message"]), colours) if is_asked else bot_words(game, told, colours)
        return {
            "seat": told["seat"],
            "action": told["action"],
            "words": words,
            "cells": changed_by(game, position, str(told["action"])),
        }

    def _think(self, position: PositionLike, bot: Bot) -> Suggestion | None:
        if self._drill is not None:
            return self._drill.answer()
        return advise(self._game, position, seconds=THINKING_S, level=int(bot))


def is_over(state: AnyTable) -> bool:
    """Return whether the rules have ended the game."""
    return state.position is not None and state.position.to_move is None


def hinted(game: AnyGame, position: PositionLike, step: int) -> JsonObject:
    """Return a hint for *position* of this many steps of ``RUNGS``: in words, and the cells to mark."""
    found = advise(game, position, seconds=THINKING_S, level=HIGHEST)
    cells = list(changed_by(game, position, found.action))
    match RUNGS[step - 1]:
        case "area":
            return {"message": f"Look around {_area(cells)}." if cells else "Passing is worth a thought.", "cells": []}
        case "piece":
            named = " and ".join(cells[:2]) or "no cell"
            return {"message": f"It is about {named}.", "cells": cells[:2]}
        case _:
            return {"message": f"{found.action}: {found.why}", "cells": cells, "action": found.action, "why": found.why}


def _area(cells: list[str]) -> str:
    """Describe a cell without giving it away: by its column."""
    return f"the {cells[0].rstrip('0123456789')[-1]} column"


class Teaching:
    """Teaches *game* at one table. It may be asked from any thread."""

    def __init__(self, game: AnyGame) -> None:
        self._teacher = Teacher(game)
        self._free = threading.Lock()

    def as_json(self, state: AnyTable, events: Sequence[Mapping[str, Json]]) -> list[JsonObject]:
        """Return what is taught at the last position of *state*, with the players called as the page calls them."""
        last = next((event for event in reversed(events) if event["event"] in _CHANGING), {"event": ""})
        action = str(last["action"]) if last["event"] in ("move", "pass") else ""
        with self._free:
            told = self._teacher.taught(list(state.told), action)
        return [{**each.as_json(), "text": in_colours(state.game, each.text, state.colours)} for each in told]
