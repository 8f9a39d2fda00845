"""A table as somebody would show it: even window light, a quiet surface, the whole board close to the camera.

For demos and pictures to look at. What recognition learns from and is measured on is drawn by simulator.draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.registration import Camera, Registration
from kits.kit import Kit, Plan
from simulator.clutter import length_mm, of_stash, stash
from simulator.looks import BoardLook, Material
from simulator.materials import draw_materials, material_of
from simulator.palette import linear
from simulator.ring import as_ring, outline_of_mm, outlines_mm
from simulator.scene import Array, Ground, Lamp, Light, Loose, Scene, Sensor
from simulator.table import Table

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Surface:
    """What a table is covered with: a kind of simulator.grain, its colour in sRGB, how much it mirrors."""

    kind: str
    rgb: Rgb
    gloss: float


SURFACES: Mapping[str, Surface] = {
    "oak": Surface("oak", (178, 143, 106), 0.05),
    "walnut": Surface("oak", (112, 82, 62), 0.06),
    "linen": Surface("linen", (146, 150, 146), 0.0),
    "slate": Surface("linen", (86, 98, 110), 0.0),
}


@dataclass(frozen=True, slots=True)
class Aim:
    """Where the camera looks from: degrees above the table, degrees round to the right of seat A, angle of view."""

    elevation_deg: float = 56.0
    azimuth_deg: float = -9.0
    view_deg: float = 48.0
    margin: float = 0.025
    """Least share of the picture's sides to leave free around the board."""
    seats: tuple[str, ...] = ()
    """The seats whose mini-boards are to be in the picture; empty for all."""


def calm_table(
    kit: Kit,
    *,
    surface: str = "oak",
    aim: Aim | None = None,
    colours: Mapping[str, str] | None = None,
    players: int = 2,
    size: tuple[int, int] = (1280, 960),
    seed: int = 1,
) -> Table:
    """Return a table with the printed board of *kit*, empty, and its paper pieces beside it, by the seats.

    Args:
        surface: one of ``SURFACES``.
        aim: where the camera is; a usual place if None.
        colours: seat → name of its colour; the kit's own if None.
        players: how many have pieces, where the kit does not say.
        size: of the pictures, (width, height) in px.
        seed: of how the pieces are placed and turned.
    """
    rng = np.random.default_rng(seed)
    kit = as_ring(kit)
    seats = _seats(kit, colours, players)
    materials = draw_materials(rng, kit, seats, paper=kit)
    view = framed(kit, aim or Aim(), size)
    return Table.of(
        Scene(
            kit=kit,
            board=_sheet(seed),
            ground=_ground(SURFACES[surface], view, seed),
            light=_window(kit.plan, view, seed),
            pieces=(),
            loose=tuple(_beside(rng, kit, seats, materials)),
            hand=None,
            view=view,
            sensor=_PHONE,
            seats=seats,
            seed=seed,
        ),
        materials,
    )


_PHONE = Sensor(
    exposure=0.93,
    contrast=1.06,
    saturation=1.04,
    vignette=0.12,
    bloom=0.01,
    defocus_px=0.45,
    luma_noise=0.9,
    chroma_noise=0.5,
    denoise=0.4,
    sharpen=0.45,
    jpeg_quality=94,
)


def _seats(kit: Kit, colours: Mapping[str, str] | None, players: int) -> dict[str, str]:
    if kit.rod:
        return {"b": "black", "w": "white"}
    own = {seat: ink.name for seat, ink in list(kit.inks.items())[: len(kit.minis) or players]}
    return dict(colours) if colours else own


def _sheet(seed: int) -> BoardLook:
    """Return the board as a good printer prints it."""
    grey = linear((0.4, 0.4, 0.4))
    return BoardLook(
        style="kit", dark=grey, light=grey, border=linear((0.95, 0.945, 0.93)), line=grey, border_mm=0.0, line_mm=0.0,
        line_at_mm=0.0, thickness_mm=0.6, rim_mm=0.0, a1_dark=True, labels=False, hinge=False, texture=0.3, seed=seed,
    )  # fmt: skip


def _ground(surface: Surface, view: Registration, seed: int) -> Ground:
    """Return a table that extends beyond the picture."""
    red, green, blue = (value / 255 for value in surface.rgb)
    tint, far = linear((red, green, blue)), 4000.0
    return Ground(
        kind=surface.kind,
        first=tint,
        second=tint,
        scale=float(np.clip(1.1 * view.camera.K[0, 0] / abs(float(view.eye_mm[2])), 0.8, 3.0)),
        outline_mm=((-far, -far), (far, -far), (far, far), (-far, far)),
        floor_kind="plain",
        floor=tint,
        wall=tint,
        gloss=surface.gloss,
        yaw_deg=4.0,
        seed=seed,
        tile_px=1536,
    )


