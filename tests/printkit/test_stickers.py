"""Stickers for bought pieces."""

from __future__ import annotations

import numpy as np
import pytest

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from kits.pieces import Pawn
from kits.pyramid import edge_mm
from printkit.book import draw_kit, seats_of
from printkit.drawing import Area, Shape, Window
from printkit.job import Job
from printkit.stickers import sticker

ONLY = Job(portions=("stickers",))


def _cut(shapes: tuple[Shape, ...]) -> int:
    return sum(
        _cut(shape.shapes)
        if isinstance(shape, Window)
        else isinstance(shape, Area) and shape.stroke is not None and shape.stroke.use == "cut"
        for shape in shapes
    )


@pytest.mark.parametrize("kit", [tink.KIT, ting.KIT, tingle.KIT, tabik.KIT], ids=lambda kit: kit.name)
def test_there_is_a_sticker_for_every_piece_but_a_pawn_and_for_both_sides_of_a_stone(kit: Kit) -> None:
    drawing = draw_kit(kit, ONLY, seats_of(kit, 2))
    assert [sheet.title.split(" for ")[0] for sheet in drawing.sheets[1:]] == ["Stickers"] * (len(drawing.sheets) - 1)
    assert sum(_cut(sheet.shapes) for sheet in drawing.sheets) == 2 * sum(
        count for kind, count in kit.stock.items() if not isinstance(kit.pieces[kind], Pawn)
    )


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
        draw_kit(tinker_tactics.KIT, ONLY, ("A", "B"))
    with pytest.raises(ValueError, match="a pawn needs no sticker"):
        sticker(tingle.KIT, "A", "l")
