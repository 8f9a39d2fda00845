"""Ting's equipment: 12 × 12 cells in blocks of nine, and Sly pieces.

Cell and piece sizes are this project's choice (rules.md, 3.2), because the dimensions of
the published sets are not known.
"""

from __future__ import annotations

from kits.cards.ting import CARD
from kits.frame import tag_frame
from kits.inks import SEAT_INKS
from kits.kit import Ground, Kit, Plan
from kits.pieces import Slab

_PLAN = Plan(columns=12, rows=12, pitch_mm=25.0)

KIT = Kit(
    name="ting",
    title="Ting",
    plan=_PLAN,
    ground=Ground(block=3, ringed=tuple(f"{column}{row}" for column in "behk" for row in (2, 5, 8, 11)), ring_mm=11.0),
    band_mm=31.0,
    label_mm=3.6,
    label_size_mm=5.0,
    code_mm=(5 * _PLAN.pitch_mm, _PLAN.height_mm + 18.6),
    markers=tag_frame(_PLAN, first_code=12, out_mm=18.6, tag_mm=18.0, at_lines=(3, 9)),
    marked=("e5", "e8", "h5", "h8"),
    pieces={
        "s": Slab("s", "square", across_mm=18.0, height_mm=4.0),
        "m": Slab("m", "triangle", across_mm=20.0, height_mm=4.0),
        "l": Slab("l", "circle", across_mm=18.0, height_mm=4.0),
    },
    names={"l": "circle"},
    stock={"s": 5, "m": 4, "l": 1},
    inks=SEAT_INKS,
    credit="Game by Chris Goodwin; rules under CC BY-SA 3.0",
    card=CARD,
)
