"""The directions of a board are told from those of the cloth that it lies on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.board import working_picture
from calibration.locate import locate
from calibration.registration import Array, Registration, resized
from calibration.segments import Segments, find_segments, plane_directions
from kits import tinker_tactics
from tests.calibration.scenes import Image, box_of, camera_over, corner_error, photograph, ruled

KIT = tinker_tactics.KIT


def _on_cloth(turn_deg: float) -> tuple[Image, Registration]:
    """Return a small board on a large checked cloth, which is turned by so much against it, and the truth."""
    plan = KIT.plan
    truth = camera_over(plan, elevation=60.0, azimuth=10.0, distance_mm=2.5 * plan.height_mm)
    left, top, right, bottom = box_of(plan)
    px, wide = 4, 1000
    cloth = np.full((px * wide, px * wide, 3), (150, 190, 140), np.uint8)
    for at in range(0, px * wide, 45 * px):
        cv2.line(cloth, (at, 0), (at, px * wide), (60, 90, 50), 2 * px)
        cv2.line(cloth, (0, at), (px * wide, at), (90, 120, 80), 3 * px)
    middle = px * wide / 2
    turned = cv2.warpAffine(
        cloth,
        cv2.getRotationMatrix2D((middle, middle), turn_deg, 1.0),
        (px * wide, px * wide),
        borderMode=cv2.BORDER_WRAP,
    )
    size = round((right - left) * px), round((bottom - top) * px)
    x, y = (round(middle - side / 2) for side in size)
    turned[y : y + size[1], x : x + size[0]] = cv2.resize(ruled(plan), size, interpolation=cv2.INTER_AREA)
    out = (wide - np.array(size) / px) / 2
    box = (left - out[0], top - out[1], right + out[0], bottom + out[1])
    return photograph(np.asarray(turned, dtype=np.uint8), box, truth), truth


@pytest.mark.parametrize("turn_deg", [6.0, 35.0])
def test_a_board_on_a_checked_cloth_is_found(turn_deg: float) -> None:
    picture, truth = _on_cloth(turn_deg)
    found = locate(picture, KIT)
    assert found is not None
    assert corner_error(found, truth, any_turn=True) < 0.01


def test_a_board_and_its_cloth_are_two_pairs_of_directions() -> None:
    picture, truth = _on_cloth(35.0)
    grey = working_picture(picture)
    size = (grey.shape[1], grey.shape[0])
    camera = resized(truth, size).camera
    rays = [np.linalg.inv(camera.K) @ K @ axes for K, axes in _first(find_segments(grey), size)]
    board = [min(_off_deg(pair, truth.R, 0.0) for pair in rays), min(_off_deg(pair, truth.R, 35.0) for pair in rays)]
    assert max(board) < 2.0


def _first(segments: Segments, size: tuple[int, int]) -> list[tuple[Array, Array]]:
    return list(plane_directions(segments, size, rng=np.random.default_rng(1), most=2))


def _off_deg(pair: Array, R: Array, turn_deg: float) -> float:
    """Return by how many degrees the worse of two directions is off those of a board turned by so much."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    wanted = R[:, :2] @ np.array([[c, s], [-s, c]])
    cosines = np.abs((pair[:, :2] / np.linalg.norm(pair[:, :2], axis=0)).T @ wanted)
    return float(
        np.degrees(np.arccos(min(1.0, max(min(cosines[0, 0], cosines[1, 1]), min(cosines[0, 1], cosines[1, 0])))))
    )
