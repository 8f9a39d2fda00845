"""Teaching whose pieces are alike: batches of whole tables, one light for each, and a network that OpenCV reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.training.learned import computed_by_opencv
from vision.network import DICE_MODEL, SHADE_MODEL

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")


def test_pieces_of_one_seat_are_to_lie_near_each_other_and_far_from_others_and_from_bare_cells() -> None:
    from training.seats import loss_of

    seat, table = torch.tensor([0, 0, 1, -1, 0]), torch.tensor([0, 0, 0, 0, 1])
    told_apart = torch.zeros(5, 8)
    told_apart[2, 0] = told_apart[3, 1] = told_apart[4, 2] = 6.0
    mixed_up = told_apart.clone()
    mixed_up[2, 0] = 0.0
    assert loss_of(told_apart, seat, table) < 0.05
    assert loss_of(mixed_up, seat, table) > 2.0


def test_crops_of_one_table_are_seen_in_one_light() -> None:
    from training.vary import Vary

    batch = torch.full((40, 4, DICE_MODEL.frame.height, DICE_MODEL.frame.width), 90, dtype=torch.uint8)
    tables = np.repeat([0, 1], 20)
    middles = Vary(DICE_MODEL, 3)(batch, np.zeros(40, dtype=bool), tables)[:, :3].mean(dim=(2, 3)).numpy()
    first, second = middles[:20], middles[20:]
    assert np.linalg.norm(np.median(first, axis=0) - np.median(second, axis=0)) > 0.03
    assert np.median(first.std(axis=0)) < 0.04


@pytest.mark.slow
def test_two_pictures_of_each_game_become_a_network(tmp_path: Path) -> None:
    from training.course import Recipe
    from training.data import make_chunk
    from training.seats import LESSONS, learn_seats

    made = {name: make_chunk(lesson, 5, 0, 2) for name, lesson in LESSONS.items()}
    recipe = Recipe(epochs=3)
    reports = list(learn_seats(made, made, tmp_path, recipe))
    assert reports[-1]["loss"] < reports[0]["loss"]
    assert set(reports[0]) >= {f"{name}_{wrong}" for name in LESSONS for wrong in ("parted", "mixed")}
    assert not list(learn_seats(made, made, tmp_path, recipe))
    computed_by_opencv(tmp_path, SHADE_MODEL)
