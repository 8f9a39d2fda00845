"""The fit of the estimate finds weights that are known, and what is weighed is what the search weighs."""

from __future__ import annotations

import numpy as np
import pytest

from adviser.alphabeta import Search, traits
from adviser.kernels.promise import PROMISE
from benchmarks.estimates import fit
from core.games.tink import GAME as TINK
from core.goodwin.options import TinkOptions
from tests.rules.sample import playthrough


def test_known_weights_are_found_again() -> None:
    rng = np.random.default_rng(1)
    table = np.column_stack([rng.normal(0, 3, 20_000), rng.normal(0, 1, 20_000), np.ones(20_000)])
    weights = np.array([0.4, -1.0, 0.2])
    won = rng.random(20_000) < 1 / (1 + np.exp(-table @ weights))
    assert fit(table, won.astype(float)) == pytest.approx(weights, abs=0.07)


def test_what_is_fitted_is_what_the_search_adds_up() -> None:
    played, _ = playthrough(TinkOptions(), seed=4, plies=30)
    few, many, *rest, turn = PROMISE
    for position in played[:-1]:
        mover = position.mover
        pairs = zip(traits(TINK.rules, position, mover), traits(TINK.rules, position, 1 - mover), strict=True)
        weighed = zip((*few, *many, *rest), pairs, strict=True)
        estimate = Search(TINK.rules, position, lambda: False).estimate(position)
        assert estimate == pytest.approx(turn + sum(weight * (own - other) for weight, (own, other) in weighed))
