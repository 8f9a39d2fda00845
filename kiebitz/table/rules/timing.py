"""The players' clocks: every legal move presses the mover's, at the moment when the table came to rest.

The clock stands before the first move, while the board is not in view or people have paused it, and once the game is
over. It goes on while a broken rule stands, for the seat that broke it. A fallen flag is said; what it means is for
the players to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.game import P, holder
from kiebitz.clock import Clock
from kiebitz.table.events import Event
from kiebitz.table.inputs import Arrived
from kiebitz.table.state import Fields, Said, TableState, Timing

PAUSED, GOES_ON = "The clock is paused.", "The clock goes on."
WITHOUT = "This game is played without a clock."
_PENDING_S = 3.0
"""Seconds that a flag waits before it falls: a move that came to rest in time may still be announced."""


def paused(state: TableState[P], *, on: bool) -> TableState[P]:
    """Stop the clocks, or let them go on, and say so; an error event where they stand or go already."""
    if state.timing is None:
        return state.saying("error", message=WITHOUT)
    if state.timing.clock.paused == on:
        return state.saying("error", message=f"The clock is {'paused already' if on else 'not paused'}.")
    t = state.moment[1]
    clock = replace(state.timing.clock.at(t), paused=on)
    clock = clock.run(_thinking(state, clock), t)
    state = replace(state, timing=replace(state.timing, clock=clock))
    return state.saying("clock", **clock.as_json(), message=PAUSED if on else GOES_ON)


def arrived(state: TableState[P], given: Arrived) -> TableState[P]:
    """Let the clock of a seat, whose move has come from another table, show what is left there."""
    if (timing := state.timing) is None:
        return state
    clock = timing.clock.at(state.moment[1])
    if given.left is not None and given.seat in clock.left:
        clock = replace(clock, left={**clock.left, given.seat: given.left})
    return replace(state, timing=replace(timing, clock=clock))


def timed(state: TableState[P], rested_s: float | None) -> TableState[P]:
    """Return *state* with the clocks after the events of this step; the table has rested since *rested_s*."""
    if (timing := state.timing) is None:
        return state
    if any(fields.get("new_game") for _, _, fields in state.said):
        timing = Timing(Clock.of(timing.clock.controls))
    before, t = timing.clock, state.moment[1]
    events = [Event(kind, *moment, fields) for kind, moment, fields in state.said]
    turns = sum(map(_is_turn, events))
    state = replace(state, timing=timing)
    clock = _after_turns(state, before, events, turns, rested_s) if turns else _after(before, events, rested_s, t)
    seat = _thinking(state, clock)
    if seat != clock.running and not turns:
        clock = clock.at(t)
    clock = clock.run(seat, clock.since if turns else t)
    return _told(replace(state, timing=replace(timing, clock=clock)), before)


def now(state: TableState[P]) -> Fields | None:
    """Return what the clocks show at the latest frame, and the time controls; None without clocks."""
    if state.timing is None:
        return None
    return {**state.timing.clock.at(state.moment[1]).as_json(), **_controls(state.timing.clock)}


def _after(clock: Clock, events: Sequence[Event], rested_s: float | None, t: float) -> Clock:
    """Return *clock* after *events* at *t*; a turn that was played is not among them."""
    falls_at = clock.falls_at
    is_down = rested_s is not None and t >= falls_at and (rested_s > falls_at or t >= falls_at + _PENDING_S)
    if is_down or any(event.kind == "takeback" for event in events):
        clock = clock.at(t)
    for event in events:
        clock = clock.heard(event.as_json(), t)
    return clock


def _after_turns(
    state: TableState[P], clock: Clock, events: Sequence[Event], turns: int, rested_s: float | None
) -> Clock:
    """Return *clock* after *events*; the *turns* announced together count as equally long.

    A move played in place of one that is taken back with it took all the time since.
    """
    finish, position = state.moment[1], state.position
    if rested_s is not None and clock.since < rested_s < finish:
        finish = rested_s
    start, done = clock.since if clock.running else finish, 0
    for event in events:
        if _is_turn(event):
            done += 1
            if clock.running and position is not None and len(events) > 1 and event.fields.get("action") != "swap":
                clock = clock.run(holder(position, event.fields["seat"]), finish)
        clock = clock.heard(event.as_json(), start + (finish - start) * done / turns)
    return clock


def _thinking(state: TableState[P], clock: Clock) -> str | None:
    """Return the seat whose clock is to run now."""
    position = state.position
    if position is None or position.to_move is None or state.over or clock.paused:
        return None
    if state.proposal is not None and state.proposal.elsewhere and state.proposal.position is position:
        return None  # the move has been made at the other table, and is being put here
    return holder(position, position.to_move) if state.in_view and clock.has_started else None


def _told(state: TableState[P], before: Clock) -> TableState[P]:
    """Announce what the clocks show if that matters; *before* has them as they were before this step."""
    timing = state.timing
    assert timing is not None
    clock = timing.clock
    fallen = [seat for seat, left in clock.left.items() if left.is_down and not before.left[seat].is_down]
    is_news = clock.earned != before.earned or clock.running != before.running or bool(fallen)
    if not (is_news if timing.told else state.in_view and state.position is not None):
        return state
    fields = clock.at(state.moment[1]).as_json()
    if not timing.told:
        fields |= _controls(clock)
        state = replace(state, timing=replace(timing, told=True))
    flags = [{"flag": seat, "message": f"{seat}'s time is up."} for seat in fallen]
    said: list[Said] = [("clock", state.moment, {**fields, **flag}) for flag in flags or [{}]]
    last = [one for one in state.said if one[0] == "end"]
    return replace(state, said=(*(one for one in state.said if one[0] != "end"), *said, *last))


def _controls(clock: Clock) -> Fields:
    return {"control": {seat: str(control) for seat, control in clock.controls.items()}}


def _is_turn(event: Event) -> bool:
    return event.kind == "move" or (event.kind == "agreed" and not event.fields.get("start"))
