"""A table that is refereed: what its source and its people give goes in, events come out.

It holds the latest state and the eye that sees the table, and has no input, output or clock of its own: ``step`` says
what happens, and this carries it from the eye to the state and back. ``run`` is the one loop around it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from core.game import P, PositionLike
from kiebitz.eye.picture_advice import PictureAdvice
from kiebitz.eye.two_eyes import TwoEyes
from kiebitz.eye.viewer import Viewer, Wanted
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.table.controls import Command
from kiebitz.table.events import Event
from kiebitz.table.inputs import INPUTS, Ended, Input, Interrupted, Remarked, Told
from kiebitz.table.state import AnyTable, TableState
from kiebitz.table.step import step

Item = Frame | Trouble | Command | Input
"""What a source or people hand in."""
T_co = TypeVar("T_co", covariant=True)


class Taker(Protocol[T_co]):
    """Takes what happens at one table, and returns the announcements about it."""

    @property
    def state(self) -> AnyTable: ...

    def take(self, item: Item) -> Sequence[T_co]:
        """Return what *item* leads to."""
        ...


class Referee(Generic[P]):
    """The latest ``state`` of one table, which the ``viewer`` sees; with *advice* on its pictures, if that is given."""

    def __init__(self, state: TableState[P], viewer: Viewer | TwoEyes, *, advice: PictureAdvice | None = None) -> None:
        self.state = state
        self.viewer = viewer
        self._advice = advice
        viewer.begin(state.orders)

    def take(self, item: Item) -> list[Event]:
        """Return the events of a frame, of trouble with the source, of what people say, or of any other input."""
        match item:
            case Frame():
                return [*self._stepped(self.viewer.see(item, Wanted.by(self.state))), *self._advised(item)]
            case Trouble(message=message) if item.passing:
                return self._given(Remarked("skipped", {"message": message}))
            case Trouble(message=message) if item.over:
                return self._given(Remarked("state", {"message": message, **self.state.standing()}))
            case Trouble(message=message):
                return self._given(Interrupted(message))
            case _:
                return self._given(cast(Input, item) if isinstance(item, INPUTS) else Told(cast(Command, item)))

    def _given(self, given: Input) -> list[Event]:
        self.state, told = step(self.state, given)
        self.viewer.heed(Wanted.by(self.state))
        return list(told)

    def _stepped(self, seeing: Generator[Input, Wanted, None]) -> Iterator[Event]:
        """Yield the events of what is seen; each input is answered with what the table wants next."""
        try:
            given = next(seeing)
            while True:
                self.state, told = step(self.state, given)
                yield from told
                given = seeing.send(Wanted.by(self.state))
        except StopIteration:
            return

    def _advised(self, frame: Frame) -> list[Event]:
        advice = None if self._advice is None else self._advice.of(frame, self.viewer.place)
        return [] if advice is None else self._given(advice)


AnyReferee: TypeAlias = Referee[PositionLike]
"""The referee of a game found by its name."""


def run(
    table: Taker[T_co], items: Iterable[Item], *, skipped: Callable[[str], None] | None = None
) -> Iterator[Sequence[T_co]]:
    """Yield what each of *items* leads to at *table* until watching ends; what was left out goes to *skipped*."""
    for item in items:
        if skipped and isinstance(item, Trouble) and item.passing:
            skipped(item.message)
            continue
        yield table.take(item)
        if table.state.over:
            return


def ended(table: Taker[T_co], message: str) -> Sequence[T_co]:
    """Return what is announced as watching *table* ends."""
    return table.take(Ended(message))
