"""What several tables, each with its own board, share of the one game that they play.

It follows from the lines of a table's own journal alone, so that a game that goes on is of the same mind. Each table
has *told* what its board shows. The *common* course grows by what a table's own seats play on its board, and by what
was played at another, which is asked of its people unless they have put it already. It shrinks only by a take-back on
which all tables agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from core.game import holder
from core.json_types import Json, as_texts, as_whole
from kiebitz.archive.course import AnyCourse, Step

ASKED, TWIN = "asked", "twin"
"""Kinds of events: a request of another table to this one, and other news about the other tables."""
FORCED = "--"


def entry(step: Step) -> str:
    """Return *step* of a course as tables write it: an action, or ``=`` and a position that was agreed on."""
    return f"={step.text}" if step.why else step.text


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many plies at the beginning of both courses are equal."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@dataclass(slots=True)
class Accord:
    """The common course at one table, which plays the seats that no other table has claimed."""

    course: AnyCourse
    """What this table has announced."""
    is_host: bool
    common: list[str] = field(default_factory=list)
    epoch: int = 0
    """Number of take-backs that all tables have agreed on."""
    back: int = 0
    """Length of the common course after the latest of these take-backs."""
    wish: int | None = None
    """Length to which this table has taken the course back, until all have agreed; None without such a wish."""
    offers: set[int] = field(default_factory=set)
    """All these wishes since the latest take-back that was agreed on."""
    pauses: int = 0
    """Times that people at any table have paused the clocks or let them go on; while odd, the clocks stand."""
    table: str = ""
    """The name by which the host knows this guest."""
    seats: frozenset[str] = frozenset()
    """The seats of this guest."""
    joined: int = 0
    """Number of plies played before this guest joined; anybody may have played these."""
    claims: dict[str, frozenset[str]] = field(default_factory=dict)
    """At the host: guest → its seats."""
    joins: dict[str, int] = field(default_factory=dict)
    """Guest → number of plies played before it joined."""

    @property
    def told(self) -> list[str]:
        """What this table's board shows, ply by ply."""
        return [entry(step) for step in self.course.steps]

    @property
    def shared(self) -> int:
        """How many plies of the common course this table has told."""
        return common_length(self.told, self.common)

    @property
    def is_in_line(self) -> bool:
        """Whether the board shows the common course so far, or less of it."""
        return self.shared == len(self.course.steps)

    def owns(self, seat: str) -> bool:
        """Return whether *seat* is played at this table."""
        return not any(seat in seats for seats in self.claims.values()) if self.is_host else seat in self.seats

    def take(self, line: Mapping[str, Json]) -> None:
        """Go on with *line* of the journal."""
        kind, before = line.get("event"), self.told
        if kind == TWIN:
            self._agree(line)
            self._grow()
            return
        if kind == ASKED:
            self._ask(line)
            return
        if kind == "clock":
            self.pauses += bool(line.get("paused")) != bool(self.pauses % 2)
            return
        self.course.take(line)
        if self.told != before:
            self._grow()
            self._wish(before, taken=kind in ("takeback", "corrected"))

    def _ask(self, line: Mapping[str, Json]) -> None:
        if "action" in line and as_whole(line["at"]) == len(self.common):
            self.common.append(str(line["action"]))
        elif line.get("do") == "takeback" and len(self.course.steps) <= as_whole(line["at"]):
            self._want(as_whole(line["at"]))  # what was never put on this board can be taken back without it

    def _agree(self, line: Mapping[str, Json]) -> None:
        if "back" in line:
            self.back = as_whole(line["back"])
            del self.common[self.back :]
            self.epoch, self.wish = self.epoch + 1, None
            self.offers.clear()
        elif "declined" in line:
            del self.common[as_whole(line["declined"]) :]
            self.wish = None
        elif "kept" in line:
            self.wish = None
            self.offers.clear()
        elif "action" in line and as_whole(line["at"]) == len(self.common):
            self.common.append(str(line["action"]))
        elif "pauses" in line:
            self.pauses = as_whole(line["pauses"])
        if "other" in line:
            self.claims[str(line["other"])] = frozenset(as_texts(line["seats"]))
            self.joins[str(line["other"])] = as_whole(line["joined"])
        elif "table" in line:
            self.table, self.seats = str(line["table"]), frozenset(as_texts(line["seats"]))
            self.joined = as_whole(line["joined"])

    def _grow(self) -> None:
        """Extend the common course by what the board shows, as far as this table may decide that."""
        _, told, positions = self.course.position, self.told, self.course.positions
        while self.shared == len(self.common) < len(told):
            ply = len(self.common)
            if not (told[ply].startswith("=") or self._is_own(positions[ply], told[ply])):
                return
            self.common.append(told[ply])

    def _is_own(self, position: Any, action: str) -> bool:
        if self.owns(holder(position, position.to_move)):
            return True
        return action == FORCED and tuple(self.course.game.actions(position)) == (FORCED,)

    def _wish(self, before: Sequence[str], *, taken: bool) -> None:
        shared = self.shared
        if shared == len(self.common):
            self.wish = None
        elif (taken and shared < common_length(before, self.common)) or (self.wish is not None and shared > self.wish):
            self._want(shared)

    def _want(self, plies: int) -> None:
        self.wish = plies
        self.offers.add(plies)
