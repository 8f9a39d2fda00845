"""Games of moves and captures: their rules are data, which fast searches take as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from core.grid.game import GridGame
from core.grid.plane import STRAIGHT
from core.grid.position import GridPosition, Step
from core.reading import EMPTY
from core.verdict import Outcome

FORWARD = {"A": 1, "B": -1}
"""Seat → the direction in which its pieces go: 1 up the board, -1 down."""


class Travel(NamedTuple):
    """A way to go for the pieces of a *kind*: *across* columns and *ahead* rows at a step, as their owner looks.

    A piece takes up to *reach* such steps, any number with 0, over empty cells. It may end on an *empty* cell, or on an
    *enemy*, which it captures.
    """

    kind: str
    across: int
    ahead: int
    reach: int = 1
    empty: bool = True
    enemy: bool = True


class MovingGame(GridGame):
    """The base of a game for two whose pieces move and capture. Its rules are the data below; ``reason`` it may write.

    No two travels may lead the same piece to the same cell.
    """

    named_cells = (2,)
    travels: ClassVar[tuple[Travel, ...]]
    encloses: ClassVar[bool] = False
    """Whether a move captures each run of enemies between the moved piece and another own one, in a row or column."""
    fewest: ClassVar[int] = 1
    """A seat with fewer pieces than this loses to the other one ("captured")."""
    far_row: ClassVar[bool] = False
    """Whether a piece on the far row wins ("arrived")."""
    in_line: ClassVar[int] = 0
    """How many own pieces in a row, column or diagonal win ("line"); 0 if none."""

    def steps(self, position: GridPosition) -> Iterator[Step]:
        seat = position.seat
        for travel in self.travels:
            for cell in position.holding(seat + travel.kind):
                for target in self._way(cell, travel, seat):
                    there = position[target][0]
                    if travel.empty if there == EMPTY else travel.enemy and there != seat:
                        yield Step.of(cell, target)
                    if there != EMPTY:
                        break

    def effect(self, position: GridPosition, step: Step) -> Mapping[str, str]:
        source, target = step.cells
        moved = {source: EMPTY, target: position[source]}
        return moved | dict.fromkeys(self._enclosed(position.changed(moved), target), EMPTY) if self.encloses else moved

    def ending(self, position: GridPosition) -> Outcome | None:
        before = position.seats[1 - position.mover]
        for seat, other in ((before, position.seat), (position.seat, before)):
            if len(position.of(other)) < self.fewest:
                return Outcome((seat,), "captured")
            if self.far_row and any(self.grid.place(cell)[1] == self._far_row(seat) for cell in position.of(seat)):
                return Outcome((seat,), "arrived")
            if any(position[line[0]][0] == seat for line in self.lines(position)):
                return Outcome((seat,), "line")
        return None

    def lines(self, position: GridPosition) -> Iterator[tuple[str, ...]]:
        for line in self.grid.lines(self.in_line) if self.in_line else ():
            owners = {position[cell][0] for cell in line}
            if len(owners) == 1 and EMPTY not in owners:
                yield line

    def _far_row(self, seat: str) -> int:
        return self.grid.rows - 1 if FORWARD[seat] > 0 else 0

    def _way(self, cell: str, travel: Travel, seat: str) -> Iterator[str]:
        """Yield the cells that *travel* passes from *cell* on, the nearest first."""
        for _ in range(travel.reach or max(self.grid.columns, self.grid.rows)):
            after = self.grid.step(cell, travel.across, travel.ahead * FORWARD[seat])
            if after is None:
                return
            yield after
            cell = after

    def _enclosed(self, moved: GridPosition, target: str) -> Iterator[str]:
        """Yield the enemies' cells that the piece *moved* to *target* encloses."""
        for across, up in STRAIGHT:
            run: list[str] = []
            cell = self.grid.step(target, across, up)
            while cell and moved[cell][0] not in (EMPTY, moved.seat):
                run.append(cell)
                cell = self.grid.step(cell, across, up)
            if cell and moved[cell][0] == moved.seat:
                yield from run
