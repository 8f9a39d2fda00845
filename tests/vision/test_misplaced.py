"""Pieces that lie wrong are named with their cells, and pieces that stand are not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.places import Place
from core.reading import Misplaced
from kits import tabik, tink
from simulator.backdrop import Backdrop, backdrop
from simulator.draw import draw_scene
from simulator.misplaced import with_misplaced
from simulator.render import render
from simulator.scene import How, Scene
from vision.misplaced import CODES, misplaced

TABLES = range(4)


@cache
def _table(seed: int) -> tuple[Scene, Backdrop]:
    scene = draw_scene(
        np.random.default_rng([7, seed]), tier="easy", kit=tink.KIT, style="kit", paper=True, hand=False, loose=False,
        contents={"c3": "As", "f6": "Bs", "d5": "Am", "g2": "Bl", "b7": "As"}, colours={"A": "red", "B": "blue"},
    )  # fmt: skip
    return scene, backdrop(scene)


def _named(scene: Scene, behind: Backdrop) -> tuple[Misplaced, ...]:
    image = render(scene, behind=behind).image
    cells = {piece.cell for piece in scene.pieces} | {cell for piece in scene.misplaced for cell in piece.cells}
    return misplaced(image, Place.of(replace(scene.view, found_by="tags")), tink.KIT, sorted(cells))


@pytest.mark.parametrize("how", ["line", "side", "two"])
def test_what_lies_wrong_is_named_on_most_tables(how: How) -> None:
    named = 0
    for seed in TABLES:
        scene, behind = _table(seed)
        wrong = with_misplaced(np.random.default_rng(seed), scene, 1, (how,))
        found = _named(wrong, behind)
        cells = set(wrong.misplaced[0].cells)
        assert all(set(each.cells) & cells for each in found), "nothing else is named"
        named += any(each.code == CODES[how] and set(each.cells) <= cells for each in found)
    assert named >= len(TABLES) - 1


def test_nothing_is_named_where_all_pieces_stand() -> None:
    assert [_named(*_table(seed)) for seed in TABLES] == [()] * len(TABLES)


def test_stones_are_not_looked_at() -> None:
    scene, _ = _table(0)
    kit = tabik.kit(board_size=8)
    blank = np.full((960, 1280, 3), 200, np.uint8)
    assert misplaced(blank, Place.of(scene.view), kit, ["c3"]) == ()
