"""The events of a watched game: JSON lines for programs, and sentences for people."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kiebitz.language import ENGLISH, Language
from kiebitz.language.naming import with_names


@dataclass(frozen=True, slots=True)
class Event:
    """One line of ``kiebitz watch``: what happened, in which frame, at which second of the source.

    >>> Event("move", 3, 1.5, {"action": "Sc3"}).as_json()
    {'event': 'move', 'frame': 3, 't': 1.5, 'action': 'Sc3'}
    """

    kind: str
    frame: int
    t: float
    fields: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Event:
        """Return the event that *line* of a journal tells.

        >>> Event.from_json({"event": "move", "n": 7, "frame": 3, "t": 1.5, "action": "Sc3"})
        Event(kind='move', frame=3, t=1.5, fields={'action': 'Sc3'})
        """
        fields = {name: value for name, value in line.items() if name not in ("event", "n", "frame", "t")}
        return cls(str(line["event"]), int(line["frame"]), float(line["t"]), fields)

    def as_json(self) -> dict[str, Any]:
        return {"event": self.kind, "frame": self.frame, "t": round(self.t, 3), **self.fields}


WIDTH = 96
_MARKS = {
    **dict.fromkeys(("error", "failed"), "!"),
    **dict.fromkeys(("corrected", "repaired", "signed", "joined", "left", "totals"), "="),
    **dict.fromkeys(("suggest", "asked"), "»"),
    **dict.fromkeys(("advice", "twin"), "i"),
    "partial": "…",
    "unsure": "?",
}
"""Kinds of events that people read as their message alone → the mark in front of it."""


def narrate(event: Event, names: Mapping[str, str], language: Language = ENGLISH) -> str:
    """Return *event* in words of *language*, in one or a few lines; empty if it is only for programs.

    *names* are what the sides are called, by their letters (``names_of``); sides without a name keep their letter.
    """

    def said(text: str) -> str:
        return language(with_names(text, names))

    def wrapped(text: str) -> str:
        return textwrap.fill(said(text.strip()), WIDTH)

    def aside(mark: str, text: str) -> str:
        """Return *text* beside the moves, wrapped and with *mark* in the column of their numbers."""
        return textwrap.fill(said(text), WIDTH, initial_indent=f"  {mark}  ", subsequent_indent="     ")

    fields = event.fields
    match event.kind:
        case "found":
            return wrapped(f"The board is in view ({fields['method']}). {fields.get('message', '')}")
        case "state":
            pending = fields.get("pending")
            asked = pending and narrate(Event(pending["event"], event.frame, event.t, pending), names, language)
            told = wrapped(str(fields.get("message", ""))) or language(_standing(fields, names))
            is_asked_for = "legal" in fields or fields.get("resumed")
            stash = aside(" ", stash_text(fields["stash"], names)) if is_asked_for and "stash" in fields else ""
            return "\n".join(filter(None, [told, stash, asked]))
        case "move" | "pass":
            who = language(names.get(fields["seat"], fields["seat"]))
            remarks = filter(None, (fields.get("message"), "(in this order or another)" if "order" in fields else ""))
            remark = "".join(f"   {said(each)}" for each in remarks)
            return f"{fields['ply']:3}. {who:12} {fields['action']:<12}{remark}".rstrip()
        case "takeback":
            plies = int(fields["plies"])
            then = with_names(str(fields.get("message", "")), names)
            return aside("<", f"Taken back: {plies} {'move' if plies == 1 else 'moves'}. {then}".strip())
        case "agreed":
            return aside("=", f"Agreed by the table [{fields['code']}]. {_standing(fields, names)}")
        case "illegal":
            lines = [aside("!", f"{fields['message']} [{fields['code']}]")]
            return "\n".join([*lines, aside(" ", str(fields["repair"]))] if fields.get("repair") else lines)
        case "clock":
            return aside("!", str(fields["message"])) if "message" in fields else aside(" ", _times(fields, names))
        case "hint" if "code" in fields:
            return aside("?", f"{fields['message']} [{fields['code']}]")
        case kind if kind in _MARKS:
            return aside(_MARKS[kind], str(fields["message"]))
        case "lost" | "elsewhere" | "moved" | "end" | "result":
            return said(str(fields["message"]))
        case _:
            return ""


def _standing(fields: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if fields.get("position") is None:
        return "No position has been seen yet."
    to_move = fields.get("to_move")
    turn = f"{names.get(to_move, to_move)} is to play." if to_move else "The game is over."
    return f"{turn} The position: {fields['position']}"


def stash_text(stash: Mapping[str, Mapping[str, int]], names: Mapping[str, str] | None = None) -> str:
    """Return what is left in the stashes of the sides, which are called by *names* where they have one.

    >>> stash_text({"A": {"s": 4, "m": 4, "l": 0}, "B": {"s": 0}}, {"A": "Red"})
    'In the stash: Red 4 S, 4 M; B nothing.'
    """
    called = names or {}

    def counted(left: Mapping[str, int]) -> str:
        return ", ".join(f"{count} {kind.upper()}" for kind, count in left.items() if count) or "nothing"

    return f"In the stash: {'; '.join(f'{called.get(seat, seat)} {counted(left)}' for seat, left in stash.items())}."


def _times(fields: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return what the clocks show, such as ``Red 9:55, Blue 10:00``."""
    periods = fields.get("periods", {})
    shown = []
    for seat, seconds in fields["left"].items():
        minutes, rest = divmod(int(seconds), 60)
        more = f" and {periods[seat]} periods" if periods.get(seat) else ""
        shown.append(f"{names.get(seat, seat)} {minutes}:{rest:02}{more}")
    return f"{'' if fields.get('running') else 'The clock is stopped: '}{', '.join(shown)}"
