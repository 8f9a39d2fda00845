"""The virtual camera: its crops agree with their registration, and only those that have changed are looked at again."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from calibration.places import Place
from calibration.registration import Array, Camera, Registration
from kits.kit import Plan
from kits.tink import KIT
from tests.calibration.scenes import camera_over
from vision.bare_board import usual
from vision.network import PYRAMID_MODEL, Evidence, Network
from vision.recalling import Recalling
from vision.views import CELL, Views, views


def table(
    *, tilt_deg: float = 45.0, distance_mm: float = 700.0, k1: float = -0.08, pitch_mm: float = 50.0
) -> Registration:
    """Return a camera *distance_mm* from the middle of a board, *tilt_deg* away from straight down."""
    plan = Plan(8, 8, pitch_mm)
    K = np.array([[1000.0, 0, 639.5], [0, 1000.0, 479.5], [0, 0, 1]])
    R = np.asarray(cv2.Rodrigues(np.array([np.radians(tilt_deg), 0, 0.0]))[0], dtype=np.float64)
    R = R @ np.asarray(cv2.Rodrigues(np.array([0, 0, 0.3]))[0], dtype=np.float64)
    t = np.array([0, 0, distance_mm]) - R @ np.array([plan.width_mm / 2, plan.height_mm / 2, 0])
    return Registration(Camera(K, np.array([k1, 0, 0, 0, 0]), (1280, 960)), R, t, plan, "hand", 0.0)


def moved(H: Array, points: Array) -> Array:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), H), dtype=np.float64).reshape(-1, 2)


@pytest.mark.parametrize("tilt_deg", [0.0, 55.0])
def test_crops_look_at_their_cells(tilt_deg: float) -> None:
    registration = table(tilt_deg=tilt_deg)
    plan = registration.plan
    where = views(Place.of(registration), plan.cells)
    half = plan.pitch_mm / 2
    for index, cell in enumerate(plan.cells):
        x, y = plan.centre_mm(cell)
        H = where.H_image_crop[index]
        centre = registration.px_from_board([(x, y)])
        np.testing.assert_allclose(moved(H, np.array([CELL.foot])), centre, atol=0.5)
        square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        np.testing.assert_allclose(moved(H, where.outline[index]), registration.px_from_board(square), atol=0.7)


def test_a_cell_beyond_the_picture_is_known() -> None:
    registration = table(distance_mm=330.0)
    inside = dict(
        zip(registration.plan.cells, views(Place.of(registration), registration.plan.cells).inside, strict=True)
    )
    assert inside["d4"] == 1.0
    assert inside["h8"] == 0.0


@pytest.mark.parametrize("tilt_deg", [0.0, 55.0])
def test_edges_lie_across_their_crops_the_nearer_cell_below(tilt_deg: float) -> None:
    registration = table(tilt_deg=tilt_deg)
    plan, eye = registration.plan, registration.eye_mm
    where = views(Place.of(registration), plan.edges)
    wide, high = np.ptp(where.outline, axis=1).T
    assert np.median(wide / high) > 1.5
    for edge, H in zip(where.cells, where.H_image_crop, strict=True):
        centres = np.array([plan.centre_mm(cell) for cell in edge.split("-")])
        distances = np.linalg.norm(np.column_stack([centres, [0, 0]]) - eye, axis=1)
        rows = moved(np.linalg.inv(H), registration.px_from_board(centres))[:, 1]
        if abs(distances[0] - distances[1]) > 0.3 * plan.pitch_mm:
            assert (rows[0] > rows[1]) == (distances[0] < distances[1])


def test_what_is_out_of_the_picture_is_grey() -> None:
    place = table()
    assert usual(np.zeros((960, 1280, 3), np.uint8), Place.of(place), ["a1"]).boards.max() == 0
    assert set(usual(np.zeros((4, 4, 3), np.uint8), Place.of(place), ["a1", "b1"]).boards.ravel().tolist()) == {128}


WHERE = views(Place.of(camera_over(KIT.plan)), ("a1", "b2", "c3", "d4"), PYRAMID_MODEL.frame)
BLOB = np.full((4, 7, PYRAMID_MODEL.frame.height, PYRAMID_MODEL.frame.width), 0.5, np.float32)


class Counting(Network):
    """Says of each cell how bright it is, and remembers which it was asked about."""

    def __init__(self) -> None:
        self.model = PYRAMID_MODEL
        self.asked: list[tuple[str, ...]] = []

    def look(self, blob: Any, where: Views) -> Evidence:
        self.asked.append(where.cells)
        return {"presence": blob[:, :3].mean(axis=(1, 2, 3))[:, None]}


@pytest.fixture
def counting() -> Counting:
    return Counting()


def test_what_looks_the_same_is_not_looked_at_again(counting: Counting) -> None:
    recalling = Recalling(counting)
    rng = np.random.default_rng(1)
    first, again = (recalling.look(BLOB + rng.normal(0, 0.03, BLOB.shape).astype(np.float32), WHERE) for _ in range(2))
    assert counting.asked == [WHERE.cells]
    np.testing.assert_array_equal(first["presence"], again["presence"])


def test_what_has_changed_is_looked_at_alone_and_remembered(counting: Counting) -> None:
    recalling = Recalling(counting)
    recalling.look(BLOB, WHERE)
    changed = BLOB.copy()
    changed[2, :3, 10:30, 10:30] = 1.0
    said = recalling.look(changed, WHERE)
    assert counting.asked == [WHERE.cells, ("c3",)]
    assert said["presence"][2, 0] == pytest.approx(changed[2, :3].mean())
    assert said["presence"][0, 0] == pytest.approx(0.5)
    recalling.look(changed, WHERE)
    assert len(counting.asked) == 2


def test_a_dark_piece_on_a_dark_cell_is_looked_at(counting: Counting) -> None:
    recalling = Recalling(counting)
    recalling.look(BLOB, WHERE)
    changed = BLOB.copy()
    changed[1, 1, 20:32, 20:32] += 16 / 255
    recalling.look(changed, WHERE)
    assert counting.asked == [WHERE.cells, ("b2",)]


def test_other_places_are_remembered_by_themselves(counting: Counting) -> None:
    recalling = Recalling(counting)
    other = views(Place.of(camera_over(KIT.plan)), ("e5", "f6"), PYRAMID_MODEL.frame)
    for _ in range(2):
        recalling.look(BLOB, WHERE)
        recalling.look(BLOB[:2], other)
    assert counting.asked == [WHERE.cells, other.cells]


def test_what_is_done_to_the_answer_is_not_remembered(counting: Counting) -> None:
    recalling = Recalling(counting)
    recalling.look(BLOB, WHERE)["presence"][:] = 9.0
    assert recalling.look(BLOB, WHERE)["presence"].max() < 1.0
