"""Where words may stand in a picture without hiding a piece or what is printed: silhouettes, and free spots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Registration
from core.reading import EMPTY, piece_of
from kits.kit import Kit
from kits.pieces import Die, Piece, Pyramid, across_mm
from vision.views import Image

Array = npt.NDArray[np.float64]

_OFF_CENTRE = 0.07
"""Farthest that a piece is expected from the middle of its cell, as a share of the pitch."""
_HIDING, _OVER = 60.0, 400.0
"""The cost of a label on a piece, and of one on another label."""


def middle_mm(registration: Registration, name: str) -> tuple[float, float]:
    """Return the middle of a cell, or of the edge between two (``b2-c2``)."""
    middles = [registration.plan.centre_mm(cell) for cell in name.split("-")]
    xs, ys = zip(*middles, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def standing(shape: tuple[int, int], place: Place, kit: Kit, contents: Mapping[str, str]) -> Image:
    """Return a mask (height, width), 255 where the pieces of *contents* are expected in the picture."""
    mask = np.zeros(shape, dtype=np.uint8)
    for cell, content in contents.items():
        if content == EMPTY or "-" in cell:
            continue
        piece = kit.pieces.get(piece_of(content)[-1])
        if piece is not None:
            outline = _silhouette(place.board_with([cell]), cell, piece)
            cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), (255,))
    return mask


def _silhouette(registration: Registration, cell: str, piece: Piece) -> Array:
    """Return the outline (n, 2) in px of *piece* on *cell*, with room for a place slightly off the middle."""
    x, y = middle_mm(registration, cell)
    pitch = registration.plan.pitch_mm
    half = across_mm(piece) / 2
    half += min(_OFF_CENTRE * pitch, max(0.0, pitch / 2 - half))
    high = _height_mm(piece)
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    top = square * (0.2 if isinstance(piece, Pyramid) else 1.0)
    rings = [np.column_stack([ring, np.full(4, z)]) for ring, z in ((square, 0.0), (top, -high))]
    points = np.vstack(rings) + np.array([x, y, 0.0])
    hull = cv2.convexHull(registration.px_from_board(points).astype(np.float32))
    return np.asarray(hull, dtype=np.float64).reshape(-1, 2)


def _height_mm(piece: Piece) -> float:
    return piece.edge_mm if isinstance(piece, Die) else piece.height_mm


class Spots:
    """The free room of one picture; labels that have been placed are taken into account."""

    def __init__(self, image: Image, occupied: Image, grounds: Array) -> None:
        """*grounds* (n, 3) are colours of empty places, where words may lie; none where there are none."""
        self.image, self.occupied, self.grounds = image, occupied, grounds
        self.taken = np.zeros(image.shape[:2], dtype=np.uint8)

    def cost(self, centre: Array, size: tuple[float, float]) -> float:
        """Return how much a label of *size* (width, height) around *centre* hides; infinite where it is cut off."""
        left, top = (int(v) for v in np.floor(centre - np.array(size) / 2))
        right, bottom = (int(v) for v in np.ceil(centre + np.array(size) / 2))
        if left < 0 or top < 0 or right > self.image.shape[1] or bottom > self.image.shape[0]:
            return float("inf")
        box = (slice(top, bottom), slice(left, right))
        there = self.image[box].reshape(-1, 3).astype(np.float64)
        middle = np.median(there, axis=0)
        busy = float(np.abs(there - middle).max(axis=1).mean())
        strange = float(np.abs(self.grounds - middle).max(axis=1).min()) if len(self.grounds) else 0.0
        hiding = float(self.occupied[box].mean()) / 255 * _HIDING
        over = float(self.taken[box].mean()) / 255 * _OVER
        return busy + strange + hiding + over

    def best(self, centres: Iterable[Array], size: tuple[float, float], *, dearer: float = 2.0) -> Array:
        """Return the cheapest of *centres* and take it; each costs *dearer* more than the one before."""
        tried = list(centres)
        costs = [self.cost(centre, size) + dearer * number for number, centre in enumerate(tried)]
        found = tried[int(np.argmin(costs))]
        self.take(found, size)
        return found

    def take(self, centre: Array, size: tuple[float, float]) -> None:
        """Mark the room of a label as taken."""
        left, top = (max(0, int(v)) for v in np.floor(centre - np.array(size) / 2))
        right, bottom = (max(0, int(v)) for v in np.ceil(centre + np.array(size) / 2))
        self.taken[top:bottom, left:right] = 255


def grounds_of(image: Image, place: Place, cells: Sequence[str]) -> Array:
    """Return the colours (n, 3) in the middles of empty *cells*, at most some dozens of them."""
    found = []
    for cell in cells[:: max(1, len(cells) // 40)]:
        registration = place.board_with([cell])
        x, y = (int(v) for v in np.rint(registration.px_from_board([middle_mm(registration, cell)])[0]))
        patch = image[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].reshape(-1, 3)
        if len(patch):
            found.append(np.median(patch, axis=0))
    return np.asarray(found, dtype=np.float64).reshape(-1, 3)


def in_cell(registration: Registration, kit: Kit, cell: str, content: str) -> list[Array]:
    """Return places for a label of *cell*: near its corners and sides, those nearest the camera first.

    A plain stone that fills its cell is written on.
    """
    x, y = middle_mm(registration, cell)
    if kit.is_filled and content in kit.pieces:
        return [registration.px_from_board([(x, y, -_height_mm(kit.pieces[content]))])[0]]
    pitch = registration.plan.pitch_mm
    places: list[Array] = []
    for out in (0.33 * pitch, 0.46 * pitch):
        around = [(a * out, b * out) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
        points = registration.px_from_board([(x + dx, y + dy) for dx, dy in around])
        places += [points[k] for k in np.lexsort((points[:, 0], -np.round(points[:, 1], 1)))]
    return places
