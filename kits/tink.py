"""Tink's equipment: an 8 × 8 board in a tag frame, and Looney pyramids.

Pyramid sizes are the published ones (base 9/16, 25/32 and 1 inch; height 1, 1 3/8 and
1 3/4 inch). The frame is as wide as two A4 sheets side by side allow. No tag lies on the
line between the d and e files, where the sheets meet.
"""

from __future__ import annotations

from kits.cards.tink import CARD
from kits.frame import tag_frame
from kits.inks import SEAT_INKS
from kits.kit import Ground, Kit, Plan
from kits.pieces import Pyramid

_PLAN = Plan(columns=8, rows=8, pitch_mm=38.0)
_BAND_MM = 30.7
_OUT_MM = 15.55

_OPENING = tuple(f"{column}{row}" for column in "cdef" for row in range(3, 7))

KIT = Kit(
    name="tink",
    title="Tink",
    plan=_PLAN,
    ground=Ground(chequered=True),
    band_mm=_BAND_MM,
    label_mm=_OUT_MM,
    label_size_mm=10.0,
    code_mm=(5 * _PLAN.pitch_mm, _PLAN.height_mm + _OUT_MM),
    markers=tag_frame(_PLAN, first_code=0, out_mm=_OUT_MM, tag_mm=22.0, at_lines=(2, 6)),
    marked=_OPENING,
    pieces={
        "s": Pyramid("s", base_mm=14.3, height_mm=25.4, pips=1),
        "m": Pyramid("m", base_mm=19.8, height_mm=34.9, pips=2),
        "l": Pyramid("l", base_mm=25.4, height_mm=44.5, pips=3),
    },
    stock={"s": 5, "m": 4, "l": 1},
    inks=SEAT_INKS,
    credit="Game by Chris Goodwin; rules under CC BY-SA 3.0",
    card=CARD,
)
