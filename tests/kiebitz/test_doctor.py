"""``kiebitz doctor``: pictures that are fine and pictures with one thing wrong each, and this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.locate import locate
from calibration.registration import Camera, Registration
from kiebitz.api import checkup
from kiebitz.api.checkup import Check
from kiebitz.pictures.advice import condition_warnings, tag_warnings
from kiebitz.pictures.condition import measure
from kiebitz.pictures.examining import picture_faults
from kits.tink import KIT
from simulator.scene import Picture
from simulator.table import Table
from tests.calibration.scenes import camera_over, printed
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import PLAN
from tests.kiebitz.test_cli import one_line
from vision.framing import Warned

Board = tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]


def saved(image: npt.NDArray[np.generic] | cv2.Mat, folder: Path) -> Path:
    path = folder / "picture.png"
    cv2.imwrite(str(path), np.asarray(image))
    return path


def test_a_good_picture_is_fine(kiebitz: Kiebitz, printed_board: Board, tmp_path: Path) -> None:
    path = saved(printed_board[0], tmp_path)
    answer = kiebitz("doctor", path, "--game", "tink")
    assert (answer.status, answer.out, answer.err) == (0, "The board is found, and the picture is fine.\n", "")
    found = kiebitz("doctor", path, "--game", "tink", "--json").json
    assert (found["fine"], found["found"], found["method"], found["findings"]) == (True, True, "tags", [])


def test_a_dark_picture_is_told_so_with_a_remedy(kiebitz: Kiebitz, printed_board: Board, tmp_path: Path) -> None:
    path = saved(printed_board[0] // 6, tmp_path)
    answer = kiebitz("doctor", path, "--game", "tink")
    assert answer.status == 1
    assert "too dark" in answer.out
    assert "lamp" in answer.out
    warned = kiebitz("read", path, "--game", "tink", "--json").json["warnings"]
    assert "dark" in {warning["code"] for warning in warned if warning["message"] and warning["remedy"]}


@pytest.mark.slow
def test_covered_tags_and_a_board_partly_outside_are_named(
    kiebitz: Kiebitz, printed_board: Board, tmp_path: Path
) -> None:
    image, corners = printed_board
    keep = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(keep, np.rint(corners).astype(np.int32), (1,))
    keep[int(corners[:, 1].max()) - 5 :] = 1
    covered = np.where(keep[..., None] > 0, image, np.uint8(110)).astype(np.uint8)
    found = kiebitz("doctor", saved(covered, tmp_path), "--game", "tink", "--json").json
    assert "tags" in {finding["code"] for finding in found["findings"]}
    cut = image[:, int(corners[:, 0].min()) + 150 :]
    found = kiebitz("doctor", saved(cut, tmp_path), "--game", "tink", "--json").json
    assert "outside" in {finding["code"] for finding in found["findings"]}
    assert "Not in the picture: a1" in kiebitz("doctor", tmp_path / "picture.png", "--game", "tink").out


def test_a_picture_without_a_board_has_something_to_mend_and_others_are_refused(
    kiebitz: Kiebitz, tmp_path: Path
) -> None:
    answer = kiebitz("doctor", saved(np.full((200, 260, 3), 20, np.uint8), tmp_path), "--game", "tink", "--json")
    assert answer.status == 1
    assert {"no-board", "small", "dark"} <= {finding["code"] for finding in answer.json["findings"]}
    (tmp_path / "x.png").write_bytes(b"no picture")
    assert "not a picture" in one_line(kiebitz("doctor", tmp_path / "x.png"))
    assert "chess" in one_line(kiebitz("doctor", tmp_path / "x.png", "--game", "chess"))


def test_the_machine_is_looked_over(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = kiebitz("doctor", "--json")
    names = {check["name"] for check in answer.json["checks"]}
    assert {"python", "opencv", "reader of tink", "games folder", "cameras"} <= names
    assert answer.status == (0 if answer.json["fine"] else 1)
    broken = Check("reader of tink", False, "cells.onnx: it is torn", "Reinstall Kiebitz.")
    monkeypatch.setattr(checkup, "checks", lambda: iter([Check("python", True, "3.11"), broken]))
    answer = kiebitz("doctor")
    assert answer.status == 1
    assert "!!  reader of tink" in answer.out
    assert "Reinstall Kiebitz." in answer.out


def test_a_dark_sleeve_over_the_board_is_no_uneven_light(printed_board: Board) -> None:
    image, corners = printed_board[0].copy(), printed_board[1]
    place = locate(image, KIT)
    assert place is not None
    low, high = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    shade = np.linspace(1.0, 0.1, high[0] - low[0])[None, :, None]
    image[low[1] : high[1], low[0] : high[0]] = image[low[1] : high[1], low[0] : high[0]] * shade
    assert "uneven" in {fault.code for fault in picture_faults(image, place)}
    assert "uneven" not in {fault.code for fault in picture_faults(image, place, ["a1"])}


@pytest.mark.parametrize(("elevation", "told"), [(27.0, True), (50.0, False)])
def test_a_low_camera_is_told_of(kiebitz: Kiebitz, tmp_path: Path, elevation: float, told: bool) -> None:
    path = saved(printed(KIT, camera_over(KIT.plan, elevation=elevation, size=(800, 600))), tmp_path)
    for command in ("locate", "read", "doctor") if told else ("doctor",):
        answer = kiebitz(command, path, "--game", "tink")
        assert ("degrees above the table: pieces hide each other" in answer.out + answer.err) is told, answer


# -- how a picture was taken

Image = npt.NDArray[np.uint8]


@cache
def picture() -> Picture:
    table = Table.draw(np.random.default_rng(4), kit=KIT, colours={"A": "red", "B": "blue"})
    return table.picture({"d4": "As", "e5": "Bm", "c6": "Al", "g2": "Bs"})


FAULTS: Mapping[str, Callable[[Any], Any]] = {
    "dark": lambda image: image / 5,
    "burnt": lambda image: image * 3 + 60,
    "flat": lambda image: image * 0.15 + 110,
    "cast": lambda image: image * 0.8 * [0.35, 0.8, 1.0],
    "blurred": lambda image: cv2.GaussianBlur(image, (0, 0), 6.0),
    "shaken": lambda image: cv2.blur(image, (31, 1)),
    "noisy": lambda image: image * 0.8 + np.random.default_rng(1).normal(0, 40, image.shape),
    "uneven": lambda image: image * np.linspace(0.02, 1.0, image.shape[1])[None, :, None],
}
"""Makes one thing wrong with a picture."""


def codes(image: Image) -> set[str]:
    return {warning.code for warning in condition_warnings(measure(image, picture().truth.registration))}


@pytest.mark.slow
def test_each_fault_is_named_and_none_in_a_good_picture() -> None:
    assert codes(picture().image) == set()
    for fault, spoiled in FAULTS.items():
        assert fault in codes(np.clip(spoiled(picture().image.astype(float)), 0, 255).astype(np.uint8))


@pytest.mark.slow
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
    lens = Camera(np.array([[1000.0, 0, 159.5], [0, 1000.0, 159.5], [0, 0, 1]]), np.zeros(5), (320, 320))
    place = Registration(lens, np.eye(3), np.array([-160.0, -160, 1000]), PLAN, "hand", 0)
    clean = {warning.code for warning in condition_warnings(measure(image, place))}
    cv2.circle(image, (150, 150), 70, (255, 255, 255), -1)
    assert {warning.code for warning in condition_warnings(measure(image, place))} - clean == {"glare"}


def test_a_picture_of_nothing_is_measured_and_tags_are_missed_when_more_than_half_are_covered() -> None:
    for level in (0, 128, 255):
        seen = measure(np.full((240, 320, 3), level, np.uint8), None)
        assert np.isfinite([seen.bright, seen.blur_px, seen.noise, seen.cast]).all()
    assert tag_warnings([1, 2, 3], [1, 2, 3, 4, 5, 6]) == []
    (warning,) = tag_warnings([1, 2], [1, 2, 3, 4, 5, 6])
    assert warning.code == "tags"
    assert "4 of the 6" in warning.message
    assert Warned("a", "One.", "Two.").text == "One. Two."
