"""Pictures that no ordinary camera takes: cut out of larger ones, or pulled straight by a program."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.locate import locate
from calibration.registration import Registration
from kits import ting, tingle, tink
from kits.kit import Kit
from tests.calibration.scenes import (
    Image,
    box_of,
    camera_over,
    chessboard,
    corner_error,
    corners_off,
    photograph,
    printed,
    ruled,
    with_pieces,
)

CUT_PX = 330


def _seen(kit: Kit, *, with_tags: bool) -> tuple[Image, Registration]:
    """Return *kit*'s board, printed with tags or bought without, in a picture, and the truth."""
    distance_mm = (3.4 if with_tags else 2.9) * kit.plan.height_mm
    truth = camera_over(kit.plan, elevation=50, azimuth=25, distance_mm=distance_mm)
    if with_tags:
        return printed(kit, truth), truth
    drawing = chessboard() if kit.ground.chequered else ruled(kit.plan, block=kit.ground.block)
    bought = photograph(drawing, box_of(kit.plan), truth)
    return with_pieces(bought, truth, len(kit.plan.cells) // 6, tall=0.3), truth


def _cut_out(picture: Image, truth: Registration) -> tuple[Image, Registration]:
    """Return the left part of *picture*."""
    height, width = picture.shape[:2]
    camera = replace(truth.camera, size=(width - CUT_PX, height))
    return picture[:, :-CUT_PX].copy(), replace(truth, camera=camera)


@pytest.mark.parametrize("kit", [tink.KIT, tingle.KIT], ids=lambda kit: kit.name)
def test_a_board_is_found_in_a_part_of_a_picture(kit: Kit) -> None:
    part, truth = _cut_out(*_seen(kit, with_tags=False))
    found = locate(part, kit)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.005


def test_a_frame_of_tags_is_found_in_a_part_of_a_picture() -> None:
    kit = ting.KIT
    part, truth = _cut_out(*_seen(kit, with_tags=True))
    found = locate(part, kit)
    assert found is not None
    assert found.method == "tags"
    assert corner_error(found.boards[0], truth) < 0.005
    width, height = truth.camera.size
    corners = [truth.px_from_board(marker.corners_mm) for marker in kit.markers]
    in_view = sum(bool(np.all((tag > 0) & (tag < (width - 1, height - 1)))) for tag in corners)
    assert len(found.boards[0].codes) >= in_view - 1


@pytest.mark.parametrize(("kit", "with_tags"), [(ting.KIT, False), (tink.KIT, True)], ids=["bought", "printed"])
def test_a_board_is_found_in_a_picture_that_was_pulled_straight(kit: Kit, with_tags: bool) -> None:
    picture, truth = _seen(kit, with_tags=with_tags)
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    inward = np.array([[0.06, 0.02], [-0.01, 0.07], [-0.05, -0.02], [0.01, -0.06]], dtype=np.float32)
    H = cv2.getPerspectiveTransform(corners, corners + inward * np.array([width, height], dtype=np.float32))
    pulled = np.asarray(cv2.warpPerspective(picture, H, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)
    found = locate(pulled, kit)
    assert found is not None
    seen = cv2.perspectiveTransform(truth.corners_px.reshape(-1, 1, 2), H).reshape(4, 2)
    assert corners_off(found.boards[0], np.asarray(seen, dtype=np.float64), any_turn=True) < 0.01
