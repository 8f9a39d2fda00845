"""How well white stones of paper are read on white paper, plain and with the ring that the kit prints around them.

python -m benchmarks.white_stones --pictures 24

The stones are as thin as glued paper and exactly as white as the board; pictures are of
the simulator's easy and normal tiers, by turns.
"""

from __future__ import annotations

from dataclasses import replace

import click
import numpy as np

from benchmarks.misread import Tally, misread
from core.games import find
from kits import tabik
from kits.inks import RING
from simulator.draw import Tier
from simulator.looks import Tint
from simulator.table import Table

_SIZE = 6
_WHITE: Tint = (0.96, 0.96, 0.95)
_PALE: Tint = (0.87, 0.85, 0.79)
_GREY: Tint = (((RING.rgb[0] / 255 + 0.055) / 1.055) ** 2.4,) * 3


def position(rng: np.random.Generator) -> dict[str, str]:
    """Return the contents after some random placements."""
    game = find("tabik")
    options = game.options.of({"board_size": _SIZE})
    state = game.start(options)
    for _ in range(int(rng.integers(3, 14))):
        placements = [action for action in game.actions(state) if "+" in action]
        if placements:
            state = game.play(state, placements[int(rng.integers(len(placements)))])
    return dict(game.contents(state))


def table_of(number: int, tint: Tint, ring: Tint | None) -> Table:
    """Return a table with the printed kit, its white stones of *tint* with a *ring*."""
    tier: Tier = "easy" if number % 2 else "normal"
    table = Table.draw(np.random.default_rng([4, number]), kit=tabik.kit(board_size=_SIZE), style="kit", tier=tier)
    stone = replace(table.materials["w"], tint=tint, ring_tint=ring)
    return replace(table, materials={**table.materials, "w": stone})


def examine(pictures: int, tint: Tint, ring: Tint | None) -> tuple[Tally, int]:
    """Return how so many *pictures* are read, and how many white stones are missed."""
    kit, tally, missed = tabik.kit(board_size=_SIZE), Tally(), 0
    for number in range(pictures):
        truth = position(np.random.default_rng([9, number]))
        found = misread(table_of(number, tint, ring).picture(truth).image, kit, truth)
        if found is not None:
            tally.add(found)
            missed += sum(truth.get(name) == "w" and found.board.contents[name] == "." for name in found.wrong)
    return tally, missed


@click.command()
@click.option("--pictures", default=24, show_default=True)
def main(pictures: int) -> None:
    """Print a line for plain and for ringed stones."""
    looks: tuple[tuple[str, Tint, Tint | None], ...] = (("plain", _WHITE, None), ("ringed", _PALE, _GREY))
    for name, tint, ring in looks:
        tally, missed = examine(pictures, tint, ring)
        click.echo(f"{name:7} {tally}; {missed} white stones missed")


if __name__ == "__main__":
    main()
