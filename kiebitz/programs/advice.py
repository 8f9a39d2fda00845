"""Runs the adviser with a time limit, or until Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from adviser import Suggestion
from adviser.levels import HIGHEST, check_level, searches, suggest_at
from core.game import AnyGame, PositionLike
from core.json_types import Json, JsonObject
from core.options import shown
from kiebitz.programs import warming

LONGEST_S = 3600.0


def check_seconds(seconds: float, name: str = "seconds") -> None:
    """Raise ``ValueError`` where nobody can think for so long; *name* is what the message calls it."""
    if not 0 < seconds <= LONGEST_S:
        raise ValueError(f"{name} must be a number above 0 and at most {LONGEST_S:.0f}, not {seconds:g}")


def advise(
    game: AnyGame,
    position: PositionLike,
    *,
    seconds: float,
    seed: int = 0,
    level: int = HIGHEST,
    nodes: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Suggestion:
    """Return what *level* plays in *position*, after at most about *seconds*, or *nodes* if given, or once *stopped*.

    The first search of a process waits for its kernel before these *seconds* begin, about a second if it is compiled.
    Some dozens of games are played out, or every move is looked at once, whatever the time.
    Raises ``ValueError`` if the game is over, and for an unknown level.
    """
    if searches(check_level(level)):
        warming.warm(game, stopped=stopped)
    deadline = time.monotonic() + (LONGEST_S if nodes else seconds)

    def expired() -> bool:
        return stopped() or time.monotonic() >= deadline

    return suggest_at(game, position, level, expired=expired, max_nodes=nodes, seed=seed, seconds=seconds)


def answer_request(game: AnyGame, position: PositionLike, request: Mapping[str, Json]) -> JsonObject:
    """Return the reply to the engine's ``suggest``. Raises ``ValueError`` naming what is wrong."""
    seconds, seed = request.get("seconds", 1.0), request.get("seed", 0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_S:
        raise ValueError(f"seconds must be a number above 0 and at most {LONGEST_S:.0f}, not {shown(seconds)}")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError("seed must be a whole number")
    level = check_level(request.get("level", HIGHEST))
    found = advise(game, position, seconds=float(seconds), seed=seed, level=level)
    return {**found.as_json(), "level": level}


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
