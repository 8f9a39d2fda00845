"""Which kits can be read, and what is said of the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kits import tabik, tingle, tink, tinker_tactics
from kits.kit import Kit
from kits.pieces import Die, Piece, Pyramid, Slab
from vision.contents import can_read, why_unreadable

DISC = Slab("s", "circle", across_mm=18.0, height_mm=4.0)
CONE = Pyramid("m", base_mm=18.0, height_mm=30.0, pips=2)


def kit_of(**pieces: Piece) -> Kit:
    return replace(tink.KIT, pieces=pieces, stock=dict.fromkeys(pieces, 3))


@pytest.mark.parametrize("kit", [tink.KIT, tingle.KIT, tingle.WITH_PYRAMIDS, tabik.KIT, tinker_tactics.KIT])
def test_shipped_kits_can_be_read(kit: Kit) -> None:
    assert can_read(kit)


@pytest.mark.parametrize(
    ("kit", "words"),
    [
        (kit_of(s=DISC, m=replace(DISC, across_mm=10.0)), "two kinds have the same shape"),
        (kit_of(s=CONE, m=replace(CONE, height_mm=40.0)), "two kinds are pyramids of the same size"),
        (kit_of(s=CONE, d=Die("6", 6, edge_mm=16.0)), "beside dice, called 4, 6 and 8"),
        (replace(tabik.KIT, pieces={"g": DISC}, stock={"g": 9}), "stones b and w only"),
    ],
)
def test_what_cannot_be_told_apart_is_named(kit: Kit, words: str) -> None:
    assert words in why_unreadable(kit)
