"""Sheets of paper, ink and minutes of every kit for two players, as the table in docs/printing.md.

python -m benchmarks.kit_costs
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import click
import numpy as np
import pypdfium2

from core.games import find, names
from kiebitz.api.seats import options_of
from kiebitz.kits import printed_kit
from kits.kit import Kit
from printkit.book import draw_kit, making, seats_of
from printkit.drawing import Drawing
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.pdf import render

_DPI = 50.0
_CM = 2.54


@dataclass(frozen=True, slots=True)
class Cost:
    """What a kit takes: sheets of paper, and its ink as an area in cm² covered by one solid ink."""

    sheets: int
    ink_cm2: float


def cost(drawing: Drawing) -> Cost:
    """Return what *drawing* takes. Greys are printed in black alone, colours in the inks they need besides."""
    with pypdfium2.PdfDocument(render(drawing)) as document:
        pages = [np.asarray(page.render(scale=_DPI / 72).to_numpy()[..., :3], dtype=np.float64) for page in document]
    inks = [1 - page / 255 for page in pages]
    area = sum(float((ink.sum(axis=2) - 2 * ink.min(axis=2)).sum()) for ink in inks) * (_CM / _DPI) ** 2
    return Cost(sum(not sheet.back for sheet in drawing.sheets), area)


def rows() -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| kit | A4 | Letter | A4, both sides | ink | `--ink low` | minutes |"
    yield "|---|---|---|---|---|---|---|"
    for name in names():
        kit = printed_kit(name, options_of(find(name), 2, None))
        for title, job in ((kit.title, Job()), (f"{kit.title}, `--quick`", Job(quick=True))):
            plain, letter, both, low = (
                _of(kit, each)
                for each in (
                    job,
                    replace(job, paper=PAPERS["letter"]),
                    replace(job, duplex="long"),
                    replace(job, ink="low"),
                )
            )
            minutes = making(kit, job, seats_of(kit, 2)).minutes
            yield (
                f"| {title} | {plain.sheets} | {letter.sheets} | {both.sheets} | {plain.ink_cm2:.0f} cm² "
                f"| {low.ink_cm2:.0f} cm² | {minutes:.0f} |"
            )


def _of(kit: Kit, job: Job) -> Cost:
    return cost(draw_kit(kit, job, seats_of(kit, 2)))


@click.command()
def main() -> None:
    """Print the table."""
    for row in rows():
        click.echo(row)


if __name__ == "__main__":
    main()
