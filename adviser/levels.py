"""Ten levels of play, from a small child's to the adviser's own, with human mistakes.

People who play without thinking do not play at random. They consider few moves, mostly simple ones near other
pieces. They try each a few times in their head. They overlook wins and dangers, above all those that take several
pieces or reach across the board. And they cannot tell which of two similar moves is better. Level 1 plays every
move like this. Each higher level replaces more of them by the adviser's search, and searches longer.
``benchmarks/ladder.py`` measures how much stronger each level is than the one below.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic

from adviser import compiled_tree_search
from adviser.findings import Alternative, Findings
from adviser.kernels import store
from adviser.places import cells_of, steps_between
from adviser.suggestion import Suggestion, suggest
from adviser.tree_search import Play, playout
from core.game import Game, Move, P, side_to_move
from core.options import shown

LOWEST, HIGHEST = 1, 10


@dataclass(frozen=True, slots=True)
class Level:
    """Parameters of a level.

    The share ``lapses`` of its moves is played without a search: it considers ``looks`` moves and tries each with
    ``tries`` random playouts. ``sees`` is the probability of noticing a simple immediate win or loss; for one that
    takes *n* more steps it is ``sees`` to the power of 1 + *n*. ``habit`` is the preference for simple moves near
    other pieces. Value differences well below ``blur`` (on the scale −1 to 1) go unnoticed. All other moves come
    from the adviser's search with ``nodes`` positions or playouts.
    """

    looks: int
    tries: int
    sees: float
    habit: float
    blur: float
    lapses: float = 1.0
    nodes: int = 0


_careful = partial(Level, looks=14, tries=5, sees=0.99, habit=0.3, blur=0.12)

LEVELS = {
    1: Level(looks=3, tries=0, sees=0.85, habit=0.3, blur=1.0),
    2: Level(looks=4, tries=1, sees=0.88, habit=0.8, blur=0.6, lapses=0.85, nodes=100),
    3: Level(looks=7, tries=2, sees=0.92, habit=0.6, blur=0.35, lapses=0.7, nodes=150),
    4: Level(looks=10, tries=3, sees=0.96, habit=0.4, blur=0.2, lapses=0.57, nodes=200),
    5: _careful(lapses=0.45, nodes=300),
    6: _careful(lapses=0.31, nodes=400),
    7: _careful(lapses=0.21, nodes=600),
    8: _careful(lapses=0.13, nodes=1000),
    9: _careful(lapses=0.06, nodes=2000),
}
"""Level 10 is ``suggest`` itself."""
_FARTHEST = 5


def suggest_at(
    game: Game[P],
    position: P,
    level: int,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    max_depth: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
) -> Suggestion:
    """Return what *level* plays in *position*: the values are its own, not the adviser's.

    *max_depth*, and *seconds* for its book of openings, are for level 10. With a clock that never expires the answer
    depends on *seed*, the position and on whether a compiled kernel has been loaded.
    Raises ``ValueError`` for an unknown level, and if the game is over.
    """
    check_level(level)
    if level == HIGHEST:
        limits = {"max_nodes": max_nodes, "max_depth": max_depth}
        return suggest(game, position, expired=expired, **limits, seed=seed, seconds=seconds)
    if game.outcome(position):
        raise ValueError("the game is over: there is nothing to suggest")
    rng = random.Random(f"{seed} {level} {game.format_position(position)}")
    how = LEVELS[level]
    if rng.random() >= how.lapses:
        most = how.nodes if max_nodes is None else min(how.nodes, max_nodes)
        return suggest(game, position, expired=expired, max_nodes=most, seed=rng.getrandbits(32))
    return _chosen(game, position, _Mind(Play(game), position, how, rng, expired).look(), how, rng)


def searches(level: int) -> bool:
    """Return whether *level* searches, and so can make use of a compiled kernel."""
    return level == HIGHEST or LEVELS[level].nodes > 0


def check_level(level: object) -> int:
    """Return *level*. Raises ``ValueError`` if it does not exist."""
    if isinstance(level, bool) or not isinstance(level, int) or not LOWEST <= level <= HIGHEST:
        raise ValueError(f"the level must be a whole number from {LOWEST} to {HIGHEST}, not {shown(level)}")
    return level


def _chosen(game: Game[P], position: P, found: Findings, how: Level, rng: random.Random) -> Suggestion:
    """Return a random alternative, better ones more often; differences below ``blur`` count little."""
    first = found.alternatives[0]
    weights = [math.exp((other.value - first.value) / how.blur) for other in found.alternatives]
    (chosen,) = rng.choices(found.alternatives, weights)
    if chosen is first:
        return Suggestion.of(game, position, found)
    certain = found.proved and chosen.value == found.value
    line = (chosen.action,)
    return Suggestion.of(
        game, position, Findings(chosen.value, line, found.simulations, certain, None, found.alternatives)
    )


@dataclass(slots=True)
class _Mind(Generic[P]):
    """A player without a search, looking at *position*."""

    play: Play[P]
    position: P
    level: Level
    rng: random.Random
    expired: Callable[[], bool]

    def look(self) -> Findings:
        """Return the moves considered, with their values from a few playouts."""
        position, play = self.position, self.play
        person = play.person(position, side_to_move(position))
        wins = [move for move in play.wins(position) if self._notices(play.text(position, move))]
        if wins:
            return _found([Alternative(play.text(position, self.rng.choice(wins)), 1.0, 1)], 1, proved=True)
        tried, games = list[Alternative](), 0
        for move in self._coming_to_mind():
            action, after = play.text(position, move), play.apply(position, move)
            if self._seems_to_lose(after, person):
                tried.append(Alternative(action, -1.0, 1))
            else:
                tries = self.level.tries
                games += tries
                tried.append(Alternative(action, self._tried(after, person, tries) / tries if tries else 0.0, 1))
            if self.expired():
                break
        return _found(sorted(tried, key=lambda other: -other.value), games)

    def _tried(self, after: P, person: int, tries: int) -> float:
        """Return the sum of the values for *person* in *tries* random playouts from *after*."""
        if (kernel := store.find(self.play.game)) and (state := kernel.encode(after)) is not None:
            return compiled_tree_search.random_games(kernel, state, person, tries, self.rng.getrandbits(64))
        return sum(playout(self.play, after, self.rng)[person] for _ in range(tries))

    def _coming_to_mind(self) -> list[Move]:
        """Return a random sample of moves, preferring simple ones near other pieces.

        Taking the top k of log-weight plus Gumbel noise samples without replacement (Gumbel-top-k).
        """
        position, play = self.position, self.play
        moves = sorted(play.moves(position), key=lambda move: play.text(position, move))
        contents = play.game.contents(position)
        pieces = [cell for cell, content in contents.items() if content != "." and "-" not in cell]

        def drawn(move: Move) -> float:
            cells = cells_of(play.text(position, move))
            odd = _effort(cells) + (_loneliness(cells[0], pieces) if cells else 0)
            return -self.level.habit * odd - math.log(max(self.rng.expovariate(1.0), 1e-12))

        return sorted(moves, key=drawn, reverse=True)[: self.level.looks]

    def _seems_to_lose(self, after: P, person: int) -> bool:
        """Return whether the player notices that the next one could win at once."""
        play = self.play
        if play.game.outcome(after) or play.person(after, side_to_move(after)) == person:
            return False
        return any(self._notices(play.text(after, move)) for move in play.wins(after))

    def _notices(self, action: str) -> bool:
        return self.rng.random() < self.level.sees ** (1 + _effort(cells_of(action)))


def _effort(cells: Sequence[str]) -> int:
    """Return how far an action reaches beyond a single cell: its further cells plus the steps between them."""
    return len(cells) - 1 + max((steps_between(cells[0], cell) for cell in cells[1:]), default=0) if cells else 0


def _loneliness(cell: str, pieces: Sequence[str]) -> int:
    """Return the distance from *cell* to the nearest piece, less one."""
    return max(0, min([_FARTHEST, *(steps_between(cell, piece) for piece in pieces)]) - 1) if pieces else 0


def _found(tried: list[Alternative], games: int, *, proved: bool = False) -> Findings:
    best = tried[0]
    return Findings(best.value, (best.action,), games, proved, 1 if proved else None, tuple(tried))
