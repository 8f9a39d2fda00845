"""A puzzle that is solved on a real board: what its moves were worth, what is to be done now, and the answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.belief.traces import changed_by
from core.game import AnyGame
from kiebitz.lessons.puzzles import Puzzle, answer, judged, stage
from kiebitz.lessons.teaching import Taught

RIGHT = "That is right."
BACK = "Take it back and try again."
SOLVED = "The puzzle is solved."
ASTRAY = "The board stands otherwise than the puzzle leads to. Set it up again."


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
