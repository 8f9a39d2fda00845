"""Puzzles: positions in which the side to move wins in a few moves, whatever the other side plays.

``composing`` has found them with the adviser's proofs; the positions lie in ``puzzles/``, a file for each game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from adviser.findings import Findings
from adviser.reasons import explain, why
from core import games
from core.game import AnyGame, PositionLike, side_to_move
from core.json_types import Json
from kiebitz.lessons.lesson import Judged, Step, judged_try

_COUNTS = {2: "two", 3: "three", 4: "four"}


Known = dict[tuple[PositionLike, int], bool]
"""Position and plies → whether the win is forced."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The side to move in *position* wins in this many *moves* of its own, and *key* is the only first one.

    The position is written as the rules write it, for two players under *options*.
    """

    position: str
    key: str
    moves: int
    options: Mapping[str, Json] = field(default_factory=dict)

    def start(self, game: AnyGame) -> PositionLike:
        return game.parse_position(self.position, game.options.of(self.options))


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of *game*, the shorter ones first; none for a game that has none."""
    file = files("kiebitz.lessons").joinpath("puzzles", f"{game}.json")
    if game not in games.names() or not file.is_file():
        return ()
    return tuple(Puzzle(**each) for each in json.loads(file.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Stage:
    """A puzzle after some of its moves: what is to be done now, and in how many *moves* it is to be won."""

    step: Step
    moves: int


def stage(game: AnyGame, puzzle: Puzzle, played: Sequence[str] = ()) -> Stage:
    """Return the stage of *puzzle* after the actions *played*: moves of the winner and answers to them, in turns.

    Raises ``ValueError`` where these do not lead to the win, or are no whole rounds.
    """
    position, moves = puzzle.start(game), puzzle.moves
    side, told = side_to_move(position), ""
    if len(played) % 2:
        raise ValueError("The last move of this puzzle has no answer.")
    for move, reply in zip(played[::2], played[1::2], strict=True):
        after = game.play(position, move)
        if move != puzzle.key if moves == puzzle.moves else not forces(game, after, side, 2 * moves - 2):
            raise ValueError("These are not the moves of this puzzle.")
        position, moves = game.play(after, reply), moves - 1
        told = f"{after.to_move} passes. " if reply == "--" else f"{after.to_move} answers {reply}. "
    if game.outcome(position):
        raise ValueError("The game is over.")
    answers = [puzzle.key] if not played else [*right(game, position, moves)]
    task = told + _task(side, moves)
    text = game.format_position(position)
    return Stage(Step(text, task, "", "|".join(map(re.escape, answers)), options=puzzle.options), moves)


def _task(side: str, moves: int) -> str:
    if moves == 1:
        return f"{side} is to play and wins at once. How?"
    return f"{side} is to play and wins in {_COUNTS[moves]} moves, whatever is answered. What is the first?"


def judged(game: AnyGame, now: Stage, tried: str | Mapping[str, str]) -> Judged:
    """Return how what is *tried* at the stage *now* is judged: an action, or changes of the board, cell → content.

    What solves it is explained, what does not is refuted. Raises ``ValueError`` for what is no try.
    """
    found = judged_try(game, now.step, tried)
    if found.state == "done":
        return replace(found, message=_explained(game, now, found.action))
    if found.state == "legal" and found.action:
        return replace(found, message=_refuted(game, now, found.action))
    return found


def answer(game: AnyGame, now: Stage, action: str) -> str | None:
    """Return the answer to the right *action* that leaves the fewest right ones; None where each ends the game."""
    before = now.step.start(game)
    after = game.play(before, action)
    left = {
        reply: len([*right(game, reached, now.moves - 1)])
        for reply in game.actions(after)
        if game.outcome(reached := game.play(after, reply)) is None
    }
    return min(left, key=lambda reply: left[reply], default=None)


def right(game: AnyGame, position: PositionLike, moves: int) -> Iterator[str]:
    """Yield the actions with which the side to move in *position* wins in this many *moves* of its own, or fewer."""
    known: Known = {}
    for action in game.actions(position):
        if forces(game, game.play(position, action), side_to_move(position), 2 * moves - 2, known):
            yield action


def forces(game: AnyGame, position: PositionLike, side: str, plies: int, known: Known | None = None) -> bool:
    """Return whether *side* wins alone within this many *plies* from *position*, whatever the others play.

    What is found for the same *side* is kept in *known*.
    """
    outcome = game.outcome(position)
    if outcome is not None or plies < 1:
        return outcome is not None and outcome.winners == (side,)
    known = {} if known is None else known
    found = known.get((position, plies))
    if found is None:
        mine = position.to_move == side
        reached = (game.play(position, action) for action in game.actions(position))
        found = any(forces(game, each, side, plies - 1, known) == mine for each in reached) == mine
        known[position, plies] = found
    return found


def _explained(game: AnyGame, now: Stage, action: str) -> str:
    found = Findings(1.0, (action,), 0, proved=True, plies=2 * now.moves - 1, alternatives=())
    return f"{action}: {why(explain(game, now.step.start(game), found))}."


def _refuted(game: AnyGame, now: Stage, action: str) -> str:
    """Return why the legal *action* does not solve it: the answer that spoils the win."""
    before = now.step.start(game)
    after = game.play(before, action)
    if game.outcome(after) or now.moves == 1:
        return "That is allowed, but it does not win."
    replies = {reply: game.play(after, reply) for reply in game.actions(after)}
    wins = (reply for reply, reached in replies.items() if forces(game, reached, side_to_move(after), 0))
    if loss := next(wins, ""):
        return f"That is allowed, but {after.to_move} answers {loss} and wins."
    rest = 2 * now.moves - 3
    held = next(reply for reply, reached in replies.items() if not forces(game, reached, side_to_move(before), rest))
    return f"That is allowed, but {after.to_move} answers {held}, and then it is not won in time."
