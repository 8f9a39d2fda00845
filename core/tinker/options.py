"""The options of Tinker Tactics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core import option_fields as declare
from core.option_fields import Form, name_of, pairs, pairs_of, plain, whole_form
from core.options import RuleOptions

MOST_PLAYERS = 6

StandIns = tuple[tuple[str, int], ...]
"""Pairs of a die's name and its upper limit."""


def _stand_in_dice() -> Form:
    form = whole_form(1, 100)

    def highest(value: object) -> int:
        top = form.read(value)
        assert isinstance(top, int)
        return top

    def read(value: object) -> StandIns:
        dice = sorted((name_of(die), highest(top)) for die, top in pairs(value))
        if len({die for die, _ in dice}) < len(dice):
            raise TypeError
        return tuple(dice)

    return Form(
        "mapping",
        "a mapping of dice to their upper limits, no die twice",
        read,
        from_text=pairs_of(plain),
        json=dict,
    )


_NO_STAND_INS: StandIns = ()


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
    stand_in_dice: StandIns = declare.declared(
        _NO_STAND_INS,
        _stand_in_dice(),
        rule="R36",
        changes="Which dice of other kinds replace missing ones, each with its upper limit (d10:6).",
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
