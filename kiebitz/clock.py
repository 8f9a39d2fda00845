"""The players' clocks, as a value. It knows no time of its own: every moment is given, in seconds of the source.

>>> clock = Clock.of(controls_of("10+5", "AB")).pressed(0.0).run("B", 0.0).pressed(30.0).run("A", 30.0)
>>> clock.at(40.0).as_json()
{'left': {'A': 590.0, 'B': 575.0}, 'running': 'A'}

A clock starts with the first move, since nobody can tell when the players have begun to think. Time that has passed
is spent: a take-back gives nobody time back, and only takes off the seconds that were earned with what is undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.json_types import Json, JsonObject, as_number, as_object, as_whole

_CONTROL = re.compile(r"(?P<minutes>\d{1,4}(\.\d{1,3})?)(\+((?P<periods>\d{1,2})[x×])?(?P<seconds>\d{1,4}(\.\d)?))?")
FORMS = "10 (minutes), 10+5 (and 5 seconds for each move) or 20+3x30 (then 3 periods of 30 seconds)"


@dataclass(frozen=True, slots=True)
class Left:
    """What a seat has left: ``seconds`` until its flag falls or the next of ``periods`` begins."""

    seconds: float
    periods: int = 0

    @property
    def is_down(self) -> bool:
        """Whether the flag has fallen."""
        return self.seconds <= 0


@dataclass(frozen=True, slots=True)
class Control:
    """A time control: main time and seconds for each move, or main time and then periods of byo-yomi.

    A move within a period leaves it whole; who uses it up goes on in the next, and the flag falls with the last.
    """

    minutes: float
    increment_s: float = 0.0
    periods: int = 0
    period_s: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Control:
        """Return the control written as *text*. Raises ``ValueError`` saying how it is written.

        >>> Control.parse("20+3x30")
        Control(minutes=20.0, increment_s=0.0, periods=3, period_s=30.0)
        """
        found = _CONTROL.fullmatch(text.strip())
        if not found:
            raise ValueError(f"a clock is written as {FORMS}; not {text[:20]!r}")
        minutes, seconds = float(found["minutes"]), float(found["seconds"] or 0)
        periods = int(found["periods"] or 0)
        if not (minutes or (periods and seconds)):
            raise ValueError(f"the clock {text!r} leaves no time for the first move; write {FORMS}")
        return cls(minutes, 0.0, periods, seconds) if found["periods"] else cls(minutes, seconds)

    def __str__(self) -> str:
        more = f"+{self.periods}x{self.period_s:g}" if self.periods else f"+{self.increment_s:g}"
        return f"{self.minutes:g}{more if self.periods or self.increment_s else ''}"

    def full(self) -> Left:
        """Return what a seat begins with."""
        return self.spent(Left(60.0 * self.minutes, self.periods), 0.0)

    def total_s(self, left: Left) -> float:
        """Return for how many seconds of thinking *left* is enough."""
        return left.seconds + left.periods * self.period_s

    def spent(self, left: Left, seconds: float) -> Left:
        """Return what is left after *seconds* of thinking."""
        rest, periods = left.seconds - seconds, left.periods
        while rest <= 0 and periods:
            rest, periods = rest + self.period_s, periods - 1
        return Left(max(rest, 0.0), periods)

    def moved(self, left: Left) -> Left:
        """Return what is left once the move is made."""
        if left.is_down:
            return left
        if left.periods < self.periods:
            return replace(left, seconds=self.period_s)
        return replace(left, seconds=left.seconds + self.increment_s)

    def unearned(self, left: Left) -> Left:
        """Return what is left without the seconds that a move earned; no flag falls by that."""
        return replace(left, seconds=max(left.seconds - self.increment_s, min(left.seconds, self.increment_s)))


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats at the moment ``since``; the one that is ``running`` goes on from there."""

    controls: Mapping[str, Control]
    left: Mapping[str, Left]
    running: str | None = None
    since: float = 0.0
    earned: tuple[str, ...] = ()
    """For each ply since the clock started, the seat whose clock it pressed; empty if it pressed none."""
    paused: bool = False
    """Whether people have stopped the clocks for a break."""

    @classmethod
    def of(cls, controls: Mapping[str, Control]) -> Clock:
        """Return clocks that have not started."""
        return cls(controls, {seat: control.full() for seat, control in controls.items()})

    @property
    def has_started(self) -> bool:
        return bool(self.earned)

    @property
    def falls_at(self) -> float:
        """The moment at which the flag of the running seat falls; infinite where none will."""
        if self.running is None or self.left[self.running].is_down:
            return float("inf")
        return self.since + self.controls[self.running].total_s(self.left[self.running])

    def at(self, t: float) -> Clock:
        """Return the clocks at the moment *t*."""
        if self.running is None or t <= self.since:
            return self
        spent = self.controls[self.running].spent(self.left[self.running], t - self.since)
        return replace(self, left={**self.left, self.running: spent}, since=t)

    def run(self, seat: str | None, t: float) -> Clock:
        """Return the clocks with that of *seat* running: since the last press, or since *t* where they stood."""
        begins = self.running is None and seat is not None
        return replace(self, running=seat, since=t if begins else self.since)

    def pressed(self, t: float) -> Clock:
        """Return the clocks after a move that was finished at *t*; the next one is running from then on."""
        now, seat = self.at(t), self.running
        if seat is None:
            return replace(now, since=t, earned=(*self.earned, ""))
        moved = self.controls[seat].moved(now.left[seat])
        return replace(now, left={**now.left, seat: moved}, earned=(*self.earned, seat))

    def passed(self) -> Clock:
        """Return the clocks after a ply that presses none: a forced pass, or a position that was set."""
        return replace(self, earned=(*self.earned, "")) if self.has_started else self

    def taken_back(self, plies: int) -> Clock:
        """Return the clocks after this many *plies* were taken back."""
        left = dict(self.left)
        for seat in self.earned[-plies:]:
            if seat:
                left[seat] = self.controls[seat].unearned(left[seat])
        return replace(self, left=left, earned=self.earned[:-plies])

    def heard(self, event: Mapping[str, Json], t: float) -> Clock:
        """Return the clocks after *event* of a game, which happened at *t*."""
        match event["event"]:
            case "move":
                return self.pressed(t)
            case "agreed" if not event.get("start"):
                return self.pressed(t)
            case "pass":
                return self.passed()
            case "state" if event.get("set") and not event.get("start"):
                return self.passed()
            case "takeback":
                return self.taken_back(as_whole(event["plies"]))
            case _:
                return self

    def as_json(self) -> JsonObject:
        """Return the fields of an event: seconds left, periods left where there are any, and who is running."""
        told: JsonObject = {"left": {seat: round(left.seconds, 1) for seat, left in self.left.items()}}
        if any(control.periods for control in self.controls.values()):
            told["periods"] = {seat: left.periods for seat, left in self.left.items()}
        return {**told, "running": self.running, **({"paused": True} if self.paused else {})}


