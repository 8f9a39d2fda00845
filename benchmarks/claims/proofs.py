"""Tries everything, in plain ``core``: what a position is worth, and by when it is won or lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from adviser.tree_search import Play
from core.game import Game, holder

LONGEST = 400
"""Plies that no rest of a game comes to that can be tried."""


class SpentError(Exception):
    """More positions would have to be looked at than are allowed."""


@dataclass
class Trying:
    """Answers one question about one game for one person: is the result at least *least*, whatever the others play?

    ``most`` bounds the positions that are made; beyond it ``SpentError`` is raised.
    """

    game: Game[Any]
    person: str
    least: float
    most: int
    made: int = 0
    _known: dict[Any, int] = field(default_factory=dict)
    """By position and question, the plies within which it is so, or below zero those within which it is not."""

    def within(self, position: Any, plies: int) -> bool:
        """Return whether the person can make sure of the result within *plies*, by an end of the game."""
        if self.game.outcome(position):
            return self._worth(position) >= self.least
        if plies <= 0:
            return False
        yes, no = self._known.get((position, True), 10**6), self._known.get((position, False), -1)
        if yes <= plies or plies <= no:
            return yes <= plies
        own = holder(position, position.to_move) == self.person
        told = self._quickly(position, own) if plies > 1 else None
        if told is None:
            reached = (self.within(after, plies - 1) for after in self._after(position))
            told = any(reached) if own else all(reached)
        self._known[position, told] = min(plies, yes) if told else max(plies, no)
        return told

    def _quickly(self, position: Any, own: bool) -> bool | None:
        """Return the answer where one move settles it: an end is tried before anything else."""
        for after in self._after(position):
            if self.game.outcome(after) and (self._worth(after) >= self.least) == own:
                return own
        return None

    def _after(self, position: Any) -> Iterator[Any]:
        play = Play(self.game)
        for move in play.moves(position):
            self.made += 1
            if self.made > self.most:
                raise SpentError
            yield play.apply(position, move)

    def _worth(self, position: Any) -> float:
        outcome = self.game.outcome(position)
        assert outcome is not None
        winners = {holder(position, seat) for seat in outcome.winners}
        if self.person not in winners:
            return -1.0
        return 0.0 if outcome.drawn or len(winners) > 1 else 1.0


def value_is(
    game: Game[Any], position: Any, value: float, plies: int | None, most: int, *, lasting: bool = False
) -> bool | None:
    """Return whether *value* (1, 0 or −1) for the side to move of two can be forced, and a better one cannot.

    With *plies* a win or a loss comes within this many plies, and with *lasting* a loss can be put off until then. None
    where more than *most* positions would have to be made.
    """
    me = holder(position, position.to_move)
    (other,) = {holder(position, seat) for seat in position.seats} - {me}
    far = LONGEST if plies is None else plies
    try:
        if value > 0:
            return Trying(game, me, 1.0, most).within(position, far)
        if value < 0:
            lost = Trying(game, other, 1.0, most)
            return lost.within(position, far) and not (lasting and lost.within(position, far - 1))
        return Trying(game, me, 0.0, most).within(position, far) and Trying(game, other, 0.0, most).within(
            position, far
        )
    except (SpentError, RecursionError):
        return None


def somebody_forces(game: Game[Any], position: Any, own: bool, plies: int | None, most: int) -> bool | None:
    """Return whether, of three or more, the side to move (*own*) or one of the others can win alone within *plies*."""
    me = holder(position, position.to_move)
    persons = [me] if own else [person for seat in position.seats if (person := holder(position, seat)) != me]
    try:
        return any(
            Trying(game, person, 1.0, most).within(position, LONGEST if plies is None else plies) for person in persons
        )
    except (SpentError, RecursionError):
        return None
