"""Going on from a shipped network: what is taken over says the same as OpenCV does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import calibration
import vision
from vision.network import CELLS_MODEL, FACE_FRAME, FACES_MODEL, STONE_MODEL, Model, Network, probe_input

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

SHIPPED = Path(vision.__file__).parent / "models" / "cells.onnx"


def test_a_shipped_network_goes_on_where_it_was() -> None:
    from training.model import CellNet
    from training.start import begin

    net = CellNet(CELLS_MODEL)
    noise = torch.rand(32, CELLS_MODEL.channels, 96, 80, generator=torch.Generator().manual_seed(1))
    begin(net, CELLS_MODEL, SHIPPED, [noise])
    with torch.no_grad():
        taken = net.eval()(torch.from_numpy(probe_input(CELLS_MODEL))).numpy()
        learning = net.train()(noise).std()
        still = net.eval()(noise).std()
    np.testing.assert_allclose(
        taken, Network(CELLS_MODEL, SHIPPED.read_bytes()).scores(probe_input(CELLS_MODEL)), rtol=1e-3, atol=2e-3
    )
    assert 0.5 < float(learning / still) < 2


def test_the_network_that_reads_dice_goes_on_too() -> None:
    from training.model import CellNet
    from training.start import begin

    net = CellNet(FACES_MODEL)
    frame = FACES_MODEL.frame
    noise = torch.rand(8, 4, frame.height, frame.width, generator=torch.Generator().manual_seed(1))
    begin(net, FACES_MODEL, SHIPPED.with_name("faces.onnx"), [noise])
    with torch.no_grad():
        taken = net.eval()(torch.from_numpy(probe_input(FACES_MODEL))).numpy()
    np.testing.assert_allclose(taken, Network(FACES_MODEL).scores(probe_input(FACES_MODEL)), rtol=1e-3, atol=2e-3)


def test_another_network_takes_over_the_first_layers() -> None:
    from training.model import CellNet
    from training.start import begin

    model = Model("another", {"value": 4}, frame=FACE_FRAME)
    net, other = CellNet(model), CellNet(STONE_MODEL)
    before = net.out.weight.detach().clone()
    begin(other, STONE_MODEL, SHIPPED.with_name("stones.onnx"), [torch.rand(8, 4, 96, 80)])
    begin(net, model, SHIPPED.with_name("stones.onnx"), [torch.rand(8, 4, 64, 64)])
    shown = torch.rand(2, 4, 64, 64)
    with torch.no_grad():
        torch.testing.assert_close(net.eval().features(shown), other.eval().features(shown), rtol=1e-3, atol=2e-3)
    assert torch.equal(net.out.weight, before)


def test_a_strange_file_is_told_so(tmp_path: Path) -> None:
    from training.export import onnx_bytes
    from training.model import CellNet
    from training.start import begin

    strange = tmp_path / "strange.onnx"
    strange.write_bytes(
        onnx_bytes(CellNet(Model("strange", {"presence": 3})).eval(), Model("strange", {"presence": 3}))
    )
    with pytest.raises(ValueError, match="none of cells"):
        begin(CellNet(STONE_MODEL), STONE_MODEL, strange, [])


def test_convolutions_go_on_where_they_were() -> None:
    from calibration.network import shipped
    from training.boards import OUTLINE

    file = Path(calibration.__file__).parent / "models" / "outline.onnx"
    net, shown = OUTLINE.make(), torch.from_numpy(OUTLINE.probe())
    OUTLINE.begin(net, file, [shown])
    with torch.no_grad():
        taken = net.eval()(shown).numpy()
    np.testing.assert_allclose(taken, shipped("outline")(shown.numpy()), rtol=1e-3, atol=2e-3)
    with pytest.raises(ValueError, match="other layers"):
        OUTLINE.begin(OUTLINE.make(), SHIPPED, [shown])


def test_a_network_that_looks_again_goes_on_too(tmp_path: Path) -> None:
    from training.export import onnx_bytes
    from training.model import Again, CellNet
    from training.start import begin

    torch.manual_seed(1)
    taught = CellNet(STONE_MODEL).eval()
    for layer in taught.features:
        if isinstance(layer, Again):
            torch.nn.init.normal_(layer.second_norm.weight)
    file = tmp_path / "taught.onnx"
    file.write_bytes(onnx_bytes(taught, STONE_MODEL))
    net = CellNet(STONE_MODEL)
    begin(net, STONE_MODEL, file, [torch.rand(8, STONE_MODEL.channels, 96, 80)])
    shown = torch.from_numpy(probe_input(STONE_MODEL))
    with torch.no_grad():
        expected, taken = taught(shown), net.eval()(shown)
    torch.testing.assert_close(taken, expected, rtol=1e-3, atol=2e-3)
    read = Network(STONE_MODEL, file.read_bytes()).scores(probe_input(STONE_MODEL))
    np.testing.assert_allclose(read, expected.numpy(), rtol=1e-3, atol=2e-3)
