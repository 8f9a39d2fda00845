"""Where colours of pieces lie: vision.groups."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from calibration.places import Place
from kits import tink, tinker_tactics
from kits.kit import Kit
from simulator.draw import draw_scene
from simulator.render import render
from vision.contents import model_for
from vision.groups import shades
from vision.network import board_input, shared_network
from vision.views import views

DICE = tinker_tactics.kit(players=2)


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
    place, model = Place.of(shot.truth.registration), model_for(kit)
    where = views(place, tuple(contents), model.frame)
    seen = shared_network(model).look(board_input(model, shot.image, place, where), where)
    apart = 0.5 * squareform(pdist(shades(seen).places, "sqeuclidean"))
    owner = np.array([content[0] for content in contents.values()])
    same = (owner[:, None] == owner[None]) & ~np.eye(len(owner), dtype=bool)
    assert apart[same].max() < apart[owner[:, None] != owner[None]].min()
