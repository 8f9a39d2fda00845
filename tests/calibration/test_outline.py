"""Stones hide the lines inside; the outline still says where the board lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.board import working_picture
from calibration.outline import on_outline
from calibration.registration import Registration, resized
from kits.kit import Plan
from tests.calibration.scenes import Image, box_of, camera_over, corner_error, photograph, ruled

PLAN = Plan(7, 7, 40.0)
TRUTH = camera_over(PLAN, elevation=60.0, azimuth=25.0, distance_mm=2.4 * PLAN.width_mm)


def _astray() -> Registration:
    """Return the truth, moved by a few hundredths of a cell and turned by half a degree."""
    turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, 0.009]))
    return replace(TRUTH, R=TRUTH.R @ turn, t=TRUTH.t + TRUTH.R @ np.array([1.4, -1.0, 0.0]))


def _with_stones(drawing: Image) -> Image:
    rng, out = np.random.default_rng(4), drawing.copy()
    for row in range(PLAN.rows):
        for column in range(PLAN.columns):
            middle = (np.array([column, row]) + 1.0) * 40 + rng.uniform(-1, 1, 2)
            box = cv2.boxPoints((middle.tolist(), (33.0, 33.0), float(rng.uniform(-4, 4))))
            cv2.fillPoly(
                out, [np.round(box).astype(np.int32)], (150, 150, 155) if rng.random() < 0.5 else (240, 240, 240)
            )
    return out


def test_a_board_is_laid_on_its_outline_whatever_the_stones_say() -> None:
    picture = photograph(_with_stones(ruled(PLAN)), box_of(PLAN), TRUTH)
    grey = working_picture(picture)
    near = resized(_astray(), (grey.shape[1], grey.shape[0]))
    found = on_outline(grey, near)
    assert found is not None
    laid = resized(found, TRUTH.camera.size)
    assert corner_error(_astray(), TRUTH) > 0.006
    assert corner_error(laid, TRUTH) < 0.003


def test_without_an_outline_nothing_is_said() -> None:
    bare = np.full_like(ruled(PLAN), (205, 220, 225))
    grey = working_picture(photograph(bare, box_of(PLAN), TRUTH))
    assert on_outline(grey, resized(_astray(), (grey.shape[1], grey.shape[0]))) is None
