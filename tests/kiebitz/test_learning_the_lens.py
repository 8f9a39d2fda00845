"""A watched table learns its camera's lens from the boards that it finds."""

from __future__ import annotations

from functools import cache

import numpy as np

from calibration.places import Place
from calibration.registration import Camera
from kiebitz.eye.seer import Seer
from kiebitz.pictures.frame import Image
from kits.tink import KIT
from tests.calibration.scenes import camera_over, printed

ASKEW = camera_over(KIT.plan, elevation=45, distance_mm=800, hfov=50, size=(960, 720))
FROM_ABOVE = camera_over(KIT.plan, elevation=88, distance_mm=800, hfov=50, size=(960, 720))


@cache
def askew() -> Image:
    """Return a picture that tells much of the lens."""
    return printed(KIT, ASKEW)


@cache
def from_above() -> Image:
    """Return a picture that tells little of the lens."""
    return printed(KIT, FROM_ABOVE, seed=2)


def focal_off(place: Place | None) -> float:
    """Return how far off the focal length is by which the board was found, as a logarithm."""
    assert place is not None
    return abs(float(np.log(place.camera.K[0, 0] / ASKEW.camera.K[0, 0])))


def quarter(image: Image) -> Image:
    """Return *image* as a phone takes it that is turned by a quarter."""
    return np.ascontiguousarray(np.rot90(image))


def test_a_board_that_tells_little_of_the_lens_is_found_by_what_was_learned() -> None:
    first, later = askew(), from_above()
    assert focal_off(Seer(KIT).find(later)) > 0.1
    seer = Seer(KIT)
    assert focal_off(seer.find(first)) < 0.02
    assert focal_off(seer.find(later)) < 0.03


def test_pictures_of_another_shape_are_those_of_another_camera() -> None:
    seer, later = Seer(KIT), quarter(from_above())
    seer.find(askew())
    assert focal_off(seer.find(later)) == focal_off(Seer(KIT).find(later))


def test_a_lens_that_people_know_is_kept() -> None:
    known = Camera(ASKEW.camera.K * [[1.1], [1.1], [1.0]], np.zeros(5), ASKEW.camera.size)
    seer = Seer(KIT, camera=known)
    for picture in (askew(), from_above()):
        place = seer.find(picture)
        assert place is not None
        np.testing.assert_allclose(place.camera.K, known.K)


def test_what_was_learned_tells_the_lens_where_corners_are_set_by_hand() -> None:
    seer, corners_px = Seer(KIT), [(float(x), float(y)) for x, y in FROM_ABOVE.corners_px]
    later = from_above()
    assert focal_off(seer.by_hand(later, corners_px)) > 0.1
    seer.find(askew())
    assert focal_off(seer.by_hand(later, corners_px)) < 0.03
