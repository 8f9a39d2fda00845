"""How often each side broke a rule, as an arbiter counts: what was put right or let stand, and no misreading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

_SETTLED = ("repaired", "agreed")
_DROPPED = ("move", "pass", "corrected", "takeback", "state")


def broken_rules(events: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return how many broken rules *events* tell of, by side; sides that broke none are left out.

    A change that turned out to be a move, or was said to be misread, is none. Who plays out of turn broke the rule,
    not whose turn it was.

    >>> broken_rules([{"event": "illegal", "seat": "B"}, {"event": "repaired"}, {"event": "illegal", "seat": "A"},
    ...               {"event": "move", "seat": "A"}])
    {'B': 1}
    """
    counts: Counter[str] = Counter()
    accused = ""
    for event in events:
        if event["event"] == "illegal":
            accused = str(event.get("by") or event.get("seat") or "")
        elif event["event"] in _SETTLED:
            counts.update([accused] if accused else [])
            accused = ""
        elif event["event"] in _DROPPED:
            accused = ""
    return dict(sorted(counts.items()))
