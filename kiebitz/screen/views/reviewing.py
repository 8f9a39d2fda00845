"""What a kept game was worth after each move, found out in the background and kept beside the game."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from core.formats.pointing import pointed
from core.json_types import JsonObject
from kiebitz.archive.kept import mark_of
from kiebitz.archive.recorded import Recorded, load
from kiebitz.archive.records import record_of
from kiebitz.language.naming import players_of
from kiebitz.screen.views.background import Background
from kiebitz.screen.views.kept_reviews import digest_of, keep_review, kept_review
from kiebitz.screen.views.words import side_name

if TYPE_CHECKING:
    from adviser.review import Turn

_WHOLE_S, _SHORTEST_S, _LONGEST_S = 30.0, 0.1, 1.0
"""Time for a whole game, and the least and the most for one position."""
_MOST_KEPT = 32
"""How many reviews are remembered."""


@dataclass(frozen=True, slots=True)
class Done:
    """A review that was found out before, with the ``pieces`` of a ``Background`` that has ended."""

    pieces: list[Turn]
    done: bool = True
    trouble: str = ""


@dataclass(slots=True)
class _Review:
    """A review that runs or has run, of a journal as it was with that size and time."""

    mark: tuple[int, int] | None
    recorded: Recorded = field(repr=False)
    work: Background[Turn] | Done

    @property
    def stages(self) -> list[int]:
        """The stage of each action: positions that were set come between them."""
        return [at for at, step in enumerate(self.recorded.course.steps, start=1) if not step.why]


class Reviews:
    """The reviews of kept games: one runs at a time, the last one asked for."""

    def __init__(self) -> None:
        self._known: dict[Path, _Review] = {}
        self._free = threading.Lock()

    def begin(self, path: Path) -> JsonObject:
        """Review the game at *path*, unless that is done or on its way; return how far it is. Raises ``Failure``."""
        with self._free:
            known = self._remembered(path)
            if known is None or known.mark != mark_of(path) or known.work.trouble:
                for other in self._known.values():
                    if isinstance(other.work, Background) and not other.work.done:
                        other.work.stop()
                self._known.pop(path, None)
                while len(self._known) >= _MOST_KEPT:
                    del self._known[next(iter(self._known))]
                mark, recorded = mark_of(path), load(path)
                self._known[path] = _Review(mark, recorded, Background(reviewed, path))
        return self.found(path)

    def forget(self, path: Path) -> None:
        """End the review of the game at *path*, which is deleted, and forget what is known of it."""
        with self._free:
            known = self._known.pop(path, None)
        if known is not None and isinstance(known.work, Background):
            known.work.stop()

    def found(self, path: Path) -> JsonObject:
        """Return what is known of the game at *path* so far."""
        review = self._of(path)
        return {"state": "none", "of": 0, "turns": [], "turning": []} if review is None else _as_json(review)

    def turns(self, path: Path) -> list[Turn]:
        """Return the turns of the game at *path* as far as they are known."""
        review = self._of(path)
        return [] if review is None else list(review.work.pieces)

    @contextmanager
    def kept_on(self, path: Path) -> Iterator[None]:
        """Keep the review of the game at *path*, if it is whole, while something is written there that is no move."""
        known = self._of(path)
        turns = list(known.work.pieces) if known is not None and known.work.done and not known.work.trouble else None
        yield
        if turns is not None:
            with self._free:
                self._known.pop(path, None)
            keep_review(path, digest_of(path), turns)

    def _of(self, path: Path) -> _Review | None:
        with self._free:
            review = self._remembered(path)
        return review if review is not None and review.mark == mark_of(path) else None

    def _remembered(self, path: Path) -> _Review | None:
        """Return the review of the game at *path*, which may be kept from an earlier start of the server."""
        if path not in self._known and (turns := kept_review(path)) is not None:
            self._known[path] = _Review(mark_of(path), load(path), Done(turns))
        return self._known.get(path)


def reviewed(path: Path) -> Iterator[Turn]:
    """Yield the turns of the game in the journal at *path*, and keep them beside it. Raises ``Failure``."""
    from kiebitz.programs.turns import turns_of

    digest, turns = digest_of(path), []
    record = record_of(load(path))
    count = len(record.positions())
    for turn in turns_of(record, min(max(_WHOLE_S, _SHORTEST_S * count), _LONGEST_S * count)):
        turns.append(turn)
        yield turn
    keep_review(path, digest, turns)


def names_of(recorded: Recorded) -> Mapping[str, str]:
    """Return what the sides of the game are called."""
    game = recorded.course.game
    return {side: side_name(game, side, recorded.colours) for side in recorded.course.position.seats}


def _as_json(review: _Review) -> JsonObject:
    from kiebitz.programs.turns import explained, worst

    state = "failed" if review.work.trouble else "done" if review.work.done else "running"
    turns = list(review.work.pieces)  # after the state: what is done has all its turns
    stages, names = review.stages, names_of(review.recorded)
    return {
        "state": state,
        "message": review.work.trouble,
        "of": len(stages),
        "whose": whose(review.recorded),
        "turns": [turn_json(review.recorded, stages[turn.number - 1], turn) for turn in turns],
        "turning": [{"stage": stages[turn.number - 1], "words": explained(turn, names)} for turn in worst(turns)],
    }


def whose(recorded: Recorded) -> str:
    """Return to whom values of the game are told, as it is for two players; empty for more."""
    names = names_of(recorded)
    return players_of(recorded.positions, names)[0] if len(names) == 2 else ""


def turn_json(recorded: Recorded, stage: int, turn: Turn) -> JsonObject:
    """Return what *turn* was worth, which led to the *stage* of that number, and what had been best."""
    from kiebitz.programs.turns import MARKS

    return {
        "stage": stage,
        "ply": turn.ply,
        "value": _rounded(turn.worth_to_a if whose(recorded) else turn.assessment.value),
        "proved": turn.assessment.value_proved,
        "mark": MARKS.get(turn.assessment.grade, ""),
        "best": _best(recorded, stage, turn),
    }


def _best(recorded: Recorded, stage: int, turn: Turn) -> JsonObject:
    """Return the best action where *turn* led to the stage of that number, and how it is pointed out on the board."""
    action = turn.assessment.best.action
    marks = pointed(recorded.course.game, recorded.positions[stage - 1], action)
    return {"action": action, **marks.as_json()}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
