"""What lies on a simulated table as no piece should: pieces that lie wrong, and small things that are none."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from kits import ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from simulator.draw import draw_scene
from simulator.foreign import KINDS, with_foreign
from simulator.looks import Material
from simulator.misplaced import HOWS, misplaced_bodies, misplacing, with_misplaced
from simulator.render import render
from simulator.scene import How, Loose, Scene

KITS = (tink.KIT, ting.KIT, tingle.KIT, tinker_tactics.kit(players=2))
ALLOWED = {"tink": {"line", "side", "two"}, "ting": {"line", "two"}, "tingle": {"line", "side", "two"}}


def _table(kit: Kit, seed: int) -> Scene:
    return draw_scene(np.random.default_rng(seed), tier="easy", kit=kit, hand=False, loose=False, size=(640, 480))


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_pieces_lie_wrong_in_the_ways_that_their_shapes_allow(kit: Kit) -> None:
    made = [with_misplaced(np.random.default_rng(seed), _table(kit, seed), 6) for seed in range(12)]
    hows = {piece.how for scene in made for piece in scene.misplaced}
    assert hows == ALLOWED.get(kit.name, {"line", "two", "tilted"})
    for scene in made:
        standing = [piece.cell for piece in scene.pieces]
        assert not set(standing) & {cell for piece in scene.misplaced for cell in piece.cells}


def test_one_piece_is_put_onto_another_or_lies_wrong_where_it_stood() -> None:
    scene = _table(tink.KIT, 3)
    piece, onto, *others = scene.pieces
    rng = np.random.default_rng(1)
    two = misplacing(rng, scene, piece, "two", onto)
    assert {each.cell for each in two.pieces} == {each.cell for each in others}
    assert [lying.cells for lying in two.misplaced] == [(onto.cell,)] * 2
    side = misplacing(rng, scene, piece, "side")
    assert [(lying.how, lying.cells) for lying in side.misplaced] == [("side", (piece.cell,))]
    assert side.pieces == (onto, *others)
    tilted = misplacing(rng, scene, piece, "tilted")
    assert tilted.pieces == scene.pieces
    assert not tilted.misplaced


def test_a_piece_across_a_line_is_nearer_to_it_than_to_any_middle() -> None:
    found = 0
    for seed in range(12):
        scene = with_misplaced(np.random.default_rng(seed), _table(tink.KIT, seed), 5, ("line",))
        plan = scene.kit.plan
        for piece in scene.misplaced:
            away = np.array([plan.centre_mm(cell) for cell in piece.cells]) - piece.thing.at_mm
            assert (np.abs(away).max(axis=1) > 0.4 * plan.pitch_mm).all()
            assert np.linalg.norm(away.mean(axis=0)) < 0.25 * plan.pitch_mm
            found += 1
    assert found > 12


@pytest.mark.parametrize(("kit", "how"), [(tink.KIT, "side"), (KITS[3], "tilted"), (tingle.KIT, "side")])
def test_what_lies_or_leans_rests_on_the_board_with_another_outline(kit: Kit, how: How) -> None:
    assert how in HOWS
    bodies = []
    for seed in range(8):
        scene = with_misplaced(np.random.default_rng(seed), _table(kit, seed), 3, (how,))
        bodies += [(each, misplaced_bodies(each, scene.kit)) for each in scene.misplaced]
    assert len(bodies) > 4
    higher_mm = []
    for each, parts in bodies:
        lowest, highest = (pick(float(pick(b.vertices[:, 2])) for b in parts) for pick in (max, min))
        assert abs(lowest) < 1e-6
        higher_mm.append(-highest - each.thing.size_mm[2])
    assert np.median(np.abs(higher_mm)) > 1.0


def test_the_picture_and_its_truth_show_it() -> None:
    scene = _table(tink.KIT, 3)
    wrong = with_misplaced(np.random.default_rng(1), scene, 1, ("line",))
    picture, before = render(wrong), render(scene)
    (piece,) = wrong.misplaced
    assert picture.truth.misplaced == dict.fromkeys(piece.cells, "line")
    assert all(picture.truth.position[cell] == "." for cell in piece.cells)
    middle = scene.view.px_from_board([piece.thing.at_mm])[0].round().astype(int)
    there = np.s_[middle[1] - 2 : middle[1] + 2, middle[0] - 2 : middle[0] + 2]
    assert np.abs(picture.image[there].astype(int) - before.image[there]).max() > 25


@pytest.mark.parametrize("shape", KINDS)
def test_a_thing_takes_up_its_cell_and_is_seen_there(shape: str) -> None:
    bare = replace(_table(tink.KIT, 5), pieces=())
    x, y = bare.kit.plan.centre_mm("d4")
    thing = Loose(shape, (x, y), 20.0, (24.0, 14.0, 6.0), Material((0.1, 0.5, 0.9), seed=2))
    with_thing = render(replace(bare, foreign=(thing,)))
    assert with_thing.truth.taken == {"d4": shape}
    changed = np.abs(with_thing.image.astype(int) - render(bare).image).max(axis=2) > 30
    middle = bare.view.px_from_board([[x, y]])[0]
    rows, columns = np.nonzero(changed)
    assert len(rows) > 30
    assert np.median(np.hypot(columns - middle[0], rows - middle[1])) < 30


@pytest.mark.parametrize("kit", [tink.KIT, ting.KIT, KITS[3]], ids=lambda kit: kit.name)
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
    for kit, like in ((ting.KIT, {"cap", "block"}), (KITS[3], {"block"})):
        made = [with_foreign(np.random.default_rng(seed), _table(kit, 5), 5) for seed in range(20)]
        assert not like & {thing.shape for scene in made for thing in scene.foreign}


def test_what_lies_over_two_cells_takes_up_both() -> None:
    scene = _table(tink.KIT, 5)
    a, b = (np.array(scene.kit.plan.centre_mm(cell)) for cell in ("d4", "d5"))
    pitch = scene.kit.plan.pitch_mm
    x, y = (a + b) / 2
    note = Loose("note", (float(x), float(y)), 0.0, (0.9 * pitch, 0.9 * pitch, 1.0), Material((0.9,) * 3))
    assert set(render(replace(scene, pieces=(), foreign=(note,))).truth.taken) == {"d4", "d5"}
