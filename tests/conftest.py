"""Settings for all tests: fixed seeds, no clock, nothing left in the repository or compiled behind their backs."""

from __future__ import annotations

import os
import signal
from collections import Counter
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
    parser.addoption("--thin", action="store_true", help="run a part of the cases of tests that are marked as thinned")
    parser.addoption("--regenerate", action="store_true", help="play the golden games of tests/games again")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests slow that were measured to be, and leave out what ``--thin`` does not want."""
    slow = slow_tests()
    for item in items:
        module, *inside = item.nodeid.partition("[")[0].split("::")
        if ".".join([module.removesuffix(".py").replace("/", "."), *inside]) in slow:
            item.add_marker(pytest.mark.slow)
    if config.getoption("--thin"):
        left_out = thinned_out(items)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def thinned_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of thinned tests that are left out: all but one in *every*, the first of them; all with 0."""
    counted: Counter[str] = Counter()
    left_out = []
    for item in items:
        marker = item.get_closest_marker("thinned")
        if marker is None:
            continue
        name = item.nodeid.partition("[")[0]
        if not marker.args[0] or counted[name] % marker.args[0]:
            left_out.append(item)
        counted[name] += 1
    return left_out


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
