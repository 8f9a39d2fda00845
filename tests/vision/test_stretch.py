"""Boards in the dark and behind veils are read as if they were not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from calibration.places import Place
from kits.tink import KIT
from simulator.draw import draw_scene
from simulator.render import render
from simulator.scene import Picture
from tests.vision.test_reader import picture
from vision.reader import read_board
from vision.views import Image, levelled

SPOILED: dict[str, Callable[[Image], Image]] = {
    "in the dark": lambda image: (0.12 * image).astype(np.uint8),
    "behind a veil": lambda image: (0.2 * image + 150).astype(np.uint8),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_spoiled_picture_is_read_as_it_was(name: str) -> None:
    shot = picture()
    place = shot.truth.registration
    before = read_board(shot.image, Place.of(place), KIT)
    after = read_board(SPOILED[name](shot.image), Place.of(place), KIT)
    assert after.contents == before.contents
    assert not after.unsure


def test_a_board_before_a_window_is_pulled_apart_by_its_own_levels() -> None:
    shot = picture()
    place = shot.truth.registration
    window = SPOILED["in the dark"](shot.image)
    window[:60] = 255
    assert np.median(levelled(window, Place.of(place))) > 2 * np.median(window)


def _table(tier: str, seed: int) -> Picture:
    return render(draw_scene(np.random.default_rng(seed), tier=tier, kit=KIT))  # type: ignore[arg-type]


@pytest.mark.parametrize("tier", ["easy", "normal", "hard"])
def test_an_ordinary_picture_is_left_as_it_is(tier: str) -> None:
    shot = _table(tier, 5)
    assert levelled(shot.image, Place.of(shot.truth.registration)) is shot.image


def test_what_shows_nothing_is_left_as_it_is() -> None:
    shot = picture()
    grey = np.full_like(shot.image, 90)
    assert levelled(grey, Place.of(shot.truth.registration)) is grey


def test_what_was_pulled_apart_is_not_pulled_again() -> None:
    shot = picture()
    once = levelled(SPOILED["behind a veil"](shot.image), Place.of(shot.truth.registration))
    assert levelled(once, Place.of(shot.truth.registration)) is once
