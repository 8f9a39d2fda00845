"""Searches with and without kernels."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from adviser.kernels import store
from core import games


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def compiled(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Load all kernels, or leave the search to plain Python."""
    if request.param:
        if find_spec("numba") is None:
            pytest.skip("compiled kernels need numba")
        for name in games.names():
            store.load(str(store.family(games.find(name))))
    yield request.param
    store.forget()
