"""Teaching whose pieces are alike: whole tables, each in one light."""

from __future__ import annotations

import numpy as np
import pytest

from vision.network import DICE_MODEL

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

    batch = torch.full(
        (40, DICE_MODEL.channels, DICE_MODEL.frame.height, DICE_MODEL.frame.width), 90, dtype=torch.uint8
    )
    tables = np.repeat([0, 1], 20)
    middles = Vary(DICE_MODEL, 3)(batch, np.zeros(40, dtype=bool), tables)[:, :3].mean(dim=(2, 3)).numpy()
    first, second = middles[:20], middles[20:]
    assert np.linalg.norm(np.median(first, axis=0) - np.median(second, axis=0)) > 0.03
    assert np.median(first.std(axis=0)) < 0.04
