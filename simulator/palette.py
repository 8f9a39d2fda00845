"""How the named colours of pieces, and other things, come out in the world: wide ranges to draw from."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Mapping

import numpy as np

from kits.colours import COLOURS
from simulator.looks import Tint

_HSV = {
    "red": ((-12, 6), (0.72, 1.0), (0.45, 0.95)),
    "yellow": ((42, 60), (0.65, 1.0), (0.68, 1.0)),
    "green": ((82, 160), (0.5, 1.0), (0.2, 0.75)),
    "blue": ((208, 247), (0.6, 1.0), (0.32, 0.9)),
    "purple": ((264, 300), (0.4, 0.95), (0.28, 0.75)),
    "cyan": ((179, 202), (0.45, 1.0), (0.55, 0.95)),
    "orange": ((17, 31), (0.75, 1.0), (0.75, 1.0)),
    "black": ((0, 360), (0.0, 0.25), (0.05, 0.24)),
    "white": ((20, 60), (0.0, 0.12), (0.84, 1.0)),
    "clear": ((0, 360), (0.0, 0.06), (0.85, 1.0)),
}
"""Name → ranges of hue in degrees, saturation and value, in sRGB."""

Span = tuple[float, float]
SHADES: Mapping[str, tuple[tuple[Span, Span, Span], ...]] = {
    "red": (((-8, 5), (0.56, 0.7), (0.5, 0.85)), ((-10, 4), (0.75, 1.0), (0.32, 0.43))),
    "yellow": (((44, 58), (0.46, 0.63), (0.85, 1.0)), ((45, 55), (0.8, 1.0), (0.57, 0.66))),
    "green": (((95, 150), (0.36, 0.48), (0.4, 0.75)), ((85, 140), (0.6, 1.0), (0.77, 0.92))),
    "blue": (((210, 235), (0.46, 0.58), (0.45, 0.85)), ((215, 240), (0.75, 1.0), (0.25, 0.31))),
    "purple": (((266, 296), (0.28, 0.38), (0.4, 0.75)), ((268, 295), (0.45, 0.85), (0.77, 0.9))),
    "cyan": (((171, 178), (0.5, 1.0), (0.55, 0.85)), ((182, 200), (0.32, 0.43), (0.7, 0.95))),
    "orange": (((18, 30), (0.6, 0.73), (0.8, 1.0)), ((18, 28), (0.8, 1.0), (0.63, 0.73))),
    "black": (((0, 360), (0.0, 0.15), (0.25, 0.3)),),
    "white": (((35, 55), (0.13, 0.22), (0.86, 1.0)), ((190, 230), (0.01, 0.07), (0.86, 1.0))),
    "clear": (((150, 220), (0.07, 0.14), (0.85, 1.0)),),
}
"""Name → ranges of hue, saturation and value beyond those above to which people still give it; kept for examination."""

KEPT_DARKS = [(92, 100, 116), (52, 92, 96), (116, 38, 60), (70, 62, 84), (150, 118, 92), (104, 120, 84), (176, 96, 84)]
KEPT_LIGHTS = [(226, 236, 214), (252, 226, 206), (214, 206, 226), (240, 214, 160), (196, 210, 190), (255, 246, 196)]
"""Colours of boards (red, green, blue in sRGB, 0 to 255), kept for examination."""


def linear(rgb: tuple[float, float, float]) -> Tint:
    """Return sRGB (red, green, blue; 0 to 1) as a tint."""
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb)
    return b, g, r


def hsv(hue_deg: float, saturation: float, value: float) -> Tint:
    """Return a colour given by hue, saturation and value in sRGB."""
    return linear(colorsys.hsv_to_rgb((hue_deg / 360) % 1.0, saturation, value))


def piece_tint(rng: np.random.Generator, colour: str) -> Tint:
    """Draw what plastic of the *colour* so named may look like. Raises ``ValueError`` for an unknown name."""
    if colour not in _HSV:
        raise ValueError(f"no piece colour is called {colour!r}; there are {', '.join(COLOURS)}")
    return hsv(*drawn_within(rng, _HSV[colour]))


def drawn_within(rng: np.random.Generator, spans: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """Return a hue in degrees, a saturation and a value, each of its span."""
    h, s, v = (float(rng.uniform(*span)) for span in spans)
    return h, s, v


def lightness(tint: Tint) -> float:
    """Return how light a colour looks, about 0 to 1."""
    return float(np.dot(tint, (0.07, 0.72, 0.21)) ** (1 / 2.4))


def jitter(rng: np.random.Generator, rgb: tuple[int, int, int], *, amount: float = 0.06) -> Tint:
    """Return the sRGB colour (0 to 255) a little off in every channel and in brightness."""
    lift = rng.normal(0, amount)
    r, g, b = (float(np.clip(v / 255 + lift + rng.normal(0, amount / 2), 0.01, 1.0)) for v in rgb)
    return linear((r, g, b))


def any_tint(rng: np.random.Generator, *, lowest: float = 0.1) -> Tint:
    """Return any colour at all."""
    return hsv(rng.uniform(0, 360), rng.uniform(0, 1) ** 1.3, rng.uniform(lowest, 1.0))


def skin_tint(rng: np.random.Generator) -> Tint:
    """Return a skin colour from the whole human range."""
    tone = rng.uniform(0, 1)
    light, dark = np.array([0.96, 0.79, 0.69]), np.array([0.27, 0.16, 0.11])
    r, g, b = np.clip((light + (dark - light) * tone) * rng.normal(1, 0.05, 3), 0.03, 1)
    return linear((float(r), float(g), float(b)))
