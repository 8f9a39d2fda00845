"""Tingle (Chris Goodwin, 2018): piecepack tokens on sixteen tiles, 8 × 8 cells."""

from __future__ import annotations

from core.goodwin.family import Family
from core.goodwin.game import Goodwin
from core.goodwin.options import TingleOptions
from core.goodwin.rulebook import goodwin_rulebook

_INTERIOR = tuple(f"{column}{row}" for column in "cdef" for row in range(3, 7))

GAME = Goodwin(
    Family(
        name="tingle",
        title="Tingle",
        side=8,
        kinds=("coin", "token", "pawn"),
        opening={"interior": _INTERIOR, "all_centres": _INTERIOR},
        options=TingleOptions,
    )
)
RULEBOOK = goodwin_rulebook(
    GAME,
    page="https://www.ludism.org/ppwiki/Tingle",
    sets=(
        "A piecepack has the sixteen tiles and, for each player, the coins and the pawn of a suit. Add four equal "
        "tokens for each player, by preference piecepack pyramids.",
    ),
)
