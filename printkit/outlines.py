"""The outlines of words, traced from what Pillow sets: for drawings without fonts, and for other scripts than ours."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from printkit.drawing import Point
from printkit.typeface import face

TRACED_PX = 320
_MARGIN_PX = 2 * TRACED_PX
_SMOOTH_PX = 0.6
"""How far an outline may differ from what Pillow drew."""

Rings = tuple[tuple[Point, ...], ...]


def traced(text: str, font: ImageFont.FreeTypeFont, *, bolder_px: int = 0) -> Rings:
    """Return the rings of *text* in *font*, whose size is ``TRACED_PX``, from (0, 0) on the baseline; 1 is its size."""
    picture = Image.new("L", (round(font.getlength(text)) + 2 * _MARGIN_PX, 2 * _MARGIN_PX))
    ImageDraw.Draw(picture).text((_MARGIN_PX, _MARGIN_PX), text, 255, font, anchor="ls", stroke_width=bolder_px)
    mask = (np.asarray(picture) > 127).astype(np.uint8)
    found, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    smooth = ((cv2.approxPolyDP(ring, _SMOOTH_PX, True).reshape(-1, 2) - _MARGIN_PX) / TRACED_PX for ring in found)
    return tuple(tuple((float(x), float(y)) for x, y in ring) for ring in smooth if len(ring) > 2)


@cache
def letter_path(letter: str, bold: bool) -> str:
    """Return *letter* in our typeface as the commands of an SVG path, in thousandths of its size; y goes down."""
    rings = traced(letter, face(bold, TRACED_PX))
    return "".join("M" + "L".join(f"{1000 * x:.0f},{1000 * y:.0f}" for x, y in ring) + "Z" for ring in rings)
