"""Teaching while people play on the real board: what is told of the move that was seen, and what may be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kiebitz.lessons.teaching import taught
from kiebitz.screen.words import in_colours
from kiebitz.table.session import Session

_CHANGING = ("move", "pass", "takeback", "corrected", "agreed", "state")


def taught_json(session: Session[Any], events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what is taught at the last position of *session*, with the players called as the page calls them."""
    last = next((event for event in reversed(events) if event["event"] in _CHANGING), {"event": ""})
    action = str(last["action"]) if last["event"] in ("move", "pass") else ""
    told = taught(session.game, list(session.positions), action)
    return [{**each.as_json(), "text": in_colours(session.game, each.text, session.colours)} for each in told]
