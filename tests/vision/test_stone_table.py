"""What lies on a table of stones and rods: cells, edges, colours and the numbers of stones tell of each other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from vision.network import STONES
from vision.stone_table import StoneTable, by_common_colour, in_pairs, together
from vision.stones import by_colours
from vision.views import Array

BEFORE = np.array([0.47, 0.25, 0.25, 0.03])
EMPTY = STONES.index("empty")


def cells(*stones: float) -> Array:
    """Return shares of cells, each with so likely a stone, black as likely as white."""
    return np.array([[1 - stone, stone / 2, stone / 2, 0.0] for stone in stones])


def edges(*rods: float) -> Array:
    """Return shares of edges, each with so likely a rod."""
    return np.array([[1 - rod, rod, 0.0] for rod in rods])


def row(length: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return the ends of the edges of one row of cells."""
    return np.array([[cell, cell + 1] for cell in range(length - 1)], dtype=np.int64)


def test_a_stone_as_pale_as_its_cell_is_given_away_by_rods() -> None:
    bare = cells(0.99, 0.3, 0.99)
    assert together(bare, edges(0.99, 0.99), row(3)).stones[1, EMPTY] < 0.1
    assert together(bare, edges(0.01, 0.01), row(3)).stones[1, EMPTY] > 0.5


def test_a_faint_rod_beside_a_bare_cell_is_none_and_a_plain_one_is_one() -> None:
    for rod, seen in ((0.9, False), (0.9999, True)):
        table = together(cells(0.001, 0.001), edges(rod), row(2))
        assert bool(table.rods[0, 1] > 0.5) is seen
        assert table.between[0] < 0.5


def test_many_rods_that_lie_astray_make_others_likelier() -> None:
    one = together(cells(*[0.001] * 9), edges(0.95, *[0.01] * 7), row(9))
    many = together(cells(*[0.001] * 9), edges(0.95, *[0.9999] * 7), row(9))
    assert many.rods[0, 1] > one.rods[0, 1] + 0.2
    assert one.astray < 0.02 < 0.05 < many.astray


def test_shares_are_those_of_all_boards_counted() -> None:
    """On a tree messages are exact: here a row of three cells, with rods as often as they are found to be."""
    stones, rods = cells(0.6, 0.5, 0.8), edges(0.7, 0.4)
    table = together(stones, rods, row(3))
    rates = [0.5, 0.01]
    for _ in range(10):
        laid = np.zeros((2, 2, 2, 2, 2))
        for on in product((0, 1), repeat=3):
            for first, second in product((0, 1), repeat=2):
                likely = np.prod([stones[i, 1:].sum() if on[i] else stones[i, 0] for i in range(3)])
                for edge, rod in enumerate((first, second)):
                    rate = rates[0] if on[edge] and on[edge + 1] else rates[1]
                    likely *= 2 * rods[edge, rod] * (rate if rod else 1 - rate)
                laid[(*on, first, second)] = likely
        weight = laid / laid.sum()
        both = [weight[1, 1].sum(), weight[:, 1, 1].sum()]
        rod_between = weight[1, 1, :, 1].sum() + weight[:, 1, 1, :, 1].sum()
        rods_in_all = weight[:, :, :, 1].sum() + weight[..., 1].sum()
        rates = [(rod_between + 1) / (sum(both) + 2), (rods_in_all - rod_between + 1) / (2 - sum(both) + 100)]
    bare = [weight[0].sum(), weight[:, 0].sum(), weight[:, :, 0].sum()]
    assert table.stones[:, EMPTY] == pytest.approx(bare, abs=0.01)


def test_of_unequal_numbers_the_doubtful_cell_makes_them_equal() -> None:
    stones = np.array([[0.0, 1.0, 0.0, 0.0], [0.6, 0.0, 0.4, 0.0], [1.0, 0.0, 0.0, 0.0]])
    table = in_pairs(StoneTable(stones, edges(), np.empty(0), 0.0, 0.01), BEFORE)
    assert table.stones[1, STONES.index("w")] > 0.9
    assert table.odd < 0.1


def test_unequal_numbers_that_are_plain_are_told_and_not_explained_away() -> None:
    stones = np.array([[0.0, 1.0, 0.0, 0.0], [1 - 1e-6, 0.0, 1e-6, 0.0], [1.0, 0.0, 0.0, 0.0]])
    table = in_pairs(StoneTable(stones, edges(), np.empty(0), 0.0, 0.01), BEFORE)
    assert table.stones[1, EMPTY] > 0.99
    assert table.odd > 0.9


def test_a_covered_cell_may_hold_the_stone_that_is_missing() -> None:
    stones = np.array([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]])
    table = in_pairs(StoneTable(stones, edges(), np.empty(0), 0.0, 0.01), BEFORE)
    assert table.odd < 0.1
    np.testing.assert_allclose(table.stones, stones, atol=1e-9)


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


def test_where_no_colour_tells_rods_from_none_doubtful_places_stay_doubtful() -> None:
    """A few places are taken for rods for certain, and look like all others: that denies no rod."""
    rng = np.random.default_rng(3)
    profiles = np.broadcast_to((128.0, 128.0), (200, 21, 2)) + rng.normal(0, 4, (200, 21, 2))
    said = np.where(np.arange(200) % 20 == 0, 0.95, 0.4)
    shares = by_common_colour(np.column_stack([1 - said, said, np.zeros(200)]), profiles, np.ones(200))
    assert shares[said < 0.5, 1].mean() > 0.3


def test_stones_and_bare_cells_of_one_colour_each_are_told_apart() -> None:
    """The light falls off across the board, by more than what tells dark cells from black stones."""
    rng = np.random.default_rng(3)
    places = np.stack(np.meshgrid(np.arange(8.0), np.arange(8.0)), axis=-1).reshape(-1, 2)
    kind = rng.integers(0, 3, 64)
    shine = np.array([(70.0, 120.0, 110.0), (50.0, 128.0, 128.0), (210.0, 128.0, 134.0)])
    colours = shine[kind] + (places[:, :1] - 3.5) * (6.0, 0.0, 0.0) + rng.normal(0, 2, (64, 3))
    said = np.column_stack([0.03 + 0.89 * (kind[:, None] == np.arange(3)), np.full(64, 0.02)])
    said[:6, :3] = 0.98 / 3
    shares = by_colours(said, colours)
    assert (shares[np.arange(64), kind] > 0.8).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)


def test_one_pale_stone_on_white_paper_is_not_outvoted_by_bare_cells() -> None:
    """It looks a little like each of them, and the network is sure of it."""
    said = np.tile((0.97, 0.005, 0.02, 0.005), (24, 1))
    colours = np.tile((186.0, 129.0, 120.0), (24, 1))
    said[7], colours[7] = (0.02, 0.005, 0.97, 0.005), (175.0, 131.0, 125.0)
    assert by_colours(said, colours)[7, 2] > 0.9
