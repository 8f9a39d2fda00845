"""Flat pieces printed on both sides, for duplex or gutterfold sheets: cut out, not folded into stacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kits.inks import BLACK, PALE, RING, Ink
from kits.kit import Kit
from kits.pieces import Slab
from printkit.drawing import Area, Shape
from printkit.flats import Flat, flat_pages
from printkit.job import Job
from printkit.parts import mark_on, slab_mark, stone_face
from printkit.pictures import outline_from_above
from printkit.sheets import Page

HOW = "Print on card, or glue the sheet to card that is thick enough to grip. Then cut the pieces out."

_SPARE_STONES = 4


def counter_pages(kit: Kit, job: Job, seats: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages of all *seats*' flat pieces, the same on both sides, with one spare of each kind for each seat.

    A quick kit has no spares. Returns no pages for a kit without flat pieces.
    """
    slabs = {kind: piece for kind, piece in kit.pieces.items() if isinstance(piece, Slab)}
    flats: list[Flat] = []
    for seat in seats if slabs else ():
        every = [
            (kind, ink, _counter(kit, piece, seat, ink))
            for kind, piece in reversed(slabs.items())
            for ink in dict.fromkeys(kit.inks_of(seat))
        ]
        flats += (flat for kind, ink, flat in every for _ in range(kit.count_of(seat, kind, ink)))
        if not job.quick:
            flats += (replace(flat, spare=True) for kind, ink, flat in every if kit.count_of(seat, kind, ink))
    if not flats:
        return ()
    title = f"Flat pieces for players {', '.join(seats[:-1])} and {seats[-1]}"
    return flat_pages(flats, job, title, portion="pieces", how=f"{HOW} Both sides are the same.")


def stone_pages(kit: Kit, job: Job) -> tuple[Page, ...]:
    """Return the pages of the shared stones, black on one side and white on the other, with spares."""
    stone = next(iter(kit.pieces.values()))
    outline = outline_from_above(stone, (0.0, 0.0), 1.0)
    assert isinstance(stone, Slab)
    black, white = (stone_face(stone, ink) for ink in (BLACK, PALE))
    flat = Flat(outline, black, white, bleed=RING, back_bleed=RING)
    how = f"{HOW} One side is black, the other white; both have a grey ring."
    spares = [] if job.quick else [replace(flat, spare=True)] * _SPARE_STONES
    flats = [flat] * sum(kit.stock.values()) + spares
    return flat_pages(flats, job, "Two-sided stones", portion="pieces", how=how)


def _counter(kit: Kit, piece: Slab, seat: str, ink: Ink) -> Flat:
    outline = outline_from_above(piece, (0.0, 0.0), 1.0)
    mark = slab_mark(piece, seat, (0.0, 0.0), mark_on(ink), suited=kit.suited)

    def side(ring: tuple[tuple[float, float], ...]) -> tuple[Shape, ...]:
        return Area.of(ring, fill=ink), *mark

    back = side(tuple((-x, y) for x, y in reversed(outline)))
    return Flat(outline, side(outline), back, bleed=ink, back_bleed=ink, seat=seat)
