"""Bodies in Blender, in mm and the board frame of the truth: pieces, rods, and what is printed on them."""

from __future__ import annotations

import random
from typing import Any

import bpy
from mathutils import Matrix, Vector

from kits.kit import Plan
from tablebench.blender_parts import add, add_body, plain, rounded, thickened
from tablebench.dice import Fashion, Mark, draw_die, draw_fashion
from tablebench.materials import PIECES, grey, plastic, wood
from tablebench.positions import Piece, Position
from tablebench.solids import Box, Pose, Solid, box, prism, pyramid, pyramid_pips, regular, square
from tablebench.truth import place_of

MM = 0.001
_LYING_MM = 0.05
"""Height of the pieces' feet above the board's lines."""
_ROD_MM = 4.0


def add_solid(name: str, solid: Solid, material: Any, *, round_mm: float = 0.0, above_deg: float | None = None) -> Any:
    """Add a body, its edges rounded: all, or those that bend by more than *above_deg*."""
    added = add_body(name, (solid.vertices * MM).tolist(), solid.faces, material)
    if round_mm:
        rounded(added, round_mm * MM, above_deg=above_deg)
    return added


def add_print(ring: Solid, material: Any) -> Any:
    """Add something flat, such as a line on a board."""
    return add_solid("print", ring, material)


def flat(edges: Box, height: float) -> Solid:
    """Return a rectangle at a height."""
    solid = box(edges, height, height)
    return Solid(solid.vertices[4:], ((0, 1, 2, 3),))


def add_pieces(position: Position, plan: Plan, rng: random.Random) -> tuple[list[Any], dict[str, Any]]:
    """Add the pieces of *position* on a board of *plan*; return them in order, and what the truth says of all."""
    clear_share = {"tink": 0.6, "tingle": 0.6, "tinker_tactics": 0.3}.get(position.kit.name, 0.0)
    materials = {colour: plastic(colour, rng, clear_share=clear_share) for colour in position.players}
    match position.kit.name:
        case "tinker_tactics":
            fashion = draw_fashion(rng)
            inks = {colour: _ink(colour, rng) for colour in position.players}
            dice = [_add_die(p, plan, fashion, materials[p.colour], inks[p.colour], rng) for p in position.pieces]
            return dice, {"d4_style": "top-read" if fashion.read_at_tip else "bottom-read"}
        case "ting" | "tabik":
            side = plan.pitch_mm * (0.85 if position.kit.name == "tabik" else rng.uniform(0.55, 0.65))
            thick = rng.uniform(4.5, 6) if position.kit.name == "tabik" else rng.uniform(3, 6)
            return [_add_slab(p, plan, side, thick, materials[p.colour], rng) for p in position.pieces], {}
        case _:
            pip = plain("pip", grey(rng.choice((0.02, 0.8))), 0.4)
            return [_add_pyramid(p, position, plan, materials[p.colour], pip, rng) for p in position.pieces], {}


def add_rods(position: Position, plan: Plan, rng: random.Random) -> dict[str, Any]:
    """Add the rods of *position*, each in the gap between the stones of its edge, and return them by edge."""
    material = wood("birch", rng) if rng.random() < 0.4 else plain("rod", (0.25, 0.02, 0.02), 0.5)
    height, added = rng.uniform(4, 5.4), {}
    for edge in sorted(position.rods):
        (x, y), (p, q) = (place_of(plan, cell) for cell in edge.split("-"))
        half = (_ROD_MM / 2, 0.425 * plan.pitch_mm) if y == q else (0.425 * plan.pitch_mm, _ROD_MM / 2)
        middle = (x + p) / 2, (y + q) / 2
        edges = middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]
        added[edge] = add_solid("rod", box(edges, _LYING_MM, height), material, round_mm=0.4)
    return added


def _pose(piece: Piece, plan: Plan, off_mm: float, turn_deg: float, rng: random.Random) -> Pose:
    """Return a place on the cell of *piece*, at most *off_mm* from its middle along each side."""
    x, y = place_of(plan, piece.cell)
    return Pose((x + rng.uniform(-off_mm, off_mm), y + rng.uniform(-off_mm, off_mm), _LYING_MM), turn_deg)


