"""Boards with few tags in sight: calibration.few_tags."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from calibration.few_tags import laid_inside
from calibration.locate import locate
from calibration.orientation import quarters_by_tags, turned
from calibration.registration import Array, Registration
from calibration.tags import register_tags
from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from printkit.raster import board_image
from tests.calibration.scenes import Image, camera_over, photograph

KITS = [tink.KIT, ting.KIT, tingle.KIT, tabik.kit(board_size=8), tinker_tactics.kit(players=2)]
PX_PER_MM = 2.5


def seen_with_two_tags(kit: Kit, *, k1: float = 0.0) -> tuple[Image, Registration]:
    """Return a photograph of the printed board of *kit* with paper over all tags but two of one side."""
    far = min(marker.corners_mm[0][1] for marker in kit.markers)
    kept = [marker.code for marker in kit.markers if marker.corners_mm[0][1] - far < 1.0][:2]
    assert len(kept) == 2
    return seen_with_tags(kit, kept, camera_over(kit.plan, k1=k1))


def seen_with_tags(kit: Kit, kept: Sequence[int], truth: Registration) -> tuple[Image, Registration]:
    """Return a photograph, from where *truth* has it, of *kit*'s printed board with paper over all tags but *kept*."""
    drawing, (left, top) = board_image(kit, PX_PER_MM)
    for marker in kit.markers:
        if marker.code not in kept:
            corners = (np.array(marker.corners_mm) - [left, top]) * PX_PER_MM
            (x, y), (right, bottom) = corners.min(axis=0).astype(int), np.ceil(corners.max(axis=0)).astype(int)
            drawing[max(y - 2, 0) : bottom + 3, max(x - 2, 0) : right + 3] = 245
    box = (left, top, left + drawing.shape[1] / PX_PER_MM, top + drawing.shape[0] / PX_PER_MM)
    return photograph(drawing, box, truth), truth


def off(found: Registration, truth: Registration) -> float:
    """Return by how much corners are off, in parts of the board's side."""
    side = np.linalg.norm(np.diff(truth.corners_px, axis=0), axis=1).mean()
    return float(np.linalg.norm(found.corners_px - truth.corners_px, axis=1).max() / side)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_any_two_tags_suffice(kit: Kit) -> None:
    image, truth = seen_with_two_tags(kit, k1=-0.08)
    found = register_tags(image, kit)
    assert found is not None
    assert found.method == "tags"
    assert len(found.codes) == 2
    assert off(found, truth) < 0.01


def test_a_known_camera_is_kept() -> None:
    image, truth = seen_with_two_tags(tink.KIT, k1=-0.08)
    found = register_tags(image, tink.KIT, camera=truth.camera)
    assert found is not None
    assert pytest.approx(truth.camera.K) == found.camera.K
    assert off(found, truth) < 0.005


@pytest.mark.thinned(2)
@pytest.mark.parametrize("azimuth", [10.0, 100.0, 190.0])
@pytest.mark.parametrize("kit", [ting.KIT, tinker_tactics.KIT], ids=lambda kit: kit.name)
def test_one_tag_decides_which_way_round_a_board_lies(kit: Kit, azimuth: float) -> None:
    distance_mm = 3.2 * max(kit.plan.width_mm, kit.plan.height_mm)
    at = camera_over(kit.plan, elevation=60.0, azimuth=azimuth, distance_mm=distance_mm)
    image, truth = seen_with_tags(kit, [kit.markers[0].code], at)
    found = locate(image, kit, near="A")
    assert found is not None
    assert found.method == "lattice"
    assert not found.boards[0].row_1_assumed
    assert off(found.boards[0], truth) < 0.02


def test_a_tag_that_lies_where_the_board_has_none_decides_nothing() -> None:
    place = camera_over(ting.KIT.plan)
    corners_px = place.px_from_board(ting.KIT.markers[0].corners_mm)
    assert quarters_by_tags(turned(place, 1), ting.KIT, {ting.KIT.markers[0].code: corners_px}) == 3
    assert quarters_by_tags(place, ting.KIT, {ting.KIT.markers[0].code: corners_px + 300.0}) is None


@pytest.mark.parametrize("t", [(0.0, 0.0, -900.0), (0.0, 0.0, 90_000.0)], ids=["from below", "dots"])
def test_what_cannot_be_laid_stays_where_it_was(t: Array) -> None:
    image, truth = seen_with_two_tags(ting.KIT)
    codes = tuple(marker.code for marker in ting.KIT.markers[:2])
    astray = Registration(truth.camera, truth.R, np.array(t), truth.plan, "tags", 0.5, codes=codes)
    assert laid_inside(image[..., 0].astype(np.float32), astray, ting.KIT.markers) is astray
