"""Stickers that give bought pieces the colours, letters and codes of the printed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kits.inks import BLACK, PALE, Ink
from kits.kit import Kit
from kits.pieces import Pyramid, Slab
from kits.pyramid import net
from printkit.drawing import Area, Lines
from printkit.job import Job
from printkit.parts import Part, mark_on, seat_part, stone_face
from printkit.pictures import outline_from_above
from printkit.pieces import part_pages
from printkit.pyramids import draw_faces
from printkit.sheets import Page
from printkit.strokes import CUT, FOLD

_SLACK = 0.97
"""Size of a sticker relative to its piece's face."""
_HOW = (
    "Print on a sheet of sticker paper, or on paper for a glue stick. Cut the stickers out and put them on top of your "
    "pieces."
)
_BOTH = " Each stone takes a black one on one side and a white one on the other."
_ROUND = " One for a pyramid goes round its four sides."


def sticker_pages(kit: Kit, job: Job, seats: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages with a sticker for every pyramid and flat piece of *seats*, or for the shared stones."""
    kinds = [kind for kind, piece in kit.pieces.items() if isinstance(piece, Pyramid | Slab)]
    if not kinds:
        return ()
    if not seats:
        parts = [each for each in _stone_faces(kit) for _ in range(sum(kit.stock.values()))]
        return part_pages("Stickers for stones", job, (_HOW + _BOTH,), parts, ())
    pages: list[Page] = []
    for first in range(0, len(seats), 2):
        pair = seats[first : first + 2]
        named = [(seat, kind, n) for kind in reversed(kinds) for seat in pair for n in range(kit.stock[kind])]
        parts = [sticker(kit, seat, kind, kit.ink_of(seat, kind, number)) for seat, kind, number in named]
        title = f"Stickers for players {' and '.join(pair)}"
        how = _HOW + (_ROUND if kit.pyramids else "")
        pages += part_pages(title, job, (how,), parts, (), owners=[seat for seat, _, _ in named])
    return tuple(pages)


def sticker(kit: Kit, seat: str, kind: str, ink: Ink | None = None) -> Part:
    """Return the sticker for a piece of *seat*: what can be seen on the printed one, a little smaller.

    It is printed in *ink*, or in the first of the seat.
    """
    ink = ink or kit.inks[seat]
    match kit.pieces[kind]:
        case Pyramid() as solid:
            small = replace(solid, base_mm=solid.base_mm * _SLACK, height_mm=solid.height_mm * _SLACK)
            flat = net(small, base=False)
            rim = (flat.faces[0][0], flat.faces[0][1], *(face[2] for face in flat.faces))
            folds = Lines(flat.folds[:-1], replace(FOLD, ink=mark_on(ink)))
            return Part(rim, (*draw_faces(small, flat, seat, ink), folds, Area.of(rim, stroke=CUT)))
        case Slab() as slab:
            small_slab = replace(slab, across_mm=slab.across_mm * _SLACK)
            return seat_part(small_slab, seat, ink, suited=kit.suited, quick=True)
        case other:
            raise ValueError(f"a {type(other).__name__.lower()} needs no sticker")


def _stone_faces(kit: Kit) -> Iterable[Part]:
    """Yield the black and the white face of a two-sided stone."""
    stone = next(iter(kit.pieces.values()))
    assert isinstance(stone, Slab)
    small = replace(stone, across_mm=stone.across_mm * _SLACK)
    rim = outline_from_above(small, (0.0, 0.0), 1.0)
    for ink in (BLACK, PALE):
        yield Part(rim, (*stone_face(small, ink), Area.of(rim, stroke=CUT)))
