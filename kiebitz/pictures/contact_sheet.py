"""A contact sheet: pictures of games with their truth drawn, for people to look through before they share them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from core.reading import EMPTY, is_edge
from kiebitz.pictures.frame import Image
from kiebitz.pictures.overlay import PAINT, ink_on, square_px, write
from kiebitz.pictures.real import Real

TILE_PX = (480, 360)
"""Width and height of each picture on the sheet."""
_GREY = (120, 120, 120)
_STONES = {"b": "black", "w": "white"}


def contact_sheet(pictures: Sequence[Real]) -> Image:
    """Return *pictures*, at least one, row by row; cells that were left out are crossed, empty ones bare."""
    columns = math.ceil(math.sqrt(len(pictures)))
    rows = math.ceil(len(pictures) / columns)
    width, height = TILE_PX
    sheet = np.full((rows * height, columns * width, 3), 32, np.uint8)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        tile = _tile(picture)
        top, left = row * height, column * width
        sheet[top : top + tile.shape[0], left : left + tile.shape[1]] = tile
    return sheet


def _tile(picture: Real) -> Image:
    height, width = picture.image.shape[:2]
    scale = min(TILE_PX[0] / width, TILE_PX[1] / height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    tile = np.asarray(cv2.resize(picture.image, size, interpolation=cv2.INTER_AREA), np.uint8)
    known = picture.known
    for cell, content in picture.contents.items():
        corners = square_px(picture.place, cell) * scale
        if cell not in known:
            for one, other in ((0, 2), (1, 3)):
                ends = np.round(corners[[one, other]]).astype(int).tolist()
                cv2.line(tile, ends[0], ends[1], _GREY, 1, cv2.LINE_AA)
        elif content != EMPTY:
            paint = _paint(picture, cell, content)
            write(tile, content, corners.mean(axis=0), 14.0, paint, halo=ink_on(paint))
    return tile


def _paint(picture: Real, cell: str, content: str) -> tuple[int, int, int]:
    name = "natural" if is_edge(cell) else _STONES.get(content) or picture.colours[content[0]]
    return PAINT.get(name, _GREY)
