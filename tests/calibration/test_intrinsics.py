"""A camera from views of a pattern: corners through known lenses, and whole pictures of the printed target."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.intrinsics import View, calibrated, find_chessboard, find_target
from tests.calibration.patterns import chessboard_sheet, lens, photographed, pose, target_sheet

CAMERA = lens()


def views(count: int, *, tilt_deg: float = 32.0, noise_px: float = 0.15) -> list[View]:
    """Return where the corners of a 9 × 6 chessboard of 25 mm squares are seen in a series of pictures."""
    across, down = np.meshgrid(np.arange(9) * 25.0, np.arange(6) * 25.0)
    belong = np.column_stack([across.ravel(), down.ravel()])
    found = []
    for number in range(count):
        R, t = pose((200.0, 125.0), CAMERA, number, tilt_deg=tilt_deg)
        solid = np.column_stack([belong, np.zeros(len(belong))])
        seen, _ = cv2.projectPoints(solid, cv2.Rodrigues(R)[0], t, CAMERA.K, CAMERA.dist)
        noise = np.random.default_rng(number).normal(0, noise_px, (len(belong), 2))
        found.append(View(f"{number}.png", belong, np.asarray(seen).reshape(-1, 2) + noise, CAMERA.size))
    return found


def test_the_lens_is_found_again() -> None:
    found, rejected = calibrated(views(10))
    assert found is not None
    assert rejected == ()
    assert found.verdict == "good"
    assert found.advice == ()
    np.testing.assert_allclose(found.camera.K[[0, 1], [0, 1]], CAMERA.K[[0, 1], [0, 1]], rtol=0.005)
    np.testing.assert_allclose(found.camera.K[:2, 2], CAMERA.K[:2, 2], atol=5.0)
    assert found.camera.dist[0] == pytest.approx(CAMERA.dist[0], abs=0.03)
    assert len(found.per_view_px) == len(found.used) == 10
    assert 0.1 < found.rms_px < 0.3
    assert 0 < found.board_error_mm < 0.5


def test_views_that_do_not_fit_are_named() -> None:
    seen = views(9)
    bent = seen[4]
    bulge = 3.0 * np.sin(bent.belong_mm[:, :1] / 200.0 * np.pi)
    seen[4] = replace(bent, seen_px=bent.seen_px + bulge * [0.4, 1.0])
    seen.append(replace(seen[0], name="upright.png", size=(CAMERA.size[1], CAMERA.size[0])))
    found, rejected = calibrated(seen)
    assert found is not None
    assert {view.name for view in rejected} == {"4.png", "upright.png"}
    assert "px from where the other pictures put them" in next(v.why for v in rejected if v.name == "4.png")
    assert len(found.used) == 8


@pytest.mark.parametrize("tilt_deg", [0.0, 1.0])
def test_views_that_do_not_lean_are_to_be_done_again(tilt_deg: float) -> None:
    found, _ = calibrated(views(4, tilt_deg=tilt_deg, noise_px=0.4))
    assert found is not None
    assert found.verdict == "redo"
    assert any("Tilt" in line for line in found.advice)


def test_two_views_are_too_few() -> None:
    assert calibrated(views(2)) == (None, ())


def test_a_foreign_sheet_is_no_target() -> None:
    board = chessboard_sheet((9, 6), 25.0)
    picture = photographed(board, lens(focal=500.0, size=(640, 480)), 1)
    assert find_target(picture, "board") is None
    assert find_chessboard(picture, "board", corners=(7, 6), square_mm=25.0) is None
    seen = find_chessboard(picture, "board", corners=(9, 6), square_mm=25.0)
    assert seen is not None
    assert seen.belong_mm.max() == 200.0


@pytest.mark.slow
def test_the_printed_target_measured_by_a_ruler_is_scaled() -> None:
    picture = photographed(target_sheet(), lens(focal=500.0, size=(640, 480)), 0)
    seen, measured = find_target(picture, "a"), find_target(picture, "a", square_mm=23.0)
    assert seen is not None
    assert measured is not None
    np.testing.assert_allclose(np.ptp(measured.belong_mm, axis=0), np.ptp(seen.belong_mm, axis=0) * 23 / 24)
