"""Random surroundings: boards, tables, lights, and what lies about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.registration import Registration
from kits.kit import Kit, Plan
from kits.pieces import Pyramid
from simulator.materials import ROD, material_of
from simulator.palette import any_tint, hsv, jitter, linear
from simulator.pieces import size_mm
from simulator.positions import with_value
from simulator.scene import BoardLook, Ground, Lamp, Light, Loose, Material, Tint

STYLES = ("kit", "wood", "vinyl", "card")
_COMMON = 4
"""How many of each kind of a common supply lie beside the board, at most."""

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
    """A lamp that the camera sees mirrored somewhere on the board."""
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


def draw_loose(
    rng: np.random.Generator,
    kit: Kit,
    look: BoardLook,
    ground: Ground,
    contents: Mapping[str, str],
    seats: Mapping[str, str],
    materials: Mapping[str, Material],
    *,
    busy: bool,
) -> tuple[Loose, ...]:
    """Return the stash beside the board, and other things that people leave on tables."""
    plan = kit.plan
    margin = look.border_mm + kit.band_mm
    edge = np.asarray(ground.outline_mm, dtype=np.float32).reshape(-1, 1, 2)
    things: list[Loose] = []
    taken: list[tuple[float, float, float]] = []

    def place(reach: float, *, near: tuple[float, float] | None = None) -> tuple[float, float] | None:
        for _ in range(12):
            if near is None:
                out = margin + reach + rng.uniform(8, 260)
                along = rng.uniform(-0.15, 1.15)
                side = int(rng.integers(4))
                x = along * plan.width_mm if side < 2 else (-out if side == 2 else plan.width_mm + out)
                y = along * plan.height_mm if side >= 2 else (-out if side == 0 else plan.height_mm + out)
            else:
                x, y = near[0] + rng.normal(0, 45), near[1] + rng.normal(0, 45)
            beyond = max(-x, x - plan.width_mm, -y, y - plan.height_mm) - margin
            inside = cv2.pointPolygonTest(edge, (float(x), float(y)), True)
            if (
                inside < 0.5 * reach
                or beyond < reach + 2
                or any(math.hypot(x - a, y - b) < reach + r for a, b, r in taken)
            ):
                continue
            taken.append((x, y, reach))
            return x, y
        return None

    for pieces in stash(kit, tuple(seats), contents):
        spot = place(60.0)
        if spot is None:
            continue
        taken.pop()
        for piece in pieces:
            at = place(0.9 * _length_mm(kit, piece), near=spot)
            if at is None:
                continue
            things.append(_of_stash(rng, kit, piece, at, material_of(materials, piece)))
    for _ in range(int(rng.integers(0, 5 if busy else 3))):
        shape = str(rng.choice(["cup", "bowl", "phone", "pen", "card", "card", "sheet", "box"]))
        size, reach = _size(rng, shape)
        at = place(reach)
        if at is None:
            continue
        tint = any_tint(rng, lowest=0.05)
        second: Tint = any_tint(rng) if rng.random() < 0.5 else (0.02, 0.02, 0.02)
        if shape in ("card", "sheet"):
            tint = jitter(rng, (244, 242, 236))
            second = hsv(0, 0.85, 0.8) if rng.random() < 0.5 else (0.02, 0.02, 0.02)
        if shape == "phone":
            tint, second = linear((0.06, 0.06, 0.07)), (0.01, 0.01, 0.012)
        material = Material(tint, gloss=float(rng.uniform(0, 0.8)), seed=int(rng.integers(2**31)))
        things.append(Loose(shape, at, float(rng.uniform(0, 360)), size, material, second))
    return tuple(things)


def stash(kit: Kit, seats: tuple[str, ...], contents: Mapping[str, str]) -> list[list[str]]:
    """Return the pieces that are not on the board, a heap for each seat; of a common supply a few of each kind."""
    used = Counter(content.partition("=")[0] for content in contents.values())
    if kit.rod:
        return [[kind] * min(_COMMON, kit.stock[kind] - used[kind]) for kind in kit.stock] + [[ROD] * _COMMON]
    return [
        [seat + kind for kind, count in kit.stock.items() for _ in range(count - used[seat + kind])] for seat in seats
    ]


def _length_mm(kit: Kit, piece: str) -> float:
    return kit.rod.length_mm if piece == ROD and kit.rod else size_mm(kit.pieces[piece[-1]])[0]


def _of_stash(rng: np.random.Generator, kit: Kit, piece: str, at: tuple[float, float], material: Material) -> Loose:
    """Return *piece* lying where somebody keeps it."""
    if piece == ROD and kit.rod:
        size = kit.rod.length_mm, kit.rod.width_mm, kit.rod.height_mm
        return Loose("piece", at, float(rng.uniform(0, 360)), size, material, piece=ROD)
    solid = kit.pieces[piece[-1]]
    across, high = size_mm(solid)
    shape = "piece"
    if isinstance(solid, Pyramid):
        shape = "lying" if rng.random() < 0.35 else "pyramid"
    yaw = float(rng.uniform(0, 360))
    return Loose(shape, at, yaw, (across, across, high), material, piece=with_value(rng, kit, piece))


def _size(rng: np.random.Generator, shape: str) -> tuple[tuple[float, float, float], float]:
    """Return length, width and height of a thing, and the radius of the circle it needs."""
    k = float(rng.uniform(0.85, 1.15))
    sizes = {
        "cup": (84.0, 84.0, 95.0),
        "bowl": (140.0, 140.0, 55.0),
        "phone": (150.0, 72.0, 8.0),
        "pen": (140.0, 9.0, 8.0),
        "card": (88.0, 62.0, 0.6),
        "sheet": (210.0, 148.0, 0.3),
        "box": (120.0, 80.0, 30.0),
    }
    a, b, c = sizes[shape]
    return (a * k, b * k, c * k), math.hypot(a, b) / 2 * k if shape not in ("cup", "bowl") else a / 2 * k
