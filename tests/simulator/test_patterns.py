"""Patterned table-tops: two colours, over and over, the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from simulator.grain import UNSEEN_TEXTURES, srgb
from simulator.patterns import PATTERNS, covering

RED, PALE = (0.05, 0.05, 0.6), (0.8, 0.8, 0.7)


def tile(kind: str, seed: int) -> np.ndarray:
    return covering(kind, RED, PALE, size_px=256, px_per_mm=1.0, seed=seed).astype(float)


@pytest.mark.parametrize("kind", PATTERNS)
def test_a_pattern_shows_both_colours(kind: str) -> None:
    for seed in range(6):
        off = [np.abs(tile(kind, seed) - np.array(srgb(tint))).max(axis=2) for tint in (RED, PALE)]
        assert all((apart < 60).mean() > 0.02 for apart in off)


@pytest.mark.parametrize("kind", PATTERNS)
def test_a_seed_gives_the_same_pattern_again(kind: str) -> None:
    assert np.array_equal(tile(kind, 4), tile(kind, 4))
    assert not np.array_equal(tile(kind, 4), tile(kind, 5))


def test_no_pattern_is_kept_for_examination() -> None:
    assert not set(PATTERNS) & {*UNSEEN_TEXTURES, "tartan"}
