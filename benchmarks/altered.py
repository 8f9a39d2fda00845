"""What people and programs do to pictures: they cut them, pull them straight, and send them small and coarse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.registration import Array
from vision.views import Image

SEED = 4_212


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture and the corners (4, 2) px of the board in it."""

    image: Image
    corners_px: Array

    @property
    def is_whole(self) -> bool:
        """Whether no corner is out of the picture."""
        height, width = self.image.shape[:2]
        return bool(np.all((self.corners_px >= 0) & (self.corners_px <= (width - 1, height - 1))))


Alteration = Callable[[Shown, np.random.Generator], Shown]


def cut(left: float, top: float, right: float, bottom: float) -> Alteration:
    """Return what leaves so much of the picture on each side of the board, in parts of what there is."""

    def altered(shown: Shown, _: np.random.Generator) -> Shown:
        size = np.array(shown.image.shape[1::-1])
        low, high = shown.corners_px.min(axis=0), shown.corners_px.max(axis=0)
        x, y = np.maximum(low * (1 - np.array([left, top])), 0).astype(int)
        end_x, end_y = (high + (size - high) * np.array([right, bottom])).astype(int)
        return Shown(shown.image[y:end_y, x:end_x].copy(), shown.corners_px - (x, y))

    return altered


def pulled(shown: Shown, rng: np.random.Generator) -> Shown:
    """Return *shown* as if laid flat by a program: its corners moved by up to a twelfth of its sides."""
    size = np.array(shown.image.shape[1::-1], dtype=np.float32)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    moved = 0.9 * (corners - 0.5 + rng.uniform(-0.09, 0.09, (4, 2))) + 0.5
    H = cv2.getPerspectiveTransform(corners * size, (moved * size).astype(np.float32))
    return _warped(shown, np.asarray(H, dtype=np.float64))


def turned(shown: Shown, _: np.random.Generator) -> Shown:
    """Return *shown* turned by 12 degrees, a little smaller."""
    height, width = shown.image.shape[:2]
    return _warped(shown, np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), 12, 0.85), [0, 0, 1]]))


def _warped(shown: Shown, H: Array) -> Shown:
    height, width = shown.image.shape[:2]
    image = cv2.warpPerspective(shown.image, H, (width, height), borderMode=cv2.BORDER_REFLECT)
    corners = cv2.perspectiveTransform(shown.corners_px.reshape(-1, 1, 2), H).reshape(4, 2)
    return Shown(np.asarray(image, dtype=np.uint8), np.asarray(corners, dtype=np.float64))


def scaled(scale: float) -> Alteration:
    """Return what makes a picture this many times as large."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC

    def altered(shown: Shown, _: np.random.Generator) -> Shown:
        height, width = shown.image.shape[:2]
        size = round(scale * width), round(scale * height)
        ratio = np.array(size) / (width, height)
        image = np.asarray(cv2.resize(shown.image, size, interpolation=way), dtype=np.uint8)
        return Shown(image, (shown.corners_px + 0.5) * ratio - 0.5)

    return altered


def in_colour(change: Callable[[Array], Array]) -> Alteration:
    """Return what changes levels (BGR, 0 to 255)."""

    def altered(shown: Shown, _: np.random.Generator) -> Shown:
        levels = change(shown.image.astype(np.float64))
        return replace(shown, image=np.clip(levels, 0, 255).astype(np.uint8))

    return altered


def noisy(shown: Shown, rng: np.random.Generator) -> Shown:
    """Return *shown* with noise of 14 levels."""
    levels = shown.image + rng.normal(0, 14, shown.image.shape)
    return replace(shown, image=np.clip(levels, 0, 255).astype(np.uint8))


def coarse(shown: Shown, _: np.random.Generator) -> Shown:
    """Return *shown* kept as a JPEG of quality 20."""
    kept = cv2.imencode(".jpg", shown.image, [cv2.IMWRITE_JPEG_QUALITY, 20])[1]
    return replace(shown, image=np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), dtype=np.uint8))


def blurred(shown: Shown, _: np.random.Generator) -> Shown:
    """Return *shown* out of focus, by a pixel and a half of a picture of 1280."""
    sigma = 1.5 * shown.image.shape[1] / 1280
    return replace(shown, image=np.asarray(cv2.GaussianBlur(shown.image, (0, 0), sigma), dtype=np.uint8))


SPOILED: dict[str, Alteration] = {
    "as it is": lambda shown, _: shown,
    "overexposed": in_colour(lambda levels: 1.5 * levels),
    "dark": in_colour(lambda levels: 0.3 * levels),
    "pale": in_colour(lambda levels: 0.45 * levels + 90),
    "gamma 0.6": in_colour(lambda levels: 255 * (levels / 255) ** 0.6),
    "gamma 1.6": in_colour(lambda levels: 255 * (levels / 255) ** 1.6),
    "warm light": in_colour(lambda levels: levels * (0.7, 0.95, 1.15)),
    "cool light": in_colour(lambda levels: levels * (1.2, 1.0, 0.75)),
    "noisy": noisy,
    "JPEG 20": coarse,
    "blurred": blurred,
}
"""Alterations that leave everything in its place."""
ALTERATIONS: dict[str, Alteration] = SPOILED | {
    "cut left, above": cut(0.1, 0.1, 1, 1),
    "cut right, below": cut(1, 1, 0.1, 0.1),
    "cut all around": cut(0.1, 0.1, 0.1, 0.1),
    "pulled straight": pulled,
    "pulled again": pulled,
    "turned": turned,
    "0.6 as large": scaled(0.6),
    "1.6 as large": scaled(1.6),
}
