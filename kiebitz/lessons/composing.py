"""Composes puzzles: plays games as people might, and keeps positions in which the adviser proves a short, only win.

python -m kiebitz.lessons.composing tink 0 > kiebitz/lessons/puzzles/tink.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any

from adviser.forcing import Allowance, Forcing, after, moves_of
from adviser.kernels import Kernel, store
from adviser.levels import suggest_at
from core.game import AnyGame, PositionLike
from core.games import find
from core.json_types import Json, JsonObject
from kiebitz.lessons.lesson import PuzzlePlan, lesson_of
from kiebitz.lessons.puzzles import Puzzle

LEVELS = (2, 3, 4)
"""Levels of the players, low enough that they overlook things and give each other chances."""
_NODES = 200
_LONGEST = 200
"""Games are broken off after this many plies."""
_FEWEST = 3
"""Fewest legal actions in a puzzle: with fewer there is little to find."""
_LONG, _MOST = 3, 6
"""Puzzles of ``_LONG`` or more moves have at most ``_MOST`` legal actions: the page proves tries by the rules alone."""
_POSITIONS = 3_000_000


def composed(name: str, seed: int = 0) -> list[Puzzle]:
    """Return puzzles of the game called *name* from games with the numbers *seed* and up, one of a game at most."""
    game = find(name)
    family = store.family(game)
    if family is None:
        raise ValueError(f"{name} has no compiled rules here, without which proofs take too long")
    store.load(family)
    kernel = store.find(game)
    assert kernel is not None
    lesson = lesson_of(name)
    plan = lesson.puzzles if lesson else PuzzlePlan()
    options, numbers = plan.options, plan.lengths
    found: dict[tuple[int, ...], list[Puzzle]] = {lengths: [] for lengths in numbers}
    for number in count(seed):
        wanted = [lengths for lengths, puzzles in found.items() if len(puzzles) < numbers[lengths]]
        if not wanted:
            break
        for position in _positions(game, options, number):
            puzzle = _puzzle(game, kernel, position, options, max(map(max, numbers)))
            lengths = next((each for each in wanted if puzzle and puzzle.moves in each), None)
            if puzzle and lengths:
                found[lengths].append(puzzle)
                break
    return sorted(chain.from_iterable(found.values()), key=lambda puzzle: puzzle.moves)


def _positions(game: AnyGame, options: Mapping[str, Json], seed: int) -> Iterator[PositionLike]:
    """Yield the positions of one game."""
    position, level = game.start(game.options.of(options)), LEVELS[seed % len(LEVELS)]
    for ply in range(_LONGEST):
        if game.outcome(position):
            return
        yield position
        number = seed * _LONGEST + ply
        chosen = suggest_at(game, position, level, expired=lambda: False, max_nodes=_NODES, seed=number)
        position = game.play(position, chosen.action)


def _puzzle(
    game: AnyGame, kernel: Kernel, position: PositionLike, options: Mapping[str, Json], most: int
) -> Puzzle | None:
    """Return the puzzle in *position*; None if there is no win in *most* moves, or several first moves win."""
    state = kernel.encode(position)
    if state is None or len(game.actions(position)) < _FEWEST:
        return None
    seat = int(kernel.seat(state))
    for moves in range(1, (most if len(game.actions(position)) <= _MOST else min(most, _LONG - 1)) + 1):
        if _forces(kernel, seat, state, plies=2 * moves - 1):
            each = [
                move
                for move in moves_of(kernel, state)
                if _forces(kernel, seat, after(kernel, state, move), plies=2 * moves - 2)
            ]
            text = game.format_position(position)
            return Puzzle(text, kernel.text(position, each[0]), moves, options) if len(each) == 1 else None
    return None


def _forces(kernel: Kernel, seat: int, state: Any, *, plies: int) -> bool:
    """Return whether *seat* is proved to win from *state* within *plies*."""
    return bool(Forcing(kernel, seat, Allowance(lambda: False, _POSITIONS)).answer(state, plies))


def as_json(puzzle: Puzzle) -> JsonObject:
    """Return *puzzle* as its file holds it."""
    return {"position": puzzle.position, "key": puzzle.key, "moves": puzzle.moves, "options": dict(puzzle.options)}


def main(arguments: Sequence[str]) -> None:
    name, seed = arguments[0], int(arguments[1]) if len(arguments) > 1 else 0
    lines = ",\n".join(f"  {json.dumps(as_json(puzzle))}" for puzzle in composed(name, seed))
    sys.stdout.write(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main(sys.argv[1:])
