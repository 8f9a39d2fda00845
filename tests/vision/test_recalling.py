"""A network that remembers looks again at what has changed, and only at that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from calibration.places import Place
from kits.tink import KIT
from tests.calibration.scenes import camera_over
from vision.network import PYRAMID_MODEL, Evidence, Network
from vision.recalling import Recalling
from vision.views import Views, views

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
