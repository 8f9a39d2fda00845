"""The shapes of the numbers on dice, in several typefaces: polygons one high, centred, y down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from printkit.typeface import face
from simulator.scene import Array
from simulator.scene import Image as Pixels

_TALL_PX = 96
_ROOM_PX = 224
_SPECK_PX = 40
"""Area up to which a ring is no part of a number but where two strokes do not quite meet."""
_Lines = list[list[tuple[float, float]]]
_ONES: dict[str, _Lines] = {
    "bare": [[(0.5, 0), (0.5, 1)]],
    "flag": [[(0.25, 0.28), (0.55, 0), (0.55, 1)]],
    "foot": [[(0.25, 0.25), (0.52, 0), (0.52, 1)], [(0.2, 1), (0.85, 1)]],
}
_FOURS: dict[str, _Lines] = {
    "closed": [[(0.7, 1), (0.7, 0), (0.08, 0.7), (0.95, 0.7)]],
    "open": [[(0.25, 0), (0.12, 0.6), (0.95, 0.6)], [(0.72, 0.2), (0.72, 1)]],
}
_SEVENS: dict[str, _Lines] = {
    "plain": [[(0.08, 0), (0.92, 0), (0.35, 1)]],
    "barred": [[(0.08, 0), (0.92, 0), (0.35, 1)], [(0.28, 0.5), (0.85, 0.5)]],
}
_SQUARES: dict[int, _Lines] = {
    2: [[(0, 0), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (1, 1)]],
    3: [[(0, 0), (1, 0), (1, 1), (0, 1)], [(0.2, 0.5), (1, 0.5)]],
    5: [[(1, 0), (0, 0), (0, 0.5), (1, 0.5), (1, 1), (0, 1)]],
    6: [[(1, 0), (0, 0), (0, 1), (1, 1), (1, 0.5), (0, 0.5)]],
    8: [[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (0, 0.5), (1, 0.5)]],
}


@dataclass(frozen=True, slots=True)
class _Pen:
    """A typeface drawn with one stroke of some width, and the ways of writing 1, 3, 4 and 7."""

    width: float
    one: str
    four: str
    seven: str
    flat_three: bool
    narrow: float = 0.62
    nib: float = 1.0
    """How thick a stroke is one way, as a share of its width the other way: a broad nib held aslant."""
    square: bool = False
    """Corners instead of bowls, as on a calculator."""
    curled: bool = False
    """The head of a 6 bends back over its bowl, as in most typefaces."""


@dataclass(frozen=True, slots=True)
class _Lato:
    """The project's own typeface, made wider or narrower, slanted, and cut with straight edges."""

    bold: bool
    wide: float = 1.0
    slant: float = 0.0
    coarse: float = 0.9
    """How far its outline may stray, in px."""


@dataclass(frozen=True, slots=True)
class _Hershey:
    """One of OpenCV's own fonts, drawn with a pen of some width: strokes up to its release 4, a heavy face in 5."""

    font: int
    width: float
    wide: float = 1.0


TYPEFACES: tuple[_Pen | _Lato | _Hershey, ...] = (
    _Lato(bold=True),
    _Lato(bold=False),
    _Lato(bold=True, wide=0.75),
    _Lato(bold=True, wide=1.3),
    _Lato(bold=True, slant=0.25),
    _Lato(bold=True, wide=1.1, coarse=3.5),
    _Lato(bold=False, wide=0.8, coarse=2.5),
    _Pen(0.17, "flag", "closed", "plain", False),
    _Pen(0.12, "bare", "open", "plain", False),
    _Pen(0.2, "foot", "closed", "plain", False, 0.7),
    _Pen(0.14, "foot", "open", "barred", True, 0.55),
    _Pen(0.09, "flag", "closed", "barred", False, 0.5),
    _Pen(0.22, "bare", "closed", "plain", True, 0.75),
    _Pen(0.26, "flag", "closed", "plain", False, 0.8),
    _Pen(0.2, "flag", "closed", "plain", False, 0.66, curled=True),
    _Pen(0.15, "flag", "closed", "plain", False, 0.62, curled=True),
    _Pen(0.24, "foot", "closed", "plain", False, 0.72, curled=True),
    _Pen(0.11, "bare", "closed", "plain", True, 0.55, curled=True),
    _Hershey(cv2.FONT_HERSHEY_TRIPLEX, 0.11),
    _Hershey(cv2.FONT_HERSHEY_TRIPLEX, 0.14, 0.85),
    _Hershey(cv2.FONT_HERSHEY_COMPLEX, 0.09),
    _Hershey(cv2.FONT_HERSHEY_COMPLEX, 0.13, 1.2),
    _Hershey(cv2.FONT_HERSHEY_DUPLEX, 0.15, 0.9),
    _Hershey(cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC, 0.12),
)

UNSEEN_TYPEFACES: tuple[_Pen | _Lato, ...] = (
    _Pen(0.26, "flag", "closed", "plain", False, 0.62, nib=0.35),
    _Pen(0.2, "foot", "open", "plain", True, 0.58, nib=0.45),
    _Pen(0.14, "bare", "open", "plain", True, 0.5, square=True),
    _Pen(0.22, "foot", "closed", "barred", True, 0.6, square=True),
    _Lato(bold=False, wide=0.65, slant=-0.15),
)
"""Numbered on from ``TYPEFACES``; no picture to learn from shows them: they are kept for examination."""


