"""Tabik's equipment: a square board with room for a rod on every inner edge, stones and rods.

Sizes are this project's choice (rules.md, 4.1). Both players share the stones, which
come in two inks; ``stock`` counts each colour.
"""

from __future__ import annotations

from functools import cache

from kits.cards.tabik import CARD
from kits.frame import tag_frame
from kits.inks import BLACK, PAPER, RED
from kits.kit import Kit, Plan
from kits.pieces import Rod, Slab

SIZES = range(5, 12)
"""Board sizes that can be printed, in cells a side."""

_PITCH_MM = 24.0
_TAGS = 12
_OUT_MM = 16.6
_CODE_X_MM = 8.0
"""Puts the code between the near left tag and the first grid line where two sheets may meet."""


@cache
def kit(*, board_size: int = 8) -> Kit:
    """Return the equipment for a board of *board_size* cells a side; outside ``SIZES`` the board has no frame."""
    size = board_size
    plan = Plan(columns=size, rows=size, pitch_mm=_PITCH_MM)
    third = round(size / 3)
    framed = size in SIZES
    first_code = 60 + _TAGS * (size - SIZES.start)
    return Kit(
        name="tabik",
        title="Tabik",
        plan=plan,
        band_mm=29.0 if framed else 0.0,
        label_mm=2.45,
        label_size_mm=4.8,
        code_mm=(_CODE_X_MM, plan.height_mm + _OUT_MM) if framed else None,
        variant=str(size),
        markers=tag_frame(plan, first_code=first_code, out_mm=_OUT_MM, tag_mm=18.0, at_lines=(third, size - third))
        if framed
        else (),
        pieces={kind: Slab(kind, "square", across_mm=20.0, height_mm=5.0) for kind in "bw"},
        stock=dict.fromkeys("bw", size * size // 2),
        inks={"b": BLACK, "w": PAPER, "rod": RED},
        credit="Game by Luis Bolaños Mures, 2020; no licence stated",
        card=CARD,
        rod=Rod(length_mm=20.0, width_mm=3.0, height_mm=3.0),
    )


KIT = kit()
