"""What is asked of every network that has learned: that OpenCV reads its file and computes the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.network import Floats, Model, Network, probe_input


def computed_by_opencv(folder: Path, model: Model) -> Floats:
    """Return what the network that lies in *folder* says of a probe, which OpenCV must say as well."""
    import torch

    from training.export import onnx_bytes
    from training.model import CellNet

    net = CellNet(model)
    net.load_state_dict(torch.load(folder / "weights.pt", weights_only=True))
    probe = probe_input(model)
    with torch.no_grad():
        expected: Floats = net.eval()(torch.from_numpy(probe)).numpy()
    np.testing.assert_allclose(Network(model, onnx_bytes(net, model)).scores(probe), expected, atol=1e-3)
    return expected
