"""What a second eye brings: games on simulated tables, refereed from one camera, from the other, and from both.

``python -m benchmarks.two_eyes --games 6 --seed 500`` plays random moves on printed kits under a light of their own,
draws each position from two places, and has every picture found, read and refereed as in ``kiebitz watch --beside``:
ordinary views, something held over the board all the time, both cameras at 30 degrees, and a ring of six boards.
``--join`` instead tells how well each way to join two readings foretells what lies on the cells.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.registration import Registration
from core.game import AnyGame
from core.games import find
from core.options import RuleOptions
from core.reading import EMPTY, Reading
from kiebitz.eye.joining import areas_px
from kiebitz.eye.seer import Seer
from kiebitz.eye.two_eyes import TwoEyes
from kiebitz.eye.viewer import Viewer
from kiebitz.kits import readable_kit
from kiebitz.pictures.frame import Frame
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.referee import Referee, run
from kits.kit import Kit
from simulator.calm import Aim, calm_table, framed
from simulator.draw import draw_hand
from simulator.panning import halves
from simulator.scene import Hand
from simulator.table import Table

CASES = ("ordinary", "hand", "low", "ring")
GAMES = {"ordinary": ("tink", "ting", "tingle"), "hand": ("tink", "tingle"), "low": ("tink", "tingle")}
EYES = ("first", "second", "both")
SIZE = (1280, 960)
FINE = (1600, 1200)


@dataclass(frozen=True)
class Play:
    """A game played by *seed* and shown as in *case*."""

    case: str
    seed: int
    moves: int

    @property
    def name(self) -> str:
        """The game."""
        return "tinker_tactics" if self.case == "ring" else GAMES[self.case][self.seed % len(GAMES[self.case])]

    @property
    def game(self) -> AnyGame:
        return find(self.name)

    @property
    def options(self) -> RuleOptions:
        return self.game.options.of({"players": 6 if self.case == "ring" else 2})

    @property
    def kit(self) -> Kit:
        return readable_kit(self.name, self.options)

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

    def views(self, kit: Kit) -> tuple[Registration, Registration]:
        """Return where the cameras are that look at *kit* as it lies."""
        rng = np.random.default_rng(self.seed)
        if self.case == "ring":
            aims = [Aim(elevation_deg=float(rng.uniform(58, 70)), seats=seats) for seats in halves(kit)]
            return framed(kit, aims[0], FINE), framed(kit, aims[1], FINE)
        low = self.case == "low"
        about = float(rng.uniform(-15, 15))
        round_deg = float(rng.uniform(60, 180))
        first, second = (
            Aim(30.0 if low else float(rng.uniform(45, 65)), azimuth) for azimuth in (about, about + round_deg)
        )
        return framed(kit, first, SIZE), framed(kit, second, SIZE)

    def pictures(self) -> Iterator[tuple[Frame, Frame]]:
        """Yield each position from both places."""
        kit = self.kit
        if self.case == "ring":
            table = calm_table(kit, players=6, size=FINE, seed=self.seed)
        else:
            table = Table.draw(np.random.default_rng(self.seed), kit=kit, tier="normal", players=2, size=SIZE)
        views = self.views(table.scene.kit)
        held = self._hand(kit) if self.case == "hand" else None
        tables = [_Held(seen.scene, seen.materials, seen.backdrop, held) for seen in map(table.seen_by, views)]
        reaching = None if held is None else kit.plan.cells[0]
        for index, contents in enumerate(self.played()[1]):
            one, other = (
                Frame(seen.picture(contents, hand=reaching, seed=index).image, index, float(index), True, view=view)
                for view, seen in enumerate(tables, 1)
            )
            yield one, other

    def _hand(self, kit: Kit) -> Hand:
        """Return a hand that rests high over the board during the whole game."""
        rng, plan = np.random.default_rng([self.seed, 7]), kit.plan
        x, y = (float(rng.uniform(0.35, 0.65)) * side for side in (plan.width_mm, plan.height_mm))
        return replace(draw_hand(rng, plan), at_mm=(x, y), height_mm=float(rng.uniform(110, 170)), scale=1.5, open=1.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Held(Table):
    """A table over which the same hand is held in every picture, or none."""

    held: Hand | None = None

    def _hand(self, cell: str, seed: int) -> Hand:  # noqa: ARG002 # it is held where it is
        assert self.held is not None
        return self.held


@dataclass
class Score:
    """What became of games that were shown to one eye, or to both."""

    games: int = 0
    whole: int = 0
    moves: int = 0
    right: int = 0
    events: Counter[str] = field(default_factory=Counter)

    def add(self, play: Play, frames: Sequence[Frame], eyes: str) -> None:
        """Show *frames* of *play* and count the events."""
        game, options, kit = play.game, play.options, play.kit
        viewers = [Viewer(Seer(kit, players=options.players)) for _ in range(2 if eyes == "both" else 1)]
        viewer = TwoEyes(*viewers) if len(viewers) == 2 else viewers[0]
        start = game.parse_position(play.played()[0][0], options)
        positions = [start] if play.case == "low" or play.case == "hand" else []
        referee = Referee(TableState.begun(Terms(game, options), positions=positions), viewer)
        told = [event for events in run(referee, frames) for event in events]
        known = [game.format_position(each) for each in referee.state.told]
        wanted = play.played()[0]
        self.games += 1
        self.whole += known == wanted
        self.moves += len(wanted) - 1
        self.right += sum(one == other for one, other in zip(known[1:], wanted[1:], strict=False))
        self.events.update(event.kind for event in told)

    def line(self, case: str, eyes: str) -> str:
        """Return the score as a row of a table."""
        others = ", ".join(f"{self.events[kind]} {kind}" for kind in ("illegal", "corrected", "partial", "unsure"))
        return f"| {case} | {eyes} | {self.whole}/{self.games} | {self.right}/{self.moves} | {others} |"


def shown(pairs: Sequence[tuple[Frame, Frame]], eyes: str) -> list[Frame]:
    """Return the frames that the *eyes* see."""
    if eyes == "both":
        return [replace(one, beside=other) for one, other in pairs]
    return [replace(pair[eyes == "second"], view=1) for pair in pairs]


def refereed(case: str, games: int, moves: int, seed: int) -> None:
    """Print what each eye and both make of the games of *case*."""
    scores = {eyes: Score() for eyes in EYES}
    for number in range(seed, seed + games):
        play = Play(case, number, moves)
        pairs = list(play.pictures())
        for eyes, score in scores.items():
            score.add(play, shown(pairs, eyes), eyes)
    for eyes, score in scores.items():
        print(score.line(case, eyes), flush=True)


WAYS = ("first", "second", "sharper", "surer", "averaged", "by size", "0.75 of both", "added")


def in_each_way(
    readings: Sequence[Reading], sizes: Sequence[Mapping[str, float]], cell: str
) -> dict[str, dict[str, float]]:
    """Return what the readings say of *cell*, which both have, joined in each of ``WAYS``, in nats."""
    one, other = (reading.cells[cell] for reading in readings)
    big = [size[cell] for size in sizes]
    share = big[0] / sum(big)

    def mixed(first: float, second: float) -> dict[str, float]:
        return {content: first * one[content] + second * other.get(content, min(other.values())) for content in one}

    sure = [reading.certainty(cell) for reading in readings]
    return {
        "first": mixed(1, 0), "second": mixed(0, 1), "sharper": mixed(*((1, 0) if share >= 0.5 else (0, 1))),
        "surer": mixed(*((1, 0) if sure[0] >= sure[1] else (0, 1))), "averaged": mixed(0.5, 0.5),
        "by size": mixed(share, 1 - share), "0.75 of both": mixed(0.75, 0.75), "added": mixed(1, 1),
    }  # fmt: skip


def join(case: str, games: int, moves: int, seed: int) -> None:
    """Print how well each way to join foretells what lies on the cells that both eyes see."""
    loss, wrong, sure_wrong, cells = dict.fromkeys(WAYS, 0.0), Counter[str](), Counter[str](), 0
    for number in range(seed, seed + games):
        play = Play(case, number, moves)
        colours = {seat: ink.name for seat, ink in list(play.kit.inks.items())[:2]}
        (one, other), contents = list(play.pictures())[-1], play.played()[1][-1]
        seers = [Seer(play.kit, players=2) for _ in range(2)]
        places = [seer.find(frame.image) for seer, frame in zip(seers, (one, other), strict=True)]
        if places[0] is None or places[1] is None:
            continue
        readings = [
            seer.look(frame.image, place, colours).reading
            for seer, frame, place in zip(seers, (one, other), places, strict=True)
            if place is not None
        ]
        sizes = [areas_px(place) for place in places if place is not None]
        for cell in readings[0].cells.keys() & readings[1].cells.keys():
            truth, cells = contents.get(cell, EMPTY), cells + 1
            for way, row in in_each_way(readings, sizes, cell).items():
                said = Reading({cell: row})
                p = said.probabilities(cell).get(truth, 0.0)
                loss[way] -= float(np.log(max(p, 1e-4)))
                wrong[way] += said.best(cell) != truth
                sure_wrong[way] += p < 0.05
    for way in WAYS:
        print(f"| {case} | {way} | {loss[way] / cells:.4f} | {wrong[way]} | {sure_wrong[way]} | {cells} |", flush=True)


def main() -> None:
    """Print what is asked for as the rows of a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--moves", type=int, default=10)
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--case", choices=CASES, nargs="*", default=list(CASES))
    parser.add_argument("--join", action="store_true", help="compare ways to join two readings")
    asked = parser.parse_args()
    if asked.join:
        print("| case | joined | loss, nats a cell | wrong | surely wrong | cells |\n|---|---|---|---|---|---|")
    else:
        print("| case | eyes | games right | moves right | besides |\n|---|---|---|---|---|")
    for case in asked.case:
        (join if asked.join else refereed)(case, asked.games, asked.moves, asked.seed)


if __name__ == "__main__":
    main()
