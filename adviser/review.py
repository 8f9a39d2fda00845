"""Reviews a finished game: the value of each action, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adviser.assessing import Assessment, Think, compare
from core.game import Game, P, holder, side_to_move

TURNING = ("mistake", "blunder")
"""The grades that make a move a turning point."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An action of the game with its number (from 1), its ply, its side, the player's seat, and its assessment.

    The number counts actions alone; the ply is what the action is called by, as positions that were set count in it.
    """

    number: int
    ply: int
    side: str
    seat: str
    assessment: Assessment

    @property
    def worth_to_a(self) -> float | None:
        """The value of the game for the person at seat A after the action; known only for two players."""
        value = self.assessment.value
        return value if value is None or self.seat == "A" else -value


def review(game: Game[P], positions: Sequence[P], actions: Sequence[str], think: Think[P]) -> Iterator[Turn]:
    """Yield the turns of a game, each as soon as it is known. There is one more of *positions* than of *actions*.

    *think* is called once for every position in play.
    """
    best = None if game.outcome(positions[0]) else think(positions[0])
    for index, action in enumerate(actions):
        before, after = positions[index], positions[index + 1]
        assert best is not None
        side = side_to_move(before)
        reply = None if game.outcome(after) else think(after)
        found = compare(game, before, action, best, after, reply)
        yield Turn(index + 1, before.ply + 1, side, holder(before, side), found)
        best = reply


def turning_points(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns that are mistakes or blunders, those that lost most first."""
    found = [turn for turn in turns if turn.assessment.grade in TURNING]
    return sorted(found, key=lambda turn: (-(turn.assessment.loss or 0.0), turn.number))
