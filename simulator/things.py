"""What lies and stands on the table, as bodies in the board frame."""

from __future__ import annotations

import numpy as np

from kits.kit import Kit, Plan
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from simulator.bodies import Body, loose_body, moved, pyramid
from simulator.dice import die
from simulator.foreign import KINDS
from simulator.looks import Material
from simulator.scene import LaidRod, Loose, Placed
from simulator.slabs import pawn, rod, slab
from simulator.solids import turn


def placed_bodies(piece: Placed, plan: Plan, solid: Piece) -> tuple[Body, ...]:
    """Return the bodies of a piece of the kind *solid* on its cell."""
    if isinstance(solid, Pyramid):
        return (pyramid(piece, plan, solid),)
    x, y = plan.centre_mm(piece.cell)
    place = np.array([x + piece.offset_mm[0], y + piece.offset_mm[1], 0.0])
    bodies = _shape(solid, piece.seat, (piece.base_mm, piece.height_mm), piece.material, piece.value)
    return tuple(moved(body, turn(piece.yaw_deg), place) for body in bodies)


def rod_body(laid: LaidRod, plan: Plan) -> Body:
    """Return the body of a rod on its edge."""
    middle, across = edge_mm(plan, laid.edge)
    place = np.array([middle[0] + laid.offset_mm[0], middle[1] + laid.offset_mm[1], 0.0])
    return moved(rod(laid.size_mm, laid.material), turn(laid.turn_deg + (90.0 if across else 0.0)), place)


def edge_mm(plan: Plan, edge: str) -> tuple[tuple[float, float], bool]:
    """Return the middle of *edge* in the board frame, and whether it runs down the board, between two columns."""
    (ax, ay), (bx, by) = (plan.centre_mm(cell) for cell in edge.split("-"))
    return ((ax + bx) / 2, (ay + by) / 2), ay == by


def bodies_beside(thing: Loose, z_mm: float, kit: Kit) -> tuple[Body, ...]:
    """Return the bodies of *thing* on the plane *z_mm*, or over it; *kit* knows its pieces."""
    z_mm -= thing.over_mm
    if thing.shape != "piece":
        return (loose_body(thing, z_mm, kit),)
    place, turned = np.array([*thing.at_mm, z_mm]), turn(thing.yaw_deg)
    if thing.piece == "rod":
        return (moved(rod(thing.size_mm, thing.material), turned, place),)
    name, _, value = thing.piece.partition("=")
    size = thing.size_mm[0], thing.size_mm[2]
    bodies = _shape(kit.pieces[name[-1]], name[:-1], size, thing.material, int(value or 0))
    return tuple(moved(body, turned, place) for body in bodies)


def foreign_body(thing: Loose) -> Body:
    """Return the body of *thing*, which lies on the board and is no piece."""
    return moved(KINDS[thing.shape].body(thing), turn(thing.yaw_deg), np.array([*thing.at_mm, 0.0]))


def _shape(solid: Piece, seat: str, size_mm: tuple[float, float], material: Material, value: int) -> tuple[Body, ...]:
    across, height = size_mm
    match solid:
        case Slab():
            return (slab(solid, across, height, material, seat),)
        case Pawn():
            return pawn(solid, across, height, material, seat)
        case Die():
            return (die(solid, across, value, material, seat),)
        case Pyramid():
            raise ValueError("a pyramid of the stash has the shape pyramid or lying, not piece")
