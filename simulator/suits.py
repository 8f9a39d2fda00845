"""The signs on coins, as polygons of a circle of radius 1, y towards seat A."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kits.suits import suit
from simulator.scene import Array

UNSEEN_SUITS = ("plus", "hexagon", "spade", "hourglass")
"""Signs kept for examination: no picture to learn from shows them."""
SUITS = ("sun", "moon", "crown", "arms", "star", "heart", "diamond", "ring", "dot")


@cache
def suit_rings(name: str) -> tuple[Array, ...]:
    """Return the polygons (n, 2) of the sign called *name*, by the even-odd rule. Raises ``KeyError``."""
    if name in _PIECEPACK:
        return tuple(2 * np.asarray(ring) for ring in suit(_PIECEPACK[name]))
    return tuple(np.asarray(ring, dtype=np.float64) for ring in _SIGNS[name])


def _arc(x: float, y: float, radius: float, start: float = 0.0, end: float = 360.0, n: int = 20) -> Array:
    angles = np.radians(np.linspace(start, end, n, endpoint=end - start < 360))
    return np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])


def _star(points: int, inner: float) -> Array:
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    radii = np.where(np.arange(2 * points) % 2 == 0, 1.0, inner)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]


def _heart() -> Array:
    t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.column_stack([x, -y]) / 17


_PIECEPACK = {"sun": "A", "moon": "B", "crown": "C", "arms": "D"}
_SIGNS: dict[str, list[Any]] = {
    "star": [_star(5, 0.42)],
    "heart": [_heart()],
    "diamond": [[[0, -1], [0.7, 0], [0, 1], [-0.7, 0]]],
    "ring": [_arc(0, 0, 1.0), _arc(0, 0, 0.68)],
    "dot": [_arc(0, 0, 0.6)],
    "plus": [_star(4, 0.35)],
    "hexagon": [_arc(0, 0, 0.9, n=6), _arc(0, 0, 0.45, n=6)],
    "spade": [-0.8 * _heart() - [0, 0.15], [[-0.4, 0.95], [0, 0.3], [0.4, 0.95]]],
    "hourglass": [[[-0.8, -1], [0.8, -1], [-0.8, 1], [0.8, 1]]],
}
