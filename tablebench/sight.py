"""How much of a body is seen among the others, by casting rays in Blender."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from tablebench.bodies import MM

_POINT_MM2 = 4.0
"""Area of a body's surface for which one point is tested."""
_POINTS_OF_A_FACE = 40
_NEAR = 0.0015
"""A ray that ends this near its aim, in metres, has reached it."""


def visible_share(body: Any, eye: Vector, rng: np.random.Generator) -> float:
    """Return how much of what *body* would show alone to *eye* (metres) can be seen among the others."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    seen = [_sees(body, eye, point, graph) for point in _points_toward(body, eye, graph, rng)]
    shown = [each for each in seen if each is not None]
    return sum(shown) / max(len(shown), 1)


def _points_toward(body: Any, eye: Vector, graph: Any, rng: np.random.Generator) -> list[Vector]:
    """Return points spread over those faces of *body* that face *eye*."""
    evaluated = body.evaluated_get(graph)
    mesh = evaluated.to_mesh()
    points: list[Vector] = []
    for face in mesh.polygons:
        if face.normal.dot(eye - face.center) > 0:
            corners = np.array([mesh.vertices[k].co for k in face.vertices])
            count = int(np.clip(face.area / MM**2 / _POINT_MM2, 1, _POINTS_OF_A_FACE))
            points += [Vector(point) for point in rng.dirichlet(np.ones(len(corners)), count) @ corners]
    evaluated.to_mesh_clear()
    return points


def _sees(body: Any, eye: Vector, point: Vector, graph: Any) -> bool | None:
    """Return whether *eye* sees *point* of *body*; None if the body itself is in the way."""
    way = point - eye
    hit, at, _, _, other, _ = bpy.context.scene.ray_cast(graph, eye, way.normalized(), distance=way.length + _NEAR)
    if not hit:
        return True
    own = other.name == body.name or (other.parent is not None and other.parent.name == body.name)
    if own and (at - point).length > _NEAR:
        return None
    return own


def hidden_by(bodies: Sequence[Any], eye: Vector, centre_mm: Sequence[float], side_mm: float) -> float:
    """Return the share of a square on the board that *bodies* hide from *eye* (metres)."""
    bpy.context.view_layer.update()
    graph, names = bpy.context.evaluated_depsgraph_get(), {body.name for body in bodies}
    steps = [(k / 4 - 0.5) * side_mm for k in range(5)]
    ways = [Vector((centre_mm[0] + x, centre_mm[1] + y, 0.0)) * MM - eye for x in steps for y in steps]
    hits = [bpy.context.scene.ray_cast(graph, eye, way.normalized(), distance=way.length) for way in ways]
    return sum(bool(hit) and other.name in names for hit, _, _, _, other, _ in hits) / len(hits)
