"""How often each side broke a rule, as an arbiter counts: what was put right or let stand, and no misreading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from core.json_types import Json

_SETTLED = ("repaired", "agreed")
_OUT_OF_TURN = ("GW-1", "TT-6")
_DROPPED = ("move", "pass", "corrected", "takeback", "state")


def broken_rules(events: Iterable[Mapping[str, Json]]) -> dict[str, int]:
    """Return how many broken rules *events* tell of, by side; sides that broke none are left out.

    A change that turned out to be a move, or was said to be misread, is none. Who plays out of turn broke the rule,
    not whose turn it was; a journal from before events named that seat does not tell who it was, and nobody counts.

    >>> broken_rules([{"event": "illegal", "seat": "B"}, {"event": "repaired"}, {"event": "illegal", "seat": "A"},
    ...               {"event": "move", "seat": "A"}])
    {'B': 1}
    """
    counts: Counter[str] = Counter()
    accused = ""
    for event in events:
        if event["event"] == "illegal":
            unknown = event.get("code") in _OUT_OF_TURN
            accused = str(event.get("by") or ("" if unknown else event.get("seat")) or "")
        elif event["event"] in _SETTLED:
            counts.update([accused] if accused else [])
            accused = ""
        elif event["event"] in _DROPPED:
            accused = ""
    return dict(sorted(counts.items()))
