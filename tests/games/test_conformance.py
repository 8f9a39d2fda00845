"""Every game that is found by name keeps to the protocol, those of ``tests.added`` among them."""

from __future__ import annotations

import pytest

from tests.added import EVERY
from tests.games.conformance import CHECKS, Check

pytestmark = pytest.mark.usefixtures("added_games")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", EVERY)
def test_conformance(name: str, check: Check) -> None:
    check(name)
