"""Teaching while people play on the real board: what is said of the move that was seen, and what may be done now."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from core.game import AnyGame
from core.json_types import Json, JsonObject
from kiebitz.lessons.teaching import Teacher
from kiebitz.screen.views.words import in_colours
from kiebitz.table.state import AnyTable

_CHANGING = ("move", "pass", "takeback", "corrected", "agreed", "state")


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
