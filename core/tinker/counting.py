"""Classifies the actions of Tinker Tactics: walks, what they weaken and remove, passes, eliminations."""

from __future__ import annotations

from collections.abc import Mapping

from core.board.cells import bits, union
from core.options import RuleOptions
from core.play.counting import Deed, limits
from core.tinker import notation, rules
from core.tinker.options import TinkerOptions
from core.tinker.position import KINDS, Position, kind_of, value_of

_QUIET, _WEAKENED, _REMOVED, _SEVERAL = "walk without a hit", "die weakened", "die removed", "walk hitting several dice"
_FORCED, _CHOSEN, _OUT = "forced pass", "chosen pass", "elimination"


class TinkerCounting:
    """The deeds of Tinker Tactics. A die is weakened or removed, not both."""

    def deeds(self, options: RuleOptions) -> Mapping[str, str]:
        passes = {_FORCED: "5.5", _CHOSEN: "R41"} if TinkerOptions.own(options).voluntary_pass else {_FORCED: "5.5"}
        return {**dict.fromkeys((_QUIET, _WEAKENED, _REMOVED, _SEVERAL), "5.5"), **passes, _OUT: "5.5"}

    def endings(self, options: RuleOptions) -> Mapping[str, str]:
        found = {"last_standing": "5.5", "all_blocked": "5.5"}
        own = TinkerOptions.own(options)
        if own.voluntary_pass:
            found["all_passed"] = "R41"
        if own.quiet_ply_limit is not None:
            found["quiet"] = "R50"
        return {**found, **limits(options, "R50")}

    def pieces(self, options: RuleOptions) -> tuple[str, ...]:  # noqa: ARG002
        return tuple(f"d{kind}" for kind in KINDS)

    def deed(self, before: Position, action: str, after: Position) -> Deed:
        gone = len(before.active) - len(after.active)
        kinds = {_OUT: gone} if gone else {}
        written, board = notation.read_action(action), before.board
        if written is None:
            return Deed({_CHOSEN if rules.able(before, before.mover) else _FORCED: 1, **kinds})
        source, target = board.cell(written.source), board.cell(written.target)
        near = board.neighbours[target]
        others = union(before.own[seat] for seat in before.active if seat != before.mover)
        hit = [value_of(before.faces[cell]) for cell in bits(near & others)]
        removed = hit.count(1)
        counts = {_QUIET: not hit, _WEAKENED: len(hit) - removed, _REMOVED: removed, _SEVERAL: len(hit) > 1}
        kinds |= {name: int(count) for name, count in counts.items() if count}
        return Deed(kinds, f"d{KINDS[kind_of(before.faces[source])]}", (board.names[target],))

    def opening(self, position: Position, action: str) -> str:
        """Return the die and what it shows: every game starts from a deal of its own."""
        written = notation.read_action(action)
        if written is None:
            return action
        face = position.faces[position.board.cell(written.source)]
        return f"d{KINDS[kind_of(face)]}={value_of(face)}"
