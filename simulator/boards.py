"""Boards as pictures, drawn flat: bought chessboards of all sorts, and the printed kit."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from kits.kit import Kit
from simulator.grain import Field, coloured, grain, noise, srgb
from simulator.scene import Array, BoardLook, Image, Tint

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
    return _chequered(kit, look, scale, cell)


def _field(rng: np.random.Generator, look: BoardLook, shape: tuple[int, int], scale: float) -> Field:
    if look.style == "wood":
        upright = bool(rng.integers(2))
        return np.float32(look.texture * 0.09) * grain(rng, shape, upright=upright, fine_px=max(1.0, 0.7 * scale))
    weave = noise(rng, shape, (1.5, 1.5)) + 0.7 * noise(rng, shape, (60.0, 60.0))
    return np.float32(look.texture * 0.02) * weave


def _tone(rng: np.random.Generator, look: BoardLook, tint: Tint, shape: tuple[int, int], scale: float) -> Image:
    return coloured(tint, _field(rng, look, shape, scale), strength=1.0)


def _chequered(kit: Kit, look: BoardLook, scale: float, cell: int) -> Sheet:
    rng = np.random.default_rng(look.seed)
    plan, margin = kit.plan, round(look.border_mm * scale)
    rows, columns = plan.rows, plan.columns
    shape = (rows * cell + 2 * margin, columns * cell + 2 * margin)
    image = _tone(rng, look, look.border, shape, scale)
    inner = (rows * cell, columns * cell)
    dark, light = (_tone(rng, look, tint, inner, scale) for tint in (look.dark, look.light))
    parity = (np.arange(rows)[:, None] + np.arange(columns)[None, :] + rows - 1) % 2
    if not look.a1_dark:
        parity = 1 - parity
    mask = np.kron(parity, np.ones((cell, cell), dtype=np.uint8)).astype(bool)
    board = np.where(mask[..., None], light, dark)
    if look.style == "wood":
        spread = rng.normal(1.0, 0.05 * look.texture, (rows, columns)).astype(np.float32)
        tones = np.repeat(np.repeat(spread, cell, axis=0), cell, axis=1)
        board = cv2.multiply(board, cv2.merge([tones] * 3), dtype=cv2.CV_8U)
    image[margin : margin + inner[0], margin : margin + inner[1]] = board
    _ornament(image, kit, look, scale, margin, rng)
    return Sheet(image, scale, margin / scale)


def _ornament(image: Image, kit: Kit, look: BoardLook, scale: float, margin: int, rng: np.random.Generator) -> None:
    """Draw line, coordinates and hinge on a board still being made."""
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
    rng = np.random.default_rng(look.seed)
    plan, margin = kit.plan, kit.band_mm + look.border_mm
    shape = (round((plan.height_mm + 2 * margin) * scale), round((plan.width_mm + 2 * margin) * scale))
    image = coloured((0.86, 0.86, 0.86), noise(rng, shape, (90, 90)), strength=0.01)

    def box(points: Array, ink: tuple[int, int, int], width: float) -> None:
        corners = np.rint(((points + margin) * scale - 0.5) * 16).astype(np.int32)
        if width == 0:
            cv2.fillPoly(image, [corners], ink, cv2.LINE_AA, 4)
        else:
            cv2.polylines(image, [corners], True, ink, max(1, round(width * scale)), cv2.LINE_AA, 4)

    for cell in plan.cells:
        x, y = plan.centre_mm(cell)
        half = plan.pitch_mm / 2
        square = np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
        if (ord(cell[0]) + int(cell[1:])) % 2 == 0:
            box(square, (214, 227, 232), 0)
        box(square, (108, 116, 120), 0.4)
        if cell in kit.marked:
            box(square + (square - [x, y]) * -0.12, (100, 96, 0), 0.6)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36H11)
    for marker in kit.markers:
        modules = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker.code, 8), dtype=np.uint8)
        _stamp_tag(image, modules, np.asarray(marker.corners_mm), scale, margin)
    return Sheet(image, scale, margin)


def _stamp_tag(image: Image, modules: Image, corners_mm: Array, scale: float, margin: float) -> None:
    """Print a tag's 8 × 8 modules; its black square's corners come out exact to a part of a pixel."""
    fine = cv2.resize(modules, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
    px = (corners_mm + margin) * scale - 0.5
    left, top = np.floor(px.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(px.max(axis=0)).astype(int) + 3
    ring = np.array([[-0.5, -0.5], [127.5, -0.5], [127.5, 127.5], [-0.5, 127.5]], dtype=np.float32)
    H = cv2.getPerspectiveTransform(ring, (px - [left, top]).astype(np.float32))
    fine4 = 4
    up = np.array([[fine4, 0, (fine4 - 1) / 2], [0, fine4, (fine4 - 1) / 2], [0, 0, 1]])
    size = ((right - left) * fine4, (bottom - top) * fine4)
    layer = cv2.warpPerspective(
        fine, up @ H, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(255,)
    )
    layer = cv2.resize(layer, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    spot = image[top:bottom, left:right]
    spot[:] = (spot * (0.08 + 0.92 * (layer[..., None] / 255.0))).astype(np.uint8)
