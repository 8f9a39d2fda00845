"""Shipped networks: every engine computes what was taught."""

import json
from importlib import import_module, resources

import numpy as np
import pytest

from calibration.network import shipped


@pytest.mark.parametrize("name", ["corners", "outline"])
def test_opencv_computes_what_was_taught(name: str) -> None:
    pytest.importorskip("torch")
    from training.convolutions import probe

    card = json.loads(resources.files("calibration").joinpath("models", f"{name}.json").read_text("utf-8"))
    said = shipped(name)(probe(*import_module(f"training.{name}").PROBE))[0]
    np.testing.assert_allclose(said.reshape(len(said), -1), np.array(card["probe"]), atol=2e-3)
