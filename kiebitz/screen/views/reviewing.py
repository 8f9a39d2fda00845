"""What moves of kept games were worth, found out in the background; of a whole game it is kept beside the game."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from core import games
from core.formats.pointing import pointed
from core.game import PositionLike
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
"""Seconds for a whole game, and the fewest and the most for one position."""
EACH_S, _PATIENCE_S = 1.0, 20.0
"""Seconds for each position around a single move, and the most to wait for its review."""
_MOST_KEPT = 64
"""Most reviews that are remembered."""
_NONE: JsonObject = {"state": "none", "of": 0, "turns": [], "turning": []}


@dataclass(frozen=True, slots=True)
class Done:
    """A finished review, with the ``pieces`` of a ``Background`` that has ended."""

    pieces: list[Turn]
    done: bool = True
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A move of a game and the one after it, if there is one: *actions*, with the *positions* before and after each."""

    game: str
    positions: tuple[PositionLike, ...]
    actions: tuple[str, ...]


@dataclass(slots=True)
class _Review:
    """A review that runs or has ended: of a journal with this size and time, or of a stretch of its game."""

    of: tuple[int, int] | _Stretch | None
    recorded: Recorded = field(repr=False)
    stages: Sequence[int]
    """The stage of each action; positions that were set count as stages, too."""
    work: Background[Turn] | Done


class Reviews:
    """The reviews of kept games, and of single moves in them: of each kind one runs, the last one asked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int], _Review] = {}
        """(Journal, number of the event that reported the move; 0 for the whole game) → its review."""
        self._free = threading.Lock()

    def begin(self, path: Path) -> JsonObject:
        """Review the game at *path*, unless that is done or on its way; return how far it is. Raises ``Failure``."""
        with self._free:
            known = self._remembered(path)
            if known is None or known.of != mark_of(path) or known.work.trouble:
                self._make_room(path, 0)
                self._known[path, 0] = _whole(path)
        return self.found(path)

    def waited_for(self, path: Path, number: int) -> JsonObject:
        """Return what the move that event *number* of the game at *path* told was worth, once that is known.

        Who asks for another meanwhile stops it. The turn after it tells what was best then.
        Raises ``Failure`` for a journal that cannot be read.
        """
        recorded = load(path)
        stage, stretch = _stretch(recorded, number)
        if not stretch.actions:
            return _NONE
        with self._free:
            known = self._known.get((path, number))
            if known is None or known.of != stretch or known.work.trouble:
                self._make_room(path, number)
                stages = range(stage, stage + len(stretch.actions))
                known = _Review(stretch, recorded, stages, Background(_weighed, stretch))
                self._known[path, number] = known
        if isinstance(known.work, Background):
            known.work.wait(_PATIENCE_S)
        return {**_as_json(known), "turning": []}

    def forget(self, path: Path) -> None:
        """End the reviews of the game at *path*, which is deleted, and forget what is known of it."""
        with self._free:
            gone = [self._known.pop(key) for key in list(self._known) if key[0] == path]
        for review in gone:
            _stop(review)

    def found(self, path: Path) -> JsonObject:
        """Return what is known of the game at *path* so far."""
        review = self._of(path)
        return _NONE if review is None else _as_json(review)

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
                self._known.pop((path, 0), None)
            keep_review(path, digest_of(path), turns)

    def _of(self, path: Path) -> _Review | None:
        with self._free:
            review = self._remembered(path)
        return review if review is not None and review.of == mark_of(path) else None

    def _remembered(self, path: Path) -> _Review | None:
        """Return the review of the game at *path*, perhaps from an earlier run of the server."""
        if (path, 0) not in self._known and (turns := kept_review(path)) is not None:
            self._known[path, 0] = _whole(path, turns)
        return self._known.get((path, 0))

    def _make_room(self, path: Path, number: int) -> None:
        """Stop running reviews of the kind that *number* asks for, and forget the oldest reviews if there are many."""
        for (_, other), review in self._known.items():
            if bool(other) == bool(number):
                _stop(review)
        self._known.pop((path, number), None)
        while len(self._known) >= _MOST_KEPT:
            del self._known[next(iter(self._known))]


def _whole(path: Path, turns: list[Turn] | None = None) -> _Review:
    """Return the review of the whole game at *path*; it is begun unless its *turns* are known. Raises ``Failure``."""
    mark, recorded = mark_of(path), load(path)
    work = Background(reviewed, path) if turns is None else Done(turns)
    stages = [at for at, step in enumerate(recorded.course.steps, start=1) if not step.why]
    return _Review(mark, recorded, stages, work)


def _stop(review: _Review) -> None:
    if isinstance(review.work, Background) and not review.work.done:
        review.work.stop()


def _stretch(recorded: Recorded, number: int) -> tuple[int, _Stretch]:
    """Return the stage of the move that event *number* reported, and the stretch from it; no actions if there is none.

    A position that was set is no move, and ends the stretch.
    """
    steps, positions = recorded.course.steps, recorded.positions
    at = next((at for at, step in enumerate(steps) if number and step.n == number), len(steps))
    until = at
    while until < min(at + 2, len(steps)) and not steps[until].why:
        until += 1
    actions = tuple(step.text for step in steps[at:until])
    return at + 1, _Stretch(recorded.course.game.name, tuple(positions[at : until + 1]), actions)


def _weighed(stretch: _Stretch) -> Iterator[Turn]:
    from kiebitz.programs.turns import turns_between

    yield from turns_between(games.find(stretch.game), stretch.positions, stretch.actions, EACH_S)


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
        "whose": _whose(review.recorded),
        "turns": [_turn_json(review.recorded, stages[turn.number - 1], turn) for turn in turns],
        "turning": [{"stage": stages[turn.number - 1], "words": explained(turn, names)} for turn in worst(turns)],
    }


def _whose(recorded: Recorded) -> str:
    """Return the player for whom values are stated, in a game of two; empty for more players."""
    names = names_of(recorded)
    return players_of(recorded.positions, names)[0] if len(names) == 2 else ""


def _turn_json(recorded: Recorded, stage: int, turn: Turn) -> JsonObject:
    """Return what *turn*, which led to stage number *stage*, was worth, and what would have been best."""
    from kiebitz.programs.turns import MARKS

    return {
        "stage": stage,
        "ply": turn.ply,
        "value": _rounded(turn.worth_to_a if _whose(recorded) else turn.assessment.value),
        "proved": turn.assessment.value_proved,
        "mark": MARKS.get(turn.assessment.grade, ""),
        "best": _best(recorded, stage, turn),
    }


def _best(recorded: Recorded, stage: int, turn: Turn) -> JsonObject:
    """Return the best action where *turn* led to stage number *stage*, and the marks that point it out on the board."""
    action = turn.assessment.best.action
    marks = pointed(recorded.course.game, recorded.positions[stage - 1], action)
    return {"action": action, **marks.as_json()}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
