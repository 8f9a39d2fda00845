"""The shapes of the numbers on dice, in several typefaces: polygons one high, centred, y down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from printkit.typeface import face
from simulator.looks import NO_FOOT, Foot
from simulator.scene import Array
from simulator.scene import Image as Pixels
from simulator.typefaces import FOURS, ONES, SEVENS, SQUARES, TYPEFACES, UNSEEN_TYPEFACES, Hershey, Lato, Pen

_TALL_PX = 96
_ROOM_PX = 224
_SPECK_PX = 40
"""Largest area of a ring that is not part of a number, but a speck where two strokes do not quite meet."""


@cache
def numeral(value: int | str, typeface: int, foot: Foot = NO_FOOT) -> tuple[Array, ...]:
    """Return the outlines (n, 2) of *value*, holes by the even-odd rule; a text is printed where a pen has no sign.

    *typeface* is the number of one of ``TYPEFACES``, counted on through ``UNSEEN_TYPEFACES``;
    *foot* marks a 6, and the 9 of a d10.
    """
    cut = (*TYPEFACES, *UNSEEN_TYPEFACES)[typeface]
    if isinstance(value, str) and isinstance(cut, Pen):
        cut = TYPEFACES[0]
    shapes = _traced(_drawn(str(value), cut), cut.coarse if isinstance(cut, Lato) else 0.9)
    if value not in (6, "6", "9") or not foot.sign:
        return tuple(shapes)
    half = float(max(np.abs(ring[:, 0]).max() for ring in shapes))
    shapes.append(_mark(foot, half))
    if foot.together:
        every = np.vstack(shapes)
        middle = (every.min(axis=0) + every.max(axis=0)) / 2
        shapes = [ring - middle for ring in shapes]
    return tuple(shapes)


def _mark(foot: Foot, half: float) -> Array:
    """Return the outline of the mark at the foot of a 6 that reaches *half* its height to either side."""
    if foot.sign == "line":
        top, low = 0.62 + foot.apart, 0.62 + foot.apart + 0.12 * foot.size
        return np.array([[-half, top], [half, top], [half, low], [-half, low]])
    angles = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    disc = np.column_stack([np.cos(angles), np.sin(angles)]) * 0.09 * foot.size
    return disc + ([half + 0.17 + foot.apart, 0.41] if foot.sign == "dot" else [0.0, 0.69 + foot.apart])


@cache
def letter(text: str) -> tuple[Array, ...]:
    """Return the outlines (n, 2) of a letter in the typeface of the printed kit."""
    return tuple(_traced(_drawn(text, Lato(bold=True)), 0.9))


def _traced(pixels: Pixels, stray: float) -> list[Array]:
    """Return the outlines of the white areas, with height 1 and centred on their middle."""
    contours, _ = cv2.findContours(pixels, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rings = [cv2.approxPolyDP(c, stray, True).reshape(-1, 2).astype(np.float64) for c in contours]
    rings = [ring for ring in rings if len(ring) > 2 and cv2.contourArea(ring.astype(np.float32)) > _SPECK_PX]
    every = np.vstack(rings)
    low, high = every.min(axis=0), every.max(axis=0)
    size = float(high[1] - low[1])
    return [(ring - (low + high) / 2) / size for ring in rings]


def _drawn(text: str, typeface: Pen | Lato | Hershey) -> Pixels:
    """Return *text* as white pixels on black."""
    plate = np.zeros((_ROOM_PX, _ROOM_PX), dtype=np.uint8)
    low = (_ROOM_PX - _TALL_PX) // 2
    match typeface:
        case Lato():
            mask = Image.new("L", (_ROOM_PX, _ROOM_PX), 0)
            font = _font(typeface)
            ImageDraw.Draw(mask).text((_ROOM_PX / 2, _ROOM_PX - low), text, fill=255, font=font, anchor="ms")
            lean = np.array([[typeface.wide, -typeface.slant, 0.0], [0.0, 1.0, 0.0]])
            lean[0, 2] = _ROOM_PX / 2 * (1 - typeface.wide + typeface.slant)
            warped = cv2.warpAffine(np.asarray(mask, dtype=np.uint8), lean, (_ROOM_PX, _ROOM_PX))
            plate = np.asarray(warped, dtype=np.uint8)
        case Hershey():
            pen = round(typeface.width * _TALL_PX)
            factor = (_TALL_PX - pen) / cv2.getTextSize("8", typeface.font, 1.0, 1)[0][1]
            (across, tall), _ = cv2.getTextSize(text, typeface.font, factor, pen)
            spot = ((_ROOM_PX - across) // 2, (_ROOM_PX + tall) // 2)
            cv2.putText(plate, text, spot, typeface.font, factor, (255,), pen, cv2.LINE_AA)
            widen = np.array([[typeface.wide, 0.0, _ROOM_PX / 2 * (1 - typeface.wide)], [0.0, 1.0, 0.0]])
            plate = np.asarray(cv2.warpAffine(plate, widen, (_ROOM_PX, _ROOM_PX)), dtype=np.uint8)
        case Pen():
            for stroke in _strokes(int(text), typeface):
                px = (stroke * [_TALL_PX * typeface.narrow, _TALL_PX] + low).astype(np.int32)
                if typeface.nib < 1:
                    plate = np.maximum(plate, _nibbed(px, typeface))
                    continue
                cv2.polylines(plate, [px], False, (255,), round(typeface.width * _TALL_PX), cv2.LINE_AA)
    return np.asarray((plate > 127) * np.uint8(255), dtype=np.uint8)


@cache
def _font(cut: Lato) -> ImageFont.FreeTypeFont:
    size = round(_TALL_PX / 0.72)
    if not cut.other:
        return face(cut.bold, size)
    package = "reportlab" if cut.other.startswith("Vera") else "simulator"
    with resources.as_file(resources.files(package) / "fonts" / cut.other) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def _nibbed(px: npt.NDArray[np.int32], pen: Pen) -> Pixels:
    """Return a stroke drawn with a broad nib held at an angle."""
    line, wide = np.zeros((_ROOM_PX, _ROOM_PX), dtype=np.uint8), round(pen.width * _TALL_PX)
    cv2.polylines(line, [px], False, (255,), 1)
    nib = np.zeros((wide + 3, wide + 3), dtype=np.uint8)
    middle = (wide + 3) // 2
    cv2.ellipse(nib, (middle, middle), (wide // 2, max(1, round(pen.nib * wide / 2))), pen.held_deg, 0, 360, (1,), -1)
    return np.asarray(cv2.dilate(line, nib), dtype=np.uint8)


def _strokes(value: int, pen: Pen) -> Iterator[Array]:
    """Yield the strokes (n, 2) of *value* in a box of width and height 1, y down."""
    angular = {1: ONES[pen.one], 4: FOURS[pen.four], 7: SEVENS[pen.seven]}
    if value in angular:
        yield from (np.array(line, dtype=np.float64) for line in angular[value])
    elif pen.square:
        yield from (np.array(line, dtype=np.float64) for line in SQUARES[value])
    else:
        yield from _round(value, flat=pen.flat_three, curled=pen.curled)


def _round(value: int, *, flat: bool, curled: bool) -> Iterator[Array]:
    """Yield the strokes of the numbers that have bowls."""
    match value:
        case 2:
            yield np.vstack([_arc(0.5, 0.28, 0.42, 0.28, 190, 390), [[0.08, 1.0], [0.95, 1.0]]])
        case 3 if flat:
            yield np.vstack([[[0.1, 0.0], [0.88, 0.0], [0.45, 0.4]], _arc(0.45, 0.7, 0.45, 0.3, 270, 500)])
        case 3:
            yield _arc(0.48, 0.26, 0.38, 0.26, 200, 450)
            yield _arc(0.48, 0.74, 0.44, 0.26, 270, 520)
        case 5:
            yield np.vstack([[[0.85, 0.0], [0.2, 0.0], [0.14, 0.44]], _arc(0.46, 0.68, 0.44, 0.32, 230, 510)])
        case 6 if curled:
            yield _arc(0.5, 0.68, 0.4, 0.32, 0, 360)
            yield np.vstack([[[0.1, 0.66]], _arc(0.52, 0.42, 0.42, 0.42, 190, 318)])
        case 6:
            yield _arc(0.5, 0.68, 0.42, 0.32, 0, 360)
            yield np.array([[0.09, 0.66], [0.16, 0.36], [0.36, 0.12], [0.72, 0.0]])
        case 8:
            yield _arc(0.5, 0.25, 0.36, 0.25, 0, 360)
            yield _arc(0.5, 0.75, 0.43, 0.25, 0, 360)
        case _:
            raise ValueError(f"a die of this game shows 1 to 8, not {value}")


def _arc(x: float, y: float, a: float, b: float, start_deg: float, end_deg: float) -> Array:
    angles = np.radians(np.linspace(start_deg, end_deg, 28))
    return np.column_stack([x + a * np.cos(angles), y + b * np.sin(angles)])
