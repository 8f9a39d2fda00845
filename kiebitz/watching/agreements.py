"""What the people at a table agree on: before the game who plays and whether it is fair, after it the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.game import PositionLike, holder
from core.json_types import Json
from kiebitz.archive.people import PLAYERS, PUZZLE, SIGNED, people_of, puzzle_of, signed_in
from kiebitz.failure import Failure
from kiebitz.table.inputs import Remarked
from kiebitz.table.state import AnyTable
from kiebitz.watching.kept_table import Table

LOCKED = "Fair play was agreed on: no hints and no bots until the game is over."
TERMS = "terms"
"""The event with what was agreed on."""


def was_fair(events: Sequence[Mapping[str, Json]]) -> bool:
    """Return whether fair play was agreed on in a game of these *events*."""
    return any(event["event"] == TERMS and event.get("fair") for event in events)


def opening(
    names: Mapping[str, str], events: Sequence[Mapping[str, Json]], *, fair: bool, puzzle: int | None = None
) -> Iterator[Remarked]:
    """Yield the agreements from before the game that *events* lack; *names* are by seat."""
    if puzzle is not None and puzzle_of(events) is None:
        yield Remarked(PUZZLE, {"number": puzzle})
    if fair and not was_fair(events):
        yield Remarked(TERMS, {"fair": True, "message": LOCKED})
    if names and names != people_of(events):
        yield Remarked(PLAYERS, {"names": dict(names)})


@dataclass(slots=True)
class Opening:
    """Tells, in each journal of *table*, what was agreed on before the game; *known* are an earlier one's events."""

    names: Mapping[str, str]
    fair: bool
    known: Sequence[Mapping[str, Json]] = ()
    table: Table | None = None
    _due: list[Remarked] = field(default_factory=list)
    _told_in: Path | None = None

    def answer(self, _: AnyTable) -> Remarked | None:
        """Return what is to be announced next; None where nothing is left, or no game has begun."""
        if self.table is None or not self.table.journal.begun:
            return None
        if self._told_in != self.table.journal.path:
            self._told_in = self.table.journal.path
            self._due = [*opening(self.names, self.known, fair=self.fair)]
            self.known = ()
        return self._due.pop(0) if self._due else None


def signature(position: PositionLike | None, events: Sequence[Mapping[str, Json]], seat: str) -> Remarked:
    """Return that *seat* agrees to the result in *position*, after *events*. Raises ``ValueError`` without a result."""
    if position is None or position.to_move is not None:
        raise ValueError("The game is not over yet; its result can be signed then.")
    sides, signed = {holder(position, side): side for side in position.seats}, signed_in(events)
    if seat not in sides:
        raise ValueError(f'"seat" must be one of {", ".join(sorted(sides))}; not {seat[:20]!r}')
    if seat in signed:
        raise ValueError("This player has agreed to the result already.")
    all_have = " All have: the game is signed off." if {*signed, seat} == set(sides) else ""
    return Remarked(SIGNED, {"seat": seat, "message": f"{sides[seat]} agrees to the result.{all_have}"})


def check_unlocked(path: Path) -> None:
    """Raise ``Failure`` where *path* is the journal of a game in fair play that is not over."""
    from kiebitz.archive.recorded import load
    from kiebitz.archive.records import is_journal

    if is_journal(path):
        recorded = load(path)
        if was_fair(recorded.events) and recorded.course.position.to_move is not None:
            raise Failure(LOCKED)
