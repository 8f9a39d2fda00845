"""Logistic regression, held back a little from large factors."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

Array = npt.NDArray[np.float64]


def loss(odds: Array, true: Array | npt.NDArray[np.bool_]) -> Array:
    """Return of each row minus the logarithm of the likelihood of *true* (N,), *odds* (N,) being its log-odds."""
    return np.asarray(np.logaddexp(0.0, odds) - true * odds, dtype=np.float64)


def logistic(evidence: Array, true: Array | npt.NDArray[np.bool_], *, stiff: float) -> Array:
    """Return the factors (K,) of *evidence* (N, K) whose sum is the logarithm of the odds that each is *true* (N,).

    *true* may lie between 0 and 1; *stiff* is the weight of the squared factors, halved, in the sum that is made least.
    """

    def cost(factors: Array) -> tuple[float, Array]:
        odds = evidence @ factors
        expected = 0.5 * (1.0 + np.tanh(odds / 2.0))
        slope = evidence.T @ (expected - true) + stiff * factors
        return float(loss(odds, true).sum()) + 0.5 * stiff * float(factors @ factors), slope

    found = minimize(cost, np.zeros(evidence.shape[1]), jac=True, method="L-BFGS-B")
    return np.asarray(found.x, dtype=np.float64)
