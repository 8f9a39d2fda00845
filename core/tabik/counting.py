"""The actions of Tabik told apart: placements, exchanges, the swap of roles."""

from __future__ import annotations

from collections.abc import Mapping

from core.options import RuleOptions
from core.play.counting import Deed, first_of_alike, limits
from core.tabik import notation, rules
from core.tabik.options import TabikOptions
from core.tabik.position import EXCHANGE, PASSING, PLACE, SWAPPING, Position

_NAMES = {PLACE: "placement", EXCHANGE: "exchange", SWAPPING: "swap", PASSING: "pass"}
_PIECES = {PLACE: "pair of stones", EXCHANGE: "rod alone"}


class TabikCounting:
    """The deeds of Tabik."""

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:
        found = {"placement": "4.4", "exchange": "4.4"}
        own = TabikOptions.own(options)
        if own.pie_rule:
            found["swap"] = "R25"
        if own.explicit_passes:
            found["pass"] = "R30"
        return found

    def endings(self, options: RuleOptions) -> Mapping[str, str]:
        return {"score": "4.5", "zero_tie": "4.5", **limits(options, "R20")}

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:  # noqa: ARG002
        return tuple(_PIECES.values())

    def deed(self, before: Position, action: str, after: Position) -> Deed:  # noqa: ARG002
        written = notation.read_action(action)
        cells = (written.first, written.second) if written.kind == PLACE else ()
        return Deed({_NAMES[written.kind]: 1}, _PIECES.get(written.kind, ""), cells)

    def opening(self, position: Position, action: str) -> str:
        return first_of_alike(action, rules.board_of(position).side)
