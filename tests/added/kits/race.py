"""Race's equipment: a board of 5 × 5 cells and five pyramids a seat."""

from __future__ import annotations

from kits.codes import own_codes
from kits.frame import tag_frame
from kits.inks import BLUE, RED
from kits.kit import Kit, Plan
from kits.pieces import Pyramid

_PLAN = Plan(columns=5, rows=5, pitch_mm=30.0)
_BAND_MM = 26.0

KIT = Kit(
    name="race",
    title="Race",
    plan=_PLAN,
    band_mm=_BAND_MM,
    label_mm=_BAND_MM / 2,
    label_size_mm=9.0,
    markers=tag_frame(_PLAN, first_code=own_codes("race"), out_mm=_BAND_MM / 2, tag_mm=20.0, at_lines=(2,)),
    pieces={"p": Pyramid("p", base_mm=18.0, height_mm=30.0, pips=2)},
    stock={"p": 5},
    inks={"A": RED, "B": BLUE},
    growing=False,
)
