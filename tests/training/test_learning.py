"""The training recipe in small: two pictures, one epoch, and out comes what OpenCV can read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kits.colours import COLOURS
from tests.training.learned import computed_by_opencv
from vision.network import PRESENCE

pytest.importorskip("torch")
pytest.importorskip("onnx")
pytestmark = pytest.mark.slow


def test_two_pictures_become_a_network(tmp_path: Path) -> None:
    import torch

    from training.course import Recipe
    from training.data import Samples, make_chunk
    from training.learn import learn
    from training.subjects import SUBJECTS

    subject = SUBJECTS["pyramids"]

    made = make_chunk(subject, 5, 0, 2)
    made.save(tmp_path / "crops.npz")
    samples = Samples.load(tmp_path / "crops.npz")
    np.testing.assert_array_equal(samples.crops, made.crops)
    assert samples.crops.shape[1:] == (96, 80, 3)
    twice = Samples.load(tmp_path / "crops.npz", tmp_path / "crops.npz")
    np.testing.assert_array_equal(twice.usual[twice.board], np.concatenate([made.usual[made.board]] * 2))
    assert len(np.unique(twice.board)) == 2 * len(made.usual)
    pieces = samples.labels[samples.labels[:, 0] == PRESENCE.index("piece")]
    assert len(pieces)
    assert pieces[:, 1].max() < len(COLOURS)
    assert np.exp(samples.log_pitch).min() > 25

    torch.manual_seed(0)
    reports = list(learn(subject, samples, samples, tmp_path, Recipe(epochs=2, batch=16)))
    assert reports[1]["loss"] < reports[0]["loss"]
    assert not list(learn(subject, samples, samples, tmp_path, Recipe(epochs=2, batch=16)))
    computed_by_opencv(tmp_path, subject.model)
