"""What the network of outlines is taught: the corners are where the lesson says, however the picture is warped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from calibration.network import OnnxNet  # noqa: E402
from calibration.outline import STRIDE, likeliest  # noqa: E402
from training.convolutions import write  # noqa: E402
from training.course import Recipe  # noqa: E402
from training.outline import PROBE, Tables, batches, example, loss_of, outline_net  # noqa: E402

CORNERS = np.array([(150, 90), (390, 120), (360, 300), (120, 270)], dtype=np.float32)


def _table() -> Tables:
    """Return a dark picture of a bright board."""
    import cv2

    picture = np.full((384, 512, 3), 40, np.uint8)
    cv2.fillPoly(picture, [CORNERS.astype(np.int32)], (230, 230, 230))
    along = np.linspace(0, 1, 8, endpoint=False)[:, None]
    around = [a + along * (b - a) for a, b in zip(CORNERS, np.roll(CORNERS, -1, axis=0), strict=True)]
    return Tables(picture[None], np.concatenate(around)[None].astype(np.float32))


def test_the_lesson_points_at_the_corners_of_what_is_shown() -> None:
    table, rng = _table(), np.random.default_rng(4)
    right = []
    for _ in range(30):
        levels, told = example(table.pictures[0], table.outlines[0], (320, 240), rng)
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


def test_a_network_learns_and_is_written(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net, recipe = outline_net(), Recipe(batch=2, seed=3)
    levels, told = next(batches([_table()], recipe, 0))
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
    values = []
    for _ in range(6):
        loss = loss_of(net(levels), told)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        values.append(float(loss.detach()))
    assert values[-1] < values[0]
    write(net, "outline", tmp_path, PROBE, {})
    with torch.no_grad():
        expected = net.eval()(levels).numpy()
    np.testing.assert_allclose(OnnxNet((tmp_path / "outline.onnx").read_bytes())(levels.numpy()), expected, atol=1e-3)
