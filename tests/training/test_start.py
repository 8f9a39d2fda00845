"""Going on from a network: what is taken over says the same as the reader does, mixed with another or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vision
from vision.network import CELLS_MODEL, STONE_MODEL, Network, probe_input

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from training.export import onnx_bytes  # noqa: E402
from training.mixed import mixed  # noqa: E402
from training.model import CellNet  # noqa: E402
from training.start import renorm, take  # noqa: E402

SHIPPED = Path(vision.__file__).parent / "models" / "cells.onnx"


def test_a_shipped_network_goes_on_where_it_was() -> None:
    net = CellNet(CELLS_MODEL)
    noise = torch.rand(32, CELLS_MODEL.channels, 96, 80, generator=torch.Generator().manual_seed(1))
    take(net, CELLS_MODEL, SHIPPED.read_bytes())
    renorm(net, [noise])
    with torch.no_grad():
        taken = net.eval()(torch.from_numpy(probe_input(CELLS_MODEL))).numpy()
        learning = net.train()(noise).std()
        still = net.eval()(noise).std()
    said = Network(CELLS_MODEL, SHIPPED.read_bytes()).scores(probe_input(CELLS_MODEL))
    np.testing.assert_allclose(taken, said, rtol=1e-3, atol=2e-3)
    assert 0.5 < float(learning / still) < 2


def test_another_network_is_told_so() -> None:
    with pytest.raises(ValueError, match="kiebitz-cells has other layers than stones"):
        take(CellNet(STONE_MODEL), STONE_MODEL, SHIPPED.read_bytes())


def test_weights_are_between_those_of_both() -> None:
    torch.manual_seed(1)
    before, taught, between = (CellNet(STONE_MODEL).eval() for _ in range(3))
    first, last = onnx_bytes(before, STONE_MODEL), onnx_bytes(taught, STONE_MODEL)
    take(between, STONE_MODEL, mixed(first, last, 1.0))
    np.testing.assert_allclose(between.out.weight.detach(), taught.out.weight.detach(), atol=1e-3)
    take(between, STONE_MODEL, mixed(first, last, 0.25))
    expected = 0.75 * before.out.weight + 0.25 * taught.out.weight
    np.testing.assert_allclose(between.out.weight.detach(), expected.detach(), atol=1e-3)
