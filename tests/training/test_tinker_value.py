"""How the learned value of Tinker Tactics is made: the fit finds what is there, and the same numbers give the same."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels.tinker import KERNEL
from adviser.kernels.tinker_value import NUMBERS, flattened
from training.tinker_value import Budget, fit, made, samples, surprise

BUDGET = Budget(games=12, nodes=50, noise=0.2, epochs=3, seed=0)


def test_a_known_value_is_found_again() -> None:
    rng = np.random.default_rng(1)
    numbers = rng.normal(3.0, 2.0, (4000, NUMBERS))
    true = np.tanh(0.5 * np.maximum(numbers[:, 0] - 3.0, 0.0) - 0.3 * (numbers[:, 9] - 3.0))
    layers = fit(numbers[:3000], true[:3000], epochs=60, seed=2)
    channels = np.maximum(numbers @ layers["hidden.weight"] + layers["hidden.bias"], 0.0)
    guessed = np.tanh(channels @ layers["value.weight"] + layers["value.bias"])
    assert np.sqrt(np.mean((guessed - true)[3000:] ** 2)) < 0.15 < 0.5 < true.std()


def test_the_same_numbers_make_the_same_and_moves_are_told_apart() -> None:
    found = [one for seed in range(BUDGET.games) for one in samples(KERNEL, seed, BUDGET.nodes, BUDGET.noise)]
    assert all(one.visits.sum() == pytest.approx(1.0) for one in found)
    layers, report = made(found, BUDGET)
    again, _ = made(found, BUDGET)
    assert flattened(layers).tolist() == flattened(again).tolist()
    assert report["positions"] + report["held_back"] == len(found)
    assert surprise(found[:1], [np.zeros(len(found[0].moves))], 1.0) == pytest.approx(np.log(len(found[0].moves)))
