"""Small things that are no pieces: where they lie, and what they cover."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from kits import ting, tink, tinker_tactics
from kits.kit import Kit
from simulator.draw import draw_scene
from simulator.foreign import KINDS, with_foreign
from simulator.looks import Material
from simulator.render import render
from simulator.scene import Loose, Scene

KITS = (tink.KIT, ting.KIT, tinker_tactics.kit(players=2))


def _table(kit: Kit = tink.KIT, seed: int = 5) -> Scene:
    return draw_scene(np.random.default_rng(seed), tier="easy", kit=kit, hand=False, loose=False, size=(640, 480))


@pytest.mark.parametrize("shape", KINDS)
def test_a_thing_takes_up_its_cell_and_is_seen_there(shape: str) -> None:
    bare = replace(_table(), pieces=())
    x, y = bare.kit.plan.centre_mm("d4")
    thing = Loose(shape, (x, y), 20.0, (24.0, 14.0, 6.0), Material((0.1, 0.5, 0.9), seed=2))
    with_thing = render(replace(bare, foreign=(thing,)))
    assert with_thing.truth.taken == {"d4": shape}
    changed = np.abs(with_thing.image.astype(int) - render(bare).image).max(axis=2) > 30
    middle = bare.view.px_from_board([[x, y]])[0]
    rows, columns = np.nonzero(changed)
    assert len(rows) > 30
    assert np.median(np.hypot(columns - middle[0], rows - middle[1])) < 30


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_things_lie_on_cells_without_pieces_and_apart(kit: Kit) -> None:
    found = [with_foreign(np.random.default_rng(seed), _table(kit, seed), 5) for seed in range(8)]
    assert sum(len(scene.foreign) for scene in found) > 10
    for scene in found:
        plan = scene.kit.plan
        for thing in scene.foreign:
            for piece in scene.pieces:
                where = np.add(plan.centre_mm(piece.cell), piece.offset_mm)
                assert math.dist(where, thing.at_mm) > 0.4 * (piece.base_mm + thing.size_mm[1])


def test_nothing_lies_there_that_looks_like_the_pieces_of_the_kit() -> None:
    for kit, like in ((ting.KIT, {"cap", "block"}), (tinker_tactics.kit(players=2), {"block"})):
        made = [with_foreign(np.random.default_rng(seed), _table(kit), 5) for seed in range(20)]
        assert not like & {thing.shape for scene in made for thing in scene.foreign}


def test_what_lies_over_two_cells_takes_up_both() -> None:
    scene = _table()
    a, b = (np.array(scene.kit.plan.centre_mm(cell)) for cell in ("d4", "d5"))
    pitch = scene.kit.plan.pitch_mm
    x, y = (a + b) / 2
    note = Loose("note", (float(x), float(y)), 0.0, (0.9 * pitch, 0.9 * pitch, 1.0), Material((0.9,) * 3))
    assert set(render(replace(scene, pieces=(), foreign=(note,))).truth.taken) == {"d4", "d5"}
