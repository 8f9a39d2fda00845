"""The toy game's equipment: a strip of five cells and three small pyramids a seat."""

from __future__ import annotations

from kits.codes import own_codes
from kits.frame import tag_frame
from kits.inks import BLUE, RED
from kits.kit import Kit, Plan
from kits.pieces import Pyramid

_PLAN = Plan(columns=5, rows=1, pitch_mm=24.0)
_BAND_MM = 26.0

KIT = Kit(
    name="toy",
    title="Toy",
    plan=_PLAN,
    band_mm=_BAND_MM,
    label_mm=_BAND_MM / 2,
    label_size_mm=11.0,
    markers=tag_frame(_PLAN, first_code=own_codes("toy"), out_mm=_BAND_MM / 2, tag_mm=20.0, at_lines=()),
    pieces={"s": Pyramid("s", base_mm=15.0, height_mm=20.0, pips=1)},
    stock={"s": 3},
    inks={"A": RED, "B": BLUE},
)
