"""The training recipe in small: two pictures, one epoch, and out comes what OpenCV can read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kits.colours import COLOURS
from vision.network import PRESENCE, Network, probe_input

pytest.importorskip("torch")
pytest.importorskip("onnx")
pytestmark = pytest.mark.slow


def test_two_pictures_become_a_network(tmp_path: Path) -> None:
    import torch

    from training.course import Recipe
    from training.data import Samples, make_chunk
    from training.export import onnx_bytes
    from training.learn import learn
    from training.model import CellNet
    from training.subjects import SUBJECTS

    subject = SUBJECTS["pyramids"]

    made = make_chunk(subject, 5, 0, 2)
    made.save(tmp_path / "crops.npz")
    samples = Samples.load(tmp_path / "crops.npz")
    np.testing.assert_array_equal(samples.crops, made.crops)
    assert samples.crops.shape[1:] == (96, 80, 3)
    pieces = samples.labels[samples.labels[:, 0] == PRESENCE.index("piece")]
    assert len(pieces)
    assert pieces[:, 1].max() < len(COLOURS)
    assert np.exp(samples.log_pitch).min() > 25

    torch.manual_seed(0)
    reports = list(learn(subject, samples, samples, tmp_path, Recipe(epochs=2, batch=16)))
    assert reports[1]["loss"] < reports[0]["loss"]
    assert not list(learn(subject, samples, samples, tmp_path, Recipe(epochs=2, batch=16)))
    net = CellNet(subject.model)
    net.load_state_dict(torch.load(tmp_path / "weights.pt", weights_only=True))
    with torch.no_grad():
        expected = net.eval()(torch.from_numpy(probe_input())).numpy()
    np.testing.assert_allclose(
        Network(subject.model, onnx_bytes(net, subject.model)).scores(probe_input()), expected, atol=1e-3
    )
