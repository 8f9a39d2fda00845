"""The events of a watched game: contract.md's lines, and the same for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One line of ``kiebitz watch``: what happened, in which frame, at which second of the source."""

    kind: str
    frame: int
    t: float
    fields: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"event": self.kind, "frame": self.frame, "t": round(self.t, 3), **self.fields}


def narrate(event: Event, colours: Mapping[str, str]) -> str:
    """Return *event* as one line for people; empty for what only programs want."""
    fields = event.fields

    def named(seat: str) -> str:
        return f"{seat} ({colours[seat]})" if seat in colours else seat

    match event.kind:
        case "found":
            return f"The board is in view ({fields['method']})."
        case "lost" | "moved" | "end" | "unsure" | "partial":
            return str(fields["message"])
        case "state":
            return str(fields.get("message") or f"The game stands at {fields['position']}")
        case "move":
            remark = f"   {fields['message']}" if fields.get("message") else ""
            return f"{fields['ply']:3}. {named(fields['seat']):12} {fields['action']}{remark}"
        case "pass":
            return f"{fields['ply']:3}. {named(fields['seat']):12} --   {fields['message']}"
        case "takeback":
            plies = int(fields["plies"])
            return f"     Taken back: {plies} {'ply' if plies == 1 else 'plies'}."
        case "illegal":
            repair = f" {fields['repair']}" if fields.get("repair") else ""
            return f"  ✗  {fields['message']}{repair}  [{fields['code']}]"
        case "result":
            return str(fields["message"])
        case _:
            return ""