def _window(plan: Plan, view: Registration, seed: int) -> Light:
    """Return light from a window on the camera's left, in three panes, and from the room around."""
    middle = np.array([plan.width_mm / 2, plan.height_mm / 2, 0.0])
    panes = []
    for turn_deg in (-13.0, 0.0, 13.0):
        turn = math.radians(turn_deg)
        side = math.cos(turn) * view.R[0] + math.sin(turn) * np.array([-view.R[0, 1], view.R[0, 0], 0.0])
        at = middle - 1500.0 * side / np.linalg.norm(side[:2]) + [0.0, 0.0, -1700.0]
        panes.append(Lamp((float(at[0]), float(at[1]), float(at[2])), 260.0, (0.185, 0.18, 0.17)))
    return Light(tuple(panes), dome=(0.45, 0.46, 0.46), unevenness=0.05, glare=0.03, glare_spread=0.25, seed=seed)


def framed(kit: Kit, aim: Aim, size: tuple[int, int]) -> Registration:
    """Return the camera that shows all that is printed of the boards *aim* asks for, as large as possible."""
    width, height = size
    focal = width / 2 / math.tan(math.radians(aim.view_deg) / 2)
    K = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    camera = Camera(K, np.array([-0.03, 0.0, 0.0, 0.0, 0.0]), size)
    elevation, azimuth = math.radians(aim.elevation_deg), math.radians(aim.azimuth_deg)
    right = np.array([math.cos(azimuth), -math.sin(azimuth), 0.0])
    toward = np.array([math.sin(azimuth), math.cos(azimuth), 0.0])
    forward = -math.cos(elevation) * toward + np.array([0, 0, math.sin(elevation)])
    R = np.stack([right, np.cross(forward, right), forward])
    outer = _outer(kit, aim.seats)
    eye = outer.mean(axis=0) - 800.0 * forward
    room = np.array(size) * (1 - 2 * aim.margin)
    for _ in range(40):
        view = Registration(camera, R, -R @ eye, kit.plan, "hand", 0.0)
        px, depth = view.px_from_board(outer), float(np.median((outer - eye) @ forward))
        off = (px.min(axis=0) + px.max(axis=0)) / 2 - (np.array(size) - 1) / 2
        grown = float((np.ptp(px, axis=0) / room).max())
        eye = eye + (R[0] * off[0] + R[1] * off[1]) * depth / focal + forward * depth * (1 - grown) * 0.7
    return view


def _outer(kit: Kit, seats: Sequence[str] = ()) -> Array:
    """Return the corners (n, 3) of everything printed, or of the mini-boards of *seats*."""
    plan, band = kit.plan, kit.band_mm
    left, right, far, near = -band, plan.width_mm + band, -band, plan.height_mm + band
    whole = (np.array([[left, far], [right, far], [right, near], [left, near]]),)
    corners = np.vstack([outline_of_mm(kit, seat) for seat in seats] or outlines_mm(kit) or whole)
    return np.column_stack([corners, np.zeros(len(corners))])


def _beside(
    rng: np.random.Generator, kit: Kit, seats: Mapping[str, str], materials: Mapping[str, Material]
) -> Iterator[Loose]:
    """Yield the pieces not on the board yet, in loose rows: the first seat's on the right, the second's on the left."""
    outer = _outer(kit)
    low, high = outer.min(axis=0), outer.max(axis=0)
    heaps = stash(kit, tuple(seats), {})
    for number, heap in enumerate(heaps):
        across = max(length_mm(kit, piece) for piece in heap)
        out = 1.05 * across + (number // 2) * 1.5 * across
        x = high[0] + out if number % 2 == 0 else low[0] - out
        step = max(1.35 * across, 0.6 * (high[1] - low[1]) / len(heap))
        for place, piece in enumerate(reversed(heap)):
            y = high[1] - across - place * step
            at = float(x + rng.normal(0, 2.5)), float(y + rng.normal(0, 2.5))
            thing = of_stash(rng, kit, piece, at, material_of(materials, piece))
            yield replace(thing, shape="pyramid") if thing.shape == "lying" else thing
