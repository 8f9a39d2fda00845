"""Random scenes: wider than life on purpose, so that no real table is out of range.

Every number comes from the generator that is passed in; equal generators give equal scenes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import numpy as np

from calibration.registration import Camera, Registration
from kits.colours import COLOURS
from kits.inks import BLACK, PAPER
from kits.kit import Kit, Plan
from kits.tink import KIT
from simulator import furnish
from simulator.palette import any_tint, jitter, linear, piece_tint, skin_tint
from simulator.scene import Hand, Material, Placed, Scene, Sensor, Tint

Tier = Literal["easy", "normal", "hard"]
SEATS = "ABCD"

_ELEVATION_DEG = {"easy": (68, 90), "normal": (48, 78), "hard": (33, 82)}


def draw_scene(
    rng: np.random.Generator,
    *,
    tier: Tier = "normal",
    kit: Kit = KIT,
    contents: Mapping[str, str] | None = None,
    players: int | None = None,
    colours: Mapping[str, str] | None = None,
    style: str | None = None,
    hand: bool | None = None,
    loose: bool = True,
    size: tuple[int, int] = (1280, 960),
) -> Scene:
    """Return a random scene.

    Args:
        contents: cell → ``As``, empty cells left out or ``.``; a random position within the stock if None.
        players: 2 to 4; drawn if None.
        colours: seat → colour name; drawn if None.
        style: one of ``furnish.STYLES``; drawn if None. ``kit`` is the printed board of *kit*.
        hand: whether a hand is over the board; sometimes if None.
        loose: whether anything may lie beside the board.
        size: of the picture, (width, height) in px.
    """
    players = players or int(rng.choice([2, 2, 3, 4]))
    style = style or furnish.draw_style(rng)
    paper = style == "kit" and bool(rng.random() < 0.65)
    seats = dict(colours) if colours else draw_colours(rng, players)
    if paper and not colours and rng.random() < 0.8:
        seats = {seat: ink.name for seat, ink in list(kit.inks.items())[:players]}
    board_kit = kit if style == "kit" else kit.on_board(float(rng.uniform(34, 62)))
    look = furnish.draw_board(rng, style)
    position = dict(contents) if contents is not None else draw_contents(rng, board_kit, tuple(seats))
    materials = {seat: draw_material(rng, colour, paper=kit if paper else None) for seat, colour in seats.items()}
    pieces = draw_pieces(rng, board_kit, position, seats, materials, scale=float(rng.uniform(0.93, 1.07)))
    view = draw_view(rng, board_kit, tier=tier, size=size)
    with_hand = rng.random() < {"easy": 0.03, "normal": 0.1, "hard": 0.25}[tier] if hand is None else hand
    ground = furnish.draw_ground(rng, board_kit.plan, view)
    things = furnish.draw_loose(rng, board_kit, look, ground, position, materials, busy=tier == "hard") if loose else ()
    return Scene(
        kit=board_kit,
        board=look,
        ground=ground,
        light=furnish.draw_light(rng, board_kit.plan, view, harsh={"easy": 0.25, "normal": 0.6, "hard": 1.0}[tier]),
        pieces=pieces,
        loose=things,
        hand=draw_hand(rng, board_kit.plan) if with_hand else None,
        view=view,
        sensor=draw_sensor(rng, tier=tier),
        seats=seats,
        seed=int(rng.integers(2**31)),
    )


def draw_colours(rng: np.random.Generator, players: int) -> dict[str, str]:
    """Return a colour for each seat: a random choice, given to the seats in the order of ``COLOURS``.

    White and clear are never on one table: people could not tell them apart either.
    """
    weights = np.array([3, 3, 3, 3, 1.5, 1.2, 1.5, 2, 2.5, 1.2])
    while True:
        chosen = rng.choice(len(COLOURS), size=players, replace=False, p=weights / weights.sum())
        if not {"white", "clear"} <= {COLOURS[c] for c in chosen}:
            break
    return {SEATS[i]: COLOURS[c] for i, c in enumerate(sorted(int(c) for c in chosen))}


def draw_contents(rng: np.random.Generator, kit: Kit, seats: tuple[str, ...]) -> dict[str, str]:
    """Return a random position within the stock: cell → ``As``, occupied cells only."""
    share = rng.uniform(0.05, 1.0)
    pool = [seat + kind for seat in seats for kind, count in kit.stock.items() for _ in range(count)]
    out = [piece for piece in pool if rng.random() < share]
    cells = list(kit.plan.cells)
    if rng.random() < 0.5:
        middle = rng.uniform(1, 7, 2)
        cells.sort(key=lambda c: math.hypot(ord(c[0]) - 97 - middle[0], int(c[1:]) - middle[1]) + rng.normal(0, 1.2))
    else:
        rng.shuffle(cells)
    rng.shuffle(out)
    return dict(zip(cells, out, strict=False))


def draw_pieces(
    rng: np.random.Generator,
    kit: Kit,
    contents: Mapping[str, str],
    seats: Mapping[str, str],
    materials: Mapping[str, Material],
    *,
    scale: float = 1.0,
) -> tuple[Placed, ...]:
    """Return pieces for *contents*, off centre and turned as people leave them; all *scale* times their size."""
    slack, neat = rng.uniform(0.1, 0.9), rng.random() < 0.15
    pieces = []
    for cell, content in sorted(contents.items()):
        if content == ".":
            continue
        seat, kind = content[0], content[1]
        solid = kit.pyramids[kind]
        room = max(0.0, (kit.plan.pitch_mm - solid.base_mm) / 2) * slack
        offset = rng.uniform(-room, room, 2)
        yaw = rng.normal(0, 5) if neat else rng.uniform(0, 90)
        material = materials[seat]
        tint = tuple(float(v) for v in np.clip(np.asarray(material.tint) * rng.normal(1, 0.04), 0.002, 1))
        pieces.append(
            Placed(
                cell=cell,
                seat=seat,
                colour=seats[seat],
                kind=kind,
                offset_mm=(float(offset[0]), float(offset[1])),
                yaw_deg=float(yaw),
                base_mm=solid.base_mm * scale * float(rng.normal(1, 0.012)),
                height_mm=solid.height_mm * scale * float(rng.normal(1, 0.02)),
                material=replace(material, tint=(tint[0], tint[1], tint[2]), seed=int(rng.integers(2**31))),
            )
        )
    return tuple(pieces)


def draw_material(rng: np.random.Generator, colour: str, *, paper: Kit | None = None) -> Material:
    """Return the plastic of one seat, or the printed card of the kit *paper*, whose inks vary a little.

    Nobody prints white or clear pieces: those are plastic always.
    """
    if colour in ("white", "clear"):
        paper = None
    ink = next((ink for ink in paper.inks.values() if ink.name == colour), None) if paper else None
    tint = jitter(rng, ink.rgb, amount=0.03) if ink else piece_tint(rng, colour)
    if paper:
        dark = sum(tint) > 0.9 if ink is None else ink.contrast(BLACK) > ink.contrast(PAPER)
        marks = linear((0.06, 0.06, 0.06)) if dark else linear((0.95, 0.95, 0.95))
        return Material(tint, clearness=0.0, gloss=float(rng.uniform(0, 0.1)), pip_tint=marks, paper=True)
    white = linear((0.93, 0.93, 0.93))
    pips: Tint | None = white if rng.random() < 0.65 else (0.02, 0.02, 0.02)
    if colour in ("white", "clear", "yellow") and rng.random() < 0.7:
        pips = (0.02, 0.02, 0.02)
    if colour == "black":
        pips = white
    if rng.random() < 0.35:
        pips = None
    if colour == "clear":
        clearness = float(rng.uniform(0.65, 0.95))
    elif colour in ("black", "white"):
        clearness = 0.0 if rng.random() < 0.85 else float(rng.uniform(0.05, 0.2))
    else:
        clearness = 0.0 if rng.random() < 0.45 else float(rng.uniform(0.15, 0.9))
    return Material(tint, clearness=clearness, gloss=float(rng.uniform(0, 1) ** 1.5), pip_tint=pips)


def draw_view(rng: np.random.Generator, kit: Kit, *, tier: Tier, size: tuple[int, int]) -> Registration:
    """Return a camera and pose that shows the board at a random size, angle and place in the picture."""
    width, height = size
    fov = math.radians(rng.uniform(45, 80))
    focal = width / 2 / math.tan(fov / 2)
    K = np.array(
        [
            [focal, 0, width / 2 - 0.5 + rng.normal(0, 6)],
            [0, focal * rng.normal(1, 0.002), height / 2 - 0.5 + rng.normal(0, 6)],
            [0, 0, 1.0],
        ]
    )
    k1 = float(rng.uniform(-0.15, 0.05)) if rng.random() < 0.7 else 0.0
    camera = Camera(K, np.array([k1, -k1 * rng.uniform(0.1, 0.25) if k1 < -0.05 else 0.0, 0.0, 0.0, 0.0]), size)
    elevation = math.radians(rng.uniform(*_ELEVATION_DEG[tier]))
    azimuth = math.radians(
        rng.normal(0, 12) + 90 * float(rng.integers(4)) if rng.random() < 0.6 else rng.uniform(0, 360)
    )
    roll = math.radians(rng.normal(0, 3))
    fill = float(rng.uniform(0.4, 0.97))
    shift = rng.normal(0, 0.05, 2) * (1.3 - fill) * kit.plan.width_mm * 2
    return aim(camera, kit.plan, elevation, azimuth, roll, fill, (float(shift[0]), float(shift[1])))


def aim(
    camera: Camera,
    plan: Plan,
    elevation: float,
    azimuth: float,
    roll: float,
    fill: float,
    shift_mm: tuple[float, float],
) -> Registration:
    """Return the pose (angles in radians) from which the playing area fills *fill* of the picture.

    Azimuth 0 looks from seat A's side. The camera aims *shift_mm* off the board's centre.
    """
    toward = np.array([math.sin(azimuth), math.cos(azimuth), 0.0])
    right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
    forward = -math.cos(elevation) * toward + np.array([0, 0, math.sin(elevation)])
    down = np.cross(forward, right)
    c, s = math.cos(roll), math.sin(roll)
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ np.stack([right, down, forward])
    target = np.array([plan.width_mm / 2 + shift_mm[0], plan.height_mm / 2 + shift_mm[1], 0.0])
    corners = np.column_stack([np.asarray(plan.corners_mm), np.zeros(4)])
    near, far = 150.0, 4000.0
    for _ in range(24):
        distance = (near + far) / 2
        eye = target - forward * distance
        seen = (corners - eye) @ R.T
        if seen[:, 2].min() < 40:
            near = distance
            continue
        flat = seen @ camera.K.T
        flat = flat[:, :2] / flat[:, 2:]
        extent = np.ptp(flat, axis=0) / np.asarray(camera.size)
        near, far = (distance, far) if extent.max() > fill else (near, distance)
    t = -R @ (target - forward * far)
    return Registration(camera, R, t, plan, "manual", 0.0)


def draw_hand(rng: np.random.Generator, plan: Plan) -> Hand:
    """Return a hand reaching over the board from one of its sides."""
    at = rng.uniform(0.05, 0.95, 2) * [plan.width_mm, plan.height_mm]
    away = math.degrees(math.atan2(at[1] - plan.height_mm / 2, at[0] - plan.width_mm / 2))
    side = rng.choice([0.0, 90.0, 90.0, 180.0, 270.0])
    angle = side + rng.normal(0, 20) if rng.random() < 0.75 else away + rng.normal(0, 30)
    skin = skin_tint(rng)
    return Hand(
        at_mm=(float(at[0]), float(at[1])),
        height_mm=float(rng.uniform(4, 70)),
        from_deg=float(angle),
        scale=float(rng.uniform(0.8, 1.15)),
        skin=skin,
        sleeve=any_tint(rng, lowest=0.05) if rng.random() < 0.75 else skin,
        sleeve_from_mm=float(rng.uniform(5, 200)),
        open=float(rng.uniform(0, 1) ** 1.5),
        left=bool(rng.random() < 0.3),
        seed=int(rng.integers(2**31)),
    )


def draw_sensor(rng: np.random.Generator, *, tier: Tier) -> Sensor:
    """Return camera effects: mild, middling or bad."""
    bad = {"easy": 0.35, "normal": 0.65, "hard": 1.0}[tier]
    warmth, tint = rng.normal(0.02, 0.16 * (0.4 + bad)), rng.normal(0, 0.03)
    return Sensor(
        exposure=float(2.0 ** np.clip(rng.normal(0.15, 0.45 * (0.6 + bad / 2)), -1.3, 0.9)),
        white_balance=(float(math.exp(-warmth)), float(math.exp(tint)), float(math.exp(warmth))),
        contrast=float(rng.uniform(0.85, 1.3)),
        saturation=float(rng.uniform(0.7, 1.25)),
        vignette=float(rng.uniform(0, 0.6)),
        bloom=float(rng.uniform(0, 0.1) * bad) if rng.random() < 0.6 else 0.0,
        defocus_px=float(rng.uniform(0.35, 0.7 + 1.3 * bad)),
        motion_px=float(rng.uniform(1, 3.5)) if rng.random() < 0.4 * bad else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        aberration=float(rng.normal(0, 0.0006)) if rng.random() < 0.4 else 0.0,
        luma_noise=float(rng.uniform(0.3, 1.5 + 6 * bad)),
        chroma_noise=float(rng.uniform(0.2, 1.0 + 5 * bad)),
        denoise=float(rng.uniform(0.3, 1.0)) if rng.random() < 0.5 else 0.0,
        sharpen=float(rng.uniform(0, 1.1)),
        shrink=float(rng.uniform(0.5, 1.0)) if rng.random() < 0.4 * bad else 1.0,
        jpeg_quality=int(rng.uniform(55 + 25 * (1 - bad), 96)),
    )
