"""What cameras make of a table that is filmed."""

from __future__ import annotations

import numpy as np

from benchmarks.refereeing.camera import STEADY, Camera
from kiebitz.pictures.frame import Image
from tests.kiebitz.painted import paint

SEEN = [(paint({}), True)] * 3 + [(paint({}), False)] * 20


def filmed(camera: Camera) -> list[Image]:
    return list(camera.film(SEEN, 0.15, seed=1))


def test_a_steady_camera_shows_the_table_as_it_is() -> None:
    assert all(np.array_equal(image, seen) for image, (seen, _) in zip(filmed(STEADY), SEEN, strict=True))


def test_the_exposure_follows_a_hand_and_comes_back() -> None:
    light = [float(image.mean()) for image in filmed(Camera(exposure=0.35))]
    assert light[2] > 1.05 * light[-1]
    assert light[3] > light[6] > light[-1]
