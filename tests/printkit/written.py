"""Whole kits in files, as tests look at them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kits.kit import Kit
from printkit.book import draw_kit, seats_of
from printkit.job import Job
from printkit.pdf import render

EVERYTHING = Job()


@dataclass(frozen=True, slots=True)
class KitSummary:
    """What ``write_kit`` wrote: the path, the paper and the title of each sheet, in order."""

    path: Path
    paper: str
    sheets: tuple[str, ...]
    seats: tuple[str, ...]


def write_kit(kit: Kit, path: Path, job: Job = EVERYTHING, *, players: int | None = None) -> KitSummary:
    """Print *kit* as *job* says into the PDF file *path* for as many players as it has colours, or for *players*."""
    seats = seats_of(kit, players)
    drawing = draw_kit(kit, job, seats)
    path.write_bytes(render(drawing, job.adjustment))
    return KitSummary(path, job.paper.name, tuple(sheet.title for sheet in drawing.sheets), seats)
