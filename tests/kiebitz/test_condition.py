"""How a picture was taken: pretend tables with one thing wrong each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.registration import Camera, Registration
from kiebitz.pictures.advice import condition_warnings, tag_warnings
from kiebitz.pictures.condition import measure
from kits.kit import Plan
from kits.tink import KIT
from simulator.scene import Picture
from simulator.table import Table
from tests.kiebitz.conftest import Kiebitz
from vision.framing import Warned

Image = npt.NDArray[np.uint8]


@cache
def picture() -> Picture:
    table = Table.draw(np.random.default_rng(4), kit=KIT, colours={"A": "red", "B": "blue"})
    return table.picture({"d4": "As", "e5": "Bm", "c6": "Al", "g2": "Bs"})


def spoiled(fault: str) -> Image:
    """Return the picture with one thing wrong."""
    image = picture().image.astype(np.float64)
    rng = np.random.default_rng(1)
    match fault:
        case "dark":
            image = image / 5
        case "burnt":
            image = image * 3 + 60
        case "flat":
            image = image * 0.15 + 110
        case "cast":
            image = image * 0.8 * [0.35, 0.8, 1.0]
        case "blurred":
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 6.0), np.float64)
        case "shaken":
            image = np.asarray(cv2.blur(image, (31, 1)), np.float64)
        case "noisy":
            image = image * 0.8 + rng.normal(0, 40, image.shape)
        case "uneven":
            image = image * np.linspace(0.02, 1.0, image.shape[1])[None, :, None]
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def codes(image: Image) -> set[str]:
    return {warning.code for warning in condition_warnings(measure(image, picture().truth.registration))}


def test_a_good_picture_is_fine() -> None:
    assert codes(picture().image) == set()


@pytest.mark.parametrize("fault", ["dark", "burnt", "flat", "cast", "blurred", "shaken", "noisy", "uneven"])
def test_each_fault_is_named(fault: str) -> None:
    assert fault in codes(spoiled(fault))


def test_a_board_that_is_overexposed_beyond_finding_is_named(kiebitz: Kiebitz, tmp_path: Path) -> None:
    image = (picture().image * 0.5).astype(np.uint8)
    cv2.ellipse(image, (640, 480), (610, 460), 0, 0, 360, (255, 255, 255), -1)
    assert {warning.code for warning in condition_warnings(measure(image, None))} >= {"burnt"}
    assert {warning.code for warning in condition_warnings(measure(picture().image, None))} == set()
    cv2.imwrite(str(tmp_path / "board.png"), cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    for command in ("locate", "read"):
        answer = kiebitz(command, tmp_path / "board.png", "--game", "tingle")
        assert answer.status == 1
        assert "no board found. Much of the board is overexposed" in answer.err
        assert answer.err.count("Dim the light") == 1


def test_a_white_patch_where_cells_are_dark_is_glare() -> None:
    board = (np.indices((8, 8)).sum(axis=0) % 2).repeat(40, axis=0).repeat(40, axis=1)
    image = np.where(board[..., None] > 0, np.uint8(190), np.uint8(60)).repeat(3, axis=2)
    K = np.array([[1000.0, 0, 159.5], [0, 1000.0, 159.5], [0, 0, 1]])
    plan = Plan(columns=8, rows=8, pitch_mm=40.0)
    place = Registration(Camera(K, np.zeros(5), (320, 320)), np.eye(3), np.array([-160.0, -160, 1000]), plan, "hand", 0)
    clean = {warning.code for warning in condition_warnings(measure(image, place))}
    cv2.circle(image, (150, 150), 70, (255, 255, 255), -1)
    assert {warning.code for warning in condition_warnings(measure(image, place))} - clean == {"glare"}


def test_a_picture_of_nothing_is_measured_too() -> None:
    for level in (0, 128, 255):
        seen = measure(np.full((480, 640, 3), level, np.uint8), None)
        assert np.isfinite([seen.bright, seen.blur_px, seen.noise, seen.cast]).all()


def test_tags_are_missed_when_more_than_half_are_covered() -> None:
    assert tag_warnings([1, 2, 3], [1, 2, 3, 4, 5, 6]) == []
    (warning,) = tag_warnings([1, 2], [1, 2, 3, 4, 5, 6])
    assert warning.code == "tags"
    assert "4 of the 6" in warning.message
    assert Warned("a", "One.", "Two.").text == "One. Two."
