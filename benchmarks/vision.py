"""How well cells are read: ``python -m benchmarks.vision [FOLDER…] [--simulated N]``.

A folder holds renders with their truth (``../shared/renders`` by default); ``--simulated``
adds pictures of the project's own simulator from a seed that training never uses. A cell
is right when its seat and kind are; cells of which 30 % or more are hidden do not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.renders import Content, Render, renders_in
from calibration.locate import locate
from kits import tabik, ting, tingle, tink, tinker_tactics
from simulator.draw import Tier, draw_scene
from simulator.render import render
from vision.reader import BoardReading, read_board

HIDDEN = 0.3
KITS = {kit.name: kit for kit in (tink.KIT, ting.KIT, tingle.KIT, tabik.KIT, tinker_tactics.KIT)}


@dataclass(slots=True)
class Tally:
    """Counts of one tier."""

    pictures: int = 0
    whole: int = 0
    whole_sure: int = 0
    cells: int = 0
    right: int = 0
    answered: int = 0
    answered_right: int = 0
    confident: int = 0
    confident_right: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        """Return this tally as a line of the table."""
        wrong = self.answered - self.answered_right
        middle = sorted(self.milliseconds)[len(self.milliseconds) // 2] if self.milliseconds else 0.0
        return (
            f"{name:32} {self.pictures:5} {self.right:6}/{self.cells:<6} "
            f"{100 * self.answered_right / max(self.answered, 1):7.2f} % ({wrong} wrong) "
            f"{100 * (1 - self.answered / max(self.cells, 1)):6.2f} %  "
            f"{self.confident_right:6}/{self.confident:<6} {self.whole:4}/{self.pictures:<4} "
            f"{self.whole_sure:4}/{self.pictures:<4} {middle:6.0f}"
        )


HEADER = (
    f"{'tier':32} {'pics':>5} {'cells right':>13} {'right of answered':>20} {'unsure':>9}  "
    f"{'p>=0.99 right':>13} {'whole':>9} {'answered':>9} {'ms':>6}"
)


def mistakes(render: Render, reading: BoardReading, colours: tuple[str, ...]) -> list[tuple[str, str, str, float]]:
    """Return (cell, truth, read, probability) of every cell that counts; *colours* are the seats'."""
    found = []
    for cell, piece in render.contents.items():
        if render.hidden[cell] >= HIDDEN:
            continue
        owner = "" if piece is None or piece[0] is None else "ABCDEF"[colours.index(piece[0])]
        truth = "." if piece is None else owner + piece[1]
        if cell in reading.reading.cells:
            content, probability = next(iter(reading.reading.probabilities(cell).items()))
            found.append((cell, truth, content, probability))
        else:
            found.append((cell, truth, "covered", 0.0))
    return found


def count(tally: Tally, judged: list[tuple[str, str, str, float]], reading: BoardReading) -> None:
    """Add one picture to *tally*."""
    tally.pictures += 1
    tally.whole += all(truth == read for _, truth, read, _ in judged)
    sure = [(truth, read) for cell, truth, read, _ in judged if cell not in reading.unsure and read != "covered"]
    tally.whole_sure += all(truth == read for truth, read in sure)
    tally.cells += len(judged)
    tally.right += sum(truth == read for _, truth, read, _ in judged)
    tally.answered += len(sure)
    tally.answered_right += sum(truth == read for truth, read in sure)
    high = [(truth, read) for _, truth, read, p in judged if p >= 0.99]
    tally.confident += len(high)
    tally.confident_right += sum(truth == read for truth, read in high)


def simulated(game: str, number: int, seed: int) -> Iterator[Render]:
    """Yield pictures of the simulator as renders, drawn as for training but from *seed*."""
    for index in range(number):
        rng = np.random.default_rng([seed, index])
        kit = tabik.kit(board_size=int(rng.integers(5, 12))) if game == "tabik" else KITS[game]
        tier: Tier = ("easy", "normal", "hard")[index % 3]
        scene = draw_scene(rng, tier=tier, kit=kit)
        picture = render(scene)
        truth = picture.truth
        printed = bool(scene.kit.markers)
        hidden = {**truth.covered, **{name: 1 - edge.visible for name, edge in truth.edges.items()}}
        hidden |= {piece.placed.cell: max(hidden[piece.placed.cell], 1 - piece.visible) for piece in truth.pieces}
        yield Render(
            f"simulated-{index}",
            kit,
            f"simulated, {tier}",
            picture.image,
            truth.registration,
            {name: _content(what, truth.seats) for name, what in truth.position.items()},
            hidden,
            len(truth.seats),
            printed,
        )


def _content(what: str, seats: Mapping[str, str]) -> Content | None:
    if what == ".":
        return None
    return (seats[what[0]], what[1:]) if what[0].isupper() else (None, what)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[Path("../shared/renders")])
    parser.add_argument("--game", action="append", choices=sorted(KITS), help="only this game; may be repeated")
    parser.add_argument("--simulated", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=90_000)
    parser.add_argument("--located", action="store_true", help="find the board instead of taking the true pose")
    parser.add_argument("--known", choices=["nothing", "players", "colours"], default="players")
    parser.add_argument("--verbose", action="store_true", help="name every wrong or unsure cell")
    options = parser.parse_args()
    tallies: dict[str, Tally] = {}
    sources = []
    for game in options.game or KITS:
        sources += [renders_in(folder, game) for folder in options.folders]
        if options.simulated:
            sources.append(simulated(game, options.simulated, options.seed))
    for case in (case for source in sources for case in source):
        tally = tallies.setdefault(f"{case.kit.name}, {case.tier}", Tally())
        if options.located:
            registration = locate(case.image, case.kit, players=case.players or 2)
            if registration is None:
                print(f"{case.name}: no board found")
                tally.pictures += 1
                continue
            case = case.moved_to(registration)
        started = time.perf_counter()
        reading = read_board(
            case.image,
            case.registration,
            case.kit,
            players=case.players if options.known == "players" else None,
            colours=case.colours if options.known == "colours" else (),
            pitch_known=case.printed,
        )
        tally.milliseconds.append(1000 * (time.perf_counter() - started))
        judged = mistakes(case, reading, case.colours)
        count(tally, judged, reading)
        if options.verbose:
            print(case.name, case.tier, dict(reading.colours), "true:", *case.colours)
            for cell, truth, read, p in judged:
                if truth != read or cell in reading.unsure:
                    print(f"    {cell}: {truth} read as {read} ({p:.3f})")
    print(HEADER)
    for tier, tally in sorted(tallies.items()):
        print(tally.row(tier))


if __name__ == "__main__":
    main()
