"""The language of what is printed: sentences are English in the code, and said in another where they are set in type.

Whoever prints says how, as this package knows no other language: ``with wording(translate): draw_kit(…)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_WORDING: ContextVar[Callable[[str], str]] = ContextVar("wording", default=str)


def worded(text: str) -> str:
    """Return *text*, which is English, as it is to be printed."""
    return _WORDING.get()(text)


@contextmanager
def wording(translate: Callable[[str], str]) -> Iterator[None]:
    """Print English sentences as *translate* says them, as long as the block lasts."""
    token = _WORDING.set(translate)
    try:
        yield
    finally:
        _WORDING.reset(token)
