"""What is asked of every recipe: that it can be followed, and that OpenCV reads the file and computes the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np

from vision.network import Model, Network, probe_input

_SMALL = ["--minutes", "0.02", "--held", "1", "--first", "1", "--batch", "16", "--per-epoch", "1", "--room", "2000"]


def made_in_small(
    main: Callable[[Sequence[str]], None], name: str, folder: Path, model: Model, lessons: Collection[str]
) -> None:
    """Follow the recipe of the network *name* for a second or so, and check what it gives."""
    main([name, str(folder / "work"), "--device", "cpu", "--out", str(folder / "out"), *_SMALL])
    card = json.loads((folder / "out" / f"{name}.json").read_text("utf-8"))
    assert card["made_from_nothing"] is True
    assert set(card["pictures"]) == set(lessons)
    said = Network(model, (folder / "out" / f"{name}.onnx").read_bytes()).scores(probe_input(model))
    np.testing.assert_allclose(said, card["probe"], atol=1e-2)
