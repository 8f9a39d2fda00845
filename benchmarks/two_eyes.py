"""What another view of the table brings: ``python -m benchmarks.two_eyes [--case NAME…] [--games N] [--seed N]``.

Random moves on simulated tables, each position drawn from two places; every picture is found, read and refereed as in
``kiebitz watch --beside``, from one camera, from the other, and from both:

- ``hand``: something held over the board all the time that hides more than a third of it from one eye.
- ``ring``: six boards of Tinker Tactics, and each camera over half of them.

Or by one camera that shows rings of boards one half after the other: in ``pictures``, or in a film of a ``pan``
(``benchmarks.rings``).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from benchmarks.rings import GAME, WAYS, Ring, halves
from calibration.registration import Registration
from core.game import AnyGame
from core.games import find
from core.options import RuleOptions
from kiebitz.eye.seer import Seer
from kiebitz.eye.two_eyes import TwoEyes
from kiebitz.eye.viewer import Viewer
from kiebitz.kits import readable_kit
from kiebitz.pictures.frame import Frame
from kiebitz.table.state import AnyTable, TableState, Terms
from kiebitz.watching.referee import Referee, run
from kits.kit import Kit
from simulator.calm import Aim, calm_table, framed
from simulator.draw import draw_hand
from simulator.scene import Hand
from simulator.table import Table

EYES = ("first", "second", "both")


@dataclass(frozen=True)
class Setting:
    """The games of a case, and how its tables are seen."""

    games: tuple[str, ...]
    elevation_deg: tuple[float, float]
    size: tuple[int, int]


CASES = {
    "hand": Setting(("tink", "tingle"), (45.0, 65.0), (1280, 960)),
    "ring": Setting(("tinker_tactics",), (58.0, 70.0), (1600, 1200)),
}
APART_DEG = (60.0, 180.0)
"""Angle around the table between the second camera and the first, but for a ring."""


@dataclass(frozen=True)
class Play:
    """A game played by *seed* and shown as in *case*."""

    case: str
    seed: int
    moves: int

    @property
    def setting(self) -> Setting:
        return CASES[self.case]

    @property
    def game(self) -> AnyGame:
        return find(self.setting.games[self.seed % len(self.setting.games)])

    @property
    def options(self) -> RuleOptions:
        return self.game.options.of({"players": 6 if self.case == "ring" else 2})

    @property
    def kit(self) -> Kit:
        return readable_kit(self.game.name, self.options)

    def played(self) -> tuple[list[str], list[Mapping[str, str]]]:
        """Return the positions and what lies on the board in each."""
        rng, game = random.Random(self.seed), self.game
        ring = self.case == "ring"
        position = game.deal(self.options, self.seed) if ring else game.start(self.options)  # type: ignore[attr-defined]
        positions = [position]
        for _ in range(self.moves):
            if not (actions := [each for each in game.actions(positions[-1]) if each != "pass"]):
                break
            positions.append(game.play(positions[-1], rng.choice(actions)))
        return [game.format_position(each) for each in positions], [game.contents(each) for each in positions]

    def views(self, kit: Kit, size: tuple[int, int]) -> tuple[Registration, Registration]:
        """Return where the cameras are that look at *kit* as it lies, with pictures of this *size*."""
        rng, setting = np.random.default_rng(self.seed), self.setting
        heights = [float(rng.uniform(*setting.elevation_deg)) for _ in range(2)]
        if self.case == "ring":
            aims = [Aim(height, seats=seats) for height, seats in zip(heights, halves(kit), strict=True)]
        else:
            about = float(rng.uniform(-15, 15))
            aims = [Aim(heights[0], about), Aim(heights[1], about + float(rng.uniform(*APART_DEG)))]
        return framed(kit, aims[0], size), framed(kit, aims[1], size)

    def table(self) -> Table:
        """Return the table, with an empty board."""
        setting = self.setting
        if self.case == "ring":
            return calm_table(self.kit, players=6, size=setting.size, seed=self.seed)
        return Table.draw(np.random.default_rng(self.seed), kit=self.kit, tier="normal", size=setting.size)

    def pictures(self, numbers: Collection[int] | None = None) -> Iterator[tuple[Frame, Frame]]:
        """Yield each position from both places, or those with these *numbers*."""
        table = self.table()
        kit = table.scene.kit
        held = self.hand(table) if self.case == "hand" else None
        tables = [_held_over(table, view, held) for view in self.views(kit, self.setting.size)]
        reaching = None if held is None else kit.plan.cells[0]
        for index, contents in enumerate(self.played()[1]):
            if numbers is None or index in numbers:
                one, other = (
                    Frame(seen.picture(contents, hand=reaching, seed=index).image, index, float(index), True, view=view)
                    for view, seen in enumerate(tables, 1)
                )
                yield one, other

    def hand(self, table: Table) -> Hand:
        """Return a hand that rests over the board during the whole game and hides enough of it from one eye."""
        rng, plan = np.random.default_rng([self.seed, 7]), table.scene.kit.plan
        while True:
            x, y = (float(rng.uniform(0.2, 0.8)) * side for side in (plan.width_mm, plan.height_mm))
            scale = plan.width_mm / 200 * float(rng.uniform(0.9, 1.3))
            height_mm = float(rng.uniform(30, 120))
            held = replace(draw_hand(rng, plan), at_mm=(x, y), height_mm=height_mm, scale=scale, open=1.0)
            if HIDDEN[0] < max(self.hidden(table, held)) < HIDDEN[1]:
                return held

    def hidden(self, table: Table, held: Hand) -> tuple[float, float]:
        """Return how much of the board of *table* the hand *held* over it hides from each eye, from 0 to 1."""
        first, second = (
            _held_over(table, view, held).picture({}, hand=table.scene.kit.plan.cells[0]).truth.covered
            for view in self.views(table.scene.kit, SMALL)
        )
        return float(np.mean(list(first.values()))), float(np.mean(list(second.values())))


HIDDEN = (1 / 3, 0.7)
"""Range of the share of the board that the hand hides from the eye that sees less of it."""
SMALL = (320, 240)


@dataclass(frozen=True, slots=True, eq=False)
class _Held(Table):
    """A table over which every picture shows the same hand, or none."""

    held: Hand | None = None

    def _hand(self, cell: str, seed: int) -> Hand:  # noqa: ARG002 # it is held where it is
        assert self.held is not None
        return self.held


def _held_over(table: Table, view: Registration, held: Hand | None) -> _Held:
    """Return *table* as the camera of *view* sees it, with a hand *held* over it."""
    seen = table.seen_by(view)
    return _Held(seen.scene, seen.materials, seen.backdrop, held)


@dataclass
class Score:
    """What became of games that were shown."""

    games: int = 0
    whole: int = 0
    starts: int = 0
    moves: int = 0
    right: int = 0
    events: Counter[str] = field(default_factory=Counter)

    def add(self, state: AnyTable, eyes: int, wanted: Sequence[str], frames: Iterable[Frame]) -> None:
        """Show *frames* of a game that went through the positions *wanted* to this many *eyes*; count its events."""
        game, options = state.terms.game, state.terms.options
        seen = [Viewer(Seer(readable_kit(game.name, options), players=options.players)) for _ in range(eyes)]
        referee = Referee(state, TwoEyes(*seen) if eyes == 2 else seen[0])
        self.events.update(event.kind for events in run(referee, frames) for event in events)
        known = [game.format_position(each) for each in referee.state.told]
        self.games += 1
        self.whole += known == wanted
        self.starts += known[:1] == wanted[:1]
        self.moves += len(wanted) - 1
        self.right += sum(one == other for one, other in zip(known[1:], wanted[1:], strict=False))

    def line(self, case: str, seen_by: str) -> str:
        """Return the score as a row of a table."""
        others = ", ".join(f"{self.events[kind]} {kind}" for kind in TOLD)
        right = f"{self.whole}/{self.games} | {self.starts}/{self.games} | {self.right}/{self.moves}"
        return f"| {case} | {seen_by} | {right} | {others} |"


TOLD = ("illegal", "corrected", "partial", "lost", "moved", "unsure")


def shown(pairs: Sequence[tuple[Frame, Frame]], eyes: str) -> list[Frame]:
    """Return the frames that the *eyes* see."""
    if eyes == "both":
        return [replace(one, beside=other) for one, other in pairs]
    return [replace(pair[eyes == "second"], view=1) for pair in pairs]


def refereed(case: str, seeds: range, moves: int) -> None:
    """Print what each eye and both make of the games of *case*."""
    scores, hidden = {eyes: Score() for eyes in EYES}, list[tuple[float, float]]()
    for number in seeds:
        play = Play(case, number, moves)
        pairs, wanted = list(play.pictures()), play.played()[0]
        told = [play.game.parse_position(wanted[0], play.options)] if case == "hand" else []
        state = TableState.begun(Terms(play.game, play.options), positions=told)
        for eyes, score in scores.items():
            score.add(state, 1 + (eyes == "both"), wanted, shown(pairs, eyes))
        if case == "hand":
            table = play.table()
            hidden.append(play.hidden(table, play.hand(table)))
    for eyes, score in scores.items():
        print(score.line(case, eyes), flush=True)
    if hidden:
        parts = "; ".join(f"{first:.0%} and {second:.0%}" for first, second in hidden)
        print(f"of the board the hand hides from the first and the second eye, game by game: {parts}", flush=True)


def in_parts(way: str, players: int, seeds: range, moves: int) -> None:
    """Print what one eye makes of rings for this many *players* that are shown in halves."""
    score = Score()
    for number in seeds:
        ring = Ring(players, number, moves)
        options = GAME.options.of({"players": players})
        score.add(TableState.begun(Terms(GAME, options)), 1, ring.played[0], ring.frames(way))
    print(score.line(f"ring of {players}", way), flush=True)


def main() -> None:
    """Print what is asked for as the rows of a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--moves", type=int, default=10)
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--case", choices=[*CASES, *WAYS], nargs="*", default=list(CASES))
    parser.add_argument("--players", type=int, nargs="*", default=[3, 4, 5, 6], help="at rings shown in parts")
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.games)
    print("| case | seen by | games right | starts known | moves right | besides |\n|---|---|---|---|---|---|")
    for case in asked.case:
        if case in CASES:
            refereed(case, seeds, asked.moves)
        for players in asked.players if case in WAYS else ():
            in_parts(case, players, seeds, asked.moves)


if __name__ == "__main__":
    main()
