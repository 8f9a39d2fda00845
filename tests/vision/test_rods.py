"""What the rods of one table tell of each other: vision.stone_table."""

from __future__ import annotations

import numpy as np

from vision.stone_table import by_common_colour


def test_gaps_and_rods_of_one_colour_each_are_told_apart() -> None:
    """Rods fill a third of their places, nearer to one side or the other."""
    rng = np.random.default_rng(2)
    rod = np.arange(30) % 3 == 0
    profiles = np.broadcast_to((128.0, 128.0), (30, 21, 2)) + rng.normal(0, 4, (30, 21, 2))
    for place in np.flatnonzero(rod):
        first = rng.integers(3, 12)
        profiles[place, first : first + 7] += (42.0, 22.0)
    said = np.where(rod, 0.8, 0.15)
    said[[3, 4]] = 0.5
    shares = by_common_colour(np.column_stack([0.98 - said, said, np.full(30, 0.02)]), profiles, np.ones(30))
    assert shares[3, 1] > 0.9
    assert shares[4, 1] < 0.1
    alone = np.column_stack([np.full(30, 0.9), np.full(30, 0.05), np.full(30, 0.05)])
    np.testing.assert_array_equal(by_common_colour(alone, profiles, np.ones(30)), alone)


def test_a_grey_picture_tells_next_to_nothing_by_colour() -> None:
    said = np.where(np.arange(30) % 3 == 0, 0.9, 0.1)
    rods = np.column_stack([1 - said, said, np.zeros(30)])
    np.testing.assert_allclose(by_common_colour(rods, np.full((30, 21, 2), 128.0), np.ones(30)), rods, atol=0.05)


def test_where_no_colour_tells_rods_from_none_doubtful_places_stay_doubtful() -> None:
    """A few places are taken for rods for certain, and look like all others: that denies no rod."""
    rng = np.random.default_rng(3)
    profiles = np.broadcast_to((128.0, 128.0), (200, 21, 2)) + rng.normal(0, 4, (200, 21, 2))
    said = np.where(np.arange(200) % 20 == 0, 0.95, 0.4)
    shares = by_common_colour(np.column_stack([1 - said, said, np.zeros(200)]), profiles, np.ones(200))
    assert shares[said < 0.5, 1].mean() > 0.3
