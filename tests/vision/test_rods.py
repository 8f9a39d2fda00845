"""What the rods of one table tell of each other: vision.rods."""

from __future__ import annotations

import numpy as np

from vision.rods import as_others, by_common_colour


def test_gaps_and_rods_of_one_colour_each_are_told_apart() -> None:
    """Rods fill a third of their places, nearer to one side or the other."""
    rng = np.random.default_rng(2)
    rod = np.arange(30) % 3 == 0
    profiles = np.broadcast_to((60.0, 128.0, 128.0), (30, 21, 3)) + rng.normal(0, 4, (30, 21, 3))
    for place in np.flatnonzero(rod):
        first = rng.integers(3, 12)
        profiles[place, first : first + 7] += (30.0, 42.0, 22.0)
    said = np.where(rod, 0.8, 0.15)
    said[[3, 4]] = 0.5
    shares = by_common_colour(np.column_stack([0.98 - said, said, np.full(30, 0.02)]), profiles, np.ones(30))
    assert shares[3, 1] > 0.9
    assert shares[4, 1] < 0.1
    alone = np.column_stack([np.full(30, 0.9), np.full(30, 0.05), np.full(30, 0.05)])
    np.testing.assert_array_equal(by_common_colour(alone, profiles, np.ones(30)), alone)


def told(leads: np.ndarray, covered: float = 0.02) -> np.ndarray:
    rod = (1 - covered) / (1 + np.exp(-leads))
    return np.column_stack([1 - covered - rod, rod, np.full(len(leads), covered)])


def test_where_others_are_plain_one_that_is_less_so_means_what_it_says() -> None:
    leads = np.array([1.8, *np.linspace(5.0, 8.0, 15), -1.8, *np.linspace(-8.0, -5.0, 15)])
    shares = as_others(told(leads), np.ones(32))
    assert told(leads)[0, 1] < 0.9 < 0.93 < shares[0, 1]
    assert told(leads)[16, 0] < 0.9 < 0.93 < shares[16, 0]
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)


def test_where_others_are_in_doubt_so_is_what_seems_plain() -> None:
    leads = np.array([2.5, 0.4, 0.2, -0.3, -0.1, 0.5, -0.6, 0.1, -0.2, -2.5])
    before, shares = told(leads), as_others(told(leads), np.ones(10))
    assert shares[0, 1] < before[0, 1]
    assert shares[9, 0] < before[9, 0]


def test_doubts_lean_to_what_most_others_hold() -> None:
    leads = np.array([5.0] * 12 + [-5.0] + [0.0])
    assert as_others(told(leads), np.ones(14))[-1, 1] > 0.6
    assert as_others(told(-leads), np.ones(14))[-1, 0] > 0.6


def test_places_that_are_not_between_stones_are_left_as_they_are_and_say_nothing() -> None:
    leads = np.array([6.0, -7.0, 6.5, -8.0, 1.8, 0.3, -0.2, 0.1])
    between = np.array([1.0] * 5 + [0.0] * 3)
    shares = as_others(told(leads), between)
    np.testing.assert_allclose(shares[5:], told(leads)[5:])
    np.testing.assert_allclose(shares[:5], as_others(told(leads[:5]), np.ones(5)))
