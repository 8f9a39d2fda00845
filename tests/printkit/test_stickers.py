"""Stickers for bought pieces."""

from __future__ import annotations

import numpy as np
import pytest

from kits import tingle, tink
from kits.pieces import Pawn
from kits.pyramid import edge_mm
from printkit.drawing import Area, used_for
from printkit.job import Job
from printkit.stickers import sticker
from tests.printkit.kits import KITS, drawn

ONLY = Job(portions=("stickers",))


@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-8"])
def test_there_is_a_sticker_for_every_piece_but_a_pawn_and_for_both_sides_of_a_stone(name: str) -> None:
    kit, (_, *sheets) = KITS[name], drawn(name, ONLY).sheets
    assert {sheet.title.split(" for ")[0] for sheet in sheets} == {"Stickers"}
    cuts = [shape for sheet in sheets for shape in used_for(sheet.shapes, "cut") if isinstance(shape, Area)]
    assert len(cuts) == 2 * sum(count for kind, count in kit.stock.items() if not isinstance(kit.pieces[kind], Pawn))


@pytest.mark.parametrize("kind", sorted(tink.KIT.pyramids))
def test_a_sticker_goes_round_a_pyramid_and_stays_within_its_edges(kind: str) -> None:
    solid, rim = tink.KIT.pyramids[kind], np.array(sticker(tink.KIT, "A", kind).outline)
    apex, *feet = rim
    widths = np.linalg.norm(np.diff(feet, axis=0), axis=1)
    assert len(widths) == 4
    assert widths == pytest.approx([0.97 * solid.base_mm] * 4)
    assert np.linalg.norm(feet - apex, axis=1).max() < edge_mm(solid)


def test_dice_and_pawns_need_no_stickers() -> None:
    with pytest.raises(ValueError, match="Tinker Tactics has no stickers"):
        drawn("tinker-2", ONLY)
    with pytest.raises(ValueError, match="a pawn needs no sticker"):
        sticker(tingle.KIT, "A", "l")
