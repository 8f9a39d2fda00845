"""Where colours of pieces lie: vision.shades."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist, squareform

from calibration.places import Place
from kits import ting, tink, tinker_tactics
from kits.kit import Kit
from simulator.draw import draw_scene
from simulator.render import render
from vision.network import SHAPE_MODEL, board_input, network_input, shared_network
from vision.shades import halved, shades, shades_of_board
from vision.views import views

DICE = tinker_tactics.kit(players=2)


def test_an_input_is_halved_by_the_mean_of_four_px() -> None:
    blob = np.arange(2 * 4 * 4 * 6, dtype=np.float32).reshape(2, 4, 4, 6)
    small = halved(blob)
    assert small.shape == (2, 4, 2, 3)
    assert small[1, 2, 1, 2] == blob[1, 2, 2:4, 4:6].mean()


@pytest.mark.parametrize(
    ("kit", "contents"),
    [
        (tink.KIT, {"a1": "As", "b3": "Am", "e6": "Al", "h8": "As", "c7": "Bs", "d5": "Bm", "f2": "Bl", "g5": "Bs"}),
        (DICE, {"a1": "A4=2", "b3": "A6=5", "c5": "A8=1", "d2": "B4=3", "a6": "B6=1", "b5": "B8=7"}),
    ],
    ids=["pyramids", "dice"],
)
def test_pieces_of_one_seat_lie_together_whatever_their_kind(kit: Kit, contents: dict[str, str]) -> None:
    colours = {"A": "purple", "B": "blue"}
    scene = draw_scene(np.random.default_rng(3), tier="easy", kit=kit, contents=contents, players=2, colours=colours)
    shot = render(scene)
    where = views(Place.of(shot.truth.registration), tuple(contents))
    apart = 0.5 * squareform(pdist(shades(network_input(shot.image, where)).places, "sqeuclidean"))
    owner = np.array([content[0] for content in contents.values()])
    same = (owner[:, None] == owner[None]) & ~np.eye(len(owner), dtype=bool)
    assert apart[same].max() < apart[owner[:, None] != owner[None]].min()


def test_some_bare_cells_stand_for_all() -> None:
    contents = {"a1": "As", "d5": "Bm", "g8": "Bl"}
    shot = render(draw_scene(np.random.default_rng(8), tier="easy", kit=ting.KIT, contents=contents, players=2))
    where = views(Place.of(shot.truth.registration), tuple(ting.KIT.plan.cells))
    blob = board_input(SHAPE_MODEL, shot.image, Place.of(shot.truth.registration), where)
    told = shades_of_board(blob, shared_network(SHAPE_MODEL).look(blob, where)).places
    every = shades(blob).places
    pieces = [where.cells.index(cell) for cell in contents]
    bare = np.delete(np.arange(len(blob)), pieces)
    np.testing.assert_allclose(told[pieces], every[pieces], atol=1e-2)
    assert 10 < len(np.unique(told[bare], axis=0)) < len(bare) / 2
    assert cdist(told[bare], every[bare]).min(axis=1).max() < 1e-2
