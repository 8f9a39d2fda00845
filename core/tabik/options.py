"""The options of Tabik."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core import option_fields as declare
from core.options import RuleOptions

SMALLEST, LARGEST = 2, 19


@dataclass(frozen=True, slots=True)
class TabikOptions(RuleOptions):
    """The options of Tabik."""

    title: ClassVar[str] = "Tabik"

    players: int = declare.players(2, rule="4.1")
    first_player: str = declare.first_player(2, rule="R25", changes="Who takes Black, and so the first action.")
    repetition_limit: int | None = declare.repetition_limit(rule="R20")
    ply_limit: int | None = declare.ply_limit(rule="R20")

    board_size: int = declare.whole(8, SMALLEST, LARGEST, rule="R24", changes="How many cells a side the board has.")
    pie_rule: bool = declare.flag(
        default=True, rule="R25", changes="White may answer Black's first action by swapping sides."
    )
    rods_split_groups: bool = declare.flag(
        default=False, rule="R27", changes="A rod between two stones keeps them from hanging together in a group."
    )
    explicit_passes: bool = declare.flag(
        default=False, rule="R30", changes="When nothing can be played, both players still pass before the game ends."
    )
    zero_tie_loser: str = declare.one_of(
        "last_mover",
        "draw",
        rule="R32",
        changes="What equal groups of every size mean: whoever acted last loses, or the game is a draw.",
    )
    rod_supply: int | None = declare.limit(
        rule="R34", changes="How many rods you have: the referee warns at the start if the board may need more."
    )
