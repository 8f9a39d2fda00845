"""Pictures to examine with: made of what no picture to learn from ever shows.

Shapes, sizes and angles are drawn as for training. Boards, tables, the shades of every
colour name, finishes, typefaces, suits, light and lenses come from ranges of their own,
next to those of training and never within them. Round pips are as in training, square
ones are not. Whoever draws pictures to learn from must not use this module.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from calibration.registration import Camera, Registration
from core.reading import ROD
from kits.kit import Kit
from kits.pieces import Die, Pawn, Pyramid, Slab
from simulator.draw import Tier, draw_scene, draw_view
from simulator.grain import UNSEEN_TEXTURES
from simulator.lamps import draw_light
from simulator.looks import BoardLook, DieStyle, Foot, Material, Tint
from simulator.palette import KEPT_DARKS, KEPT_LIGHTS, SHADES, drawn_within, hsv, jitter, lightness, linear
from simulator.positions import played
from simulator.scene import Ground, Lamp, Light, Scene
from simulator.suits import UNSEEN_SUITS
from simulator.typefaces import TYPEFACES, UNSEEN_TYPEFACES

_PAPERS = [(214, 202, 178), (252, 238, 214), (206, 214, 218)]
_TABLES = [(64, 96, 104), (198, 172, 178), (112, 116, 72), (178, 188, 200), (84, 66, 92), (226, 200, 150)]
_LINES = [(72, 30, 84), (0, 92, 104), (124, 92, 24), (40, 44, 56), (196, 160, 84), (232, 236, 240)]
_CASTS = [(0.88, 1.1, 0.9), (1.1, 0.86, 1.08), (0.55, 0.95, 1.3), (1.28, 1.02, 0.78)]
"""Light as (blue, green, red) of tubes, coloured diodes, candles and late windows, off the scale from warm to cold."""


def draw_unseen(
    rng: np.random.Generator,
    *,
    tier: Tier,
    kit: Kit,
    size: tuple[int, int] = (1280, 960),
    style: str | None = None,
    colours: Mapping[str, str] | None = None,
) -> Scene:
    """Return a random scene with boards, pieces, light and a lens that are unlike all of training's.

    *style* and the seats' *colours* are as there.
    """
    scene = draw_scene(rng, tier=tier, kit=kit, size=size, style=style, colours=colours)
    view = draw_view(rng, scene.kit, tier=tier, size=size, camera=unseen_lens(rng, size))
    made = _made_anew(rng, scene)
    return replace(
        _elsewhere(rng, scene, view, tier),
        pieces=tuple(replace(p, material=_worn(rng, made[p.seat, p.kind], p.material)) for p in scene.pieces),
        rods=tuple(replace(rod, material=made["", ROD]) for rod in scene.rods),
        loose=tuple(
            replace(thing, material=made[_owner(thing.piece)]) if thing.piece else thing for thing in scene.loose
        ),
    )


def draw_printed(rng: np.random.Generator, *, tier: Tier, kit: Kit, size: tuple[int, int] = (1280, 960)) -> Scene:
    """Return a random scene of the printed *kit*, in its own colours; lens, light and table are unlike training's.

    No hand is in view. Of a kit for up to four players, two to four play.
    """
    players = len(kit.minis) or int(rng.integers(2, 5))
    colours = None if kit.rod else {seat: ink.name for seat, ink in list(kit.inks.items())[:players]}
    scene = draw_scene(
        rng,
        tier=tier,
        kit=kit,
        contents=played(rng, kit) if kit.rod else None,
        players=players,
        colours=colours,
        style="kit",
        paper=True,
        hand=False,
        size=size,
    )
    view = draw_view(rng, scene.kit, tier=tier, size=size, camera=unseen_lens(rng, size))
    return _elsewhere(rng, scene, view, tier)


def _elsewhere(rng: np.random.Generator, scene: Scene, view: Registration, tier: Tier) -> Scene:
    """Return *scene* seen from *view*, with board and table of other materials, in other light."""
    harsh = {"easy": 0.25, "normal": 0.6, "hard": 1.0}[tier]
    return replace(
        scene,
        view=view,
        board=_board(rng, scene.board),
        ground=_ground(rng, scene.ground),
        light=_light(rng, draw_light(rng, scene.kit.plan, view, harsh=harsh), harsh),
    )


def unseen_shade(rng: np.random.Generator, colour: str) -> Tint:
    """Return a shade of *colour* that training never draws."""
    spans = SHADES[colour]
    return hsv(*drawn_within(rng, spans[int(rng.integers(len(spans)))]))


def unseen_lens(rng: np.random.Generator, size: tuple[int, int]) -> Camera:
    """Return a camera of a narrower or a wider field of view than training has, its glass a little askew."""
    width, height = size
    wide = rng.random() < 0.5
    focal = width / 2 / math.tan(math.radians(rng.uniform(81, 90) if wide else rng.uniform(28, 44)) / 2)
    middle = rng.normal(0, 8, 2)
    K = np.array(
        [[focal, 0, width / 2 - 0.5 + middle[0]], [0, focal, height / 2 - 0.5 + middle[1]], [0, 0, 1.0]],
    )
    k1 = float(rng.uniform(-0.06, 0.01)) if wide else float(rng.uniform(-0.2, 0.2))
    p1, p2 = (float(v) for v in rng.normal(0, 0.0008, 2))
    return Camera(K, np.array([k1, 0.0, p1, p2, 0.0]), size)


def _pick(rng: np.random.Generator, choices: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    return choices[int(rng.integers(len(choices)))]


def _board(rng: np.random.Generator, look: BoardLook) -> BoardLook:
    """Return *look* in other materials and colours; a printed board stays ours, on other paper."""
    if look.style == "kit":
        return replace(look, border=jitter(rng, _pick(rng, _PAPERS), amount=0.02))
    dark, light = jitter(rng, _pick(rng, KEPT_DARKS), amount=0.04), jitter(rng, _pick(rng, KEPT_LIGHTS), amount=0.04)
    style = UNSEEN_TEXTURES[int(rng.integers(len(UNSEEN_TEXTURES)))]
    if look.grid is None:
        border = dark if rng.random() < 0.5 else light
        return replace(look, style=style, dark=dark, light=light, border=border, line=light if border == dark else dark)
    base = light if rng.random() < 0.7 else dark
    line = _told_apart(rng, base)
    return replace(
        look,
        style=style,
        dark=base,
        light=base,
        border=base,
        line=line,
        grid=replace(look.grid, line=line, block_line=line),
    )


def _told_apart(rng: np.random.Generator, base: Tint) -> Tint:
    """Return a colour for lines that can be seen on *base*."""
    for _ in range(30):
        line = jitter(rng, _pick(rng, _LINES), amount=0.02)
        if abs(lightness(line) - lightness(base)) > 0.3:
            return line
    return linear((0.1, 0.1, 0.12) if lightness(base) > 0.6 else (0.9, 0.9, 0.86))


def _ground(rng: np.random.Generator, ground: Ground) -> Ground:
    kinds = (*UNSEEN_TEXTURES, "tartan")
    first, second = jitter(rng, _pick(rng, _TABLES), amount=0.05), jitter(rng, _pick(rng, _TABLES), amount=0.05)
    return replace(ground, kind=kinds[int(rng.integers(len(kinds)))], first=first, second=second)


def _light(rng: np.random.Generator, light: Light, harsh: float) -> Light:
    """Return *light* with lamps of other colours, sometimes through a blind."""
    lamps = tuple(replace(lamp, tint=_cast(rng, lamp, harsh)) for lamp in light.lamps)
    slats = float(rng.uniform(0.1, 0.5) * (0.3 + 0.7 * harsh)) if rng.random() < 0.4 else 0.0
    return replace(light, lamps=lamps, slats=slats)


def _cast(rng: np.random.Generator, lamp: Lamp, harsh: float) -> Tint:
    depth = float(rng.uniform(0.2, 1.0)) * (0.4 + 0.6 * harsh)
    b, g, r = (v * (1 + depth * (c - 1)) for v, c in zip(lamp.tint, _CASTS[int(rng.integers(4))], strict=True))
    return b, g, r


def _owner(piece: str) -> tuple[str, str]:
    """Return the seat and the kind of a *piece*, written as in positions."""
    name = piece.partition("=")[0]
    return ("", ROD) if name == ROD else (name[:-1], name[-1])


def _made_anew(rng: np.random.Generator, scene: Scene) -> dict[tuple[str, str], Material]:
    """Return a new material for each kind of each seat's pieces, based on those of *scene*."""
    known = {(piece.seat, piece.kind): piece.material for piece in scene.pieces}
    known |= {_owner(thing.piece): thing.material for thing in scene.loose if thing.piece}
    if scene.rods:
        known["", ROD] = scene.rods[0].material
    dice, tints = unseen_dice_style(rng), {seat: unseen_shade(rng, colour) for seat, colour in scene.seats.items()}
    suits = dict(zip(scene.seats, (str(name) for name in rng.permutation(UNSEEN_SUITS)), strict=False))
    made = {}
    for (seat, kind), old in sorted(known.items()):
        if kind == ROD:
            made[seat, kind] = replace(
                old, tint=hsv(rng.uniform(0, 360), rng.uniform(0.3, 0.8), rng.uniform(0.25, 0.9))
            )
            continue
        new = replace(old, tint=tints[seat or kind])
        match scene.kit.pieces[kind]:
            case _ if old.paper:
                new = replace(new, gloss=float(rng.uniform(0.2, 0.5)))
            case Die():
                new = replace(new, dice=dice, pip_tint=_ink(rng, new.tint))
            case Slab() if old.mark:
                new = replace(new, mark=suits.get(seat, old.mark), pip_tint=_ink(rng, new.tint))
            case Pyramid() | Slab() | Pawn():
                new = replace(new, cloudy=float(rng.uniform(0.05, 0.15)) if rng.random() < 0.5 else 0.0)
        made[seat, kind] = new
    return made


