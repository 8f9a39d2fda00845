"""The actions of a grid game told apart by what they leave on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.grid.position import LIMITS, GridPosition
from core.options import RuleOptions
from core.play.counting import PASS, Deed, limits

if TYPE_CHECKING:
    from core.grid.game import GridGame

PLACED, MOVED, CAPTURED, PASSED = "placement", "move", "capture", "forced pass"


class GridCounting:
    """Placements, moves, captures and passes of one game."""

    def __init__(self, game: GridGame) -> None:
        self._game = game

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:  # noqa: ARG002
        placing = (PLACED,) if min(self._game.named_cells) == 1 else ()
        moving = (MOVED,) if max(self._game.named_cells) > 1 else ()
        return dict.fromkeys((*placing, *moving, CAPTURED, PASSED), "")

    def endings(self, options: RuleOptions) -> Mapping[str, str]:
        return {**dict.fromkeys(self._game.endings, ""), "all_stuck": LIMITS, **limits(options, LIMITS)}

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:  # noqa: ARG002
        return tuple(kind.name for kind in self._game.kinds)

    def deed(self, before: GridPosition, action: str, after: GridPosition) -> Deed:
        if action == PASS:
            return Deed({PASSED: 1})
        step, seat = self._game.notation.read_action(action), before.seat
        put = [cell for cell in after.of(seat) if after[cell] != before[cell]]
        lifted = [cell for cell in before.of(seat) if after[cell] != before[cell]]
        captured = sum(len(before.of(other)) - len(after.of(other)) for other in before.seats if other != seat)
        kinds = {MOVED if lifted else PLACED: 1} | ({CAPTURED: captured} if captured else {})
        kind = self._game.kind(after[(put or step.cells)[0]])
        return Deed(kinds, kind.name if kind else "", tuple(put))

    def opening(self, position: GridPosition, action: str) -> str:  # noqa: ARG002 - who knows what is symmetrical
        return action
