"""A game that is watched with clocks: every legal move presses the mover's, at the moment when the table came to rest.

The clock stands before the first move, while the board is not in view or people have paused it, and once the game is
over. It goes on while a broken rule stands, for the seat that broke it. A fallen flag is told; what it means is for
the players to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.game import P, holder
from kiebitz.clock import Clock
from kiebitz.pictures.frame import Frame
from kiebitz.table.controls import Command, Pause
from kiebitz.table.events import Event
from kiebitz.table.session import Session

PAUSED, GOES_ON = "The clock is paused.", "The clock goes on."
_PENDING_S = 3.0
"""So long after a flag would have fallen, a move that came to rest before may still be announced."""


class TimedSession(Session[P]):
    """A session with a clock for each player."""

    def __init__(self, *args: Any, clock: Clock, **how: Any) -> None:
        super().__init__(*args, **how)
        self._clock = clock
        self._in_view = False
        self._is_told = False
        """Whether the time controls of this game have been told."""

    def feed(self, frame: Frame) -> list[Event]:
        events = super().feed(frame)
        self._in_view = self.registration is not None
        return self._timed(events, self._attention.at_rest_since(frame.t))

    def announce(self, action: str) -> list[Event]:
        return self._timed(super().announce(action))

    def concluded(self) -> list[Event]:
        return self._timed(super().concluded())

    def tell(self, command: Command) -> list[Event]:
        if isinstance(command, Pause):
            return self._break(on=command.on)
        return self._timed(super().tell(command))

    def interrupted(self, message: str) -> list[Event]:
        events = super().interrupted(message)
        self._in_view = False
        return self._timed(events)

    def end(self, message: str) -> list[Event]:
        return self._timed(super().end(message))

    def clock_now(self) -> dict[str, Any]:
        """Return what the clocks show at the latest frame, and the time controls."""
        clock = self._clock
        return {**clock.at(self.moment[1]).as_json(), **_controls(clock)}

    def _break(self, *, on: bool) -> list[Event]:
        """Stop the clocks, or let them go on, and say so; an error event where they stand or go already."""
        if self._clock.paused == on:
            return self.misunderstood(f"The clock is {'paused already' if on else 'not paused'}.")
        t = self.moment[1]
        clock = replace(self._clock.at(t), paused=on)
        self._clock = clock.run(self._thinking(clock), t)
        told = PAUSED if on else GOES_ON
        return [Event("clock", *self.moment, {**self._clock.as_json(), "message": told})]

    def _timed(self, events: list[Event], rested: float | None = None) -> list[Event]:
        """Return *events* with what the clocks show after them; *rested* is when the table came to rest."""
        if any(event.fields.get("new_game") for event in events):
            self._clock, self._is_told = Clock.of(self._clock.controls), False
        before, t = self._clock, self.moment[1]
        turns = sum(map(_is_turn, events))
        clock = self._after_turns(events, turns, rested) if turns else self._after(events, rested)
        seat = self._thinking(clock)
        if seat != clock.running and not turns:
            clock = clock.at(t)
        self._clock = clock.run(seat, clock.since if turns else t)
        return self._told_with(events, before)

    def _after(self, events: Sequence[Event], rested: float | None) -> Clock:
        """Return the clocks after *events*, none of which is a turn that was played."""
        clock, t = self._clock, self.moment[1]
        falls_at = clock.falls_at
        is_down = rested is not None and t >= falls_at and (rested > falls_at or t >= falls_at + _PENDING_S)
        if is_down or any(event.kind == "takeback" for event in events):
            clock = clock.at(t)
        for event in events:
            clock = clock.heard(event.as_json(), t)
        return clock

    def _after_turns(self, events: Sequence[Event], turns: int, rested: float | None) -> Clock:
        """Return the clocks after *events*; so many *turns*, told together, are taken to have been equally long.

        What was played in place of a move that is taken back with them took all the time since.
        """
        clock, finish, position = self._clock, self.moment[1], self.position
        if rested is not None and clock.since < rested < finish:
            finish = rested
        start, done = clock.since if clock.running else finish, 0
        for event in events:
            if _is_turn(event):
                done += 1
                if clock.running and position is not None and len(events) > 1 and event.fields.get("action") != "swap":
                    clock = clock.run(holder(position, event.fields["seat"]), finish)
            clock = clock.heard(event.as_json(), start + (finish - start) * done / turns)
        return clock

    def _thinking(self, clock: Clock) -> str | None:
        """Return the seat whose clock is to run now."""
        position = self.position
        if position is None or position.to_move is None or self.over or clock.paused:
            return None
        if not (self._in_view and clock.has_started):
            return None
        return holder(position, position.to_move)

    def _told_with(self, events: list[Event], before: Clock) -> list[Event]:
        """Return *events* and, where it matters, what the clocks show, which was *before* on what they say."""
        clock = self._clock
        fallen = [seat for seat, left in clock.left.items() if left.is_down and not before.left[seat].is_down]
        is_news = clock.earned != before.earned or clock.running != before.running or bool(fallen)
        if not (is_news if self._is_told else self._in_view and self.position is not None):
            return events
        fields = clock.at(self.moment[1]).as_json()
        if not self._is_told:
            fields |= _controls(clock)
            self._is_told = True
        flags = [{"flag": seat, "message": f"{seat}'s time is up."} for seat in fallen]
        told = [Event("clock", *self.moment, {**fields, **flag}) for flag in flags or [{}]]
        last = [event for event in events if event.kind == "end"]
        return [*(event for event in events if event.kind != "end"), *told, *last]


def _controls(clock: Clock) -> dict[str, Any]:
    return {"control": {seat: str(control) for seat, control in clock.controls.items()}}


def _is_turn(event: Event) -> bool:
    return event.kind == "move" or (event.kind == "agreed" and not event.fields.get("start"))
