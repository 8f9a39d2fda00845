"""Going on from a shipped network: what is taken over says the same as OpenCV does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import calibration
import vision
from vision.network import DICE_MODEL, FACE_MODEL, PYRAMID_MODEL, SHAPE_MODEL, SIZE_MODEL, Model, Network, probe_input

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

SHIPPED = Path(vision.__file__).parent / "models" / "pyramids.onnx"


def test_a_shipped_network_goes_on_where_it_was() -> None:
    from training.model import CellNet
    from training.start import begin

    net = CellNet(PYRAMID_MODEL)
    noise = torch.rand(32, PYRAMID_MODEL.channels, 96, 80, generator=torch.Generator().manual_seed(1))
    begin(net, PYRAMID_MODEL, SHIPPED, [noise])
    with torch.no_grad():
        taken = net.eval()(torch.from_numpy(probe_input(PYRAMID_MODEL))).numpy()
        learning = net.train()(noise).std()
        still = net.eval()(noise).std()
    np.testing.assert_allclose(taken, Network(PYRAMID_MODEL).scores(probe_input(PYRAMID_MODEL)), rtol=1e-3, atol=2e-3)
    assert 0.5 < float(learning / still) < 2


def test_the_network_that_reads_dice_goes_on_too() -> None:
    from training.model import CellNet
    from training.start import begin

    net = CellNet(FACE_MODEL)
    frame = FACE_MODEL.frame
    noise = torch.rand(8, 4, frame.height, frame.width, generator=torch.Generator().manual_seed(1))
    begin(net, FACE_MODEL, SHIPPED.with_name("faces.onnx"), [noise])
    with torch.no_grad():
        taken = net.eval()(torch.from_numpy(probe_input(FACE_MODEL))).numpy()
    np.testing.assert_allclose(taken, Network(FACE_MODEL).scores(probe_input(FACE_MODEL)), rtol=1e-3, atol=2e-3)


def test_another_network_takes_over_the_fields_it_shares() -> None:
    from training.model import CellNet
    from training.start import begin

    net = CellNet(DICE_MODEL)
    before = net.out.weight.detach().clone()
    begin(net, DICE_MODEL, SHIPPED.with_name("shapes.onnx"), [torch.rand(8, 4, 96, 80)])
    with torch.no_grad():
        mine = DICE_MODEL.split(net.eval()(torch.from_numpy(probe_input(DICE_MODEL))).numpy())
    theirs = SHAPE_MODEL.split(Network(SHAPE_MODEL).scores(probe_input(SHAPE_MODEL)))
    np.testing.assert_allclose(mine["colour"], theirs["colour"], rtol=1e-3, atol=2e-3)
    rows = DICE_MODEL.split(np.arange(DICE_MODEL.outputs, dtype=np.float32)[None])
    others = np.concatenate([rows[name][0] for name in rows if name != "colour"]).astype(np.int64)
    assert torch.equal(net.out.weight[others], before[others])


def test_what_another_network_was_not_shown_is_looked_past_at_first() -> None:
    from training.model import CellNet
    from training.start import begin

    net = CellNet(PYRAMID_MODEL)
    begin(net, PYRAMID_MODEL, SHIPPED.with_name("shapes.onnx"), [torch.rand(8, 7, 96, 80)])
    with torch.no_grad():
        mine = PYRAMID_MODEL.split(net.eval()(torch.from_numpy(probe_input(PYRAMID_MODEL))).numpy())
    theirs = SHAPE_MODEL.split(Network(SHAPE_MODEL).scores(probe_input(PYRAMID_MODEL)[:, :4]))
    np.testing.assert_allclose(mine["colour"], theirs["colour"], rtol=1e-3, atol=2e-3)


def test_a_strange_file_is_told_so(tmp_path: Path) -> None:
    from training.export import onnx_bytes
    from training.model import CellNet
    from training.start import begin

    strange = tmp_path / "strange.onnx"
    strange.write_bytes(
        onnx_bytes(CellNet(Model("strange", {"presence": 3})).eval(), Model("strange", {"presence": 3}))
    )
    with pytest.raises(ValueError, match="none of pyramids"):
        begin(CellNet(SIZE_MODEL), SIZE_MODEL, strange, [])


@pytest.mark.parametrize("toward", [0.0, 0.5, 1.0])
def test_a_course_can_be_gone_in_part(toward: float) -> None:
    from training.export import onnx_bytes
    from training.model import CellNet
    from training.start import begin, blend

    net = CellNet(PYRAMID_MODEL)
    begin(net, PYRAMID_MODEL, SHIPPED, [torch.rand(8, 7, 96, 80)])
    before, bias = onnx_bytes(net, PYRAMID_MODEL), net.out.bias.detach().clone()
    with torch.no_grad():
        net.out.bias += 1
        went = net.eval()(torch.from_numpy(probe_input(PYRAMID_MODEL)))
        blend(net, PYRAMID_MODEL, before, toward)
        now = net.eval()(torch.from_numpy(probe_input(PYRAMID_MODEL)))
    torch.testing.assert_close(net.out.bias, bias + toward)
    torch.testing.assert_close(now, went - (1 - toward), rtol=1e-3, atol=2e-3)


def test_convolutions_go_on_where_they_were() -> None:
    from calibration.network import shipped
    from training.convolutions import probe
    from training.corners import PROBE, corner_net
    from training.start import begin_convolutions

    file = Path(calibration.__file__).parent / "models" / "corners.onnx"
    net, shown = corner_net(), torch.from_numpy(probe(*PROBE))
    begin_convolutions(net, file, [shown])
    with torch.no_grad():
        taken = net.eval()(shown).numpy()
    np.testing.assert_allclose(taken, shipped("corners")(shown.numpy()), rtol=1e-3, atol=2e-3)
    with pytest.raises(ValueError, match="other layers"):
        begin_convolutions(corner_net(), SHIPPED, [shown])


def test_a_network_that_looks_again_goes_on_too(tmp_path: Path) -> None:
    from training.export import onnx_bytes
    from training.model import Again, CellNet
    from training.start import begin

    torch.manual_seed(1)
    taught = CellNet(SIZE_MODEL).eval()
    for layer in taught.features:
        if isinstance(layer, Again):
            torch.nn.init.normal_(layer.second_norm.weight)
    file = tmp_path / "sizes.onnx"
    file.write_bytes(onnx_bytes(taught, SIZE_MODEL))
    net = CellNet(SIZE_MODEL)
    begin(net, SIZE_MODEL, file, [torch.rand(8, SIZE_MODEL.channels, 96, 80)])
    shown = torch.from_numpy(probe_input(SIZE_MODEL))
    with torch.no_grad():
        expected, taken = taught(shown), net.eval()(shown)
    torch.testing.assert_close(taken, expected, rtol=1e-3, atol=2e-3)
    read = Network(SIZE_MODEL, file.read_bytes()).scores(probe_input(SIZE_MODEL))
    np.testing.assert_allclose(read, expected.numpy(), rtol=1e-3, atol=2e-3)
