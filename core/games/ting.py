"""Ting (Chris Goodwin): squares, triangles and circles on a 12 × 12 board."""

from __future__ import annotations

from core.goodwin.family import Family
from core.goodwin.game import Goodwin
from core.goodwin.options import TingOptions
from core.goodwin.rulebook import goodwin_rulebook

GAME = Goodwin(
    Family(
        name="ting",
        title="Ting",
        side=12,
        kinds=("square", "triangle", "circle"),
        opening={
            "interior": ("e5", "e8", "h5", "h8"),
            "all_centres": tuple(f"{column}{row}" for column in "behk" for row in (2, 5, 8, 11)),
        },
        options=TingOptions,
        letters=("S", "MT", "LC"),
    )
)
RULEBOOK = goodwin_rulebook(GAME)
