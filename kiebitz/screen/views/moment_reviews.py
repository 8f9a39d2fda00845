"""What a single move of a game was worth while the game goes on, found out in the background."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core import games
from core.game import PositionLike
from core.json_types import JsonObject
from kiebitz.archive.recorded import Recorded, load
from kiebitz.screen.views.background import Background
from kiebitz.screen.views.reviewing import turn_json, whose

if TYPE_CHECKING:
    from adviser.review import Turn

EACH_S = 1.0
"""How long each position is thought about: the one before the move, the one after it, and the next."""
_PATIENCE_S = 20.0
_MOST_KEPT = 256
"""How many moves are remembered."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A move of a game and the one after it, if there is one: *actions*, with the *positions* around them."""

    game: str
    positions: tuple[PositionLike, ...]
    actions: tuple[str, ...]


class MomentReviews:
    """The moves that were asked about: one is thought about at a time, the last one asked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int], tuple[_Stretch, Background[Turn]]] = {}
        self._free = threading.Lock()

    def waited_for(self, path: Path, number: int) -> JsonObject:
        """Return, as a review does, what the move that event *number* of the game at *path* told was worth.

        Waits until it is known; who asks for another meanwhile stops it. The turn after it tells what was best then.
        Raises ``Failure`` for a journal that cannot be read.
        """
        recorded = load(path)
        stage, stretch = _stretch(recorded, number)
        if not stretch.actions:
            return {"state": "none", "of": 0, "turns": [], "turning": []}
        work = self._begun((path, number), stretch)
        work.wait(_PATIENCE_S)
        return {
            "state": "failed" if work.trouble else "done" if work.done else "running",
            "message": work.trouble,
            "of": len(stretch.actions),
            "whose": whose(recorded),
            "turns": [turn_json(recorded, stage + at, turn) for at, turn in enumerate(list(work.pieces))],
            "turning": [],
        }

    def _begun(self, key: tuple[Path, int], stretch: _Stretch) -> Background[Turn]:
        with self._free:
            known = self._known.get(key)
            if known is not None and known[0] == stretch and not known[1].trouble:
                return known[1]
            for _, other in self._known.values():
                if not other.done:
                    other.stop()
            self._known.pop(key, None)
            while len(self._known) >= _MOST_KEPT:
                del self._known[next(iter(self._known))]
            work = Background(_reviewed, stretch)
            self._known[key] = stretch, work
            return work


def _stretch(recorded: Recorded, number: int) -> tuple[int, _Stretch]:
    """Return the stage of the move that event *number* told, with the stretch from it; no actions where there is none.

    A position that was set is no move, and ends the stretch.
    """
    steps, positions = recorded.course.steps, recorded.positions
    at = next((at for at, step in enumerate(steps) if number and step.n == number), len(steps))
    until = at
    while until < min(at + 2, len(steps)) and not steps[until].why:
        until += 1
    actions = tuple(step.text for step in steps[at:until])
    return at + 1, _Stretch(recorded.course.game.name, tuple(positions[at : until + 1]), actions)


def _reviewed(stretch: _Stretch) -> Iterator[Turn]:
    from adviser import Suggestion
    from adviser.review import review
    from kiebitz.programs.advice import advise

    game = games.find(stretch.game)

    def think(position: PositionLike) -> Suggestion:
        return advise(game, position, seconds=EACH_S)

    yield from review(game, stretch.positions, stretch.actions, think)
