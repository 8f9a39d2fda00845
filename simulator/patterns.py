"""Patterned table-tops: cloths and tiles with lines and squares of their own, which are no board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from simulator.grain import Field, coloured, noise, surface
from simulator.looks import Tint
from simulator.scene import Image

Shape = tuple[int, int]
Pattern = Callable[[np.random.Generator, Shape, float], Field]

_PERIOD_MM = (8.0, 70.0)
"""Range of the distance between a pattern's parts."""
_WOVEN = 0.08
"""How much single threads, or the glaze of tiles, vary."""


def covering(kind: str, first: Tint, second: Tint, *, size_px: int, px_per_mm: float, seed: int) -> Image:
    """Return a square tile of a table's top: one of ``PATTERNS``, or else of ``simulator.grain.surface``."""
    if kind not in PATTERNS:
        return surface(kind, first, second, size_px=size_px, px_per_mm=px_per_mm, seed=seed)
    rng, shape = np.random.default_rng(seed), (size_px, size_px)
    field = PATTERNS[kind](rng, shape, px_per_mm) + _WOVEN * noise(rng, shape, (1, 1))
    return coloured(first, np.asarray(field, dtype=np.float32), strength=0.5, other=second)


def _period_px(rng: np.random.Generator, px_per_mm: float) -> float:
    low, high = np.log(_PERIOD_MM)
    return max(6.0, float(np.exp(rng.uniform(low, high))) * px_per_mm)


def _places(shape: Shape) -> tuple[Field, Field]:
    """Return each pixel's distance down and to the right, in px, without any turn."""
    down, right = (np.arange(count, dtype=np.float32) for count in shape)
    return np.broadcast_to(down[:, None], shape), np.broadcast_to(right[None], shape)


def _striped(rng: np.random.Generator, shape: Shape, px_per_mm: float) -> Field:
    """Return repeating stripes of a few widths."""
    period = _period_px(rng, px_per_mm)
    widths = np.maximum(1, np.round(period * rng.dirichlet(np.ones(int(rng.integers(2, 6)))))).astype(int)
    repeat = np.repeat(rng.uniform(-1, 1, len(widths)), widths)
    repeat[: widths[0]], repeat[-widths[-1] :] = -1, 1
    return np.broadcast_to(np.resize(repeat, shape[0]).astype(np.float32)[:, None], shape)


def _chequered(rng: np.random.Generator, shape: Shape, px_per_mm: float) -> Field:
    """Return alternating squares of two colours."""
    period = _period_px(rng, px_per_mm)
    odd = sum(np.floor(along / period) for along in _places(shape)) % 2
    return np.asarray(2 * odd - 1, dtype=np.float32)


def _diamonds(rng: np.random.Generator, shape: Shape, px_per_mm: float) -> Field:
    """Return alternating lozenges of two colours, standing on their tips."""
    period = _period_px(rng, px_per_mm)
    down, right = _places(shape)
    right = right * np.float32(rng.uniform(1, 1.8))
    odd = (np.floor((down + right) / period) + np.floor((down - right) / period)) % 2
    return np.asarray(2 * odd - 1, dtype=np.float32)


def _tiled(rng: np.random.Generator, shape: Shape, px_per_mm: float) -> Field:
    """Return tiles, no two quite alike, and the joints between them."""
    high = _period_px(rng, px_per_mm)
    wide = high * float(rng.choice([1.0, 1.0, 2.0]))
    down, right = _places(shape)
    row, column = np.floor(down / high).astype(int), np.floor(right / wide).astype(int)
    tones = rng.normal(-0.8, rng.uniform(0, 0.3), (row.max() + 1, column.max() + 1))
    joint = max(1.0, float(rng.uniform(0.02, 0.1)) * high)
    between = (down % high < joint) | (right % wide < joint)
    return np.where(between, 1.0, tones[row, column]).astype(np.float32)


def _windowpane(rng: np.random.Generator, shape: Shape, px_per_mm: float) -> Field:
    """Return thin crossing lines, single or in pairs."""
    period = _period_px(rng, px_per_mm)
    thick = max(1.0, float(rng.uniform(0.02, 0.12)) * period)
    twice = rng.random() < 0.4
    lines = [
        (along % period < thick) | (twice & (np.abs(along % period - 3 * thick) < thick / 2))
        for along in _places(shape)
    ]
    return np.where(lines[0] | lines[1], 1.0, -1.0).astype(np.float32)


def _dotted(rng: np.random.Generator, shape: Shape, px_per_mm: float) -> Field:
    """Return dots in rows, with every other row shifted or not."""
    period = _period_px(rng, px_per_mm)
    tile = np.full((round(2 * period), round(2 * period)), -1, dtype=np.float32)
    radius, shift = max(1, round(float(rng.uniform(0.12, 0.4)) * period)), 0.5 * float(rng.random() < 0.5)
    for row in (0.5, 1.5):
        for column in (-0.5, 0.5, 1.5, 2.5):
            at = round((column + shift * (row > 1)) * period), round(row * period)
            cv2.circle(tile, at, radius, 1.0, cv2.FILLED, cv2.LINE_AA)
    times = [-(-count // len(tile)) for count in shape]
    return np.tile(tile, times)[: shape[0], : shape[1]]


PATTERNS: Mapping[str, Pattern] = {
    "striped": _striped,
    "chequered": _chequered,
    "diamonds": _diamonds,
    "tiled": _tiled,
    "windowpane": _windowpane,
    "dotted": _dotted,
}
"""Name → pattern, for tables in pictures to learn from, besides those that ``simulator.draw`` draws; none is tartan.

Each returns a field that is -1 for the first colour and 1 for the second.
"""
