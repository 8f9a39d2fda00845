"""The error for wrong use: a one-line message for people and exit status 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Failure(Exception):  # noqa: N818 - it is what it says
    """Wrong use or unreadable input. The message says what is wrong and how to fix it."""


@contextmanager
def failing(before: str = "") -> Iterator[None]:
    """Raise ``Failure`` in place of a ``ValueError``, with *before* in front of what that says."""
    try:
        yield
    except ValueError as error:
        raise Failure(f"{before}{error}") from None
