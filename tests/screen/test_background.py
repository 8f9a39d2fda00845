"""Work in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

import pytest

from kiebitz.failure import Failure
from kiebitz.screen.views import background
from kiebitz.screen.views.background import Background

PATIENCE_S = 20
USUAL, LOWEST = background.NICENESS, 19


def priorities(most: int) -> Iterator[int]:
    for _ in range(most):
        print("a library talks")
        yield os.nice(0)


def broken() -> Iterator[int]:
    yield 1
    raise Failure("there is no second one")


def endless() -> Iterator[int]:
    yield from count()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no priorities")
def test_pieces_come_from_a_process_that_everything_else_goes_before(monkeypatch: pytest.MonkeyPatch) -> None:
    assert USUAL == LOWEST
    monkeypatch.setattr(background, "NICENESS", USUAL)
    work = Background(priorities, 2)
    assert work.wait(PATIENCE_S)
    assert (work.pieces, work.done, work.trouble) == ([LOWEST, LOWEST], True, "")


def test_a_failure_is_told_with_what_came_before_it() -> None:
    work = Background(broken)
    assert work.wait(PATIENCE_S)
    assert (work.pieces, work.done, work.trouble) == ([1], False, "there is no second one")


def test_what_would_never_end_is_stopped() -> None:
    work = Background(endless)
    work.stop()
    assert (work.done, work.trouble) == (False, "It was stopped.")
