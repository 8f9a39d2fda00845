"""A whole kit as one document."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kits.kit import Kit
from printkit import pdf
from printkit.assembly import board_pages
from printkit.card import card_pages
from printkit.drawing import Drawing
from printkit.extras import screen_pages, stand_in_pages
from printkit.guide import guide_pages
from printkit.paper import Paper, paper_named
from printkit.pieces import piece_pages, supply_pages, tray_pages
from printkit.sheets import bind


@dataclass(frozen=True, slots=True)
class KitSummary:
    """What was written: where, on which paper, and the title of each sheet in order."""

    path: Path
    paper: str
    sheets: tuple[str, ...]
    seats: tuple[str, ...]


def write_kit(kit: Kit, path: Path, *, paper: str, players: int | None = None) -> KitSummary:
    """Print *kit* into the PDF file *path* for as many players as it has colours, or for *players*.

    Raises ``ValueError`` for an unknown paper or number of players, and ``OSError`` where
    *path* cannot be written; both say what would put it right.
    """
    size = paper_named(paper)
    seats = _seats(kit, players)
    drawing = draw_kit(kit, size, seats)
    _write(drawing, path)
    return KitSummary(path, size.name, tuple(sheet.title for sheet in drawing.sheets), seats)


def _write(drawing: Drawing, path: Path) -> None:
    """Write *drawing*, or raise an ``OSError`` that a person can act on."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it, such as {path / 'kit.pdf'}")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent} to put {path.name} in; make it, or choose another")
    try:
        pdf.write(drawing, path)
    except OSError as error:
        reason = error.strerror or str(error)
        remedy = f"{reason}; choose another place or make room there"
        raise OSError(error.errno, remedy, str(path)) from error


def draw_kit(kit: Kit, paper: Paper, seats: tuple[str, ...]) -> Drawing:
    """Return everything that is printed of *kit* for *seats*."""
    pages = [*card_pages(kit, paper), *board_pages(kit, paper)]
    owners = seats if kit.seats else ()
    for seat in owners:
        pages += piece_pages(kit, paper, seat)
    if not owners:
        pages += supply_pages(kit, paper)
    pages += [*screen_pages(kit, paper, seats), *stand_in_pages(kit, paper, seats), *tray_pages(kit, paper, owners)]
    pages = [*guide_pages(kit, paper, seats, pages), *pages]
    title = f"{kit.title}: print-and-play kit"
    return Drawing(title, f"Board, pieces and rules on {paper.title}", bind(pages, paper, title))


def _seats(kit: Kit, players: int | None) -> tuple[str, ...]:
    every = kit.seats or ("A", "B")
    if players is None or players == len(every):
        return every
    if not 2 <= players < len(every):
        numbers = f"2 to {len(every)}" if len(every) > 2 else "2"
        raise ValueError(f"{kit.title} is for {numbers} players, not {players}")
    return every[:players]
