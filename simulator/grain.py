"""Surfaces as pictures: wood, cloth, stone, and the noise they are made of.

Textures are sRGB, BGR ``uint8``; fields of noise are ``float32`` about zero.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from simulator.looks import Tint
from simulator.scene import Image

Field = npt.NDArray[np.float32]


def srgb(tint: Tint) -> tuple[float, float, float]:
    """Return a linear tint as sRGB, 0 to 255."""
    b, g, r = (255 * (12.92 * v if v <= 0.0031308 else 1.055 * max(v, 0.0) ** (1 / 2.4) - 0.055) for v in tint)
    return b, g, r


def noise(rng: np.random.Generator, shape: tuple[int, int], cell_px: tuple[float, float]) -> Field:
    """Return smooth noise of unit strength whose features are *cell_px* (high, wide)."""
    rows, columns = (max(2, round(n / c)) for n, c in zip(shape, cell_px, strict=True))
    small = rng.standard_normal((min(rows, shape[0]), min(columns, shape[1])), dtype=np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def grain(rng: np.random.Generator, shape: tuple[int, int], *, upright: bool, fine_px: float) -> Field:
    """Return wood grain of about unit strength, its streaks down the picture if *upright*."""
    across = shape if upright else (shape[1], shape[0])
    field = 0.6 * noise(rng, across, (40 * fine_px, fine_px))
    field += 0.5 * noise(rng, across, (90 * fine_px, 5 * fine_px))
    field += 0.4 * noise(rng, across, (200 * fine_px, 24 * fine_px))
    return field if upright else np.ascontiguousarray(field.T)


def coloured(tint: Tint, field: Field, *, strength: float, other: Tint | None = None) -> Image:
    """Return *tint* made lighter and darker by *field*, or mixed with *other* where the field is high."""
    steps = cv2.convertScaleAbs(field, alpha=32.0, beta=128.0)
    levels = (np.arange(256, dtype=np.float64) - 128) / 32
    base = np.asarray(srgb(tint))
    if other is None:
        table = base * np.clip(1 + strength * levels, 0.2, 2.0)[:, None]
    else:
        table = base + np.clip(0.5 + strength * levels, 0, 1)[:, None] * (np.asarray(srgb(other)) - base)
    colours = np.clip(table, 0, 255).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(cv2.merge([steps] * 3), colours), dtype=np.uint8)


UNSEEN_TEXTURES = ("bamboo", "canvas", "leather", "veined")
"""Textures kept for examination: no picture to learn from shows them."""


def unseen_field(kind: str, rng: np.random.Generator, shape: tuple[int, int], *, px_per_mm: float) -> Field:
    """Return one of ``UNSEEN_TEXTURES`` of about unit strength. Raises ``ValueError`` for another *kind*."""
    mm = max(px_per_mm, 0.5)
    if kind == "bamboo":
        return _bamboo(rng, shape, mm)
    if kind == "canvas":
        y, x = (np.sin(np.arange(n, dtype=np.float32) * (2 * math.pi / max(3.0, 1.6 * mm))) for n in shape)
        threads = noise(rng, shape, (2 * mm, 40 * mm)) + noise(rng, shape, (40 * mm, 2 * mm))
        return np.asarray(1.1 * y[:, None] * x[None, :] + 0.4 * threads, dtype=np.float32)
    if kind == "leather":
        hills = np.abs(noise(rng, shape, (2.2 * mm, 2.2 * mm))) + np.abs(noise(rng, shape, (1.1 * mm, 1.1 * mm)))
        return np.asarray(1.1 * hills - 1.5 + 0.5 * noise(rng, shape, (50 * mm, 50 * mm)), dtype=np.float32)
    if kind == "veined":
        warp = noise(rng, shape, (60 * mm, 34 * mm)) + 0.5 * noise(rng, shape, (14 * mm, 14 * mm))
        warp += 0.15 * noise(rng, shape, (3 * mm, 3 * mm))
        veins = np.exp(-np.abs(warp) * 16) + 0.6 * np.exp(-np.abs(warp + 0.8) * 24)
        return np.asarray(0.6 - 2.0 * veins + 0.3 * noise(rng, shape, (25 * mm, 25 * mm)), dtype=np.float32)
    raise ValueError(f"no texture is called {kind!r}; there are {', '.join(UNSEEN_TEXTURES)}")


def _bamboo(rng: np.random.Generator, shape: tuple[int, int], mm: float) -> Field:
    """Return strips glued side by side, each with its own tone and dark nodes."""
    field = 0.3 * noise(rng, shape, (1.0 * mm, 60 * mm))
    wide = max(3, round(float(rng.uniform(7, 18)) * mm))
    for top in range(0, shape[0], wide):
        field[top : top + wide] += rng.normal(0, 0.8)
        node = int(rng.integers(max(1, round(180 * mm))))
        for left in range(node, shape[1], max(2, round(180 * mm))):
            field[top : top + wide, left : left + max(1, round(2.5 * mm))] -= 1.6
    return field


def surface(kind: str, first: Tint, second: Tint, *, size_px: int, px_per_mm: float, seed: int) -> Image:
    """Return a square tile of a table or floor. Raises ``ValueError`` for an unknown *kind*."""
    rng = np.random.default_rng(seed)
    shape = (size_px, size_px)
    fine = max(1.0, 0.8 * px_per_mm)
    if kind == "wood":
        return coloured(first, grain(rng, shape, upright=False, fine_px=fine), strength=0.1)
    if kind == "planks":
        tile = grain(rng, shape, upright=False, fine_px=fine)
        plank = max(24, round(rng.uniform(70, 160) * px_per_mm))
        for top in range(0, size_px, plank):
            tile[top : top + plank] += rng.normal(0, 1.0)
            tile[top : top + 2] -= 3.0
            seam = int(rng.integers(size_px))
            tile[top : top + plank, seam : seam + 2] -= 3.0
        return coloured(first, tile, strength=0.09)
    if kind == "cloth":
        field = 0.7 * noise(rng, shape, (1.0, 1.0)) + 0.5 * noise(rng, shape, (2.0, 14.0))
        field += 0.5 * noise(rng, shape, (14.0, 2.0)) + 0.6 * noise(rng, shape, (60.0, 60.0))
        return coloured(first, field, strength=0.12)
    if kind == "felt":
        field = (
            0.8 * noise(rng, shape, (1.5, 1.5)) + 0.5 * noise(rng, shape, (8, 8)) + 0.4 * noise(rng, shape, (70, 70))
        )
        return coloured(first, field, strength=0.09)
    if kind == "speckle":
        field = noise(rng, shape, (2.0, 2.0)) + 0.7 * noise(rng, shape, (4.5, 4.5))
        return coloured(first, field, strength=0.35, other=second)
    if kind == "marble":
        warp = noise(rng, shape, (70, 70)) + 0.5 * noise(rng, shape, (24, 24)) + 0.2 * noise(rng, shape, (8, 8))
        veins = np.exp(-np.abs(warp) * 22) + 0.5 * np.exp(-np.abs(warp - 0.9) * 30)
        return coloured(first, veins + 0.1 * noise(rng, shape, (50, 50)) - 0.5, strength=0.8, other=second)
    if kind == "checked":
        period = max(16, round(rng.uniform(18, 60) * px_per_mm))
        band = ((np.arange(size_px) // period) % 2).astype(np.float32)
        field = (band[:, None] + band[None, :]) / 2 - 0.5 + 0.05 * noise(rng, shape, (1, 1))
        return coloured(first, field.astype(np.float32), strength=1.0, other=second)
    if kind == "plain":
        return coloured(first, noise(rng, shape, (120, 120)) + 0.4 * noise(rng, shape, (1, 1)), strength=0.03)
    if kind in UNSEEN_TEXTURES:
        return coloured(first, unseen_field(kind, rng, shape, px_per_mm=px_per_mm), strength=0.1)
    if kind == "oak":
        return coloured(first, _oak(rng, shape, px_per_mm), strength=0.055)
    if kind == "linen":
        return coloured(first, _linen(rng, shape, px_per_mm), strength=0.045)
    if kind == "tartan":
        return coloured(first, _tartan(rng, size_px, px_per_mm), strength=0.5, other=second)
    raise ValueError(f"no surface is called {kind!r}")


def _tartan(rng: np.random.Generator, size_px: int, px_per_mm: float) -> Field:
    """Return bands of several widths crossing each other."""
    bands = np.zeros(size_px, dtype=np.float32)
    at = 0
    while at < size_px:
        wide = max(2, round(float(rng.choice([3, 6, 14, 30])) * px_per_mm))
        bands[at : at + wide] = rng.uniform(-1, 1)
        at += wide
    return np.asarray(bands[:, None] + bands[None, :], dtype=np.float32)


def _oak(rng: np.random.Generator, shape: tuple[int, int], px_per_mm: float) -> Field:
    """Return staves glued side by side, each with wandering year rings and short dark pores."""
    mm = max(px_per_mm, 0.5)
    staves: list[Field] = []
    while sum(map(len, staves)) < shape[0]:
        part = round(float(rng.uniform(60, 110)) * mm), shape[1]
        across = np.arange(part[0], dtype=np.float32)[:, None] / mm
        drift = noise(rng, part, (30 * mm, 260 * mm)) + 0.12 * noise(rng, part, (8 * mm, 70 * mm))
        rings = np.sin((across + float(rng.uniform(6, 16)) * drift) * float(rng.uniform(0.7, 1.3)))
        stave = 0.35 * rings + float(rng.normal(0, 0.9))
        stave[0] -= 1.5
        staves.append(np.asarray(stave, dtype=np.float32))
    field = np.concatenate(staves)[: shape[0]]
    field += np.minimum(noise(rng, shape, (max(1.0, 0.6 * mm), 14 * mm)) + 0.9, 0)
    field += 0.25 * noise(rng, shape, (max(1.0, 0.8 * mm), 60 * mm))
    return field


def _linen(rng: np.random.Generator, shape: tuple[int, int], px_per_mm: float) -> Field:
    """Return threads crossing over and under each other, some thicker than others, in slow changes of tone."""
    mm = max(px_per_mm, 0.5)
    thread = max(1.0, 0.7 * mm)
    weft, warp = noise(rng, shape, (thread, 40 * mm)), noise(rng, shape, (40 * mm, thread))
    return np.asarray(
        0.7 * weft + 0.7 * warp + 0.25 * noise(rng, shape, (1, 1)) + 0.6 * noise(rng, shape, (90 * mm, 90 * mm)),
        dtype=np.float32,
    )
