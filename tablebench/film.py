"""From light to the pixels of a phone's picture. No Blender."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_EXPOSURES = {"easy": 0.25, "normal": 0.25, "hard": 0.5}
"""Tier → error of the exposure, in stops."""
_NOISE = {"easy": 0.006, "normal": 0.012, "hard": 0.022}
"""Tier → noise, as a share of the range from black to white."""


def draw_gains(tier: str, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Return how far a camera's exposure and white balance are off, as factors of red, green and blue."""
    return np.asarray(2 ** rng.normal(0, _EXPOSURES[tier]) * np.exp(rng.normal(0, 0.05, 3)))


def drifted(gains: npt.NDArray[np.float64], rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Return the *gains* of the same camera in another picture."""
    return np.asarray(gains * 2 ** rng.normal(0, 0.04) * np.exp(rng.normal(0, 0.005, 3)))


def developed(
    light: npt.NDArray[np.float32], tier: str, gains: npt.NDArray[np.float64], rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """Return *light* (high, wide, RGB; linear) as a picture in BGR, as a phone takes it, with noise."""
    luminance = light @ np.array([0.2126, 0.7152, 0.0722])
    grey = np.exp(np.log(luminance + 1e-3).mean())
    exposed = light * (0.18 / grey) * gains
    shouldered = exposed / (1 + 0.15 * exposed)
    noisy = _as_srgb(np.clip(shouldered, 0, 1)) + rng.normal(0, _NOISE[tier], light.shape)
    pixels = np.clip(noisy, 0, 1)[:, :, ::-1] * 255 + 0.5
    return np.ascontiguousarray(pixels.astype(np.uint8))


def _as_srgb(linear: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    curved = 1.055 * np.maximum(linear, 0.0031308) ** (1 / 2.4) - 0.055
    return np.where(linear <= 0.0031308, 12.92 * linear, curved)
