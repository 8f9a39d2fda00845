"""How much of a kit's ink nobody sees once it is made

Counted from what is printed: of pieces the panels, tabs and bases that are glued or lie on the table, of a board the
strips that another part covers. Lines to cut and to fold are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kits.dice import body
from kits.fold import unfold
from kits.kit import Kit
from kits.pawn import tower_net
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from kits.pyramid import net as pyramid_net
from kits.strip import STONE_PANELS, strip
from printkit.assembly import board_layout, board_tiles, fits_whole
from printkit.board import draw_surface
from printkit.drawing import Box, Shape, bounds, used_for
from printkit.packing import Ring
from printkit.paper import PAPERS
from printkit.parts import Part, part, rod
from printkit.raster import raster
from printkit.surface import surfaces

_PX_PER_MM = 8.0
_PAST_MM = 1.1
"""Colour may reach so far past a fold: folds may be off."""


@dataclass(frozen=True, slots=True)
class Ink:
    """Ink in cm² of one solid colour: all of it, and what is out of sight."""

    whole: float = 0.0
    hidden: float = 0.0

    def __add__(self, other: Ink) -> Ink:
        return Ink(self.whole + other.whole, self.hidden + other.hidden)

    def times(self, count: int) -> Ink:
        return Ink(self.whole * count, self.hidden * count)

    @property
    def share(self) -> float:
        return self.hidden / self.whole if self.whole else 0.0


def piece_ink(kit: Kit, content: str) -> Ink:
    """Return the ink of the full kit's piece *content*, such as ``As`` or ``b``."""
    piece = kit.pieces[content if content in kit.pieces else content[1:]]
    return _ink(part(kit, content), _shown(piece, stone=content in kit.pieces))


def rod_ink(kit: Kit) -> Ink:
    """Return the ink of a folded rod, whose four sides may all show."""
    assert kit.rod is not None
    side, long = kit.rod.width_mm, kit.rod.length_mm
    return _ink(rod(kit.rod, kit.inks["rod"]), [((0.0, 0.0), (4 * side, 0.0), (4 * side, long), (0.0, long))])


def board_ink(kit: Kit, paper: str = "a4") -> Ink:
    """Return the ink of the board of *kit*; what another part covers is hidden, but for a millimetre."""
    found = Ink()
    for surface in surfaces(kit, paper):
        layout = board_layout(surfaces(kit, paper), PAPERS[paper])
        shapes = tuple(used_for(draw_surface(surface), "print"))
        if fits_whole(surface, layout):
            found += Ink(_area(_dots(shapes, surface.box)))
            continue
        for tile in board_tiles(surface, layout):
            dots = _dots(shapes, tile.printed)
            left, top = tile.printed[:2]
            a, b, c, d = (round(v * _PX_PER_MM) for v in _relative(tile.own, (left, top)))
            past = round(_PAST_MM * _PX_PER_MM)
            seen = np.zeros(dots.shape, dtype=bool)
            seen[max(0, b - past) : d + past, max(0, a - past) : c + past] = True
            found += Ink(_area(dots), _area(dots * ~seen))
    return found


def kit_ink(kit: Kit, seats: Sequence[str]) -> tuple[Ink, Ink]:
    """Return the ink of the board, and of all pieces of *seats* or of the supply."""
    if kit.seats:
        pieces = (piece_ink(kit, seat + kind).times(kit.stock[kind]) for seat in seats for kind in kit.pieces)
    else:
        kind = next(iter(kit.pieces))
        pieces = (each for each in (piece_ink(kit, kind).times(sum(kit.stock.values())), rod_ink(kit).times(kit.rods)))
    return board_ink(kit), sum(pieces, Ink())


def _relative(box: Box, origin: tuple[float, float]) -> Iterator[float]:
    return (value - origin[k % 2] for k, value in enumerate(box))


def _shown(piece: Piece, *, stone: bool) -> Sequence[Ring]:
    """Return the panels of *piece* that show, in its net."""
    match piece:
        case Pyramid():
            return pyramid_net(piece).faces
        case Pawn():
            return tower_net(piece).faces[:-1]
        case Die():
            return unfold(body(piece), tab_mm=5.0).faces
        case Slab():
            panels = strip(piece, STONE_PANELS).panels if stone else strip(piece).panels
            return panels[0], panels[-1]


def _ink(made: Part, shown: Iterable[Ring]) -> Ink:
    left, top, right, bottom = bounds(made.outline)
    dots = _dots(used_for(made.shapes, "print"), (left, top, right, bottom))
    seen = np.zeros(dots.shape, dtype=np.uint8)
    for ring in shown:
        points = (np.array(ring) - (left, top)) * _PX_PER_MM - 0.5
        cv2.fillPoly(seen, [np.round(points).astype(np.int32)], (1,))
    reach = 2 * round(_PAST_MM * _PX_PER_MM) + 1
    seen = np.asarray(cv2.dilate(seen, np.ones((reach, reach), np.uint8)), dtype=np.uint8)
    return Ink(_area(dots), _area(dots * (seen == 0)))


def _dots(shapes: Iterable[Shape], box: Box) -> np.ndarray:
    """Return the ink of each pixel, as docs/printing.md counts it: greys in black alone."""
    ink = 1 - raster(shapes, box, _PX_PER_MM) / 255
    return np.asarray(ink.sum(axis=2) - 2 * ink.min(axis=2))


def _area(dots: np.ndarray) -> float:
    return float(dots.sum()) / _PX_PER_MM**2 / 100
