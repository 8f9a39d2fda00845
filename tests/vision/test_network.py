"""One look, and a second one in a mirror."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.places import Place
from kits import tabik, ting
from kits.tink import KIT
from tests.calibration.scenes import camera_over, printed
from vision.network import (
    CELLS_MODEL,
    MARKED_PRESENCE,
    RODS,
    SHAPE_MODEL,
    STONE_MODEL,
    STONES,
    Floats,
    Network,
    board_input,
    columns_of,
    network_input,
    shared_network,
)
from vision.views import views


def test_only_what_is_not_plainly_bare_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    place = camera_over(KIT.plan)
    image = printed(KIT, place)
    x, y = place.px_from_board([KIT.plan.centre_mm("d4")])[0].round().astype(int)
    image[y - 20 : y + 10, x - 12 : x + 12] = (30, 30, 200)
    network, where = shared_network(), views(Place.of(place), KIT.plan.cells)
    looks: list[int] = []
    once = network.scores

    def counted(_: Network, blob: Floats) -> Floats:
        looks.append(len(blob))
        return once(blob)

    monkeypatch.setattr(Network, "scores", counted)
    blob = board_input(network.model, image, Place.of(place), where)
    evidence = network.look(blob, where)
    assert looks[0] == 64
    assert 1 <= looks[1] < 48
    straight, mirrored = once(blob), once(np.ascontiguousarray(blob[..., ::-1]))
    piece = KIT.plan.cells.index("d4")
    both = network.model.split(np.float32(0.5) * (straight + mirrored))["presence"]
    assert evidence["presence"][piece] == pytest.approx(both[piece], abs=1e-3)
    assert (evidence["presence"].argmax(axis=1) == both.argmax(axis=1)).all()


def test_plain_stones_and_rods_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("a1", "b1", "c1", "a1-a2", "b1-b2")
    said = np.zeros((len(names), STONE_MODEL.outputs), dtype=np.float32)
    said[0, STONES.index("b")] = said[1, STONES.index("empty")] = 7.0
    said[3, len(STONES) + RODS.index("rod")] = 7.0
    looks: list[int] = []

    def answer(_: Network, blob: Floats) -> Floats:
        looks.append(len(blob))
        return said[[2, 4]] if len(looks) == 2 else said.copy()

    monkeypatch.setattr(Network, "scores", answer)
    where = views(Place.of(camera_over(tabik.kit(board_size=6).plan)), names, STONE_MODEL.frame)
    shared_network(STONE_MODEL).look(network_input(np.zeros((960, 1280, 3), np.uint8), where), where)
    assert looks == [5, 2]


def test_a_bare_cell_is_plain_whatever_is_printed_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("a1", "b1", "c1", "d1", "e1")
    every = np.zeros((len(names), CELLS_MODEL.outputs), dtype=np.float32)
    said = every[:, columns_of(SHAPE_MODEL)]
    empty, piece, covered, marked = (MARKED_PRESENCE.index(name) for name in ("empty", "piece", "covered", "marked"))
    said[0, [empty, marked]] = said[1, empty] = said[2, marked] = said[3, piece] = said[4, covered] = 9.0
    said[1, covered] = 7.0
    looks: list[int] = []

    def answer(_: Network, blob: Floats) -> Floats:
        looks.append(len(blob))
        return every[[3, 4]] if len(looks) == 2 else every.copy()

    monkeypatch.setattr(Network, "scores", answer)
    place = Place.of(camera_over(ting.KIT.plan))
    where = views(place, names, SHAPE_MODEL.frame)
    blob = board_input(SHAPE_MODEL, np.zeros((960, 1280, 3), np.uint8), place, where)
    shared_network(SHAPE_MODEL).look(blob, where)
    assert looks == [5, 2]
