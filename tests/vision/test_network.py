"""One look, and a second one in a mirror."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.places import Place
from kits.tink import KIT
from tests.calibration.scenes import camera_over, printed
from vision.network import (
    Floats,
    Network,
    board_input,
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
