"""Pieces that lie wrong on a simulated table: where, how, and that the picture shows it."""

from __future__ import annotations

import numpy as np
import pytest

from kits import ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from simulator.draw import draw_scene
from simulator.misplaced import HOWS, misplaced_bodies, misplacing, with_misplaced
from simulator.render import render
from simulator.scene import How, Scene

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
