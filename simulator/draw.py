"""Random scenes: wider than life on purpose, so that no real table is out of range.

Every number comes from the generator that is passed in; equal generators give equal scenes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import numpy as np

from calibration.registration import Camera, Registration
from kits.kit import Kit, Plan
from simulator import furnish
from simulator.clutter import draw_loose
from simulator.equipment import owned
from simulator.grid_looks import draw_grid_board, draw_grid_style
from simulator.lamps import draw_light
from simulator.materials import draw_materials, draw_seats
from simulator.palette import any_tint, skin_tint
from simulator.pieces import draw_pieces, draw_rods
from simulator.positions import draw_contents
from simulator.ring import as_ring
from simulator.scene import Hand, Scene, Sensor

Tier = Literal["easy", "normal", "hard"]

_ELEVATION_DEG = {"easy": (68, 90), "normal": (48, 78), "hard": (33, 82)}


def draw_scene(
    rng: np.random.Generator,
    *,
    tier: Tier = "normal",
    kit: Kit,
    contents: Mapping[str, str] | None = None,
    players: int | None = None,
    colours: Mapping[str, str] | None = None,
    style: str | None = None,
    paper: bool | None = None,
    hand: bool | None = None,
    loose: bool = True,
    size: tuple[int, int] = (1280, 960),
) -> Scene:
    """Return a random scene.

    Args:
        kit: the game's equipment. Its pieces and its board are drawn in other sizes, unless the board is the
            printed one.
        contents: cell → ``As`` (and edge → ``rod``), empty ones left out or ``.``; a random position within the
            stock if None.
        players: 2 to 4; drawn if None. With mini-boards it is *kit* that says how many.
        colours: seat → colour name; drawn if None.
        style: one of ``furnish.STYLES`` or ``grid_looks.grid_styles``; drawn if None. ``kit`` is the printed board
            of *kit*.
        paper: whether the pieces on the printed board are the printed ones; mostly if None.
        hand: whether a hand is over the board; sometimes if None.
        loose: whether anything may lie beside the board.
        size: of the picture, (width, height) in px.
    """
    players = len(kit.minis) or players or int(rng.choice([2, 2, 3, 4]))
    style = style or (furnish.draw_style(rng) if kit.ground.chequered else draw_grid_style(rng, kit))
    kit = as_ring(kit) if style == "kit" else kit
    paper = style == "kit" and (bool(rng.random() < 0.65) if paper is None else paper)
    seats = dict(colours) if colours else _colours(rng, kit, players, paper=paper)
    board_kit = kit if style == "kit" else owned(rng, kit)
    chequered = kit.ground.chequered or style == "kit"
    look = furnish.draw_board(rng, style) if chequered else draw_grid_board(rng, board_kit, style)
    position = dict(contents) if contents is not None else draw_contents(rng, board_kit, tuple(seats))
    materials = draw_materials(rng, board_kit, seats, paper=kit if paper else None)
    pieces = draw_pieces(rng, board_kit, position, seats, materials, scale=float(rng.uniform(0.93, 1.07)))
    rods = draw_rods(rng, board_kit, position, materials, pieces) if kit.rod else ()
    view = draw_view(rng, board_kit, tier=tier, size=size)
    with_hand = rng.random() < {"easy": 0.03, "normal": 0.1, "hard": 0.25}[tier] if hand is None else hand
    ground = furnish.draw_ground(rng, board_kit.plan, view)
    things = draw_loose(rng, board_kit, look, ground, position, seats, materials, busy=tier == "hard") if loose else ()
    return Scene(
        kit=board_kit,
        board=look,
        ground=ground,
        light=draw_light(rng, board_kit.plan, view, harsh={"easy": 0.25, "normal": 0.6, "hard": 1.0}[tier]),
        pieces=pieces,
        loose=things,
        hand=draw_hand(rng, board_kit.plan) if with_hand else None,
        view=view,
        sensor=draw_sensor(rng, tier=tier),
        seats=seats,
        seed=int(rng.integers(2**31)),
        rods=rods,
    )


def _colours(rng: np.random.Generator, kit: Kit, players: int, *, paper: bool) -> dict[str, str]:
    """Return seat → colour; for *paper* pieces the colours of the kit's inks are likelier."""
    drawn = draw_seats(rng, kit, players)
    if paper and not kit.rod and rng.random() < 0.8:
        return {seat: ink.name for seat, ink in list(kit.inks.items())[:players]}
    return drawn


def draw_lens(rng: np.random.Generator, size: tuple[int, int]) -> Camera:
    """Return a camera of some field of view, its lens a little off."""
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
    return Camera(K, np.array([k1, -k1 * rng.uniform(0.1, 0.25) if k1 < -0.05 else 0.0, 0.0, 0.0, 0.0]), size)


def draw_view(
    rng: np.random.Generator, kit: Kit, *, tier: Tier, size: tuple[int, int], camera: Camera | None = None
) -> Registration:
    """Return a camera and pose that shows the board at a random size, angle and place in the picture."""
    camera = camera or draw_lens(rng, size)
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
    return Registration(camera, R, t, plan, "hand", 0.0)


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
