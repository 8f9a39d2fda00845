"""The recipes of the networks that find boards: followed in small, and what a step takes of what has come."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from calibration.network import OnnxNet  # noqa: E402
from training.boards import TAUGHT, Recent, main  # noqa: E402
from training.data import Examples  # noqa: E402

_SMALL = ["--minutes", "0.02", "--held", "1", "--first", "1", "--batch", "4", "--per-epoch", "1", "--device", "cpu"]


@pytest.mark.parametrize("name", sorted(TAUGHT))
def test_a_recipe_can_be_followed(name: str, tmp_path: Path) -> None:
    made = tmp_path / "made"
    main([name, str(tmp_path / "work"), "--out", str(made), *_SMALL])
    card = json.loads((made / f"{name}.json").read_text("utf-8"))
    assert card["recipe"] == name
    assert card["made_from_nothing"] is True
    assert card["pictures"][name] >= 4
    said = OnnxNet((made / f"{name}.onnx").read_bytes())(TAUGHT[name][0].probe())[0]
    np.testing.assert_allclose(said.reshape(len(said), -1), card["probe"], atol=1e-2)


def _examples(first: int, size: int) -> Examples:
    picture = np.zeros((2, size, size), np.uint8)
    return Examples(tuple({"picture": picture, "number": np.full(2, first + k)} for k in range(3)))


def test_a_step_takes_examples_of_one_size_and_the_oldest_are_forgotten(tmp_path: Path) -> None:
    _examples(10, 4).save(tmp_path / "some.npz")
    recent, rng = Recent("cpu", 12), np.random.default_rng(1)
    for examples in (_examples(0, 4), Examples.load(tmp_path / "some.npz"), _examples(20, 6)):
        recent.add(examples)
    assert len(recent) == 12
    numbers: set[int] = set()
    for _ in range(60):
        batch = recent.batch(rng, 4)
        assert len(batch["number"]) == len(batch["picture"]) == 4
        assert {int(number) >= 20 for number in batch["number"]} == {batch["picture"].shape[1] == 6}
        numbers |= set(batch["number"].tolist())
    assert numbers == {10, 11, 12, 20, 21, 22}
