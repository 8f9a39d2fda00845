"""What is usual on a board: vision.bare_board."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
import pytest

from calibration.places import Place
from calibration.registration import Registration
from kits import ting, tink, tinker_tactics
from kits.kit import Kit
from tests.calibration.scenes import camera_over, printed
from vision.bare_board import as_seen, usual
from vision.views import CELL, Image, crops, views

SIZE = CELL.width, CELL.height
RED = (30, 30, 220)


def seen_with(kit: Kit, pieces: Mapping[str, tuple[int, int, int]]) -> tuple[Image, Registration]:
    """Return a photograph of the printed board of *kit* with squares of some colours in the middle of cells."""
    place = camera_over(kit.plan)
    image = printed(kit, place)
    for cell, colour in pieces.items():
        x, y = place.px_from_board([kit.plan.centre_mm(cell)])[0].round().astype(int)
        image[y - 14 : y + 14, x - 14 : x + 14] = colour
    return image, place


def apart(image: Image, place: Registration, cells: list[str]) -> list[float]:
    """Return by how much each of *cells* differs from what is usual there, in levels, where it is seen."""
    where, common = views(Place.of(place), cells), usual(image, Place.of(place), cells)
    found = []
    shown = crops(image, where.H_image_crop, where.frame)
    for crop, which, outline in zip(shown, common.which, where.outline, strict=True):
        (left, top), (right, bottom) = outline.min(axis=0).astype(int), outline.max(axis=0).astype(int)
        cell = np.s_[top : bottom + 1, left : right + 1]
        bare = as_seen(common.boards[which], outline, SIZE)
        found.append(float(np.abs(crop[cell].astype(float) - bare[cell]).mean()))
    return found


@pytest.mark.parametrize("kit", [tink.KIT, ting.KIT], ids=["chequers", "one ground"])
def test_bare_cells_are_usual_and_pieces_are_not(kit: Kit) -> None:
    pieces = [f"{column}{row}" for column, row in product("abcd", "12345")]
    image, place = seen_with(kit, dict.fromkeys(pieces, RED))
    bare = apart(image, place, ["f7", "g6", "f3", "g2"])
    assert max(bare) < 0.5 * min(apart(image, place, pieces))


def test_what_is_out_of_the_picture_is_grey() -> None:
    place = camera_over(tink.KIT.plan)
    assert usual(np.zeros((960, 1280, 3), np.uint8), Place.of(place), ["a1"]).boards.max() == 0
    assert set(usual(np.zeros((4, 4, 3), np.uint8), Place.of(place), ["a1", "b1"]).boards.ravel().tolist()) == {128}


def test_each_of_several_boards_has_its_own() -> None:
    kit = tinker_tactics.kit(players=3)
    one, *others = kit.minis
    places = Place(tuple(camera_over(mini.plan) for mini in kit.minis))
    names = [*one.plan.cells, *others[0].plan.cells]
    common = usual(np.zeros((960, 1280, 3), np.uint8), places, names)
    assert len(common.boards) == 2 * len(kit.minis)
    assert set(common.which[: len(one.plan.cells)].tolist()) == {0, 1}
    assert set(common.which[len(one.plan.cells) :].tolist()) == {2, 3}
