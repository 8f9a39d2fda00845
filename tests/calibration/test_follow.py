"""Frame to frame: a still board stays, a bumped one is followed, a vanished one is not made up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.locate import locate, relocate
from calibration.places import Place
from calibration.registration import Registration
from kits import ting
from kits.kit import Plan
from kits.tink import KIT
from tests.calibration.scenes import (
    Image,
    box_of,
    camera_over,
    chessboard,
    corner_error,
    photograph,
    printed,
    ruled,
    with_pieces,
)

PLAN = Plan(8, 8, 50.0)


TRUTH = camera_over(PLAN, elevation=55)


def bumped(truth: Registration, dx: float, dy: float) -> Registration:
    return replace(truth, t=truth.t + np.array([dx, dy, 0.0]))


def picture_of(truth: Registration, seed: int = 1) -> Image:
    return with_pieces(photograph(chessboard(), box_of(PLAN), truth, seed=seed), truth, 12)


@cache
def first() -> Place:
    place = locate(picture_of(TRUTH), KIT)
    assert place is not None
    return place


def test_a_still_board_keeps_its_registration() -> None:
    assert relocate(picture_of(TRUTH, seed=9), first(), KIT) is first()


@pytest.mark.parametrize(("dx", "dy"), [(4.0, 2.0), (-9.0, 6.0)])
def test_a_bumped_board_is_followed(dx: float, dy: float) -> None:
    there = bumped(TRUTH, dx, dy)
    found = relocate(picture_of(there), first(), KIT)
    assert found is not None
    assert found is not first()
    assert corner_error(found.boards[0], there, any_turn=True) < 0.01


def test_a_board_two_cells_away_is_another_search_and_one_that_has_vanished_is_not_made_up() -> None:
    assert relocate(picture_of(bumped(TRUTH, 100.0, 0.0)), first(), KIT) is None
    picture = picture_of(TRUTH)
    assert relocate(np.full_like(picture, 90), first(), KIT) is None
    assert relocate(cv2.resize(picture, (640, 480)).astype(np.uint8), first(), KIT) is None


def test_a_board_of_lines_is_kept_until_it_moves() -> None:
    plan = ting.KIT.plan
    truth = camera_over(plan, elevation=60, distance_mm=2.6 * plan.width_mm)

    def seen(place: Registration, seed: int) -> Image:
        return with_pieces(photograph(ruled(plan, block=3), box_of(plan), place, seed=seed), place, 12, tall=0.3)

    first = locate(seen(truth, 1), ting.KIT)
    assert first is not None
    assert relocate(seen(truth, 2), first, ting.KIT) is first
    assert relocate(seen(bumped(truth, 4.0, 2.0), 3), first, ting.KIT) is None


def test_tags_are_followed_but_not_in_a_picture_that_was_turned() -> None:
    upright = camera_over(KIT.plan, elevation=50, distance_mm=650)
    K = upright.camera.K + np.array([[0, 0, 60.0], [0, 0, -40.0], [0, 0, 0]])
    truth = replace(upright, camera=replace(upright.camera, K=K))
    image = printed(KIT, truth)
    first = locate(image, KIT)
    assert first is not None
    assert relocate(printed(KIT, truth, seed=4), first, KIT) is first
    there = bumped(truth, 30.0, 10.0)
    found = relocate(printed(KIT, there), first, KIT)
    assert found is not None
    assert corner_error(found.boards[0], there) < 0.003
    assert relocate(np.ascontiguousarray(np.rot90(image, 2)), first, KIT) is None


def test_a_board_of_which_hands_leave_few_tags_is_followed_by_them() -> None:
    truth = camera_over(KIT.plan, elevation=35, distance_mm=520, k1=-0.05)
    first = locate(printed(KIT, truth), KIT)
    assert first is not None
    image = printed(KIT, truth, seed=4)
    image[:, :800] = (150, 180, 230)
    found = relocate(image, first, KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth) < 0.03
