"""What the network of corners is taught: the corner is where the lesson says, whichever way the board is taken."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import CELL_PX
from tests.calibration.scenes import camera_over

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from kits.kit import Plan  # noqa: E402
from training.convolutions import write  # noqa: E402
from training.corners import PROBE, Astray, Table, batch_of, corner_net, example, loss_of  # noqa: E402

PLAN = Plan(5, 5, 40.0)
PLACE = camera_over(PLAN, elevation=65.0, distance_mm=2.4 * PLAN.width_mm, size=(800, 600), k1=-0.05)


def _dotted() -> Table:
    """Return a table with a bright dot at each corner of its cells."""
    image = np.full((600, 800), 60, np.uint8)
    places = np.array([(x, y) for x in range(6) for y in range(6)]) * PLAN.pitch_mm
    rows, columns = np.mgrid[0:600, 0:800]
    for x, y in PLACE.px_from_board(places):
        image[(columns - x) ** 2 + (rows - y) ** 2 < 9] = 250
    return Table.of(np.repeat(image[..., None], 3, axis=2), PLACE)


def test_places_taken_for_corners_are_seen_where_these_are() -> None:
    table, rng = _dotted(), np.random.default_rng(3)
    corners = np.array([(x, y) for x in range(6) for y in range(6)], dtype=np.float64)
    for _ in range(10):
        astray = Astray.draw(rng, (5, 5))
        taken = astray.seen(corners, table.eye)
        px = table.px_of(taken + astray.off(taken), astray.height)
        np.testing.assert_allclose(px, table.px_of(corners, 0.0), atol=0.1)


def test_the_lesson_points_at_the_corners() -> None:
    table, rng = _dotted(), np.random.default_rng(3)
    bright, lessons = [], 0
    for _ in range(40):
        lesson = example(table, rng)
        levels = lesson.shown[0]
        for row, column in np.argwhere(lesson.kinds >= 2):
            x, y = np.round((np.array([column, row]) + lesson.off[row, column]) * CELL_PX).astype(int)
            if 0 <= y < levels.shape[0] and 0 <= x < levels.shape[1]:
                bright.append(abs(levels[y, x] - np.median(levels)) > 3 * abs(levels - np.median(levels)).mean())
        lessons += bool(np.any(lesson.kinds >= 2))
    assert 20 < lessons < 40
    assert np.mean(bright) > 0.9


def test_a_network_learns_and_is_written(tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    torch.manual_seed(1)
    table, rng, net = _dotted(), np.random.default_rng(3), corner_net()
    shown, off, kinds = batch_of([example(table, rng) for _ in range(2)])
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
    values = []
    for _ in range(8):
        loss = loss_of(net(shown), off, kinds)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        values.append(float(loss.detach()))
    assert values[-1] < values[0]
    write(net, "corners", tmp_path, PROBE, {})
    from calibration.network import OnnxNet

    with torch.no_grad():
        expected = net.eval()(shown).numpy()
    found = OnnxNet((tmp_path / "corners.onnx").read_bytes())(shown.numpy())
    np.testing.assert_allclose(found, expected, atol=1e-3)
