"""A hand that reaches over the board, in Blender: a forearm in a sleeve, and fingers about to take something."""

from __future__ import annotations

import random
from typing import Any

import bpy

from tablebench.blender_parts import add, plain
from tablebench.bodies import MM
from tablebench.materials import varied
from tablebench.solids import Pose

_SKINS = ((0.62, 0.36, 0.25), (0.45, 0.23, 0.14), (0.2, 0.09, 0.05), (0.72, 0.47, 0.36))
_CLOTHS = ((0.03, 0.05, 0.15), (0.3, 0.3, 0.32), (0.35, 0.03, 0.04), (0.02, 0.02, 0.02), (0.7, 0.68, 0.62))
_Joint = tuple[tuple[float, float, float], float]
"""Place of a joint in mm, and the arm's thickness there; the arm comes along x, and its fingers end near 0, 0."""
_WRIST: _Joint = ((120, 0, 88), 23)
_ELBOW: _Joint = ((430, 20, 105), 36)
_PALM: _Joint = ((82, 0, 86), 25)
_FINGERS: tuple[tuple[_Joint, ...], ...] = (
    (((68, -26, 74), 13), ((34, -26, 52), 10), ((8, -10, 34), 8)),
    (((52, -17, 84), 11), ((20, -13, 64), 9), ((-3, -6, 34), 7)),
    (((50, 1, 86), 11), ((16, 6, 66), 9), ((-4, 8, 36), 7)),
    (((54, 17, 82), 10), ((26, 22, 60), 9), ((22, 20, 40), 8)),
    (((60, 28, 76), 9), ((40, 34, 58), 8), ((38, 32, 42), 7)),
)


def add_arm(at_mm: tuple[float, float], from_deg: float, rng: random.Random) -> list[Any]:
    """Add an arm that reaches for a place on the board out of the direction *from_deg*, and return its parts."""
    pose = Pose((*at_mm, 0.0), from_deg)
    skin = plain("skin", varied(rng.choice(_SKINS), rng), 0.5)
    cloth = plain("cloth", varied(rng.choice(_CLOTHS), rng), 0.95)
    hand = _limb([_ELBOW, _WRIST, _PALM], [(2, finger) for finger in _FINGERS], skin, pose)
    far: _Joint = ((760, 60, 150), 60)
    cuff: _Joint = ((rng.uniform(170, 300), 8, 95), 36)
    return [hand, _limb([far, ((430, 20, 108), 46), cuff], [], cloth, pose)]


def _limb(trunk: list[_Joint], branches: list[tuple[int, tuple[_Joint, ...]]], material: Any, pose: Pose) -> Any:
    """Return a smooth body around *trunk* and its *branches*; each branch begins at a joint of the trunk."""
    joints, bones = list(trunk), [(k, k + 1) for k in range(len(trunk) - 1)]
    for start, branch in branches:
        first = len(joints)
        joints += branch
        bones += [(start, first), *((k, k + 1) for k in range(first, len(joints) - 1))]
    data = bpy.data.meshes.new("arm")
    data.from_pydata((pose.moved([at for at, _ in joints]) * MM).tolist(), bones, [])
    data.materials.append(material)
    body = add("arm", data)
    skin = body.modifiers.new("skin", "SKIN")
    skin.use_smooth_shade = True
    for vertex, (_, thick) in zip(data.skin_vertices[0].data, joints, strict=True):
        vertex.radius = thick * MM, thick * MM
    data.skin_vertices[0].data[0].use_root = True
    body.modifiers.new("smooth", "SUBSURF").levels = 2
    body.modifiers["smooth"].render_levels = 2
    return body
