"""Settings for all tests: fixed seeds, no clock, nothing left in the repository or compiled behind their backs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.slow import slow_tests

settings.register_profile("kiebitz", deadline=None, derandomize=True, database=None)
settings.load_profile("kiebitz")
os.environ["KIEBITZ_KERNELS"] = "off"
os.environ["LC_ALL"] = "C.UTF-8"  # commands speak the language of whoever runs them
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts the tests in the background has them, and all that they start, ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="play the golden games of tests/games anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests slow that were measured to be."""
    slow = slow_tests()
    for item in items:
        module, *inside = item.nodeid.partition("[")[0].split("::")
        if ".".join([module.removesuffix(".py").replace("/", "."), *inside]) in slow:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def all_kernels() -> Iterator[None]:
    """Load all kernels for the tests of a module and forget them afterwards."""
    from adviser.kernels import store
    from core import games

    for name in games.names():
        family = store.family(games.find(name))
        assert family
        store.load(family)
    yield
    store.forget()


@pytest.fixture(scope="module")
def added_games() -> Iterator[None]:
    """Have the games of ``tests.added`` found by name, for the tests of a module."""
    from tests.added import added
    from tests.games import sample

    with added():
        yield
    sample.paths.cache_clear()
