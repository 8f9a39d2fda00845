"""``kiebitz calibrate`` on pictures of the printed target, and what its file is good for."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.calibration.patterns import lens, photographed, target_sheet
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line

CAMERA = lens(focal=620.0, size=(800, 600))


@pytest.mark.slow
def test_calibrate_answers_in_the_agreed_form_and_keeps_a_camera_under_its_name(
    kiebitz: Kiebitz, tmp_path: Path, printed_board: tuple[npt.NDArray[np.uint8], object]
) -> None:
    folder, out = tmp_path / "views", tmp_path / "camera.json"
    folder.mkdir()
    for number in range(5):
        cv2.imwrite(str(folder / f"v{number}.png"), photographed(target_sheet(), CAMERA, number))
    cv2.imwrite(str(folder / "v7-bent.png"), photographed(target_sheet(), CAMERA, 7, bend_mm=16))
    cv2.imwrite(str(folder / "v8-nothing.png"), np.full((600, 800), 90, np.uint8))
    answer = kiebitz("calibrate", folder, "--out", out, "--json")
    assert answer.status == 0
    found = answer.json
    assert found["image_size"] == [800, 600]
    np.testing.assert_allclose([found["K"][0][0], found["K"][1][1]], [620.0, 621.2], rtol=0.01)
    assert found["dist"][0] == pytest.approx(-0.18, abs=0.05)
    assert found["used"] == len(found["per_view_px"]) == 5
    assert [Path(view["name"]).name for view in found["rejected"]] == ["v8-nothing.png", "v7-bent.png"]
    assert found["verdict"] == "usable"
    assert 0 < found["board_error_mm"] < 1.0
    assert json.loads(out.read_text())["K"] == found["K"]
    picture = tmp_path / "board.png"
    cv2.imwrite(str(picture), printed_board[0])
    assert kiebitz("locate", picture, "--camera", out, "--json").json["method"] == "tags"
    answer = kiebitz("calibrate", *sorted(folder.glob("v[0-2].png")), "--name", "phone")
    assert answer.status == 0
    assert "--camera phone" in answer.out
    assert "focal length 6" in answer.out
    wide = tmp_path / "wide.png"
    cv2.imwrite(str(wide), np.zeros((540, 960, 3), np.uint8))
    refused = kiebitz("locate", wide, "--camera", "phone")
    assert refused.status == 2
    assert "800 × 600" in one_line(refused)


def test_pictures_without_the_pattern_are_a_no(kiebitz: Kiebitz, tmp_path: Path) -> None:
    picture = tmp_path / "grey.png"
    cv2.imwrite(str(picture), np.full((480, 640), 128, np.uint8))
    answer = kiebitz("calibrate", picture, "--json")
    assert answer.status == 1
    assert (answer.json["verdict"], answer.json["used"], answer.json["stored"]) == ("redo", 0, None)
    assert answer.json["rejected"][0]["name"] == str(picture)


def test_wrong_use_and_a_file_that_is_no_camera_are_one_line(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for typed, words in (
        ("calibrate nothing.png", "there is no file"),
        ("calibrate x.png --pattern chessboard --size 9", "inner corners"),
        ("calibrate x.png --square-mm -1", "--square-mm"),
        ("calibrate x.png --name ../x", "plain name"),
        (f"calibrate x.png --name {300 * 'x'}", "plain name"),
        ("calibrate x.png --size 9x6", "--pattern chessboard"),
        ("locate x.png --camera nobody", "kiebitz calibrate"),
    ):
        assert words in one_line(kiebitz(*typed.split()))
    path = tmp_path / "camera.json"
    for text in ("{}", "[]", "x", '{"K": [[1]], "dist": [0], "image_size": [1, 1]}'):
        path.write_text(text)
        assert "is not a camera's file" in one_line(kiebitz("locate", tmp_path / "x.png", "--camera", path))
