"""What lay on the board at the events of a game, as the whole game tells it: later corrections count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.json_types import Json
from kiebitz.archive.course import AnyCourse, Course
from kiebitz.archive.recorded import Recorded

Contents = Mapping[str, str]
_SETTING = ("agreed", "state")
"""Events after which pieces may lie on the board that nobody played there."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What lay on the board at an event. ``disputed`` are cells about which people said something else later."""

    contents: Contents
    disputed: frozenset[str] = frozenset()


def truths(recorded: Recorded, numbers: Collection[int]) -> dict[int, Truth]:
    """Return what lay on the board at those of the events *numbers* about which it is known.

    Where the game turns out to have begun otherwise, nothing is known of the events before.
    """
    replayed = _Replayed(Course(recorded.course.game, [recorded.first]), numbers)
    for event in recorded.events:
        replayed.take(event)
    replayed.settle()
    return replayed.found


@dataclass(slots=True)
class _Replayed:
    """A game up to some event, and what is known by then about the events *numbers*."""

    course: AnyCourse
    numbers: Collection[int]
    found: dict[int, Truth] = field(default_factory=dict)
    _uncorrected: list[Contents] | None = None
    """The boards before the latest corrections. Later moves can be replayed only once all corrections are known."""
    _waiting: list[int] = field(default_factory=list)
    """The numbers of the events that brought these corrections."""

    def take(self, event: Mapping[str, Json]) -> None:
        """Replay *event*."""
        if event["event"] == "corrected":
            if self._uncorrected is None:
                self._uncorrected = self._boards()
            self.course.take(event)
            self._waiting.append(_number(event))
            return
        self.settle()
        if event["event"] == "state" and event.get("start"):
            self.found.clear()
        setting = event["event"] in _SETTING
        before = self._board() if setting else {}
        self.course.take(event)
        if setting:
            self._dispute([(before, self._board())])
        self._keep(_number(event))

    def settle(self) -> None:
        """Carry out the latest corrections, now that no more of them follow."""
        if self._uncorrected is None:
            return
        before, self._uncorrected = self._uncorrected, None
        self._dispute(zip(before, self._boards(), strict=True))
        for number in self._waiting:
            self._keep(number)
        self._waiting.clear()

    def _board(self) -> Contents:
        return self.course.game.contents(self.course.position)

    def _boards(self) -> list[Contents]:
        """Return the boards from the start to the current one."""
        current = self._board()
        return [*map(self.course.game.contents, self.course.positions[:-1]), current]

    def _keep(self, number: int) -> None:
        if number in self.numbers:
            self.found[number] = Truth(self._board())

    def _dispute(self, changes: Iterable[tuple[Contents, Contents]]) -> None:
        """Mark as disputed every cell that held what a change replaced; *changes* are boards before and after."""
        changed = {
            (cell, content)
            for before, after in changes
            for cell, content in before.items()
            if after.get(cell) != content
        }
        for number, truth in self.found.items() if changed else ():
            disputed = {cell for cell, content in truth.contents.items() if (cell, content) in changed}
            self.found[number] = replace(truth, disputed=truth.disputed | disputed)


def _number(event: Mapping[str, Json]) -> int:
    """Return the number of *event*; 0 if it has none."""
    number = event.get("n", 0)
    return number if isinstance(number, int) else 0
