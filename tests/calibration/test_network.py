"""Shipped networks: every engine computes what was taught."""

import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from calibration.network import OnnxNet, by_onnxruntime, by_opencv, put_out
from tests.engines import ENGINES, MakeEngine

MODELS = resources.files("calibration").joinpath("models")


@ENGINES
@pytest.mark.parametrize("name", ["corners", "outline"])
def test_every_engine_computes_what_was_taught(name: str, make: MakeEngine) -> None:
    pytest.importorskip("torch")
    from training.boards import TAUGHT

    card = json.loads(MODELS.joinpath(f"{name}.json").read_text("utf-8"))
    engine = make(MODELS.joinpath(f"{name}.onnx").read_bytes())
    said = engine(TAUGHT[name][0].probe())[0]
    np.testing.assert_allclose(said.reshape(len(said), -1), np.array(card["probe"]), atol=1e-2)


def test_without_onnx_runtime_opencv_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    onnx = MODELS.joinpath("corners.onnx").read_bytes()
    flat = np.full((1, 4, 64, 64), 0.5, dtype=np.float32)
    assert by_onnxruntime(onnx) is None
    np.testing.assert_array_equal(OnnxNet(onnx)(flat), by_opencv(onnx)(flat))


def test_nothing_is_reported_to_anybody_and_nothing_kept_in_the_home_folder(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    computes = (
        "import numpy as np; from calibration.network import shipped; "
        "shipped('corners')(np.zeros((1, 4, 64, 64), np.float32))"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    home = {**kept, "HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    subprocess.run([sys.executable, "-c", computes], check=True, env=home)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@ENGINES
def test_a_network_puts_out_what_one_of_its_layers_does(make: MakeEngine) -> None:
    onnx = resources.files("vision").joinpath("models", "cells.onnx").read_bytes()
    blob = np.random.default_rng(3).random((2, 7, 96, 80), dtype=np.float32)
    shown = make(put_out(onnx, "relu26"))(blob)
    assert shown.shape == (2, 112, 6, 5)
    assert shown.min() >= 0 < shown.max()
    assert shown.std(axis=0).max() > 0, "each input has its own"