def _add_pyramid(piece: Piece, position: Position, plan: Plan, material: Any, pip: Any, rng: random.Random) -> Any:
    assert piece.size is not None
    shape = position.kit.pyramids[piece.size[0]]
    off = min(max(0.0, (plan.pitch_mm - shape.base_mm) / 4 - 0.5), 0.15 * plan.pitch_mm)
    turn = rng.uniform(0, 90) if position.kit.name == "tink" else rng.gauss(0, 4)
    pose = _pose(piece, plan, off, turn, rng)
    body = add_solid("pyramid", pyramid(shape.base_mm, shape.height_mm, tip=1.6).moved(pose), material)
    thickened(body, 1.3 * MM)
    rounded(body, 0.4 * MM, above_deg=30)
    bpy.ops.mesh.primitive_uv_sphere_add(segments=10, ring_count=6, radius=0.75 * MM)
    first = bpy.context.object
    first.data.materials.append(pip)
    spots = pose.moved(pyramid_pips(shape.base_mm, shape.height_mm, shape.pips)) * MM
    for number, at in enumerate(spots.tolist()):
        spot = first if number == 0 else add("pip", first.data)
        spot.location, spot.parent = at, body
    return body


def _add_slab(piece: Piece, plan: Plan, side: float, thick: float, material: Any, rng: random.Random) -> Any:
    rings = {"triangle": regular(3, 0.62 * side), "circle": regular(32, side / 2)}
    stone = piece.kind == "stone"
    turn = rng.gauss(0, 0.8) if stone else rng.uniform(0, 360)
    pose = _pose(piece, plan, (0.012 if stone else 0.1) * plan.pitch_mm, turn, rng)
    slab = prism(rings.get(piece.kind, square(side)), 0.0, thick).moved(pose)
    return add_solid(piece.kind, slab, material, round_mm=0.8 if stone else 0.4, above_deg=40)


def _ink(colour: str, rng: random.Random) -> Any:
    """Return the ink of the numbers on dice of *colour*."""
    pale = sum(PIECES[colour]) > 1.05 or (colour == "orange" and rng.random() < 0.7)
    return plain("ink", grey(0.01) if pale else (0.85, 0.85, 0.8), 0.5)


def _add_die(piece: Piece, plan: Plan, fashion: Fashion, material: Any, ink: Any, rng: random.Random) -> Any:
    assert piece.value is not None
    pose = _pose(piece, plan, 0.12 * plan.pitch_mm, rng.uniform(0, 360), rng)
    die = draw_die(piece.kind, piece.value, fashion, rng)
    round_mm = {"d4": rng.uniform(0.3, 0.8), "d6": rng.uniform(0.6, 1.8), "d8": rng.uniform(0.4, 1.0)}[piece.kind]
    body = add_solid("die", die.body.moved(pose), material)
    rounded(body, round_mm * MM, segments=3)
    for mark in die.marks:
        _add_mark(mark.moved(pose), ink).parent = body
    return body


def _add_mark(mark: Mark, ink: Any) -> Any:
    """Add a number or a pip, a hair's breadth above its face."""
    normal, up = Vector(mark.normal).normalized(), Vector(mark.up)
    up = (up - normal * up.dot(normal)).normalized()
    data = _pip(mark.size) if mark.number is None else _digits(mark.number, mark.size)
    data.materials.append(ink)
    added = add("mark", data)
    axes = Matrix((up.cross(normal), up, normal)).transposed().to_4x4()
    added.matrix_world = Matrix.Translation((Vector(mark.at) + normal * 0.05) * MM) @ axes
    return added


def _pip(radius_mm: float) -> Any:
    data = bpy.data.meshes.new("pip")
    ring = [(x * MM, y * MM, 0.0) for x, y in regular(24, radius_mm)]
    data.from_pydata(ring, [], [tuple(range(len(ring)))])
    return data


def _digits(number: int, size_mm: float) -> Any:
    """Return a number as text; a 6 has a dot, as on bought dice."""
    text = bpy.data.curves.new("number", "FONT")
    text.body = f"{number}." if number == 6 else str(number)
    text.align_x = text.align_y = "CENTER"
    text.size, text.offset = size_mm * MM, 0.02 * size_mm * MM
    return text
