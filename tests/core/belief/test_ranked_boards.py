"""Boards in the order of their likelihood."""

from __future__ import annotations

from itertools import product

import pytest

from core.belief.ranked_boards import likely_boards

ROWS = {
    "a1": {".": 0.0, "As": -1.0, "Bs": -5.0},
    "b1": {"As": 0.0, ".": -0.5},
    "c1": {"Bs": 0.0, ".": -2.0, "As": -2.5},
}


def test_boards_come_best_first_and_each_once() -> None:
    found = list(likely_boards(ROWS))
    losses = [loss for loss, _ in found]
    assert losses == sorted(losses)
    assert found[0] == (0.0, {"a1": ".", "b1": "As", "c1": "Bs"})
    boards = [tuple(sorted(board.items())) for _, board in found]
    assert len(boards) == len(set(boards))


def test_all_boards_within_reach_are_found_with_their_loss() -> None:
    reach = 4.0
    everything = {}
    for contents in product(*(row.items() for row in ROWS.values())):
        loss = -sum(nats for _, nats in contents)
        if loss < reach:
            everything[tuple(text for text, _ in contents)] = loss
    found = {tuple(board.values()): loss for loss, board in likely_boards(ROWS, nats=reach)}
    assert found == pytest.approx(everything)


def test_no_more_than_asked_for_are_made() -> None:
    assert len(list(likely_boards(ROWS, most=3))) == 3


def test_cells_of_which_nothing_is_known_do_not_hold_it_up() -> None:
    anything = {str(number): 0.0 for number in range(40)}
    found = list(likely_boards({"a1": anything, "b1": anything, "c1": {"As": 0.0, ".": -1.0}}, most=1000))
    assert len(found) == 1000
    assert {loss for loss, _ in found} == {0.0}
