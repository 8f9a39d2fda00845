"""What a camera makes of a table that is filmed: it trembles, and a poor one does worse."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from kiebitz.pictures.frame import Image

_FOLLOWS_S = 0.5
"""Time constant of a camera's exposure: the rest of a change falls to 1 / e in this time."""
_FOCUSES_S = 0.6
"""How long a camera looks for the focus after a hand has left."""


@dataclass(frozen=True, slots=True)
class Camera:
    """How a camera errs; one that does not shows the table as it is."""

    trembles: float = 0.0
    """Standard deviation of its shift, turn and zoom between frames, in widths of the picture."""
    exposure: float = 0.0
    """How much the exposure gradually rises while a dark sleeve is in view; it falls again once the sleeve has gone."""
    flicker: float = 0.0
    """Strength of the lamp's brighter and darker bands, which move from frame to frame."""
    breathes: float = 0.0
    """How much it zooms, blurred, while it looks for the focus after a hand has left."""
    noise: float = 0.0
    """Standard deviation of each pixel's noise in grey values."""
    quality: int = 100
    """JPEG quality of each frame; 100 for no JPEG."""

    def film(self, seen: Iterable[tuple[Image, bool]], apart_s: float, seed: int) -> Iterator[Image]:
        """Yield the frames of what is *seen*: the table, and whether with a hand that moves."""
        rng, exposure, away_s = random.Random(seed), 1.0, math.inf
        for image, hand in seen:
            exposure += ((1 + self.exposure * hand) - exposure) * min(1.0, apart_s / _FOLLOWS_S)
            away_s = 0.0 if hand else away_s + apart_s
            yield self._frame(image, exposure, min(away_s / _FOCUSES_S, 1.0), rng)

    def _frame(self, image: Image, exposure: float, focused: float, rng: random.Random) -> Image:
        if self.breathes and focused < 1:
            image = _moved(image, 1 + self.breathes * math.sin(2 * math.pi * focused))
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.1 + 2 * math.sin(math.pi * focused)), dtype=np.uint8)
        if self.trembles:
            far = self.trembles
            shift = [rng.gauss(0, far * image.shape[1]) for _ in range(2)]
            image = _moved(image, rng.gauss(1, 2 * far), math.degrees(rng.gauss(0, 2 * far)), shift)
        if self.exposure or self.flicker or self.noise:
            rows = np.linspace(0, 20, len(image)) + rng.uniform(0, 2 * math.pi)
            light = exposure ** (1 / 2.2) * (1 + self.flicker * np.sin(rows))
            noise = np.random.default_rng(rng.getrandbits(32)).normal(0, self.noise, image.shape)
            image = np.clip(image * light[:, None, None] + noise, 0, 255).astype(np.uint8)
        if self.quality < 100:
            sent = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
            image = np.asarray(cv2.imdecode(sent, cv2.IMREAD_COLOR), dtype=np.uint8)
        return image


def _moved(image: Image, zoom: float, degrees: float = 0.0, shift: Iterable[float] = (0.0, 0.0)) -> Image:
    width, height = image.shape[1::-1]
    how = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, zoom)
    how[:, 2] = how[:, 2] + list(shift)
    moved = cv2.warpAffine(image, how, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


STEADY = Camera()
HELD = Camera(trembles=0.0005)
POOR = Camera(trembles=0.0002, exposure=0.35, flicker=0.05, breathes=0.005, noise=8.0, quality=60)
"""A hand-held camera in a dim room, lit by a flickering lamp."""
