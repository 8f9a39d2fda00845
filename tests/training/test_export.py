"""Files of networks: weights in 16 bits, the same answers."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

import torch

from vision.network import STONE_MODEL, Network, probe_input


def test_a_file_has_weights_of_16_bits_and_answers_as_the_network_does() -> None:
    from training.export import halved, onnx_bytes
    from training.model import CellNet

    torch.manual_seed(1)
    net = CellNet(STONE_MODEL).eval()
    written = onnx_bytes(net, STONE_MODEL)
    weights = sum(parameter.numel() for parameter in net.parameters())
    assert len(written) < 2.1 * weights
    assert halved(written) == written
    with torch.no_grad():
        expected = net(torch.from_numpy(probe_input(STONE_MODEL))).numpy()
    np.testing.assert_allclose(Network(STONE_MODEL, written).scores(probe_input(STONE_MODEL)), expected, atol=1e-2)
