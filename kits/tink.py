"""Tink's equipment: an 8 × 8 board in a tag frame, and Looney pyramids.

Pyramid sizes are the published ones (base 9/16, 25/32 and 1 inch; height 1, 1 3/8 and
1 3/4 inch).
"""

from __future__ import annotations

from kits.kit import Kit, Plan, Solid

KIT = Kit(
    name="tink",
    plan=Plan(columns=8, rows=8, pitch_mm=38.0),
    markers=(),
    solids={
        "s": Solid("s", base_mm=14.3, height_mm=25.4, pips=1),
        "m": Solid("m", base_mm=19.8, height_mm=34.9, pips=2),
        "l": Solid("l", base_mm=25.4, height_mm=44.5, pips=3),
    },
    stock={"s": 5, "m": 4, "l": 1},
)
