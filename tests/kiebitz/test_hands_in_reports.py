"""Row J4: hands over the board are unrecognisable in a report, and the cells beside them are kept."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.places import Place
from kiebitz.api.report import covered_cells, picture_part
from kits.tink import KIT
from simulator.draw import draw_scene
from simulator.render import render
from tests.kiebitz.test_crops import decoded


@pytest.mark.slow
def test_j4_hands_over_the_board_are_hidden_and_the_cells_beside_them_kept() -> None:
    hands, cells = [], []
    for seed in (100, 104):
        scene = draw_scene(np.random.default_rng(seed), kit=KIT, style="kit", hand=True)
        image, without, place = render(scene).image, render(replace(scene, hand=None)).image, Place((scene.view,))
        differs = (np.abs(image.astype(int) - without).max(axis=2) > 40).astype(np.uint8)
        hand = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0  # and its shadow
        covered = covered_cells(image, place, KIT)
        shown = decoded(picture_part(image, place=place, covered=covered)["picture-1.png"])
        sharp = (shown == image).all(axis=2)
        before = (decoded(picture_part(image, place=place)["picture-1.png"]) == image).all(axis=2)
        hands.append(float((hand & sharp).sum() / (hand & before).sum()))
        cells.append(float(sharp.sum() / before.sum()))
    assert max(hands) < 0.1
    assert min(cells) > 0.4


@pytest.mark.slow
def test_j4_a_board_without_a_hand_is_kept_whole() -> None:
    scene = draw_scene(np.random.default_rng(100), tier="easy", kit=KIT, style="kit", hand=False, loose=False)
    image, place = render(scene).image, Place((scene.view,))
    covered = covered_cells(image, place, KIT)
    assert len(covered) <= 2
