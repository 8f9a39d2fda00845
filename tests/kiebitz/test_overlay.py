"""What is drawn over a picture leaves in sight what is in it: the pieces, and what is printed beside the board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.places import Place
from calibration.registration import Registration
from kiebitz.pictures.overlay import PAINT, overlay
from kits import ting, tingle, tink
from kits.kit import Kit
from kits.tabik import kit as tabik
from kits.tinker_tactics import kit as tinker
from simulator.calm import Aim, calm_table
from simulator.scene import Picture
from vision.reader import BoardReading, read_board

TABLES: dict[str, tuple[Kit, dict[str, str]]] = {
    "tink": (tink.KIT, {"d4": "As", "d5": "Am", "d6": "Al", "e4": "Bs", "e5": "Bm", "e6": "Bl", "a8": "As"}),
    "ting": (ting.KIT, {"e5": "As", "e6": "Bm", "f5": "Al", "f6": "Bs", "a1": "As"}),
    "tingle": (tingle.KIT, {"d4": "As", "d5": "Bm", "e4": "Al", "e5": "Bs"}),
    "tinker": (tinker(players=2), {"b2": "A6=3", "b3": "B4=2", "c3": "A8=5"}),
}
ANGLES = ((56.0, -9.0), (42.0, 150.0), (80.0, 40.0))


@cache
def shot(name: str, elevation_deg: float, azimuth_deg: float) -> tuple[Picture, BoardReading]:
    kit, contents = TABLES[name]
    table = calm_table(kit, aim=Aim(elevation_deg=elevation_deg, azimuth_deg=azimuth_deg), seed=2)
    picture = table.picture(contents)
    return picture, read_board(picture.image, Place.of(picture.truth.registration), kit, players=2)


def changed(picture: Picture, board: BoardReading) -> npt.NDArray[np.bool_]:
    drawn = overlay(picture.image, Place.of(picture.truth.registration), board, legend=False)
    return np.asarray((cv2.absdiff(drawn, picture.image) > 12).any(axis=2))


def inside(picture: Picture, outline: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(picture.image.shape[:2], dtype=np.uint8)
    cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], (1,))
    return mask > 0


@pytest.mark.thinned(6)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("angle", ANGLES, ids=str)
def test_pieces_stay_in_sight(name: str, angle: tuple[float, float]) -> None:
    """Those that are in doubt are tinted."""
    picture, board = shot(name, *angle)
    over = changed(picture, board)
    plain = [piece for piece in picture.truth.pieces if piece.placed.cell not in board.unsure]
    assert len(plain) >= len(picture.truth.pieces) - 1
    for piece in plain:
        assert over[inside(picture, piece.outline_px)].mean() < 0.2, piece.placed.cell


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", TABLES)
def test_letters_and_tags_of_a_printed_frame_stay_in_sight(name: str) -> None:
    picture, board = shot(name, *ANGLES[0])
    over = beyond(picture, board, replace(picture.truth.registration, found_by="tags"))
    printed = picture.image.max(axis=2) < 140
    for piece in picture.truth.pieces:
        printed[inside(picture, piece.outline_px)] = False
    ends_of_letters = 4
    assert int((over & printed).sum()) <= ends_of_letters


def beyond(picture: Picture, board: BoardReading, place: Registration) -> npt.NDArray[np.bool_]:
    """Return what is drawn outside the playing area and the line around it."""
    drawn = overlay(picture.image, Place.of(place), board, legend=False)
    over = np.asarray((cv2.absdiff(drawn, picture.image) > 12).any(axis=2))
    over[inside(picture, place.px_from_board(_grown(board.kit)))] = False
    return over


def _grown(kit: Kit) -> npt.NDArray[np.float32]:
    """Return the playing area's corners, as far out as the line around it is wide."""
    w, h, rim = kit.plan.width_mm, kit.plan.height_mm, 1.8
    return np.array([[-rim, -rim], [w + rim, -rim], [w + rim, h + rim], [-rim, h + rim]], dtype=np.float32)


def test_every_piece_has_a_label_in_its_seats_colour() -> None:
    picture, board = shot("tink", *ANGLES[0])
    drawn = overlay(picture.image, Place.of(picture.truth.registration), board, legend=False)
    for seat, content in (("A", "red"), ("B", "yellow")):
        exact = (drawn == PAINT[content]).all(axis=2).astype(np.uint8)
        plates = cv2.connectedComponentsWithStats(cv2.dilate(exact, np.ones((7, 7))))[2][1:]
        assert (plates[:, cv2.CC_STAT_AREA] > 60).sum() == sum(c[0] == seat for c in TABLES["tink"][1].values())


def test_the_label_of_a_plain_stone_lies_on_it() -> None:
    kit = tabik(board_size=5)
    table = calm_table(kit)
    picture = table.picture({"c3": "b", "c4": "w", "c3-c4": "rod"})
    board = read_board(picture.image, Place.of(picture.truth.registration), kit)
    assert not board.unsure
    over = changed(picture, board)
    stone = next(seen for seen in picture.truth.pieces if seen.placed.cell == "c3")
    assert 0.05 < over[inside(picture, stone.outline_px)].mean() < 0.5
