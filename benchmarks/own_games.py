"""What a table's own finished games teach its reader: ``python -m benchmarks.own_games [--game G] [--tables N]``.

Each table is of a look that training never draws (``simulator.unseen``). Of ten games on it 24 pictures are kept, as
many as ``kiebitz teach --from`` looks at; then a picture of each of ten other games is read: as shipped, told the
seats' colours, and taught. Poses are the true ones. A cell is judged where it is not hidden.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.examination import TIERS, draw_in_view
from benchmarks.teach import HIDDEN, KITS, ROWS
from calibration.places import Place
from kiebitz.api.own_games import MOST_PICTURES
from kiebitz.pictures.teaching import Looked, Score, Shown, actual_kit, score, taught
from kits.kit import Kit
from simulator.positions import draw_contents
from simulator.table import Table
from vision.contents import model_for
from vision.network import board_input, shared_network
from vision.views import levelled, views

GAMES = 10
PICTURES = 3
"""Of each game that teaches."""


def unseen_table(rng: np.random.Generator, kit: Kit, number: int) -> Table:
    """Return a table of *kit* that looks as no table of training does, with all pieces of its seats."""
    while True:
        scene = draw_in_view(rng, TIERS[number % len(TIERS)], kit)
        materials = {thing.piece: thing.material for thing in scene.loose if thing.piece}
        materials |= {f"{piece.seat}{piece.kind}": piece.material for piece in scene.pieces}
        if materials.keys() >= {f"{seat}{kind}" for seat in scene.seats for kind in kit.stock}:
            return Table.of(replace(scene, pieces=(), loose=(), hand=None), materials)


def looks(rng: np.random.Generator, table: Table, kit: Kit, count: int, first: int) -> Iterator[Looked]:
    """Yield what the reader sees of *count* positions, the pictures numbered from *first* on."""
    model = model_for(kit)
    network = shared_network(model)
    for number in range(first, first + count):
        picture = table.picture(draw_contents(rng, table.scene.kit, tuple(table.scene.seats)), seed=number)
        truth, place = picture.truth, Place.of(replace(picture.truth.registration, found_by="hand"))
        image = levelled(picture.image, place)
        where = views(place, kit.plan.cells, model.frame)
        hidden = {piece.placed.cell for piece in truth.pieces if 1 - piece.visible >= HIDDEN}
        hidden |= {cell for cell, share in truth.covered.items() if share >= HIDDEN}
        inside = np.minimum(where.inside, [0.0 if cell in hidden else 1.0 for cell in where.cells])
        contents = {cell: what for cell, what in truth.position.items() if what != "."}
        said = network.look(board_input(model, image, place, where), where)
        yield Looked(Shown(f"{number}", image, place, contents), model, replace(where, inside=inside), said)


def main() -> None:
    """Print a line for each table, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=KITS, default="tink")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=41_000)
    asked = parser.parse_args()
    kit = KITS[asked.game]
    totals = dict.fromkeys(ROWS, Score())
    for number in range(asked.first, asked.first + asked.tables):
        rng = np.random.default_rng([asked.seed, number])
        table = unseen_table(rng, kit, number)
        colours = dict(table.scene.seats)
        told = [*looks(rng, table, kit, min(GAMES * PICTURES, MOST_PICTURES), 0)]
        own = actual_kit(kit, [each.shown for each in told])
        profile = taught(asked.game, own, told, colours).profile
        others = [*looks(rng, table, kit, GAMES, len(told))]
        found = (
            score(others, kit, None, {}, colours),
            score(others, kit, None, colours, colours),
            score(others, own, profile.pitch_mm, profile.colours, colours),
        )
        totals = {row: totals[row] + each for row, each in zip(ROWS, found, strict=True)}
        print(
            number,
            "; ".join(f"{row} {each.wrong} wrong {each.unsure} unsure" for row, each in zip(ROWS, found, strict=True)),
            flush=True,
        )
    for row, total in totals.items():
        print(f"{row:18} of {total.cells} cells {total.wrong} wrong, {total.unsure} unsure")


if __name__ == "__main__":
    main()
