"""How well the quick kits are read beside the full ones: python -m benchmarks.quick_kits [GAME…] --pictures 24

Flat pieces and rods are as thick as the paper that they are made of, white stones look as they are printed. Both
kits lie in the same positions under the same cameras and lamps; pictures are of the simulator's easy and normal tiers,
by turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click
import numpy as np

from benchmarks.misread import Tally, misread
from core.games import find, names
from kiebitz.api.seats import options_of
from kiebitz.kits import printed_kit
from kits.kit import Kit
from kits.pieces import Rod, Slab
from kits.thickness import QUICK_MM
from printkit.job import Job
from printkit.thickness import flat_mm
from simulator.draw import Tier
from simulator.looks import Tint
from simulator.materials import ROD, material_of
from simulator.positions import draw_contents
from simulator.table import Table

KITS: Mapping[str, Job] = {"full": Job(), "quick": Job(quick=True), "things": Job(quick=True)}
"""The last with matches for rods, and for discs with buttons of the seats' colours."""
_MATCH = Rod(length_mm=20.0, width_mm=2.1, height_mm=2.1)
_BUTTON_MM = 2.5
_WOOD: Tint = (0.36, 0.62, 0.78)


def table_of(kit: Kit, how: str, number: int) -> Table:
    """Return table *number* with *kit*, its flat pieces and rods as they are made *how* says."""
    job = KITS[how]
    rod = replace(kit.rod, height_mm=QUICK_MM) if kit.rod and job.quick else kit.rod
    rod = _MATCH if rod and how == "things" else rod
    tier: Tier = "easy" if number % 2 else "normal"
    table = Table.draw(np.random.default_rng([14, number]), kit=replace(kit, rod=rod), style="kit", tier=tier)
    thick = flat_mm(kit, job)
    table = replace(table, materials={whose: replace(m, flat_mm=thick) for whose, m in table.materials.items()})
    return with_things(table) if how == "things" else table


def with_things(table: Table) -> Table:
    """Return *table* with matches and with buttons."""
    made = dict(table.materials)
    for kind, piece in table.scene.kit.pieces.items():
        if isinstance(piece, Slab) and piece.outline == "circle":
            for seat in table.scene.seats:
                plain = replace(material_of(made, seat + kind), paper=False, mark="", gloss=0.5, pip_tint=None)
                made[seat + kind] = replace(plain, flat_mm=_BUTTON_MM)
    if ROD in made:
        made[ROD] = replace(made[ROD], tint=_WOOD, paper=False)
    return replace(table, materials=made)


def examine(kit: Kit, how: str, pictures: int, first: int = 0) -> Tally:
    """Return how *pictures* of *kit*, made as *how* says, are read, from number *first* on."""
    tally = Tally()
    for number in range(first, first + pictures):
        table = table_of(kit, how, number)
        truth = draw_contents(np.random.default_rng([15, number]), kit, tuple(table.scene.seats))
        image: Any = table.picture(truth, seed=number).image
        if found := misread(image, kit, truth):
            tally.add(found)
    return tally


@click.command()
@click.argument("games", nargs=-1)
@click.option("--pictures", default=24, show_default=True)
@click.option("--first", default=0, show_default=True, help="Number of the first picture.")
@click.option("--kit", "hows", multiple=True, type=click.Choice(list(KITS)), help="Only this kit.")
def main(games: tuple[str, ...], pictures: int, first: int, hows: tuple[str, ...]) -> None:
    """Print a line for each kit of each of GAMES."""
    for name in games or names():
        kit = printed_kit(name, options_of(find(name), 2, None))
        for how in hows or KITS:
            click.echo(f"{name:15} {how:6} {examine(kit, how, pictures, first)}")


if __name__ == "__main__":
    main()
