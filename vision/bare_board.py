"""Estimates how the bare board looks, so that a network can see how a cell differs from it.

Cells of one chequer colour look alike, and on most boards more than half of the cells are bare. So the pixelwise
median of these cells, seen from straight above, approximates a bare cell in this light. The two chequer colours in
alternation make up the whole board, which is then rendered for each crop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Registration
from vision.views import Array, Frame, Image, crops, homographies, homography

_PX = 48
"""Pixels per cell of the bare board."""
_CELLS = 25
"""How many cells of each chequer colour are used; odd, so that the median is one of them."""
_ABOVE = Frame(width=_PX, height=_PX, cell_px=_PX)
_SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
_GREY = 128


class Usual(NamedTuple):
    """What is usual where N cells are: ``which`` (N,) of the ``boards``.

    ``boards`` (chequers, 96, 96, 3) BGR are seen from above: two by two cells that go on for ever, the first of them
    of the chequer that is meant.
    """

    boards: Image
    which: npt.NDArray[np.int64]


def usual(image: Image, place: Place, names: Sequence[str]) -> Usual:
    """Return what is usual where the cells *names* of the board, or boards, at *place* are.

    A chequer that shows too little of itself in the *image* is a mean grey.
    """
    boards: list[Image] = []
    chequer: dict[str, int] = {}
    for board in place.boards if names else ():
        cells: tuple[list[str], list[str]] = ([], [])
        for cell in board.plan.cells:
            cells[chequer_of(board, cell)].append(cell)
        one, other = (_median(_from_above(image, board, some)) for some in cells)
        chequer |= {cell: len(boards) + odd for odd in (0, 1) for cell in cells[odd]}
        boards += [np.vstack([np.hstack(row) for row in ((a, b), (b, a))]) for a, b in ((one, other), (other, one))]
    together = np.array(boards, dtype=np.uint8).reshape(-1, 2 * _PX, 2 * _PX, 3)
    return Usual(together, np.array([chequer[name] for name in names], dtype=np.int64))


def as_seen(board: Image, outline: Array, size: tuple[int, int]) -> Image:
    """Return one of ``Usual.boards`` as a crop of *size* (width, height) shows it, its first cell with this *outline*.

    *outline* (4, 2) are a cell's corners in the crop, as in ``Views``.
    """
    H = homography(_SQUARE * _PX - 0.5, outline)
    return np.asarray(cv2.warpPerspective(board, H, size, borderMode=cv2.BORDER_WRAP), dtype=np.uint8)


def chequer_of(board: Registration, cell: str) -> int:
    """Return which chequer, 0 or 1, *cell* of *board* would be of if it had any."""
    x, y = board.plan.centre_mm(cell)
    return int(x // board.plan.pitch_mm + y // board.plan.pitch_mm) % 2


def _from_above(image: Image, board: Registration, cells: Sequence[str]) -> Image:
    """Return (N, px, px, 3): some *cells* of *board* that lie in the *image*, seen from straight above."""
    pitch = board.plan.pitch_mm
    spread = np.linspace(0, len(cells), min(len(cells), _CELLS), endpoint=False).astype(int)
    middles = np.array([board.plan.centre_mm(cells[index]) for index in spread]).reshape(-1, 1, 2)
    corners = board.px_from_board((middles + pitch * (_SQUARE - 0.5)).reshape(-1, 2)).reshape(-1, 4, 2)
    height, width = image.shape[:2]
    seen = ((corners >= -0.5) & (corners <= np.array([width - 0.5, height - 0.5]))).all(axis=(1, 2))
    return crops(image, homographies(_SQUARE * _PX - 0.5, corners[seen]), _ABOVE)


def _median(pictures: Image) -> Image:
    """Return the median (px, px, 3) of *pictures* (N, px, px, 3); grey if there are none."""
    if not len(pictures):
        return np.full(pictures.shape[1:], _GREY, dtype=np.uint8)
    half = len(pictures) // 2
    return np.asarray(np.partition(pictures, half, axis=0)[half])
