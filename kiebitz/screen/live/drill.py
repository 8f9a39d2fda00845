"""A puzzle on the real board: the state sees its position set up and its moves made, and Kiebitz answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adviser import Suggestion
from core.belief.history import action_between
from core.game import AnyGame, PositionLike, holder
from core.json_types import Json, JsonObject
from kiebitz.archive.people import puzzle_of
from kiebitz.failure import Failure
from kiebitz.lessons.drilling import Drilled, drilled
from kiebitz.lessons.puzzles import puzzles_of
from kiebitz.screen.views.words import in_colours
from kiebitz.table.state import AnyTable
from kiebitz.watching.bots import Bot

_ANSWERING = "the puzzle"
"""Takes the place of a bot's level for the seat that answers."""
NO_HELPERS = "In a puzzle nobody is played by Kiebitz; it answers by itself."


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
