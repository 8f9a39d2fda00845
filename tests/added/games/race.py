"""Race: pieces run forward on 5 × 5 cells, and take what stands diagonally in front of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from core.grid import Grid, GridOptions, GridPosition, Kind, MovingGame, Step, Travel, grid_rulebook
from core.grid.moving import FORWARD
from core.options import RuleOptions
from core.rulebook.entries import Clause, CodeEntry, Example
from core.rulebook.introduction import Introduction


@dataclass(frozen=True, slots=True)
class RaceOptions(GridOptions):
    title: ClassVar[str] = "Race"


class Race(MovingGame):
    name = "race"
    title = "Race"
    options = RaceOptions
    grid = Grid(columns=5, rows=5)
    kinds = (Kind("p", "runner", 5),)
    endings = ("arrived", "captured")
    travels = (Travel("p", 0, 1, enemy=False), Travel("p", -1, 1), Travel("p", 1, 1))
    far_row = True

    def set_up(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002 - it has no options
        return {f"{column}1": "Ap" for column in "abcde"} | {f"{column}5": "Bp" for column in "abcde"}

    def reason(self, position: GridPosition, step: Step) -> tuple[str, str] | None:
        (source, target), seat = step.cells, position.seat
        if position[source][0] != seat:
            return "RACE-1", f"{seat} has no piece on {source}."
        (x, y), (to_x, to_y) = self.grid.place(source), self.grid.place(target)
        if to_y - y != FORWARD[seat] or abs(to_x - x) > 1:
            return "RACE-2", f"From {source} a piece moves one row forward, straight or diagonally."
        return "RACE-3", f"{target} is taken: only a piece of the other side, and only diagonally, is captured."


GAME = Race()
RULEBOOK = grid_rulebook(
    GAME,
    credit="Made for these tests, after Breakthrough by Dan Troyka, 2000.",
    licence="MIT",
    about=Introduction(minutes=(5, 15)),
    clauses=[
        Clause(
            "1",
            "The race",
            "Five pieces a side start on the first row. A piece moves one row forward, straight or diagonally, to an "
            "empty cell; diagonally it may also capture. Reach the far row, or capture all, and win.",
        )
    ],
    codes=[
        CodeEntry(
            "RACE-1",
            "a move from a cell without an own piece",
            "{P} has no piece on {c}.",
            Example("BpBpBpBpBp/5/5/5/ApApApApAp A 0", "a3-a4"),
        ),
        CodeEntry(
            "RACE-2",
            "a move to the side, backward or too far",
            "From {c} a piece moves one row forward, straight or diagonally.",
            Example("BpBpBpBpBp/5/5/5/ApApApApAp A 0", observed="BpBpBpBpBp/5/Ap4/5/1ApApApAp"),
        ),
        CodeEntry(
            "RACE-3",
            "a move to a cell that is taken",
            "{c} is taken: only a piece of the other side, and only diagonally, is captured.",
            Example("1BpBpBpBp/Bp4/Ap4/5/1ApApApAp A 2", "a3-a4"),
        ),
    ],
)
