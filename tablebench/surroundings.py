"""The table, the light and the camera's lens, for Blender."""

from __future__ import annotations

import math
import random

import bpy
from mathutils import Matrix, Vector

from tablebench.blender_parts import Colour, add, add_area_light, add_camera, light_room
from tablebench.bodies import MM, add_solid, flat
from tablebench.materials import table
from tablebench.truth import Board
from tablebench.view import View

LIGHTS = ("window", "lamp", "overcast", "sunny", "evening")
_ROOM = {"overcast": 1.0, "window": 0.35, "sunny": 0.45, "lamp": 0.25, "evening": 0.12}
"""Sky or lamp → the strength of the light from everywhere."""
_TABLE_MM = 1500.0


def add_table(board: Board, rng: random.Random) -> str:
    """Add a table under *board* and return what it is made of."""
    name, material = table(rng)
    reach = _TABLE_MM + board.plan.width_mm
    add_solid("table", flat((-_TABLE_MM, -_TABLE_MM, reach, reach), -board.thickness_mm - 0.01), material)
    return name


def add_light(board: Board, rng: random.Random) -> str:
    """Add the light of a random time of day and return its name."""
    mode, warmth = rng.choice(LIGHTS), rng.random()
    daylight = mode in ("window", "overcast", "sunny")
    light_room((0.8, 0.88, 1.0) if daylight else _warm(0.4 * warmth), _ROOM[mode])
    turn = rng.uniform(0, 2 * math.pi)
    middle = tuple(side / 2 * MM for side in board.size_mm)
    if mode == "window":
        at = middle[0] + 1.3 * math.cos(turn), middle[1] + 1.3 * math.sin(turn), 1.1
        add_area_light(at, (*middle, 0.0), (1.2, 1.2), 25.0, (1.0, 0.99, 0.97))
    elif mode in ("lamp", "evening"):
        at = middle[0] + 0.6 * math.cos(turn), middle[1] + 0.6 * math.sin(turn), rng.uniform(0.6, 1.0)
        side = rng.uniform(0.08, 0.3)
        add_area_light(at, (*middle, 0.0), (side, side), 9.0, _warm(0.3 + 0.4 * warmth))
    elif mode == "sunny":
        _add_sun(rng.uniform(0.4, 1.0), turn)
    return mode


def _warm(warmth: float) -> Colour:
    """Return the colour of a bulb: white at 0, orange at 1."""
    return 1.0, 1 - 0.35 * warmth, 1 - 0.7 * warmth


def _add_sun(from_zenith: float, turn: float) -> None:
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle = 2.5, 0.01
    add("sun", sun).rotation_euler = (from_zenith, 0.0, turn)


def add_lens(view: View, rng: random.Random) -> None:
    """Look through *view*; every other camera is focused, not quite rightly, through a phone's small lens."""
    right, down, forward = view.R
    lens = add_camera(
        (view.eye_mm * MM).tolist(), [right.tolist(), (-down).tolist(), (-forward).tolist()], view.view_deg
    )
    if rng.random() < 0.5:
        lens.dof.use_dof = True
        lens.dof.focus_distance = view.distance_mm * MM * rng.uniform(0.92, 1.08)
        # The lens is one of a large camera, whose stop is as small as a phone's only if it is closed.
        lens.dof.aperture_fstop = rng.uniform(8.6, 21.6)


def turn_around(board: Board, quarters: int) -> None:
    """Turn table, light and camera about *board*, so that in the picture it is the board that turns, clockwise."""
    middle = Vector((*(side / 2 * MM for side in board.size_mm), 0.0))
    turn = Matrix.Translation(middle) @ Matrix.Rotation(math.pi / 2 * quarters, 4, "Z") @ Matrix.Translation(-middle)
    for name in ("table", "light", "sun", "camera"):
        if name in bpy.data.objects:
            bpy.context.view_layer.update()
            bpy.data.objects[name].matrix_world = turn @ bpy.data.objects[name].matrix_world
