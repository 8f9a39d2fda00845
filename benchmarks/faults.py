"""Faults of a picture, planted in a pretend table: what people do wrong with lamp, lens and camera.

Each takes a scene that is well lit and well aimed, and a strength from 0 (hardly there)
to 1 (hopeless), and returns the scene with the fault in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from simulator.draw import aim
from simulator.scene import Lamp, Scene

Fault = Callable[[Scene, float, np.random.Generator], Scene]


def _between(strength: float, low: float, high: float) -> float:
    """Return the number so far on the way from *low* to *high*, in equal ratios."""
    return float(low * (high / low) ** strength)


def dark(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    noise = scene.sensor.luma_noise + rng.uniform(0, 6) * strength
    exposure = scene.sensor.exposure * _between(strength, 0.5, 0.03)
    return replace(scene, sensor=replace(scene.sensor, exposure=exposure, luma_noise=float(noise)))


def burnt(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:  # noqa: ARG001
    return replace(
        scene, sensor=replace(scene.sensor, exposure=max(scene.sensor.exposure, 0.9) * _between(strength, 1.3, 9.0))
    )


def cast(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    """A coloured lamp that the camera does not even out: warm, cold, green or purple."""
    amount = _between(strength, 0.2, 1.3)
    way = [(-1.0, 0.0, 1.0), (1.0, 0.0, -1.0), (-0.4, 0.7, -0.4), (0.5, -0.6, 0.5)][int(rng.integers(4))]
    b, g, r = (float(math.exp(amount * part)) for part in way)
    return replace(scene, sensor=replace(scene.sensor, white_balance=(b, g, r)))


def uneven(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    """One small lamp close beside the board, and little other light."""
    plan, turn = scene.kit.plan, rng.uniform(0, 2 * math.pi)
    away = plan.width_mm * _between(strength, 1.6, 0.55)
    x = plan.width_mm / 2 + math.cos(turn) * away
    y = plan.height_mm / 2 + math.sin(turn) * away
    lamp = Lamp((x, y, -_between(strength, 500.0, 160.0)), 30.0, (0.6, 0.75, 0.8))
    light = replace(scene.light, lamps=(lamp,), dome=(0.5 - 0.45 * strength,) * 3)
    return replace(scene, light=light)


def flat(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:  # noqa: ARG001
    """A dirty lens or a window in between: everything becomes grey."""
    return replace(
        scene, sensor=replace(scene.sensor, contrast=_between(strength, 0.6, 0.08), bloom=0.1 + 0.4 * strength)
    )


def focus(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:  # noqa: ARG001
    return replace(scene, sensor=replace(scene.sensor, defocus_px=_between(strength, 1.5, 14.0)))


def motion(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    return replace(
        scene,
        sensor=replace(scene.sensor, motion_px=_between(strength, 4.0, 40.0), motion_deg=float(rng.uniform(0, 180))),
    )


def glare(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    """A bright lamp that mirrors in a shiny board."""
    plan, eye = scene.kit.plan, scene.view.eye_mm
    spot = np.array([*(rng.uniform(0.1, 0.9, 2) * [plan.width_mm, plan.height_mm]), 0.0])
    way = (spot - eye) * [1, 1, -1]
    x, y, z = (float(v) for v in spot + way / np.linalg.norm(way) * 900.0)
    give = _between(strength, 0.15, 1.2)
    lamp = Lamp((x, y, z), float(rng.uniform(60, 260)), (0.95 * give, give, give))
    light = replace(
        scene.light,
        lamps=(*scene.light.lamps, lamp),
        glare=_between(strength, 1.5, 14.0),
        glare_spread=float(rng.uniform(0.05, 0.25)),
    )
    return replace(scene, light=light)


def noise(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:  # noqa: ARG001
    luma = _between(strength, 10.0, 70.0)
    return replace(scene, sensor=replace(scene.sensor, luma_noise=luma, chroma_noise=0.7 * luma))


def low(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    """The camera stands hardly above the table."""
    return _aimed(scene, 34.0 - 22.0 * strength, 0.9, rng)


def far(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    return _aimed(scene, 65.0, _between(strength, 0.4, 0.07), rng)


def outside(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:
    """A part of the board is beyond the edge of the picture."""
    off = scene.kit.plan.width_mm * (0.06 + 0.4 * strength)
    turn = rng.uniform(0, 2 * math.pi)
    return _aimed(scene, 65.0, 1.0, rng, shift_mm=(off * math.cos(turn), off * math.sin(turn)))


def coarse(scene: Scene, strength: float, rng: np.random.Generator) -> Scene:  # noqa: ARG001
    """A picture blown up from far fewer pixels."""
    return replace(scene, sensor=replace(scene.sensor, shrink=_between(strength, 0.45, 0.06)))


def _aimed(
    scene: Scene, elevation_deg: float, fill: float, rng: np.random.Generator, shift_mm: tuple[float, float] = (0, 0)
) -> Scene:
    around = float(rng.uniform(-0.4, 0.4))
    view = aim(scene.view.camera, scene.kit.plan, math.radians(elevation_deg), around, 0.0, fill, shift_mm)
    return replace(scene, view=view)


FAULTS: Mapping[str, Fault] = {
    "dark": dark, "burnt": burnt, "cast": cast, "uneven": uneven, "flat": flat, "focus": focus, "motion": motion,
    "glare": glare, "noise": noise, "low": low, "far": far, "outside": outside, "coarse": coarse,
}  # fmt: skip
