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
RULEBOOK = goodwin_rulebook(
    GAME,
    page="https://www.ludism.org/ppwiki/Tingle",
    sets=(
        "A Sly set has the board and the pieces of four players; its cylinders are the circles, and one square of each "
        "colour stays in the box.",
        "A Realm set has the board, but other pieces, and these in two colours only. Add ten tokens of one colour for "
        "each player: five of one kind, four of a second and one of a third.",
    ),
)
