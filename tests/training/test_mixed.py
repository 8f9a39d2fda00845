"""Between two networks: their weights, and at the ends each of them."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")


def test_weights_are_between_those_of_both() -> None:
    from training.export import onnx_bytes
    from training.mixed import mixed
    from training.model import CellNet
    from training.start import take
    from vision.network import STONE_MODEL

    torch.manual_seed(1)
    before, taught, between = (CellNet(STONE_MODEL).eval() for _ in range(3))
    first, last = onnx_bytes(before, STONE_MODEL), onnx_bytes(taught, STONE_MODEL)
    take(between, STONE_MODEL, mixed(first, last, 1.0))
    np.testing.assert_allclose(between.out.weight.detach(), taught.out.weight.detach(), atol=1e-3)
    take(between, STONE_MODEL, mixed(first, last, 0.25))
    expected = 0.75 * before.out.weight + 0.25 * taught.out.weight
    np.testing.assert_allclose(between.out.weight.detach(), expected.detach(), atol=1e-3)
