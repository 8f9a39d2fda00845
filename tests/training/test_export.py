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


def test_convolutions_of_8_bits_say_almost_the_same() -> None:
    from training.export import onnx_bytes
    from training.in_bytes import in_bytes, singled
    from training.model import CellNet

    pytest.importorskip("onnxruntime")
    torch.manual_seed(2)
    written = onnx_bytes(CellNet(STONE_MODEL).eval(), STONE_MODEL)
    shown = [probe_input(STONE_MODEL)]
    said = Network(STONE_MODEL, written).scores(shown[0])
    np.testing.assert_allclose(Network(STONE_MODEL, singled(written)).scores(shown[0]), said, atol=1e-5)
    short = in_bytes(written, shown)
    assert len(short) < 0.7 * len(written)
    assert 0 < np.abs(Network(STONE_MODEL, short).scores(shown[0]) - said).max() < 0.1


def test_a_network_is_shown_what_it_learns_from() -> None:
    from training.in_bytes import shown_to

    blob = next(iter(shown_to("stones")))
    assert blob.shape[1:] == (STONE_MODEL.channels, STONE_MODEL.frame.height, STONE_MODEL.frame.width)
    assert len(blob) > 8
    assert 0 <= blob.min() < blob.max() <= 1
