"""Every shipped network of the reader can be made again: its card names a recipe, and a recipe can be followed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import vision
from training.lessons import TAUGHT_BY
from training.recipes import RECIPES
from vision.network import Network, probe_input

MODELS = Path(vision.__file__).parent / "models"


def test_every_shipped_network_has_a_recipe_and_a_card_that_names_it() -> None:
    shipped = {path.stem for path in MODELS.glob("*.onnx")}
    assert shipped == {*RECIPES, *TAUGHT_BY}
    for path in MODELS.glob("*.json"):
        card = json.loads(path.read_text("utf-8"))
        assert card["recipe"] == path.stem
        assert card["made_from_nothing"] in (True, False)
        assert card["report"]


def test_a_stage_learns_from_pictures_of_its_own() -> None:
    for making in RECIPES.values():
        seeds = [seed for stage in making.stages for seed in (stage.seed, stage.seed + 1)]
        assert len(set(seeds)) == len(seeds)
        assert making.after in {"", *RECIPES, *TAUGHT_BY}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_recipe_in_small_makes_a_network_and_its_card(name: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from training.__main__ import begun_with, follow
    from training.course import Recipe
    from training.start import MODELS as TAUGHT

    making = RECIPES[name].small()
    made = follow(name, making, tmp_path, Recipe(), start=begun_with(making))
    card = json.loads(made.with_suffix(".json").read_text("utf-8"))
    assert card["made_from_nothing"] is True
    assert [stage.get("seed") for stage in card["stages"]][-len(making.stages) :] == [s.seed for s in making.stages]
    model = TAUGHT[name]
    said = Network(model, made.read_bytes()).scores(probe_input(model))
    np.testing.assert_allclose(said, card["probe"], atol=1e-3)