def controls_of(clock: str | Mapping[str, str], seats: Iterable[str]) -> dict[str, Control]:
    """Return the control of each of *seats*: one text for all, or ``A=10+5,B=5+2``, or these as a mapping.

    Raises ``ValueError``.
    """
    texts = _by_seat(clock, tuple(seats))
    return {seat: Control.parse(text) for seat, text in texts.items()}


def _by_seat(clock: str | Mapping[str, str], seats: tuple[str, ...]) -> dict[str, str]:
    if isinstance(clock, str) and "=" not in clock:
        return dict.fromkeys(seats, clock)
    pairs = [part.partition("=")[::2] for part in clock.split(",")] if isinstance(clock, str) else list(clock.items())
    texts = {str(seat).strip(): str(text) for seat, text in pairs}
    if set(texts) != set(seats) or len(texts) < len(pairs):
        raise ValueError(f"a clock for each seat names {', '.join(seats)} once, as in A=10+5,B=5+2")
    return {seat: texts[seat] for seat in seats}


def restored(events: Iterable[Mapping[str, Json]]) -> Clock | None:
    """Return the clocks as the *events* of a kept game leave them, stopped; None if it was played without."""
    clock: Clock | None = None
    for event in events:
        t = as_number(event.get("t", 0.0))
        if event["event"] == "clock":
            clock = _as_told(clock, event, t)
        elif clock is not None:
            clock = clock.heard(event, t)
    return clock and replace(clock, running=None)


def _as_told(clock: Clock | None, event: Mapping[str, Json], t: float) -> Clock | None:
    if "control" in event:
        controls = {seat: Control.parse(str(text)) for seat, text in as_object(event["control"]).items()}
        clock = replace(clock or Clock.of(controls), controls=controls)
    if clock is None:
        return None
    told, periods = as_object(event["left"]), as_object(event.get("periods", {}))
    if set(told) != set(clock.controls):
        return clock
    left = {seat: Left(as_number(s), as_whole(periods.get(seat, 0))) for seat, s in told.items()}
    running = event.get("running")
    going = running if isinstance(running, str) and running in left else None
    return replace(clock, left=left, running=going, since=t, paused=bool(event.get("paused")))
