"""Boards as pictures, drawn flat: bought chessboards of all sorts, boards of lines, and the printed kit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from kits.kit import Kit
from printkit.board import draw_surface
from printkit.raster import board_image, raster
from printkit.surface import surfaces
from simulator.grain import UNSEEN_TEXTURES, Field, coloured, grain, srgb, unseen_field
from simulator.grids import GridSheet, card_field, draw_grid, parts_of, turn_grain
from simulator.looks import BoardLook, Tint
from simulator.ring import pasted
from simulator.scene import Array, Image

_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_PLAIN,
)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A flat picture of a board with its border: where the board frame lies in it."""

    image: Image
    px_per_mm: float
    margin_mm: float

    def px(self, points_mm: Array) -> Array:
        """Return pixels of the sheet of points (n, 2) in the board frame."""
        return np.asarray((points_mm + self.margin_mm) * self.px_per_mm - 0.5)


def board_sheet(kit: Kit, look: BoardLook, *, px_per_mm: float) -> Sheet:
    """Return the board that *look* describes, at about *px_per_mm*."""
    cell = max(8, round(kit.plan.pitch_mm * px_per_mm))
    scale = cell / kit.plan.pitch_mm
    if look.style == "kit":
        return _printed(kit, look, scale)
    if look.grid:
        return _lined(kit, look, scale)
    return _chequered(kit, look, scale, cell)


def _tone(look: BoardLook, tint: Tint, field: Field) -> Image:
    strength = look.texture * (0.09 if look.style == "wood" else 0.06 if look.style in UNSEEN_TEXTURES else 0.02)
    return coloured(tint, field, strength=strength)


def _field(rng: np.random.Generator, look: BoardLook, shape: tuple[int, int], scale: float) -> Field:
    if look.style == "wood":
        return grain(rng, shape, upright=bool(rng.integers(2)), fine_px=max(1.0, 0.7 * scale))
    if look.style in UNSEEN_TEXTURES:
        return unseen_field(look.style, rng, shape, px_per_mm=scale)
    return card_field(rng, shape)


def _chequered(kit: Kit, look: BoardLook, scale: float, cell: int) -> Sheet:
    rng = np.random.default_rng(look.seed)
    plan, margin = kit.plan, round(look.border_mm * scale)
    rows, columns = plan.rows, plan.columns
    shape = (rows * cell + 2 * margin, columns * cell + 2 * margin)
    image = _tone(look, look.border, _field(rng, look, shape, scale))
    inner = (rows * cell, columns * cell)
    field = _field(rng, look, inner, scale)
    if look.style == "wood":
        blocks = rng.normal(0, 0.6, (rows, columns)).astype(np.float32)
        field = field + _enlarged(blocks, cell)
    parity = (np.arange(rows)[:, None] + np.arange(columns)[None, :] + rows - 1 + (not look.a1_dark)) % 2
    mask = _enlarged(parity.astype(np.uint8), cell)
    board = _tone(look, look.dark, field)
    light = _tone(look, look.light, field if rng.random() < 0.5 else field[::-1])
    cv2.copyTo(light, mask, board)
    image[margin : margin + inner[0], margin : margin + inner[1]] = board
    _ornament(image, kit, look, scale, margin, rng)
    return Sheet(image, scale, margin / scale)


def _lined(kit: Kit, look: BoardLook, scale: float) -> Sheet:
    rng = np.random.default_rng(look.seed)
    plan, spare = kit.plan, 3.0
    margin = round((look.border_mm + spare) * scale)
    shape = (round(plan.height_mm * scale) + 2 * margin, round(plan.width_mm * scale) + 2 * margin)
    image = _tone(look, look.light, _field(rng, look, shape, scale))
    sheet, parts = GridSheet(image, scale, margin / scale, rng), parts_of(kit, look)
    if look.style == "wood" and len(parts) > 1:
        turn_grain(sheet, parts, rng)
    draw_grid(sheet, kit, look, parts)
    _ornament(image, kit, look, scale, margin, rng)
    return Sheet(image, scale, margin / scale)


def _enlarged(values: npt.NDArray[Any], times: int) -> npt.NDArray[Any]:
    """Repeat rows and columns; OpenCV's nearest neighbour is a pixel off in places."""
    return values.repeat(times, axis=0).repeat(times, axis=1)


