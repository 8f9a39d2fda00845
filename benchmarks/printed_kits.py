"""How well every printed set is read: ``python -m benchmarks.printed_kits [--pictures N] [--game G] [--seed S]``.

The kit as ``kiebitz print`` makes it lies on a table of the simulator: the board with its
tags, and pieces folded from their nets, in the kit's own colours (3 % off, as printers are),
of paper or card, one to six layers thick. Easy and normal pictures by turns, lenses, light,
tables and papers as training never draws them (``simulator.unseen``), all of the board in
the picture, no hand. The positions are random, within the stock; Tabik's are of random games.

A picture is wholly right if the board is found and no cell, edge or die is read wrong or asked
about; places that are hidden by three tenths do not count (``benchmarks.marks``).
"""

from __future__ import annotations

from collections.abc import Mapping

import click
import numpy as np

from benchmarks.examination import TIERS, Task, draw_in_view, truth_of
from benchmarks.marks import examined, sums
from benchmarks.renders import Render
from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from simulator.scene import Scene
from vision.views import Image

SETS: Mapping[str, Kit] = {module.KIT.name: module.KIT for module in (tink, ting, tingle, tabik, tinker_tactics)}
SEED = 30_097


def scene(name: str, number: int, seed: int = SEED) -> Scene:
    """Return picture *number* of the printed set *name*, among those of *seed*, as a scene."""
    rng = np.random.default_rng([seed, list(SETS).index(name), number])
    return draw_in_view(rng, TIERS[number % 2], SETS[name], printed=True)


def task(name: str, number: int, seed: int = SEED) -> Task:
    """Return the task of reading picture *number* of the printed set *name*."""
    tier = TIERS[number % 2]

    def show() -> tuple[Image, Render]:
        made = truth_of(scene(name, number, seed), name, number, tier)
        return made.image, made

    return Task(f"printed/{name}/{number}", "printed", name, tier, show)


@click.command()
@click.option("--pictures", default=100, show_default=True, help="Pictures of each set.")
@click.option("--game", "names", multiple=True, type=click.Choice(list(SETS)), help="Only this set.")
@click.option("--seed", default=SEED, show_default=True, help="Other seeds give other pictures.")
@click.option("--verbose", is_flag=True, help="Name every picture that is not wholly right.")
def main(pictures: int, names: tuple[str, ...], seed: int, verbose: bool) -> None:
    """Print a row for each printed set."""
    click.echo("| set | pictures | board found | wholly right | cells wrong | cells asked about |")
    click.echo("|---|---|---|---|---|---|")
    for name in names or SETS:
        marks = [examined(task(name, number, seed)) for number in range(pictures)]
        done = sums(marks)
        whole = sum(mark.whole and mark.found for mark in marks)
        wrong, asked = done.answered - done.answered_right, done.cells - done.answered
        click.echo(f"| {name} | {done.pictures} | {done.found} | {whole} | {wrong} | {asked} |")
        for mark in marks if verbose else ():
            if mark.faults or not mark.found:
                click.echo(f"  {mark.key} {mark.tier}: {'; '.join(mark.faults) or 'board'}", err=True)


if __name__ == "__main__":
    main()
