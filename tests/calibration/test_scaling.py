"""Pictures made smaller, ordinary ones as OpenCV does it and ribbons too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scaling import scaled


@pytest.mark.parametrize(("shape", "there"), [((5000, 1), (700, 1)), ((2, 6000, 3), (1, 840, 3)), ((1, 1), (1, 1))])
def test_a_side_keeps_a_pixel(shape: tuple[int, ...], there: tuple[int, ...]) -> None:
    assert scaled(np.full(shape, 9, np.uint8), 0.14).shape == there


def test_an_ordinary_picture_is_what_it_was() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (97, 131)).astype(np.float32)
    expected = cv2.resize(picture, None, fx=0.37, fy=0.37, interpolation=cv2.INTER_AREA)
    assert np.array_equal(scaled(picture, 0.37), expected)
    assert scaled(picture, 0.37).dtype == np.float32