def _ornament(image: Image, kit: Kit, look: BoardLook, scale: float, margin: int, rng: np.random.Generator) -> None:
    """Draw lines, coordinates and hinge on a board still being made."""
    ink = srgb(look.line)
    high, wide = image.shape[0] - 2 * margin, image.shape[1] - 2 * margin
    if look.line_mm > 0:
        width = max(1, round(look.line_mm * scale))
        out = round(look.line_at_mm * scale) + (width + 1) // 2
        cv2.rectangle(
            image, (margin - out, margin - out), (margin + wide + out - 1, margin + high + out - 1), ink, width
        )
    if look.labels:
        _labels(image, kit, look, scale, margin, rng)
    if look.hinge:
        across = image.shape[0] // 2
        width = max(1, round(0.5 * scale))
        if look.seed % 2:
            cv2.line(image, (0, across), (image.shape[1], across), (40, 40, 40), width)
        else:
            cv2.line(image, (image.shape[1] // 2, 0), (image.shape[1] // 2, image.shape[0]), (40, 40, 40), width)


def _labels(image: Image, kit: Kit, look: BoardLook, scale: float, margin: int, rng: np.random.Generator) -> None:
    font = _FONTS[int(rng.integers(len(_FONTS)))]
    tall = margin * rng.uniform(0.28, 0.5)
    factor = tall / cv2.getTextSize("8", font, 1.0, 1)[0][1]
    thick = max(1, round(tall / 9))
    turned, upper = bool(rng.integers(2)), bool(rng.integers(2))
    ink = srgb(look.line)
    plan, cell = kit.plan, kit.plan.pitch_mm * scale

    def stamp(text: str, x: float, y: float, turns: int) -> None:
        side = int(tall * 2.2) + 2
        plate = np.zeros((side, side), dtype=np.uint8)
        (w, h), _ = cv2.getTextSize(text, font, factor, thick)
        cv2.putText(plate, text, ((side - w) // 2, (side + h) // 2), font, factor, (255,), thick, cv2.LINE_AA)
        plate = np.rot90(plate, turns)
        left, top = round(x - side / 2), round(y - side / 2)
        spot = image[max(top, 0) : top + side, max(left, 0) : left + side]
        share = plate[max(-top, 0) :, max(-left, 0) :][: spot.shape[0], : spot.shape[1], None] / 255.0
        spot[:] = (spot * (1 - share) + np.asarray(ink) * share).astype(np.uint8)

    if rng.random() < 0.25:
        name = "".join(chr(65 + int(v)) for v in rng.integers(26, size=int(rng.integers(3, 12))))
        spot = (int(image.shape[1] * rng.uniform(0.2, 0.6)), round(image.shape[0] - 0.08 * margin))
        cv2.putText(image, name, spot, font, 0.7 * factor, ink, thick, cv2.LINE_AA)
    near, far = image.shape[0] - margin / 2, margin / 2
    for i in range(plan.columns):
        letter = chr((65 if upper else 97) + i)
        x = margin + (i + 0.5) * cell
        stamp(letter, x, near, 0)
        stamp(letter, x, far, 2 if turned else 0)
    for i in range(plan.rows):
        y = margin + (plan.rows - i - 0.5) * cell
        stamp(str(i + 1), far, y, 3 if turned else 0)
        stamp(str(i + 1), image.shape[1] - margin / 2, y, 1 if turned else 0)


def _printed(kit: Kit, look: BoardLook, scale: float) -> Sheet:
    """Return the sheet as printed: pale or strong in colour, on paper that is not quite white nor quite even."""
    rng = np.random.default_rng(look.seed)
    master = _master(kit)
    extra = round(look.border_mm * scale)
    size = tuple(round(n / _MASTER_PX_PER_MM * scale) for n in master.shape[1::-1])
    exact = size[0] / (master.shape[1] / _MASTER_PX_PER_MM)
    image = cv2.resize(master, size, interpolation=cv2.INTER_AREA)
    black, white = rng.uniform(0, 60), np.asarray(srgb(look.border)) * rng.uniform(0.96, 1.0)
    image = (black + image * ((white - black) / 255)).astype(np.uint8)
    image = cv2.copyMakeBorder(image, extra, extra, extra, extra, cv2.BORDER_CONSTANT, value=tuple(white))
    if look.hinge:
        seam = tuple(float(v) for v in white * rng.uniform(0.75, 0.97))
        for x in (0.33, 0.67) if look.seed % 2 else (0.5,):
            at = round(image.shape[1] * x)
            cv2.line(image, (at, 0), (at, image.shape[0]), seam, max(1, round(0.4 * exact)))
    return Sheet(np.asarray(image, dtype=np.uint8), exact, kit.band_mm + extra / exact)


_MASTER_PX_PER_MM = 4.0
_masters: dict[int, tuple[Kit, Image]] = {}


def _master(kit: Kit) -> Image:
    """Return the printed board of *kit*, drawn only once; the kit is kept, so that its id stays unique."""
    if id(kit) not in _masters:
        if not kit.has_whole:
            band = kit.band_mm
            boards = [raster(draw_surface(sheet), sheet.box, _MASTER_PX_PER_MM) for sheet in surfaces(kit)]
            side = round((kit.plan.width_mm + 2 * band) * _MASTER_PX_PER_MM)
            blank = np.full((side, side, 3), 255, dtype=np.uint8)
            image = pasted(blank, kit, boards, _MASTER_PX_PER_MM, band)
        else:
            image = board_image(kit, _MASTER_PX_PER_MM)[0]
        _masters[id(kit)] = kit, image
    return _masters[id(kit)][1]
