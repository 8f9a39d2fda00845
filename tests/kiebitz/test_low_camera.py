"""A camera that looks from too low is named wherever a board is found."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.registration import Registration
from kiebitz.pictures.frame import Image
from kits.tink import KIT
from simulator.draw import draw_scene
from simulator.render import render
from tests.kiebitz.conftest import Kiebitz


@cache
def _seen_from(elevation_deg: float) -> Image:
    """Return a picture of a printed board seen from *elevation_deg* above the table."""
    rng = np.random.default_rng(4)
    scene = draw_scene(rng, kit=KIT, tier="easy", style="kit", hand=False, loose=False, contents={})
    plan, up = scene.kit.plan, np.radians(elevation_deg)
    middle = np.array([plan.width_mm / 2, plan.height_mm / 2, 0.0])
    R = np.array([[1.0, 0, 0], [0, np.sin(up), np.cos(up)], [0, -np.cos(up), np.sin(up)]])
    t = np.array([0.0, 0.0, 2.2 * plan.width_mm]) - R @ middle
    view = Registration(scene.view.camera, R, t, plan, "hand", 0.0)
    return render(replace(scene, view=view)).image


@pytest.mark.parametrize(("elevation_deg", "told"), [(27.0, True), (50.0, False)])
def test_a_low_camera_is_told_of(kiebitz: Kiebitz, tmp_path: Path, elevation_deg: float, told: bool) -> None:
    cv2.imwrite(str(tmp_path / "board.png"), _seen_from(elevation_deg))
    for command in ("locate", "read", "doctor"):
        answer = kiebitz(command, tmp_path / "board.png", "--game", "tink")
        assert ("degrees above the table: pieces hide each other" in answer.out + answer.err) is told, answer
