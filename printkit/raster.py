"""Drawings as pixels, as a perfect printer would print them."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from kits.inks import Ink
from kits.kit import Kit
from printkit.board import board_box, draw_board
from printkit.drawing import Area, Box, Disc, Label, Lines, Point, Shape, Stroke, Window
from printkit.typeface import face

Pixels = npt.NDArray[np.uint8]
_FINE = 10
"""Fractional bits in OpenCV's fixed-point coordinates."""


def board_image(kit: Kit, px_per_mm: float) -> tuple[Pixels, Point]:
    """Return the printed board of *kit* from above (BGR), and the image's outer top left corner in the board frame.

    With ``image, (left, top) = board_image(kit, k)`` the board point (x, y) lies at pixel
    ``((x - left) * k - 0.5, (y - top) * k - 0.5)``; (0, 0) is the centre of the first pixel.
    """
    box = board_box(kit)
    return raster(draw_board(kit), box, px_per_mm), box[:2]


def raster(shapes: Iterable[Shape], box: Box, px_per_mm: float) -> Pixels:
    """Return the part of *shapes* inside *box* as an anti-aliased BGR image on white paper."""
    fine = 4 if px_per_mm <= 4 else 2
    left, top, right, bottom = box
    size = round((right - left) * px_per_mm), round((bottom - top) * px_per_mm)
    canvas = np.full((size[1] * fine, size[0] * fine, 3), 255, dtype=np.uint8)
    brush = _Brush((left, top), px_per_mm * fine)
    for shape in shapes:
        brush.paint(canvas, shape)
    return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


class _Brush:
    """Paints shapes on an image whose top left outer corner is *origin*."""

    def __init__(self, origin: Point, px_per_mm: float) -> None:
        self._origin = np.array(origin)
        self._scale = px_per_mm

    def paint(self, canvas: Pixels, shape: Shape) -> None:
        match shape:
            case Area():
                if shape.fill is not None:
                    cv2.fillPoly(canvas, [self._fixed(r) for r in shape.rings], _bgr(shape.fill), shift=_FINE)
                if shape.stroke is not None:
                    self._stroke(canvas, shape.rings, shape.stroke, close=True)
            case Lines():
                self._stroke(canvas, shape.runs, shape.stroke, close=False)
            case Disc():
                turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
                rim = np.array(shape.centre) + shape.radius_mm * np.column_stack([np.cos(turn), np.sin(turn)])
                ring = tuple((float(x), float(y)) for x, y in rim)
                self.paint(canvas, Area.of(ring, shape.fill, shape.stroke))
            case Label():
                self._text(canvas, shape)
            case Window():
                inside = canvas.copy()
                for inner in shape.shapes:
                    self.paint(inside, inner)
                mask = np.zeros(canvas.shape[:2], dtype=np.uint8)
                cv2.fillPoly(mask, [self._fixed(shape.ring)], (255,), shift=_FINE)
                canvas[mask > 0] = inside[mask > 0]

    def _px(self, points: Iterable[Point]) -> npt.NDArray[np.float64]:
        return np.asarray((np.array(list(points)) - self._origin) * self._scale - 0.5, dtype=np.float64)

    def _fixed(self, points: Iterable[Point]) -> npt.NDArray[np.int32]:
        return np.round(self._px(points) * (1 << _FINE)).astype(np.int32)

    def _stroke(self, canvas: Pixels, runs: Iterable[tuple[Point, ...]], stroke: Stroke, *, close: bool) -> None:
        """Draw solid lines. Dashes are not supported: no board has any."""
        width = max(1, round(stroke.width_mm * self._scale))
        lines = [self._fixed(run) for run in runs]
        cv2.polylines(canvas, lines, close, _bgr(stroke.ink), thickness=width, shift=_FINE)

    def _text(self, canvas: Pixels, label: Label) -> None:
        size = round(label.size_mm * self._scale)
        reach = size * (len(label.text) + 1)
        mask = Image.new("L", (2 * reach, 2 * reach), 0)
        anchor = {"left": "ls", "centre": "ms", "right": "rs"}[label.align]
        ImageDraw.Draw(mask).text((reach, reach), label.text, fill=255, font=face(label.bold, size), anchor=anchor)
        (x, y), *_ = self._px([label.at])
        turn = cv2.getRotationMatrix2D((float(reach), float(reach)), -label.turn_deg, 1.0)
        turn[:, 2] += (x - reach, y - reach)
        height, width = canvas.shape[:2]
        x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
        x1, y1 = min(width, int(x) + reach), min(height, int(y) + reach)
        if x0 >= x1 or y0 >= y1:
            return
        turn[:, 2] -= (x0, y0)
        cover = np.asarray(cv2.warpAffine(np.asarray(mask), turn, (x1 - x0, y1 - y0)), dtype=np.float32)
        patch = canvas[y0:y1, x0:x1]
        ink = np.array(_bgr(label.ink), dtype=np.float32)
        share = cover.reshape(*patch.shape[:2], 1) / 255
        patch[:] = np.round(patch * (1 - share) + ink * share).astype(np.uint8)


def _bgr(ink: Ink) -> tuple[int, int, int]:
    red, green, blue = ink.rgb
    return blue, green, red
