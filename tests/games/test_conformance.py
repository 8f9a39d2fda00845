"""Every game that is found by name keeps to the protocol."""

from __future__ import annotations

import pytest

from core import games
from tests.games.conformance import CHECKS, Check


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", games.names())
def test_conformance(name: str, check: Check) -> None:
    check(name)
