"""Coins: two or three players drop coins into five columns; three in a row win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from core import option_fields as declare
from core.grid import Grid, GridGame, GridOptions, GridPosition, Kind, Step, grid_rulebook
from core.rulebook.entries import Case, Clause, CodeEntry, Example
from core.verdict import Outcome


@dataclass(frozen=True, slots=True)
class CoinsOptions(GridOptions):
    title: ClassVar[str] = "Coins"

    players: int = declare.players(3, rule="1")
    first_player: str = declare.first_player(3, rule="1")


class Coins(GridGame):
    name = "coins"
    title = "Coins"
    options = CoinsOptions
    grid = Grid(columns=5, rows=4)
    kinds = (Kind("c", "coin", 7),)
    endings = ("line",)

    def steps(self, position: GridPosition) -> Iterator[Step]:
        if self.left(position, "c"):
            yield from (Step.of(cell) for cell in position.empty if self._is_supported(position, cell))

    def effect(self, position: GridPosition, step: Step) -> Mapping[str, str]:
        return {step.cells[0]: f"{position.seat}c"}

    def ending(self, position: GridPosition) -> Outcome | None:
        line = next(iter(self.lines(position)), None)
        return Outcome((position[line[0]][0],), "line") if line else None

    def lines(self, position: GridPosition) -> Iterable[tuple[str, ...]]:
        for line in self.grid.lines(3):
            first, *others = (position[cell] for cell in line)
            if first != "." and {first} == {*others}:
                yield line

    def reason(self, position: GridPosition, step: Step) -> tuple[str, str] | None:
        (cell,) = step.cells
        if position[cell] != ".":
            return "COIN-1", f"There is a coin on {cell} already."
        if not self._is_supported(position, cell):
            return "COIN-2", f"A coin cannot hang in the air on {cell}."
        return None

    def _is_supported(self, position: GridPosition, cell: str) -> bool:
        below = self.grid.step(cell, 0, -1)
        return below is None or position[below] != "."


GAME = Coins()
RULEBOOK = grid_rulebook(
    GAME,
    credit="Made for these tests.",
    licence="MIT",
    clauses=[
        Clause(
            "1",
            "The turn",
            "Put a coin on the lowest empty cell of a column. Three in a row win.",
            (Case("May a coin lie above another player's coin?", "Yes. Any coin will do.", "5/5/5/Ac4 B 1", "a2"),),
        )
    ],
    codes=[
        CodeEntry(
            "COIN-1",
            "a coin is put where one lies",
            "There is a coin on {c} already.",
            Example("5/5/5/Ac4 B 1", "a1"),
        ),
        CodeEntry(
            "COIN-2",
            "nothing lies below the coin",
            "A coin cannot hang in the air on {c}.",
            Example("5/5/5/Ac4 B 1", observed="5/5/1Bc3/Ac4"),
        ),
    ],
)
