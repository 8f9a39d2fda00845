"""Kiebitz as a library: the rules of its games as values, and what a camera sees of them.

>>> import kiebitz
>>> position = kiebitz.game("tink").start()
>>> position.explain("Sa1").message
'The first piece must go on one of the marked inner cells.'
>>> position.play("Sc3")
kiebitz.game('tink').position('8/8/8/8/8/2As5/8/8 B 0,0 1')

Everything here loads when it is first used, so that ``import kiebitz`` costs nothing. What is not here is no part of
the public interface and may change.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adviser.suggestion import Suggestion
    from core.game import IllegalAction
    from core.record import Record
    from core.verdict import Objection, Outcome, Partial, Played, Refused, Still, TakenBack, Unclear
    from kiebitz.api.advice import suggest
    from kiebitz.api.boards import LocatedBoard, ReadBoard
    from kiebitz.api.checkup import doctor
    from kiebitz.api.pictures import locate, pretend_picture, read
    from kiebitz.api.play import Game, Position, game, games
    from kiebitz.api.printing import PrintedKit, print_kit
    from kiebitz.api.records import export, record, records, review
    from kiebitz.api.watching import watch
    from kiebitz.failure import Failure
    from kiebitz.table.events import Event

    __version__: str

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded; see docs/decisions/0046

__all__ = [
    "Event",
    "Failure",
    "Game",
    "IllegalAction",
    "LocatedBoard",
    "Objection",
    "Outcome",
    "Partial",
    "Played",
    "Position",
    "PrintedKit",
    "ReadBoard",
    "Record",
    "Refused",
    "Still",
    "Suggestion",
    "TakenBack",
    "Unclear",
    "doctor",
    "export",
    "game",
    "games",
    "locate",
    "pretend_picture",
    "print_kit",
    "read",
    "record",
    "records",
    "review",
    "suggest",
    "watch",
]

_HOMES = {
    "adviser.suggestion": "Suggestion",
    "core.game": "IllegalAction",
    "core.record": "Record",
    "core.verdict": "Objection Outcome Partial Played Refused Still TakenBack Unclear",
    "kiebitz.api.advice": "suggest",
    "kiebitz.api.boards": "LocatedBoard ReadBoard",
    "kiebitz.api.checkup": "doctor",
    "kiebitz.api.pictures": "locate pretend_picture read",
    "kiebitz.api.play": "Game Position game games",
    "kiebitz.api.printing": "PrintedKit print_kit",
    "kiebitz.api.records": "export record records review",
    "kiebitz.api.watching": "watch",
    "kiebitz.failure": "Failure",
    "kiebitz.table.events": "Event",
}
"""Module → the public names that it holds."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("kiebitz")
    for home, names in _HOMES.items():
        if name in names.split():
            if home.startswith("kiebitz.api."):
                import_module("kiebitz.added").find_added()
            found = globals()[name] = getattr(import_module(home), name)
            return found
    raise AttributeError(f"kiebitz has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__")), "__version__"]
