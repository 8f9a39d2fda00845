"""Ctrl-C as a wish to hear what was found so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def until_interrupted() -> Iterator[Callable[[], bool]]:
    """Yield a function that says whether Ctrl-C has been pressed; a second one interrupts as usual.

    Where Ctrl-C is ignored, or on another thread than the main one, the answer stays no.
    """
    pressed = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def press(_number: int, _frame: Any) -> None:
        signal.signal(signal.SIGINT, before)
        pressed.set()

    if threading.current_thread() is not threading.main_thread() or before in (signal.SIG_IGN, None):
        yield pressed.is_set
        return
    signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
