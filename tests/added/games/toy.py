"""Toy: three in a row on a strip of five cells, where a player may also move an own piece to any empty cell.

The smallest whole game, as ``core/games`` holds them; docs/adding-a-game.md shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from core import option_fields as declare
from core.grid import Grid, GridGame, GridOptions, GridPosition, Kind, Step, grid_rulebook
from core.rulebook.entries import Clause, CodeEntry, Decision, Example
from core.verdict import Outcome


@dataclass(frozen=True, slots=True)
class ToyOptions(GridOptions):
    title: ClassVar[str] = "Toy"

    moving: bool = declare.flag(
        default=True, rule="R1", changes="A player may move an own piece instead of placing one."
    )


class Toy(GridGame):
    name = "toy"
    title = "Toy"
    options = ToyOptions
    grid = Grid(columns=5, rows=1)
    kinds = (Kind("s", "small", 3),)
    named_cells = (1, 2)
    endings = ("line", "full")

    def steps(self, position: GridPosition) -> Iterator[Step]:
        for cell in position.empty:
            if self.left(position, "s"):
                yield Step.of(cell)
            if ToyOptions.own(position.options).moving:
                yield from (Step.of(own, cell) for own in position.of(position.seat))

    def effect(self, position: GridPosition, step: Step) -> Mapping[str, str]:
        *source, target = step.cells
        return {**dict.fromkeys(source, "."), target: f"{position.seat}s"}

    def ending(self, position: GridPosition) -> Outcome | None:
        if line := next(iter(self.lines(position)), None):
            return Outcome((position[line[0]][0],), "line")
        return None if position.empty else Outcome(position.seats, "full", drawn=True)

    def lines(self, position: GridPosition) -> Iterable[tuple[str, ...]]:
        return [line for line in self.grid.lines(3) if {position[cell] for cell in line} in ({"As"}, {"Bs"})]

    def reason(self, position: GridPosition, step: Step) -> tuple[str, str] | None:
        if position[step.cells[-1]] != ".":
            return "TOY-1", f"{step.cells[-1]} is not empty."
        return None


GAME = Toy()
RULEBOOK = grid_rulebook(
    GAME,
    credit="Made for these tests.",
    licence="MIT",
    clauses=[Clause("1", "The turn", "Put a piece on an empty cell, or move one of yours to one. Three in a row win.")],
    decisions=[Decision("R1", "Moving a piece", "Allowed at any time.", ("moving",))],
    codes=[CodeEntry("TOY-1", "an action to a cell with a piece", "{c} is not empty.", Example("As4 B 1", "a1"))],
)
