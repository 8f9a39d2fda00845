"""Rings of three to six boards that no picture shows whole: refereed from two pictures a position, and from a pan.

``python -m benchmarks.rings --games 5 --moves 4 --seed 100`` deals games of Tinker Tactics, plays random moves, and
shows each position in two pictures of half of the ring, from new places each time, or as a film that pans from the one
half to the other and back. Every picture goes through finding, reading and refereeing as in ``kiebitz watch``.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.games import find
from kiebitz.eye.seer import Seer
from kiebitz.eye.viewer import Viewer
from kiebitz.kits import readable_kit
from kiebitz.pictures.frame import Frame
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.referee import Referee, run
from simulator.calm import calm_table
from simulator.panning import between, halves, held_over
from simulator.table import Table

GAME = find("tinker_tactics")
SIZE = (1600, 1200)
WAYS = ("pictures", "pan")
_FPS = 5
_HOLDS = 12
"""For this many frames the camera is held still over each half; a pan takes as many."""


@dataclass(frozen=True)
class Ring:
    """A game with this many *players*, dealt, played and shown by *seed*."""

    players: int
    seed: int
    moves: int

    @property
    def played(self) -> tuple[list[str], list[str]]:
        """The positions and the actions between them."""
        rng = random.Random(self.seed)
        options = GAME.options.of({"players": self.players})
        position = GAME.deal(options, self.seed)  # type: ignore[attr-defined] # it has a hidden set-up
        positions, actions = [position], list[str]()
        for _ in range(self.moves):
            actions.append(rng.choice(GAME.actions(positions[-1])))
            positions.append(GAME.play(positions[-1], actions[-1]))
        return [GAME.format_position(each) for each in positions], actions

    def frames(self, way: str) -> Iterator[Frame]:
        """Yield each position in two pictures (*way* "pictures"), or in a film of a "pan"."""
        options = GAME.options.of({"players": self.players})
        kit = readable_kit("tinker_tactics", options)
        table = calm_table(kit, players=self.players, size=SIZE, seed=self.seed)
        contents = [GAME.contents(GAME.parse_position(text, options)) for text in self.played[0]]
        rng = np.random.default_rng(self.seed)
        yield from (_pictures if way == "pictures" else _pan)(table, contents, rng)


def _pictures(table: Table, contents: Sequence[Mapping[str, str]], rng: np.random.Generator) -> Iterator[Frame]:
    index = 0
    for board in contents:
        for seats in halves(table.scene.kit):
            view = held_over(table.scene.kit, seats, rng, SIZE)
            yield Frame(table.seen_by(view).picture(board, seed=index).image, index, float(index), own_moment=True)
            index += 1


def _pan(table: Table, contents: Sequence[Mapping[str, str]], rng: np.random.Generator) -> Iterator[Frame]:
    views = [held_over(table.scene.kit, seats, rng, SIZE) for seats in halves(table.scene.kit)]
    index = 0
    for number, board in enumerate(contents):
        ends = views if number % 2 == 0 else views[::-1]
        for step in range(3 * _HOLDS):
            share = min(max((step - _HOLDS) / _HOLDS, 0.0), 1.0)
            view = between(ends[0], ends[1], share)
            yield Frame(table.seen_by(view).picture(board, seed=index).image, index, index / _FPS)
            index += 1


@dataclass
class Score:
    """What became of games that were shown."""

    games: int = 0
    starts: int = 0
    moves: int = 0
    right: int = 0
    seconds: float = 0.0
    events: Counter[str] = field(default_factory=Counter)

    def add(self, ring: Ring, way: str) -> None:
        """Show *ring* and count what is announced."""
        positions, actions = ring.played
        options = GAME.options.of({"players": ring.players})
        seer = Seer(readable_kit("tinker_tactics", options), players=ring.players)
        referee = Referee(TableState.begun(Terms(GAME, options)), Viewer(seer))
        told = [event for events in run(referee, ring.frames(way)) for event in events]
        known = [GAME.format_position(each) for each in referee.state.told]
        self.games += 1
        self.starts += known[:1] == positions[:1]
        self.moves += len(actions)
        self.right += sum(one == other for one, other in zip(known[1:], positions[1:], strict=False))
        self.events.update(event.kind for event in told)

    def line(self, players: int, way: str) -> str:
        """Return the score as a row of a table."""
        others = ", ".join(
            f"{self.events[kind]} {kind}" for kind in ("illegal", "corrected", "lost", "moved", "unsure")
        )
        return f"| {players} | {way} | {self.starts}/{self.games} | {self.right}/{self.moves} | {others} |"


def main() -> None:
    """Print a table of how well rings are refereed."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--games", type=int, default=5)
    asked.add_argument("--moves", type=int, default=4)
    asked.add_argument("--seed", type=int, default=100)
    asked.add_argument("--players", type=int, nargs="*", default=[3, 4, 5, 6])
    asked.add_argument("--way", choices=WAYS, nargs="*", default=list(WAYS))
    given = asked.parse_args()
    print("| players | shown in | starts known | moves told right | besides |")
    print("|---|---|---|---|---|")
    for way in given.way:
        for players in given.players:
            score = Score()
            for seed in range(given.seed, given.seed + given.games):
                score.add(Ring(players, seed, given.moves), way)
            print(score.line(players, way), flush=True)


if __name__ == "__main__":
    main()
