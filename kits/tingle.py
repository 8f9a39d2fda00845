"""Tingle's equipment: sixteen piecepack tiles, coins, pawns, and pyramids for tokens.

Tile, coin and pawn sizes are those of the Mesomorph piecepack. The token is a pyramid
(rules.md, R22) small enough to leave room around it on a cell.
"""

from __future__ import annotations

from kits import tink
from kits.cards.tingle import CARD
from kits.frame import tag_frame
from kits.inks import SEAT_INKS
from kits.kit import Ground, Kit, Plan
from kits.pieces import Pawn, Pyramid, Slab

_PLAN = Plan(columns=8, rows=8, pitch_mm=25.4)

KIT = Kit(
    name="tingle",
    title="Tingle",
    plan=_PLAN,
    ground=Ground(block=2, loose=True),
    band_mm=31.0,
    label_mm=3.6,
    label_size_mm=5.0,
    code_mm=(5 * _PLAN.pitch_mm, _PLAN.height_mm + 18.6),
    markers=tag_frame(_PLAN, first_code=24, out_mm=18.6, tag_mm=18.0, at_lines=(2, 6)),
    marked=tink.KIT.marked,
    pieces={
        "s": Slab("s", "circle", across_mm=19.1, height_mm=3.2),
        "m": Pyramid("m", base_mm=19.8, height_mm=34.9, pips=2),
        "l": Pawn("l", across_mm=15.9, height_mm=28.6),
    },
    names={"s": "coin", "m": "token"},
    stock={"s": 5, "m": 4, "l": 1},
    inks=SEAT_INKS,
    credit="Game by Chris Goodwin; rules under CC BY-SA 3.0",
    card=CARD,
    other_pieces=tink.KIT.pieces,
    suited=True,
)

WITH_PYRAMIDS = KIT.with_other_pieces()
"""The same board, with Looney pyramids in three sizes as the three kinds."""
