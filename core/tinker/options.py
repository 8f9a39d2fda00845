"""The options of Tinker Tactics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core import option_fields as declare
from core.options import RuleOptions
from core.tinker import stand_ins

MOST_PLAYERS = 6

_NO_STAND_INS: stand_ins.StandIns = ()


@dataclass(frozen=True, slots=True)
class TinkerOptions(RuleOptions):
    """The options of Tinker Tactics."""

    title: ClassVar[str] = "Tinker Tactics"

    players: int = declare.players(MOST_PLAYERS, rule="R35")
    first_player: str = declare.first_player(MOST_PLAYERS, rule="R40")
    repetition_limit: int | None = declare.repetition_limit(rule="R50")
    ply_limit: int | None = declare.ply_limit(rule="R50")

    voluntary_pass: bool = declare.flag(
        default=False,
        rule="R41",
        changes="A player who can move may pass all the same; the game is a draw once everybody passes in turn.",
    )
    stand_in_dice: stand_ins.StandIns = declare.declared(
        _NO_STAND_INS,
        stand_ins.form(),
        rule="R36",
        changes="Which dice of other kinds stand in for a d4, d6 or d8, each with its upper limit (d6:4;A blue d10:6).",
    )
    highest_may_adjust: bool = declare.flag(
        default=False, rule="R37", changes="The highest roller may turn dice as well, keeping the total."
    )
    land_on_start: bool = declare.flag(
        default=False, rule="R42", changes="A die that shows an even number may end where it began."
    )
    eliminated_die: str = declare.one_of(
        "remove", "stay", rule="R47", changes="What becomes of the last die of a player who is out."
    )
    no_move: str = declare.one_of(
        "pass", "lose", rule="R49", changes="Whether a player who has no legal move passes, or is out."
    )
    quiet_ply_limit: int | None = declare.limit(
        rule="R50", changes="The game is a draw after this many actions in a row that weaken no die."
    )
    ring_direction: str = declare.one_of(
        "clockwise", "counterclockwise", rule="R51", changes="Which way round the boards of the players are joined."
    )
