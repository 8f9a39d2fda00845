"""What teaching a table is worth: ``python -m benchmarks.teach [--game G] [--tables N] [--pictures 1-3]``.

Pretend tables of all styles, in light that is further from white than training ever drew. Each is taught
from guided pictures, and then reads other positions: as shipped, told the seats' colours, and taught. Poses are the
true ones. A cell is judged where it is not hidden.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import replace

import numpy as np

from calibration.places import Place
from kiebitz.pictures.teaching import Looked, Score, Shown, layouts, look, score, taught
from kits import ting, tingle, tink
from kits.kit import Kit
from simulator.furnish import STYLES
from simulator.grid_looks import grid_styles
from simulator.positions import draw_contents
from simulator.scene import Picture
from simulator.table import Table

KITS = {"tink": tink.KIT, "ting": ting.KIT, "tingle": tingle.KIT}
OTHERS = 3
HIDDEN = 0.3
ROWS = ("as shipped", "told the colours", "taught")


def odd_table(kit: Kit, seed: int, index: int) -> Table:
    """Return a table of *kit* in light that a camera did not even out."""
    rng = np.random.default_rng([seed, index])
    styles = STYLES if kit.ground.chequered else grid_styles(kit)
    table = Table.draw(
        rng,
        kit=kit,
        style=styles[index % len(styles)],
        tier=("normal", "hard")[index % 2],
        players=int(rng.integers(2, 5)),
    )
    warm, green = rng.normal(0, 0.35), rng.normal(0, 0.12)
    sensor = table.scene.sensor
    b, g, r = sensor.white_balance
    odd = (b * math.exp(-warm), g * math.exp(green), r * math.exp(warm))
    return replace(table, scene=replace(table.scene, sensor=replace(sensor, white_balance=odd)))


def seen(picture: Picture, kit: Kit, name: str, *, printed: bool) -> Looked:
    """Return *picture* as the reader sees it."""
    truth = picture.truth
    place = Place.of(replace(truth.registration, found_by="tags" if printed else "outline"))
    hidden = {cell for cell, share in truth.covered.items() if share >= HIDDEN}
    hidden |= {piece.placed.cell for piece in truth.pieces if 1 - piece.visible >= HIDDEN}
    contents = {cell: what for cell, what in truth.position.items() if what != "."}
    looked = look(Shown(name, picture.image, place, contents), kit)
    inside = np.array([0.0 if cell in hidden else 1.0 for cell in looked.where.cells])
    return replace(looked, where=replace(looked.where, inside=np.minimum(looked.where.inside, inside)))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=KITS, default="tink")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--pictures", type=int, choices=(1, 2, 3), default=3)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    kit = KITS[options.game]
    totals = dict.fromkeys(ROWS, Score())
    for index in range(options.tables):
        table = odd_table(kit, options.seed, index)
        printed = table.scene.board.style == "kit"
        colours = dict(table.scene.seats)
        shown = layouts(kit, len(colours))[: options.pictures]
        told = [seen(table.picture(each, seed=n), kit, f"{n}", printed=printed) for n, each in enumerate(shown)]
        profile = taught(options.game, kit, told, colours).profile
        rng = np.random.default_rng([options.seed, index, 1])
        others = [draw_contents(rng, table.scene.kit, tuple(colours)) for _ in range(OTHERS)]
        unseen = [seen(table.picture(each, seed=10 + n), kit, f"{n}", printed=printed) for n, each in enumerate(others)]
        found = (
            score(unseen, kit, None, {}, colours),
            score(unseen, kit, None, colours, colours),
            score(unseen, kit, profile.pitch_mm, colours, colours),
        )
        totals = {row: totals[row] + each for row, each in zip(ROWS, found, strict=True)}
        words = "; ".join(
            f"{row} {each.wrong} wrong {each.unsure} unsure" for row, each in zip(ROWS, found, strict=True)
        )
        print(f"{index} {table.scene.board.style}, {len(colours)} seats: {words}", flush=True)
    for row, total in totals.items():
        wrong, unsure = 100 * total.wrong / total.cells, 100 * total.unsure / total.cells
        print(
            f"{row:18} {total.cells} cells, wrong {total.wrong} ({wrong:.2f} %), unsure {total.unsure} ({unsure:.2f} %)"
        )


if __name__ == "__main__":
    main()
