"""What the network of outlines is taught: the corners are where the lesson says, however the picture is warped."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from calibration.outline import STRIDE, likeliest, shown  # noqa: E402
from training.boards import OutlineLessons  # noqa: E402
from training.outline import SHOWN, example, outline_examples  # noqa: E402

CORNERS = np.array([(150, 90), (390, 120), (360, 300), (120, 270)], dtype=np.float32)


def _board() -> tuple[Any, Any]:
    """Return a dark picture of a bright board, and its outline."""
    picture = np.full((384, 512, 3), 40, np.uint8)
    cv2.fillPoly(picture, [CORNERS.astype(np.int32)], (230, 230, 230))
    along = np.linspace(0, 1, 8, endpoint=False)[:, None]
    around = [a + along * (b - a) for a, b in zip(CORNERS, np.roll(CORNERS, -1, axis=0), strict=True)]
    return picture, np.concatenate(around)


def _group(count: int, seed: int = 4) -> dict[str, Any]:
    picture, outline = _board()
    rng = np.random.default_rng(seed)
    parts = [example(picture, outline, (320, 240), rng) for _ in range(count)]
    arrays = (np.stack(some) for some in zip(*parts, strict=True))
    return {name: torch.from_numpy(array) for name, array in zip(("picture", "on", "corners"), arrays, strict=True)}


def test_the_lesson_points_at_the_corners_of_what_is_shown() -> None:
    group = _group(30)
    seen, asked = OutlineLessons.seen(group).numpy(), OutlineLessons.told(group).numpy()
    right = []
    for levels, told in zip(seen, asked, strict=True):
        assert levels.shape == (3, 240, 320)
        bright = levels.mean(axis=0)
        on = np.kron(told[0], np.ones((STRIDE, STRIDE))) > 0.99
        off = np.kron(told[0], np.ones((STRIDE, STRIDE))) < 0.01
        right.append(abs(bright[on].mean() - bright[off].mean()) > 0.8)
        scores = np.concatenate([np.log((told[:2] + 1e-4) / (1 - told[:2] + 1e-4)), told[2:4]])
        best = likeliest(scores)
        inside = (told[1] > 0.72).sum() >= 4
        if inside:
            assert best is not None
            assert best.plain > 0.85
    assert np.mean(right) > 0.8


def test_the_network_learns_from_what_the_finder_shows_it() -> None:
    group = _group(3)
    for levels, picture in zip(OutlineLessons.seen(group).numpy(), group["picture"].numpy(), strict=True):
        np.testing.assert_allclose(levels, shown(picture)[0], atol=1e-4)


def test_what_is_drawn_is_of_the_sizes_that_are_shown_and_alike_for_one_seed() -> None:
    first, again = (outline_examples(5, 1, 2) for _ in range(2))
    assert [group["picture"].shape[1:3][::-1] for group in first.groups] == list(SHOWN)
    for one, other in zip(first.groups, again.groups, strict=True):
        for name, array in one.items():
            np.testing.assert_array_equal(array, other[name])
    assert np.mean([group["on"].max() == 255 for group in first.groups]) == 1
