"""Every shipped network can be made again: its card names a recipe, which is followed here in small."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import calibration
import vision
from calibration.network import OnnxNet
from training.data import Examples
from training.dice_crops import DICE_LESSONS
from training.subjects import TAUGHT_BY
from vision.network import Network, probe_input

learning = pytest.mark.skipif(not (find_spec("torch") and find_spec("onnx")), reason="torch and onnx make networks")
MODELS = Path(vision.__file__).parent / "models"


def test_every_shipped_network_has_a_recipe_and_a_card_that_names_it() -> None:
    assert {path.name.partition(".")[0] for path in MODELS.glob("*.onnx")} == {*TAUGHT_BY, *DICE_LESSONS}
    for path in MODELS.glob("*.json"):
        card = json.loads(path.read_text("utf-8"))
        assert card["recipe"] == path.stem
        assert card["made_from_nothing"] in (True, False)
        assert card["report"]


def test_the_network_of_corners_was_made_from_nothing() -> None:
    card = json.loads((Path(calibration.__file__).parent / "models" / "corners.json").read_text("utf-8"))
    assert card["recipe"] == "corners"
    assert card["made_from_nothing"] is True
    assert card["report"]["error_cells"] < 0.01


_SMALL = ["--minutes", "0.02", "--held", "1", "--first", "1", "--per-epoch", "1", "--device", "cpu"]


@learning
@pytest.mark.slow
@pytest.mark.parametrize("name", [*TAUGHT_BY, *DICE_LESSONS])
def test_the_recipe_of_a_network_that_reads_makes_it_and_its_card(name: str, tmp_path: Path) -> None:
    from training import cells, dice

    recipe, model = (cells, TAUGHT_BY[name][0]) if name in TAUGHT_BY else (dice, dice.TAUGHT[name])
    more = ["--batch", "16", "--room", "2000"]
    recipe.main([name, str(tmp_path / "work"), "--out", str(tmp_path), *_SMALL, *more])
    card = json.loads((tmp_path / f"{name}.json").read_text("utf-8"))
    assert card["made_from_nothing"] is True
    assert set(card["pictures"]) == set(TAUGHT_BY[name][1] if name in TAUGHT_BY else (name,))
    said = Network(model, (tmp_path / f"{name}.onnx").read_bytes()).scores(probe_input(model))
    np.testing.assert_allclose(said, card["probe"], atol=1e-2)


@learning
@pytest.mark.parametrize("name", ["corners", "outline"])
def test_the_recipe_of_a_network_that_finds_boards_makes_it_and_its_card(name: str, tmp_path: Path) -> None:
    from training import boards

    boards.main([name, str(tmp_path / "work"), "--out", str(tmp_path), *_SMALL, "--batch", "4"])
    card = json.loads((tmp_path / f"{name}.json").read_text("utf-8"))
    assert card["recipe"] == name
    assert card["made_from_nothing"] is True
    assert card["pictures"][name] >= 4
    said = OnnxNet((tmp_path / f"{name}.onnx").read_bytes())(boards.TAUGHT[name][0].probe())[0]
    np.testing.assert_allclose(said.reshape(len(said), -1), card["probe"], atol=1e-2)


def _examples(first: int, size: int) -> Examples:
    picture = np.zeros((2, size, size), np.uint8)
    return Examples(tuple({"picture": picture, "number": np.full(2, first + k)} for k in range(3)))


@learning
def test_a_step_takes_examples_of_one_size_and_the_oldest_are_forgotten(tmp_path: Path) -> None:
    from training.boards import Recent

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
