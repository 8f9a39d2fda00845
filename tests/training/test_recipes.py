"""Every shipped network of the reader can be made again: its card names a recipe."""

from __future__ import annotations

import json
from pathlib import Path

import calibration
import vision
from training.dice_crops import DICE_LESSONS
from training.subjects import TAUGHT_BY

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
