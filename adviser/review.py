"""A game gone through afterwards: what each action was worth, and where the game turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adviser.assessing import Assessment, Think, compare
from core.game import Game, holder

LEAST = 0.4
"""The loss from which on an action is a turning point: a mistake or a blunder."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An action of the game, numbered from 1, the side and the person's seat that played it, and its assessment."""

    number: int
    side: str
    seat: str
    assessment: Assessment

    @property
    def worth_to_a(self) -> float | None:
        """What the game is worth to the person at seat A after the action; with two players only it is known."""
        value = self.assessment.value
        return value if value is None or self.seat == "A" else -value


def review(game: Game[Any], positions: Sequence[Any], actions: Sequence[str], think: Think) -> Iterator[Turn]:
    """Yield the turns of a game, each as soon as it is known; *positions* are one more than *actions*.

    *think* is asked once for every position in play.
    """
    best = None if game.outcome(positions[0]) else think(positions[0])
    for index, action in enumerate(actions):
        before, after = positions[index], positions[index + 1]
        assert best is not None
        reply = None if game.outcome(after) else think(after)
        found = compare(game, before, action, best, after, reply)
        yield Turn(index + 1, before.to_move, holder(before, before.to_move), found)
        best = reply


def turning_points(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns that lost much, the worst first."""
    lossy = [(turn.assessment.loss or 0.0, turn) for turn in turns]
    return [turn for loss, turn in sorted(lossy, key=lambda item: (-item[0], item[1].number)) if loss >= LEAST]
