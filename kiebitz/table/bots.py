"""Seats played by a program at a real table: it announces its move, people make it, the referee checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adviser import Suggestion
from adviser.reasons import steps
from core.game import Game, holder
from kiebitz.programs.program import ProgramError
from kiebitz.table.events import Event
from kiebitz.table.session import Session

Bot = int | str
"""Who plays a seat: the adviser at a level, or an engine by its name."""
_OFF_THE_TABLE = ("takeback", "corrected", "agreed", "result")
"""Events after which no announced move stands."""
Think = Callable[[Any, Any], Suggestion | None]
"""Chooses an action for a position and a ``Bot``, or None to wait; may take a while.

Raises ``ProgramError`` if an engine fails.
"""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A bot's announced move, and the position for which it was announced."""

    position: Any
    seat: str
    action: str


@dataclass(slots=True)
class Bots:
    """The seats played by programs. If an engine fails, people play on for it.

    In Tabik a bot keeps its seat when the colours are swapped. A move that changes nothing on the table, such as
    that swap, counts as made once it is announced.
    """

    levels: dict[str, Bot]
    think: Think
    _failed: set[str] = field(default_factory=set, init=False)
    _asked: _Asked | None = field(default=None, init=False)

    def seat(self, seat: str, bot: Bot | None) -> None:
        """Let *bot* play *seat* from now on; people where it is None."""
        self.levels.pop(seat, None)
        self._failed.discard(seat)
        if bot is not None:
            self.levels[seat] = bot
        if self._asked is not None and self._asked.seat == seat:
            self._asked = None

    def announced(self, position: Any) -> str | None:
        """Return the action announced for *position* that people have yet to make; None where there is none."""
        return self._asked.action if self._asked is not None and self._asked.position == position else None

    def heed(self, events: Sequence[Event]) -> list[Event]:
        """Return *events* with fields that relate them to the announced move.

        A move gets ``asked``, the announced action, and ``as_asked``, whether that was played. Other events on a
        bot's turn get ``asked``.
        """
        return [self._heeded(event) for event in events]

    def turn(self, session: Session[Any]) -> Iterator[Event]:
        """Yield the move of the bot whose turn it is, unless it has been announced already."""
        while (position := session.position) is not None and position.to_move is not None:
            seat = holder(position, position.to_move)
            playing = seat in self.levels and seat not in self._failed
            if not playing or (self._asked and self._asked.position == position):
                return
            try:
                found = self.think(position, self.levels[seat])
            except ProgramError as error:
                self._failed.add(seat)
                yield Event("failed", *session.moment, {"seat": seat, "message": f"{error}. Play on for {seat}."})
                return
            if found is None:
                return
            self._asked = _Asked(position, seat, found.action)
            yield self._said(session, position, seat, found)
            if not _leaves_the_table(session.game, position, found.action):
                return
            yield from self.heed(session.announce(found.action))

    def _heeded(self, event: Event) -> Event:
        asked = self._asked
        if asked is None:
            return event
        if event.kind in _OFF_THE_TABLE or event.fields.get("new_game") or event.fields.get("set"):
            self._asked = None
            return event
        if event.kind in ("illegal", "partial", "unsure"):
            return replace(event, fields={**event.fields, "asked": asked.action})
        if event.kind not in ("move", "pass"):
            return event
        self._asked = None
        done = event.fields["action"] == asked.action
        fields = {**event.fields, "asked": asked.action, "as_asked": done}
        if not done:
            other = f"{asked.seat} was to play {asked.action}; take this back, or let it stand."
            fields["message"] = " ".join(filter(None, (str(event.fields.get("message", "")), other)))
        return replace(event, fields=fields)

    def _said(self, session: Session[Any], position: Any, seat: str, found: Suggestion) -> Event:
        bot, todo = self.levels[seat], steps(session.game, position, found.action)
        known = {"level": bot} if isinstance(bot, int) else {"engine": bot}
        fields = {
            "seat": seat,
            "side": position.to_move,
            **known,
            "action": found.action,
            "steps": todo,
            "why": found.why,
            "value": round(found.value, 4),
            "line": list(found.line),
            "proved": found.proved,
            "position": session.game.format_position(position),
            "ply": position.ply,
            "message": f"{seat} ({'level ' if isinstance(bot, int) else ''}{bot}) plays {found.action}: {todo}.",
        }
        frame, t = session.moment
        return Event("suggest", frame, t, fields)


def _leaves_the_table(game: Game[Any], position: Any, action: str) -> bool:
    return game.contents(game.play(position, action)) == game.contents(position)