def unseen_dice_style(rng: np.random.Generator) -> DieStyle:
    """Return a way of numbering dice that training never draws."""
    return DieStyle(
        typeface=len(TYPEFACES) + int(rng.integers(len(UNSEEN_TYPEFACES))),
        size=float(rng.uniform(0.85, 1.1)),
        six=Foot("line" if rng.random() < 0.5 else "dot"),
        pips=bool(rng.random() < 0.5),
        at_base=bool(rng.random() < 0.5),
        bevel=float(rng.uniform(0.03, 0.13)),
        layout=int(rng.integers(2**31)),
        pip=float(rng.choice([0.075, 0.115])),
        pip_sides=int(rng.choice([4, 12])),
        one=float(rng.choice([1.0, 1.7])),
    )


def _ink(rng: np.random.Generator, tint: Tint) -> Tint:
    """Return an ink that stands out on *tint*."""
    return jitter(rng, (222, 232, 236) if lightness(tint) < 0.5 else (44, 30, 58), amount=0.03)


def _worn(rng: np.random.Generator, material: Material, old: Material) -> Material:
    """Return *material* as a single piece of a set has it, slightly off in tint."""
    b, g, r = (float(v) for v in np.clip(np.asarray(material.tint) * rng.normal(1, 0.04), 0.002, 1))
    return replace(material, tint=(b, g, r), seed=old.seed)
