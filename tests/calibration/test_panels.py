"""Panels: four-sided areas that stand out from a checked cloth, and the board that is seen in one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.refereeing.rendered import RenderedTable
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.watching import played
from calibration import outline
from calibration.locate import locate
from calibration.outline import Image
from calibration.panels import find_panels
from calibration.registration import Array

QUAD = np.array([(150, 40), (250, 80), (190, 190), (90, 130)], dtype=np.float64)


def cloth(width: int, height: int, seed: int) -> Image:
    """Return a picture of a grey cloth with stripes both ways."""
    rng = np.random.default_rng(seed)
    across, down = (rng.integers(60, 220, length // 16 + 1).repeat(16, axis=0)[:length] for length in (width, height))
    mixed = (0.5 * across[None] + 0.5 * down[:, None]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(mixed, (0, 0), 0.7), cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def farthest(found: Array, quad: Array) -> float:
    turned = [np.roll(way, turn, axis=0) for way in (found, found[::-1]) for turn in range(4)]
    return min(float(np.linalg.norm(way - quad, axis=1).max()) for way in turned)


def test_a_plain_panel_on_a_cloth_is_seen() -> None:
    picture = cloth(320, 240, 1)
    cv2.fillConvexPoly(picture, QUAD.astype(np.int32), (150, 140, 30))
    assert min(farthest(panel, QUAD) for panel in find_panels(picture)[:3]) < 4.0


def test_what_reaches_the_edge_of_the_picture_is_no_panel() -> None:
    picture = np.full((240, 320, 3), 200, np.uint8)
    cv2.rectangle(picture, (0, 60), (150, 180), (20, 30, 150), -1)
    assert find_panels(picture) == []


def test_a_board_on_a_checked_cloth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("tingle", SCENARIOS["plain"], 7303, plies=1)
    table = RenderedTable(game.course, seed=7303)
    picture, true = table.picture(game.shots[0]), table.view.corners_px
    monkeypatch.setattr(outline, "MOST_PANELS", 0)
    assert locate(picture, game.course.kit) is None
    monkeypatch.undo()
    place = locate(picture, game.course.kit)
    assert place is not None
    assert farthest(place.corners_px, true) < 0.1 * place.cell_px
