"""Tags: few in sight, two boards with the same ones, and pictures that would keep a search busy for minutes."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from calibration.few_tags import laid_inside
from calibration.locate import locate, relocate
from calibration.orientation import quarters_by_tags, turned
from calibration.registration import Array, Registration
from calibration.tags import find_tags, is_crowded, register_tags
from kits import tabik, ting, tink, tinker_tactics
from kits.kit import Kit
from printkit.raster import board_image
from tests.calibration.scenes import Image, camera_over, corner_error, photograph
from tests.kiebitz.shown import TING, beside, shown

PX_PER_MM = 2.5


def seen_with_two_tags(kit: Kit, *, k1: float = 0.0) -> tuple[Image, Registration]:
    """Return a photograph of the printed board of *kit* with paper over all tags but two of one side."""
    far = min(marker.corners_mm[0][1] for marker in kit.markers)
    kept = [marker.code for marker in kit.markers if marker.corners_mm[0][1] - far < 1.0][:2]
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


@pytest.mark.parametrize(
    "kit", [tink.KIT, tabik.kit(board_size=8), tinker_tactics.kit(players=2)], ids=lambda kit: kit.name
)
def test_any_two_tags_suffice(kit: Kit) -> None:
    image, truth = seen_with_two_tags(kit, k1=-0.08)
    found, _ = register_tags(image, kit)
    assert found is not None
    assert (found.method, len(found.codes)) == ("tags", 2)
    assert corner_error(found, truth) < 0.01
    known, _ = register_tags(image, kit, camera=truth.camera)
    assert known is not None
    assert pytest.approx(truth.camera.K) == known.camera.K
    assert corner_error(known, truth) < 0.005


@pytest.mark.parametrize(
    ("kit", "azimuth"), [(ting.KIT, 10.0), (ting.KIT, 190.0), (tinker_tactics.KIT, 100.0)], ids=lambda it: str(it)[:4]
)
def test_one_tag_decides_which_way_round_a_board_lies(kit: Kit, azimuth: float) -> None:
    distance_mm = 3.2 * max(kit.plan.width_mm, kit.plan.height_mm)
    at = camera_over(kit.plan, elevation=60.0, azimuth=azimuth, distance_mm=distance_mm)
    image, truth = seen_with_tags(kit, [kit.markers[0].code], at)
    found = locate(image, kit, near="A")
    assert found is not None
    assert found.method == "lattice"
    assert not found.boards[0].row_1_assumed
    assert corner_error(found.boards[0], truth) < 0.02


def test_a_tag_that_lies_where_the_board_has_none_decides_nothing() -> None:
    place = camera_over(ting.KIT.plan)
    corners_px = place.px_from_board(ting.KIT.markers[0].corners_mm)
    assert quarters_by_tags(turned(place, 1), ting.KIT, {ting.KIT.markers[0].code: corners_px}) == 3
    assert quarters_by_tags(place, ting.KIT, {ting.KIT.markers[0].code: corners_px + 300.0}) is None


@pytest.mark.parametrize("t", [(0.0, 0.0, -900.0), (0.0, 0.0, 90_000.0)], ids=["from below", "dots"])
def test_what_cannot_be_laid_stays_where_it_was(t: Array) -> None:
    truth = camera_over(ting.KIT.plan)
    codes = tuple(marker.code for marker in ting.KIT.markers[:2])
    astray = Registration(truth.camera, truth.R, np.array(t), truth.plan, "tags", 0.5, codes=codes)
    assert laid_inside(np.zeros((960, 1280), np.float32), astray, ting.KIT.markers) is astray


def corners_in(image: Image) -> Array:
    place = locate(image, ting.KIT)
    assert place is not None
    assert place.method == "tags"
    return place.corners_px


def test_the_tags_of_two_boards_are_not_mixed_and_each_is_followed_where_it_was() -> None:
    alone, grey, both = shown(TING), np.full_like(shown(TING), 128), beside(shown(TING), shown(TING))
    there, found = corners_in(alone), corners_in(both)
    assert min(np.linalg.norm(found - there - (dx, 0), axis=1).max() for dx in (0, alone.shape[1])) < 3.0
    for image, left in ((beside(alone, grey), 0.0), (beside(grey, alone), float(alone.shape[1]))):
        before = locate(image, ting.KIT)
        assert before is not None
        place = relocate(both, before, ting.KIT)
        assert place is not None
        assert np.linalg.norm(place.corners_px - there - (left, 0), axis=1).max() < 3.0


def checks(size_px: int, cell_px: int) -> npt.NDArray[np.uint8]:
    y, x = np.mgrid[:size_px, :size_px] // cell_px
    return np.asarray(255 * ((x + y) % 2), np.uint8)


@pytest.mark.parametrize(("size_px", "cell_px"), [(400, 1), (1280, 4), (2000, 12)])
def test_fine_checks_are_given_up_at_once(size_px: int, cell_px: int) -> None:
    begun = time.process_time()
    assert find_tags(checks(size_px, cell_px), tuple(range(40))) == {}
    assert time.process_time() - begun < 8.0


def test_a_chessboard_and_grain_are_not_crowded_and_a_sheet_of_fine_squares_is() -> None:
    assert not is_crowded(checks(800, 100))
    assert not is_crowded(np.random.default_rng(1).integers(0, 255, (960, 1280), dtype=np.uint8))
    assert not is_crowded(np.zeros((3, 3), np.uint8))
    for every_px, line_px in ((20, 2), (28, 1)):
        sheet = np.full((1440, 1920), 235, np.uint8)
        for line in range(line_px):
            sheet[line::every_px] = sheet[:, line::every_px] = 90
        assert is_crowded(sheet)
