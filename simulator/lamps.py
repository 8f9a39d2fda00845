"""Random light: lamps, what comes from all sides, what glares."""

from __future__ import annotations

import math

import numpy as np

from calibration.registration import Registration
from kits.kit import Plan
from simulator.scene import Lamp, Light


def draw_light(rng: np.random.Generator, plan: Plan, view: Registration, *, harsh: float) -> Light:
    """Return one to three lamps and a dome that together give about 1.0 at the board's centre."""
    count = int(rng.choice([1, 1, 2, 3]))
    ambient = float(rng.uniform(0.25, 0.95) ** (0.5 + harsh))
    shares = rng.dirichlet(np.full(count, 1.2)) * (1 - ambient)
    lamps = []
    for share in shares:
        height = math.radians(rng.uniform(22, 85))
        azimuth = rng.uniform(0, 2 * math.pi)
        distance = float(np.exp(rng.uniform(math.log(500), math.log(4000))))
        way = np.array([math.cos(height) * math.cos(azimuth), math.cos(height) * math.sin(azimuth), -math.sin(height)])
        at = way * distance + [plan.width_mm / 2, plan.height_mm / 2, 0]
        colour = warmth(rng, 0.22 * (0.3 + harsh)) * share
        radius = distance * float(np.exp(rng.uniform(math.log(0.02), math.log(0.5))))
        lamps.append(
            Lamp(
                (float(at[0]), float(at[1]), float(at[2])),
                radius,
                (float(colour[0]), float(colour[1]), float(colour[2])),
            )
        )
    if rng.random() < 0.25 + 0.45 * harsh:
        lamps.append(_glaring(rng, plan, view))
    dome = warmth(rng, 0.15) * ambient
    return Light(
        lamps=tuple(lamps),
        dome=(float(dome[0]), float(dome[1]), float(dome[2])),
        unevenness=float(rng.uniform(0, 0.55) * harsh) if rng.random() < 0.6 else 0.0,
        glare=float(rng.uniform(0, 1.6) * harsh),
        glare_spread=float(np.exp(rng.uniform(math.log(0.02), math.log(0.25)))),
        seed=int(rng.integers(2**31)),
    )


def _glaring(rng: np.random.Generator, plan: Plan, view: Registration) -> Lamp:
    """Return a lamp whose reflection the camera sees somewhere on the board."""
    spot = np.array([*(rng.uniform(-0.1, 1.1, 2) * [plan.width_mm, plan.height_mm]), 0.0])
    way = (spot - view.eye_mm) * [1, 1, -1]
    at = spot + way / np.linalg.norm(way) * rng.uniform(600, 2500)
    give = warmth(rng, 0.2) * rng.uniform(0.05, 0.5)
    return Lamp(
        (float(at[0]), float(at[1]), float(at[2])),
        float(rng.uniform(20, 160)),
        (float(give[0]), float(give[1]), float(give[2])),
    )


def warmth(rng: np.random.Generator, spread: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return a white that is a little warm or cold, (blue, green, red) of mean about 1."""
    w = rng.normal(0.05, spread)
    return np.array([math.exp(-w), 1.0, math.exp(0.6 * w)])
