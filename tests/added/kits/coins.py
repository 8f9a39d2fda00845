"""Coins' equipment: a board of 5 × 4 cells and seven flat discs for each of up to three seats."""

from __future__ import annotations

from kits.codes import own_codes
from kits.frame import tag_frame
from kits.inks import BLUE, RED, YELLOW
from kits.kit import Kit, Plan
from kits.pieces import Slab

_PLAN = Plan(columns=5, rows=4, pitch_mm=28.0)
_BAND_MM = 26.0

KIT = Kit(
    name="coins",
    title="Coins",
    plan=_PLAN,
    band_mm=_BAND_MM,
    label_mm=_BAND_MM / 2,
    label_size_mm=9.0,
    markers=tag_frame(_PLAN, first_code=own_codes("coins"), out_mm=_BAND_MM / 2, tag_mm=20.0, at_lines=(2,)),
    pieces={"c": Slab("c", "circle", across_mm=20.0, height_mm=3.0)},
    stock={"c": 7},
    inks={"A": RED, "B": YELLOW, "C": BLUE},
)
