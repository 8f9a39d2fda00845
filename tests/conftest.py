"""Settings for all tests: property tests with fixed seeds, no clock, and nothing left in the repository."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("kiebitz", deadline=None, derandomize=True, database=None)
settings.load_profile("kiebitz")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="play the golden games of tests/games anew")