@cache
def numeral(value: int, typeface: int, six: str = "") -> tuple[Array, ...]:
    """Return the outlines (n, 2) of *value* (1 to 8), holes by the even-odd rule.

    *typeface* is the number of one of ``TYPEFACES``, counted on through ``UNSEEN_TYPEFACES``;
    *six* is what marks the foot of a 6: ``line``, ``dot`` or nothing.
    """
    cut = (*TYPEFACES, *UNSEEN_TYPEFACES)[typeface]
    shapes = _traced(_drawn(str(value), cut), cut.coarse if isinstance(cut, _Lato) else 0.9)
    half = float(max(np.abs(ring[:, 0]).max() for ring in shapes))
    if value == 6 and six == "line":
        shapes.append(np.array([[-half, 0.62], [half, 0.62], [half, 0.74], [-half, 0.74]]))
    if value == 6 and six == "dot":
        angles = np.linspace(0, 2 * np.pi, 10, endpoint=False)
        shapes.append(np.column_stack([np.cos(angles), np.sin(angles)]) * 0.09 + [half + 0.17, 0.41])
    return tuple(shapes)


@cache
def letter(text: str) -> tuple[Array, ...]:
    """Return the outlines (n, 2) of a letter in the typeface of the printed kit."""
    return tuple(_traced(_drawn(text, _Lato(bold=True)), 0.9))


def _traced(pixels: Pixels, stray: float) -> list[Array]:
    """Return the outlines of what is white, one high about their middle."""
    contours, _ = cv2.findContours(pixels, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    rings = [cv2.approxPolyDP(c, stray, True).reshape(-1, 2).astype(np.float64) for c in contours]
    rings = [ring for ring in rings if len(ring) > 2 and cv2.contourArea(ring.astype(np.float32)) > _SPECK_PX]
    every = np.vstack(rings)
    low, high = every.min(axis=0), every.max(axis=0)
    size = float(high[1] - low[1])
    return [(ring - (low + high) / 2) / size for ring in rings]


def _drawn(text: str, typeface: _Pen | _Lato | _Hershey) -> Pixels:
    """Return *text* as white pixels on black."""
    plate = np.zeros((_ROOM_PX, _ROOM_PX), dtype=np.uint8)
    low = (_ROOM_PX - _TALL_PX) // 2
    match typeface:
        case _Lato():
            mask = Image.new("L", (_ROOM_PX, _ROOM_PX), 0)
            font = face(typeface.bold, round(_TALL_PX / 0.72))
            ImageDraw.Draw(mask).text((_ROOM_PX / 2, _ROOM_PX - low), text, fill=255, font=font, anchor="ms")
            lean = np.array([[typeface.wide, -typeface.slant, 0.0], [0.0, 1.0, 0.0]])
            lean[0, 2] = _ROOM_PX / 2 * (1 - typeface.wide + typeface.slant)
            warped = cv2.warpAffine(np.asarray(mask, dtype=np.uint8), lean, (_ROOM_PX, _ROOM_PX))
            plate = np.asarray(warped, dtype=np.uint8)
        case _Hershey():
            pen = round(typeface.width * _TALL_PX)
            factor = (_TALL_PX - pen) / cv2.getTextSize("8", typeface.font, 1.0, 1)[0][1]
            (across, tall), _ = cv2.getTextSize(text, typeface.font, factor, pen)
            spot = ((_ROOM_PX - across) // 2, (_ROOM_PX + tall) // 2)
            cv2.putText(plate, text, spot, typeface.font, factor, (255,), pen, cv2.LINE_AA)
            widen = np.array([[typeface.wide, 0.0, _ROOM_PX / 2 * (1 - typeface.wide)], [0.0, 1.0, 0.0]])
            plate = np.asarray(cv2.warpAffine(plate, widen, (_ROOM_PX, _ROOM_PX)), dtype=np.uint8)
        case _Pen():
            for stroke in _strokes(int(text), typeface):
                px = (stroke * [_TALL_PX * typeface.narrow, _TALL_PX] + low).astype(np.int32)
                if typeface.nib < 1:
                    plate = np.maximum(plate, _nibbed(px, typeface))
                    continue
                cv2.polylines(plate, [px], False, (255,), round(typeface.width * _TALL_PX), cv2.LINE_AA)
    return np.asarray((plate > 127) * np.uint8(255), dtype=np.uint8)


def _nibbed(px: npt.NDArray[np.int32], pen: _Pen) -> Pixels:
    """Return a stroke drawn with a broad nib held aslant."""
    line, wide = np.zeros((_ROOM_PX, _ROOM_PX), dtype=np.uint8), round(pen.width * _TALL_PX)
    cv2.polylines(line, [px], False, (255,), 1)
    nib = np.zeros((wide + 3, wide + 3), dtype=np.uint8)
    middle = (wide + 3) // 2
    cv2.ellipse(nib, (middle, middle), (wide // 2, max(1, round(pen.nib * wide / 2))), -30, 0, 360, (1,), -1)
    return np.asarray(cv2.dilate(line, nib), dtype=np.uint8)


def _strokes(value: int, pen: _Pen) -> Iterator[Array]:
    """Yield the strokes (n, 2) of *value* in a box one wide and one high, y down."""
    angular = {1: _ONES[pen.one], 4: _FOURS[pen.four], 7: _SEVENS[pen.seven]}
    if value in angular:
        yield from (np.array(line, dtype=np.float64) for line in angular[value])
    elif pen.square:
        yield from (np.array(line, dtype=np.float64) for line in _SQUARES[value])
    else:
        yield from _round(value, flat=pen.flat_three, curled=pen.curled)


def _round(value: int, *, flat: bool, curled: bool) -> Iterator[Array]:
    """Yield the strokes of the numbers with bowls."""
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
