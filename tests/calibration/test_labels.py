"""Printed coordinates say which way round a bought board lies; a border without them says nothing."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.orientation import quarters_by_labels, turned
from kits.tink import KIT
from simulator.draw import draw_scene
from simulator.render import render
from simulator.scene import Picture, Scene


def _scene(labels: bool, seed: int) -> tuple[Scene, Picture]:
    rng = np.random.default_rng(seed)
    while True:
        scene = draw_scene(rng, kit=KIT, tier="easy", style="vinyl", hand=False)
        if scene.board.labels == labels:
            return scene, render(scene)


@pytest.mark.parametrize("turn", range(4))
def test_coordinates_tell_the_way_round(turn: int) -> None:
    _, picture = _scene(labels=True, seed=3)
    askew = turned(picture.truth.registration, turn)
    quarters = quarters_by_labels(picture.image, askew)
    assert quarters == -turn % 4
    assert np.allclose(turned(askew, quarters).corners_px, picture.truth.registration.corners_px)


def test_a_bare_border_tells_nothing() -> None:
    _, picture = _scene(labels=False, seed=4)
    assert quarters_by_labels(picture.image, picture.truth.registration) is None
