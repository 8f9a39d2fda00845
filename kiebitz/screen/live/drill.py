"""A puzzle on the real board: the state sees its position set up and its moves made, and Kiebitz answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from adviser import Suggestion
from core.belief.history import action_between
from core.belief.traces import changed_by
from core.game import AnyGame, PositionLike, holder
from core.json_types import Json, JsonObject
from kiebitz.archive.people import puzzle_of
from kiebitz.failure import Failure
from kiebitz.lessons.puzzles import Puzzle, answer, judged, puzzles_of, stage
from kiebitz.lessons.teaching import Taught
from kiebitz.screen.views.words import in_colours
from kiebitz.table.state import AnyTable
from kiebitz.watching.bots import Bot

_ANSWERING = "the puzzle"
"""Takes the place of a bot's level for the seat that answers."""
NO_HELPERS = "In a puzzle nobody is played by Kiebitz; it answers by itself."
RIGHT = "That is right."
BACK = "Take it back and try again."
SOLVED = "The puzzle is solved."
ASTRAY = "The board stands otherwise than the puzzle leads to. Set it up again."


class Drill:
    """A puzzle of a game, by its number from 1, and where it stands on the board."""

    def __init__(self, game: AnyGame, number: int) -> None:
        """Raises ``Failure`` where there is no such puzzle."""
        known = puzzles_of(game.name)
        if not 1 <= number <= len(known):
            raise Failure(f"{game.title} has {len(known)} puzzles; their numbers are 1 to {len(known)}")
        self.number, self.of = number, len(known)
        self._game, self._puzzle = game, known[number - 1]
        self.start = self._puzzle.start(game)
        self._seen: tuple[PositionLike, ...] = (self.start,)
        self.now = self._stands(self._seen)
        """Where the puzzle stands by the latest look."""

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The seat that answers, and what plays it."""
        sides = (side for side in self.start.seats if side != self.start.to_move)
        return {holder(self.start, side): _ANSWERING for side in sides}

    @property
    def is_solved(self) -> bool:
        return self.now.state == "solved"

    def saw(self, positions: Sequence[PositionLike]) -> None:
        """Note that the game has gone through *positions*; the first of them is what was set up."""
        seen = tuple(positions)
        if seen != self._seen:
            self._seen, self.now = seen, self._stands(seen)

    def _stands(self, positions: tuple[PositionLike, ...]) -> Drilled:
        if positions[:1] != (self.start,):
            return drilled(self._game, self._puzzle, (None,))
        return drilled(self._game, self._puzzle, [action_between(self._game, *pair) for pair in pairwise(positions)])

    def answer(self) -> Suggestion | None:
        """Return the answer to the right move that was made; None where none is due."""
        reply = self.now.reply
        return Suggestion(reply, -1.0, (reply,), 0, True, "") if reply else None

    def told(self, state: AnyTable) -> list[JsonObject]:
        """Return the sentence on where the puzzle stands."""
        return [{**self.now.told.as_json(), "text": in_colours(self._game, self.now.told.text, state.colours)}]

    def as_json(self, state: AnyTable) -> JsonObject:
        """Return the puzzle's number, where it stands, and whether it is still being set up."""
        known = {"number": self.number, "of": self.of, "setting_up": bool(state.set_up.unset)}
        return {**known, "state": self.now.state, "told": self.told(state)}


def drill_of(game: AnyGame, number: int | None, events: Sequence[Mapping[str, Json]] = ()) -> Drill | None:
    """Return the puzzle *number*, or the one that *events* of a game tell of; None where it is a plain game."""
    told = puzzle_of(events)
    wanted = number if told is None else told
    return None if wanted is None else Drill(game, wanted)


@dataclass(frozen=True, slots=True)
class Drilled:
    """Where a puzzle stands: its move is ``wanted``, was ``wrong``, awaits its ``reply``, has ``solved`` it.

    It has gone ``astray`` where the board changed otherwise than by moves.
    """

    state: Literal["wanted", "wrong", "answered", "solved", "astray"]
    told: Taught
    reply: str = ""


def drilled(game: AnyGame, puzzle: Puzzle, actions: Sequence[str | None]) -> Drilled:
    """Return where *puzzle* stands after the *actions* since its start; None is a change that was no action.

    Any legal answer of the other side is taken; the reply that is asked for leaves the fewest right moves.
    """
    played: list[str] = []
    while True:
        try:
            now = stage(game, puzzle, played)
        except ValueError:  # the answer that was made has ended the game
            return Drilled("astray", Taught(ASTRAY))
        move, reply = (*actions[len(played) :], "", "")[:2]
        if move is None or reply is None:
            return Drilled("astray", Taught(ASTRAY))
        if not move:
            return Drilled("wanted", Taught(now.step.task))
        found = judged(game, now, move)
        cells = tuple(changed_by(game, now.step.start(game), move))
        if found.state != "done":
            return Drilled("wrong", Taught(f"{found.message} {BACK}", cells))
        wanted = answer(game, now, move) if now.moves > 1 else None
        if wanted is None:
            return Drilled("solved", Taught(f"{RIGHT} {found.message} {SOLVED}"))
        if not reply:
            return Drilled("answered", Taught(f"{RIGHT} {found.message}", cells), wanted)
        played += [move, reply]
