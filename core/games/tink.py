"""Tink (Chris Goodwin): pyramids in three sizes on an 8 × 8 board."""

from __future__ import annotations

from core.goodwin.family import Family
from core.goodwin.game import Goodwin
from core.goodwin.options import TinkOptions
from core.goodwin.rulebook import goodwin_rulebook

_INTERIOR = tuple(f"{column}{row}" for column in "cdef" for row in range(3, 7))

GAME = Goodwin(
    Family(
        name="tink",
        title="Tink",
        side=8,
        kinds=("small", "medium", "large"),
        opening={"interior": _INTERIOR, "all_centres": _INTERIOR},
        options=TinkOptions,
    )
)
RULEBOOK = goodwin_rulebook(
    GAME,
    page="https://looneypyramids.wiki/wiki/Tink",
    sets=(
        "Looney Pyramids on a chessboard: five trios of one colour for each player. With fewer of each colour, one "
        "player may own two.",
    ),
)
