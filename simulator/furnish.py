"""Random boards of chess, and random tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from calibration.registration import Registration
from kits.kit import Plan
from simulator.looks import BoardLook, Tint
from simulator.palette import any_tint, jitter, linear
from simulator.scene import Ground

STYLES = ("kit", "wood", "vinyl", "card")
_WOODS = {
    "dark": [
        (96, 62, 42),
        (122, 58, 34),
        (88, 50, 36),
        (62, 46, 38),
        (140, 84, 50),
        (110, 78, 62),
        (134, 60, 42),
        (78, 58, 46),
        (160, 100, 64),
    ],
    "light": [(226, 190, 140), (240, 206, 150), (232, 212, 170), (214, 172, 118), (245, 226, 184), (236, 198, 138)],
}
_PRINTS = {
    "dark": [
        (38, 84, 58),
        (20, 70, 48),
        (28, 28, 30),
        (44, 72, 132),
        (112, 70, 52),
        (126, 78, 62),
        (150, 44, 38),
        (90, 56, 40),
        (70, 90, 60),
        (60, 60, 66),
        (90, 60, 110),
        (60, 110, 120),
    ],
    "light": [
        (238, 224, 188),
        (246, 240, 220),
        (250, 250, 248),
        (228, 210, 170),
        (215, 215, 210),
        (250, 238, 200),
        (205, 220, 225),
    ],
}
_TABLES = [
    (150, 100, 66),
    (116, 74, 50),
    (186, 140, 98),
    (210, 180, 140),
    (92, 62, 46),
    (128, 116, 104),
    (172, 76, 52),
    (140, 60, 44),
    (60, 44, 36),
    (170, 160, 148),
    (222, 205, 180),
]
_CLOTHS = [
    (170, 36, 28),
    (30, 92, 56),
    (24, 70, 44),
    (110, 110, 112),
    (50, 60, 90),
    (225, 222, 214),
    (36, 36, 40),
    (150, 130, 100),
]
_STONES = [
    ((70, 74, 80), (150, 152, 150)),
    ((40, 40, 44), (110, 110, 112)),
    ((190, 184, 172), (120, 112, 100)),
    ((210, 205, 198), (160, 150, 140)),
]


def _pick(rng: np.random.Generator, choices: Sequence[tuple[int, int, int]]) -> tuple[int, int, int]:
    return choices[int(rng.integers(len(choices)))]


def draw_style(rng: np.random.Generator) -> str:
    """Return a board style, bought boards more often than the printed kit."""
    return str(rng.choice(STYLES, p=[0.2, 0.3, 0.28, 0.22]))


def draw_board(rng: np.random.Generator, style: str) -> BoardLook:
    """Return a board of *style*. Raises ``ValueError`` for an unknown one."""
    if style not in STYLES:
        raise ValueError(f"no board style is called {style!r}; there are {', '.join(STYLES)}")
    colours = _WOODS if style == "wood" else _PRINTS
    dark, light = jitter(rng, _pick(rng, colours["dark"])), jitter(rng, _pick(rng, colours["light"]))
    border = [dark, dark, light, light, jitter(rng, _pick(rng, colours["dark"]))][int(rng.integers(5))]
    if style == "vinyl" and rng.random() < 0.6:
        border = light
    border_mm = float(rng.uniform(0, 8) if rng.random() < 0.15 else rng.uniform(8, 42))
    pale = sum(border) > 0.6
    line_tints: list[Tint] = (
        [dark, (0.02, 0.02, 0.02)] if pale else [light, linear((0.75, 0.62, 0.35)), linear((0.9, 0.9, 0.85))]
    )
    lined = rng.random() < 0.65
    kit = style == "kit"
    return BoardLook(
        style=style,
        dark=dark,
        light=light,
        border=linear((0.93, 0.93, 0.93)) if kit else border,
        line=line_tints[int(rng.integers(len(line_tints)))],
        border_mm=float(rng.choice([0.0, 0.0, 5.0])) if kit else border_mm,
        line_mm=float(rng.uniform(0.4, 2.0)) if lined else 0.0,
        line_at_mm=float(rng.choice([0.0, 0.0, rng.uniform(0, 3)])) if border_mm > 4 else 0.0,
        thickness_mm=float(rng.uniform(0.1, 1.0))
        if kit
        else float(rng.uniform(6, 22) if style == "wood" else rng.uniform(0.5, 5)),
        rim_mm=float(rng.uniform(1, 9)) if style == "wood" and border_mm > 8 and rng.random() < 0.45 else 0.0,
        a1_dark=bool(rng.random() < 0.85),
        labels=bool(border_mm > 10 and rng.random() < 0.5),
        hinge=bool(rng.random() < (0.4 if style in ("wood", "card") else 0.1)),
        texture=float(rng.uniform(0.2, 1.6)),
        seed=int(rng.integers(2**31)),
    )


def draw_ground(rng: np.random.Generator, plan: Plan, view: Registration) -> Ground:
    """Return a table, and the floor and wall beyond it."""
    kind = str(
        rng.choice(
            ["wood", "planks", "cloth", "felt", "speckle", "marble", "plain", "checked"],
            p=[0.26, 0.16, 0.14, 0.1, 0.1, 0.08, 0.13, 0.03],
        )
    )
    second: Tint = any_tint(rng)
    if kind in ("wood", "planks"):
        first = jitter(rng, _pick(rng, _TABLES), amount=0.08)
    elif kind in ("cloth", "felt"):
        first = jitter(rng, _pick(rng, _CLOTHS), amount=0.08) if rng.random() < 0.7 else any_tint(rng)
    elif kind == "speckle":
        a, b = _STONES[int(rng.integers(len(_STONES)))]
        first, second = jitter(rng, a), jitter(rng, b)
    elif kind == "marble":
        first, second = jitter(rng, (226, 222, 216)), jitter(rng, (150, 146, 142))
    else:
        first = any_tint(rng)
    middle = np.array([plan.width_mm, plan.height_mm]) / 2
    half = np.array([rng.uniform(1.1, 4.0) * plan.width_mm / 2, rng.uniform(1.1, 4.0) * plan.height_mm / 2]) + 60
    place = middle + rng.uniform(-0.5, 0.5, 2) * (half - plan.width_mm / 2 - 50)
    turn = math.radians(rng.normal(0, 6) if rng.random() < 0.7 else rng.uniform(0, 90))
    M = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    outline = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ M.T + place
    eye = view.eye_mm
    return Ground(
        kind=kind,
        first=first,
        second=second,
        scale=float(np.clip(view.camera.K[0, 0] / abs(float(eye[2])) * rng.uniform(0.5, 1.1), 0.4, 2.5)),
        outline_mm=tuple((float(x), float(y)) for x, y in outline),
        floor_kind=str(rng.choice(["planks", "wood", "speckle", "cloth", "plain"])),
        floor=jitter(rng, _pick(rng, _TABLES), amount=0.15) if rng.random() < 0.7 else any_tint(rng),
        wall=jitter(rng, (200, 196, 186), amount=0.2),
        gloss=float(rng.uniform(0, 1.5) if kind not in ("cloth", "felt") else rng.uniform(0, 0.1)),
        yaw_deg=math.degrees(turn) + float(rng.choice([0, 90])),
        seed=int(rng.integers(2**31)),
    )
