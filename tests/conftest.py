"""Settings for all tests: fixed seeds, no clock, nothing left in the repository or compiled behind their backs."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("kiebitz", deadline=None, derandomize=True, database=None)
settings.load_profile("kiebitz")
os.environ["KIEBITZ_KERNELS"] = "off"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="play the golden games of tests/games anew")
