"""Classifies the actions of the family: placements and their payments, lines, passes, eliminations."""

from __future__ import annotations

from collections.abc import Mapping

from core.board.cells import union
from core.goodwin.notation import Notation
from core.goodwin.options import GoodwinOptions
from core.goodwin.position import LARGE, MEDIUM, SMALL, Position
from core.options import RuleOptions
from core.play.counting import Deed, first_of_alike, limits

FORCED, CHOSEN, OUT, WILD = "forced pass", "chosen pass", "elimination", "line with the {}"


class GoodwinCounting:
    """The deeds of one game of the family, in its own names for the kinds."""

    def __init__(self, notation: Notation) -> None:
        self._notation = notation

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:
        own = self._own(options)
        large = self.pieces(own)[LARGE]
        found = dict.fromkeys(self._placements(own).values(), "3.5")
        if not own.paid_small:
            del found[self._placements(own)[SMALL, True, False]]
        if not own.large_self_move:
            del found[self._placements(own)[LARGE, True, True]]
        passes = {FORCED: "3.7", CHOSEN: "R10"} if own.voluntary_pass else {FORCED: "3.7"}
        return {**found, WILD.format(large): "3.6", **passes, OUT: "3.7"}

    def endings(self, options: RuleOptions) -> Mapping[str, str]:
        found = {"line": "3.6", "all_stuck": "3.6", "mobility": "3.6", "last_active": "3.7"}
        own = self._own(options)
        if own.mobility_win == "off":
            del found["mobility"]
        if own.voluntary_pass:
            found["all_passed"] = "R10"
        return {**found, **limits(options, "R20")}

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:
        return self._notation.family.kind_names(self._own(options))

    def deed(self, before: Position, action: str, after: Position) -> Deed:
        kind, target, spent = self._notation.move_of(self._notation.read_action(action))
        gone = len(before.active) - len(after.active)
        kinds = {OUT: gone} if gone else {}
        if target < 0:
            able = self._notation.rules.able(before, before.mover)
            return Deed({CHOSEN if able else FORCED: 1, **kinds})
        options, mover = before.options, before.mover
        moved = kind == LARGE and bool(spent & before.of_seat(mover)[LARGE])
        kinds[self._placements(options)[kind, bool(spent), moved]] = 1
        own = after.of_seat(mover)
        line = union(self._notation.rules.winning_lines(options, own, kind, target))
        if line & own[LARGE]:
            kinds[WILD.format(self.pieces(options)[LARGE])] = 1
        return Deed(kinds, self.pieces(options)[kind], (self._notation.topology.name(target),))

    def opening(self, position: Position, action: str) -> str:  # noqa: ARG002 - every board of the family is a square
        return first_of_alike(action, self._notation.topology.side)

    def _own(self, options: RuleOptions) -> GoodwinOptions:
        return self._notation.family.options.own(options)

    def _placements(self, options: GoodwinOptions) -> dict[tuple[int, bool, bool], str]:
        """Return (kind, whether paid for, whether the large itself moved) → the name of that placement."""
        small, medium, large = self.pieces(options)
        return {
            (SMALL, False, False): f"free {small}",
            (MEDIUM, True, False): f"{medium} by trade",
            (LARGE, True, False): f"{large} by trade",
            (LARGE, True, True): f"{large} moved",
            (SMALL, True, False): f"paid {small}",
        }
