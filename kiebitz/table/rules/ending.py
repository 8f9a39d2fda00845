"""The end of watching, and its interruptions."""

from __future__ import annotations

from dataclasses import replace

from core.game import P
from kiebitz.table.inputs import Concluded, Ended, Interrupted
from kiebitz.table.rules import playing
from kiebitz.table.rules.orders import looked_away
from kiebitz.table.state import TableState


def over(state: TableState[P], end: Ended) -> TableState[P]:
    """Announce, once, why watching ends, and the state of the game."""
    return ended(state, end.message)


def ended(state: TableState[P], message: str) -> TableState[P]:
    """Return *state* after its last event."""
    if state.over:
        return state
    return replace(state, over=True).saying("end", message=message, **state.standing())


def interrupted(state: TableState[P], trouble: Interrupted) -> TableState[P]:
    """Tell that the source has stopped delivering frames."""
    return looked_away(replace(state.saying("lost", message=trouble.message), in_view=False))


def concluded(state: TableState[P], _: Concluded) -> TableState[P]:
    """Announce the result, which nobody has heard of; do nothing while the game goes on."""
    return playing.concluded(state) if state.told else state
