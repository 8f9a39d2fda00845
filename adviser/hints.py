"""The hint ladder: first where to look, then which piece, and only then the move."""

from __future__ import annotations

from dataclasses import dataclass

from adviser.places import board_of, cells_of, place_of
from adviser.reasons import piece, steps
from core.game import Game, P

RUNGS = ("area", "piece", "move")
_ACROSS, _UP = ("left", "middle", "right"), ("lower", "middle", "upper")


@dataclass(frozen=True, slots=True)
class Hint:
    """The part of an action that its ``rung`` reveals; ``cells`` are the cells to look at."""

    rung: str
    text: str
    cells: tuple[str, ...] = ()


def hint(game: Game[P], position: P, action: str, rung: str) -> Hint:
    """Return the hint at *action* for *rung*, one of ``RUNGS``. Raises ``ValueError`` for another rung."""
    match rung:
        case "area":
            return _area(game, position, action)
        case "piece":
            return Hint(rung, piece(game, position, action))
        case "move":
            return Hint(rung, f"{action}: {steps(game, position, action)}", cells_of(action))
        case _:
            raise ValueError(f"a hint is one of {', '.join(RUNGS)}, not {rung!r}")


def _area(game: Game[P], position: P, action: str) -> Hint:
    """Return the ninth of the board, or the player's own board, where the action begins."""
    named = cells_of(action)
    if not named:
        return Hint("area", "not on the board: nothing moves")
    cells = [cell for cell in game.cells(position) if "-" not in cell]
    if seat := board_of(named[0]):
        return Hint("area", f"the board of {seat}", tuple(cell for cell in cells if board_of(cell) == seat))
    columns, rows = (1 + max(place_of(cell)[axis] for cell in cells) for axis in (0, 1))

    def third(cell: str) -> tuple[int, int]:
        column, row = place_of(cell)
        return 3 * column // columns, 3 * row // rows

    across, up = third(named[0])
    words = "the middle" if across == up == 1 else f"the {_UP[up]} {_ACROSS[across]}"
    return Hint("area", f"{words} of the board", tuple(cell for cell in cells if third(cell) == (across, up)))
