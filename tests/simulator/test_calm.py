"""The calm table of demos: all of the printed board in the picture, the same picture each time."""

from __future__ import annotations

import numpy as np
import pytest

from kits.kit import Kit
from kits.tabik import kit as tabik
from kits.ting import KIT as TING
from kits.tingle import KIT as TINGLE
from kits.tink import KIT as TINK
from kits.tinker_tactics import kit as tinker
from simulator.calm import Aim, calm_table, framed
from simulator.ring import as_ring, outlines_mm

KITS = (TINK, TING, TINGLE, tabik(board_size=5), tabik(board_size=11), *(tinker(players=n) for n in range(2, 7)))


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: f"{kit.name}{kit.variant}")
@pytest.mark.parametrize("elevation_deg", [35.0, 56.0, 85.0])
def test_the_whole_board_fills_the_picture(kit: Kit, elevation_deg: float) -> None:
    kit = as_ring(kit)
    view = framed(kit, Aim(elevation_deg=elevation_deg), (1280, 960))
    m, (w, h) = kit.band_mm, (kit.plan.width_mm, kit.plan.height_mm)
    outer = np.vstack(outlines_mm(kit) or ([[-m, -m], [w + m, -m], [w + m, h + m], [-m, h + m]],))
    low, high = view.px_from_board(outer).min(axis=0), view.px_from_board(outer).max(axis=0)
    assert (low > 0).all()
    assert (high < (1280, 960)).all()
    assert ((high - low) / (1280, 960)).max() > 0.9


def test_equal_tables_give_equal_pictures_and_other_surfaces_others() -> None:
    tables = [calm_table(TINK, surface=name, size=(320, 240)) for name in ("oak", "linen", "oak")]
    first, *others = (table.picture({"e4": "As"}).image for table in tables)
    assert [np.array_equal(image, first) for image in others] == [False, True]


def test_what_stands_on_the_board_is_not_beside_it() -> None:
    table = calm_table(TINK, size=(320, 240))
    beside = [thing.piece for thing in table.scene.loose]
    assert sorted(beside) == sorted(seat + kind for seat in "AB" for kind, n in TINK.stock.items() for _ in range(n))
    assert table.picture({"e4": "Al"}).truth.position["e4"] == "Al"


def test_the_table_has_the_kits_own_colours() -> None:
    assert calm_table(TINK, players=4, size=(320, 240)).scene.seats == {
        seat: ink.name for seat, ink in TINK.inks.items()
    }
