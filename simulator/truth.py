"""What a perfect reader would say of a picture, counted in the picture of numbers that rendering leaves."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from simulator.projection import SUBPIXEL_BITS, subpixel
from simulator.projection import hull as hull_of
from simulator.scene import Array, Scene, SeenEdge, SeenPiece, Truth
from simulator.solids import turn

OTHER = 65535
"""Number for anything on the board that is not a piece."""
Outlines = list[list[Array]]
"""For each piece, then each rod, the outlines (n, 2) in px of its parts in view."""
_SAMPLES = 12
"""Samples along a cell's side when measuring how much of it is covered."""
_MUCH = 0.2
"""Share of a cell from which a thing takes it up, even if it lies on other cells as well."""
Numbers = npt.NDArray[np.uint16]


def truth_of(scene: Scene, ids: Numbers, outlines: Outlines) -> Truth:
    """Return the truth of *scene*; *ids* holds the number of a piece from 1, or of a rod, where it is seen."""
    counts = cv2.calcHist([ids], [0], None, [65536], [0, 65536]).ravel()
    visible = [
        min(1.0, float(counts[i + 1]) / whole) if (whole := _area(parts)) > 0 else 0.0
        for i, parts in enumerate(outlines)
    ]
    pieces = [
        SeenPiece(placed, _around(parts), seen)
        for placed, parts, seen in zip(scene.pieces, outlines, visible, strict=False)
    ]
    standing = {piece.cell: (piece.colour, piece.kind) for piece in scene.pieces}
    contents = {cell: standing.get(cell) for cell in scene.kit.plan.cells}
    covered = _covered(scene, ids == OTHER)
    edges = _edges(scene, ids, visible[len(scene.pieces) :]) if scene.kit.rod else {}
    look = scene.board
    marked = scene.kit.ground.ringed if look.style == "kit" or (look.grid and look.grid.mark) else ()
    return Truth(
        scene.view, contents, scene.seats, covered, tuple(pieces), edges, frozenset(marked), _taken(scene),
        {cell: piece.how for piece in scene.misplaced for cell in piece.cells},
    )  # fmt: skip


def _area(parts: Sequence[Array]) -> float:
    """Return how many pixels the parts cover together."""
    if len(parts) < 2:
        return float(cv2.contourArea(parts[0].astype(np.float32))) if parts else 0.0
    every = np.vstack(parts)
    low = np.floor(every.min(axis=0)) - 1
    wide, high = (np.ceil(every.max(axis=0)) - low + 2).astype(int)
    mask = np.zeros((high, wide), dtype=np.uint8)
    for part in parts:
        cv2.fillConvexPoly(mask, subpixel(part - low), (1,), cv2.LINE_8, SUBPIXEL_BITS)
    return float(mask.sum())


def _around(parts: Sequence[Array]) -> Array:
    return np.empty((0, 2)) if not parts else parts[0] if len(parts) == 1 else hull_of(np.vstack(parts))


def _seen_at(scene: Scene, points_mm: Array, ids: Numbers) -> npt.NDArray[np.int64]:
    """Return the numbers seen at points of the board, (n, 2) on it or (n, 3); ``OTHER`` outside the picture."""
    at = np.rint(scene.view.px_from_board(points_mm)).astype(int)
    height, width = ids.shape
    inside = (at[:, 0] >= 0) & (at[:, 0] < width) & (at[:, 1] >= 0) & (at[:, 1] < height)
    found = np.full(len(at), OTHER)
    found[inside] = ids[at[inside, 1], at[inside, 0]]
    return found


def _covered(scene: Scene, hidden: npt.NDArray[np.bool_]) -> dict[str, float]:
    plan, n = scene.kit.plan, _SAMPLES
    steps = (np.arange(n * plan.columns) + 0.5) * plan.pitch_mm / n
    x, y = np.meshgrid(steps, (np.arange(n * plan.rows) + 0.5) * plan.pitch_mm / n)
    numbers = np.where(hidden, np.uint16(OTHER), np.uint16(0))
    lost = _seen_at(scene, np.column_stack([x.ravel(), y.ravel()]), numbers) == OTHER
    shares = lost.reshape(plan.rows, n, plan.columns, n).mean(axis=(1, 3))
    found = {}
    for cell in plan.cells:
        x_mm, y_mm = plan.centre_mm(cell)
        found[cell] = float(shares[int(y_mm // plan.pitch_mm), int(x_mm // plan.pitch_mm)])
    return found


def _taken(scene: Scene) -> dict[str, str]:
    """Return the cells taken up by something foreign: most of it lies there, or it covers much of the cell."""
    plan = scene.kit.plan
    steps = (np.arange(_SAMPLES) + 0.5) / _SAMPLES - 0.5
    found = {}
    for thing in scene.foreign:
        size = np.array(thing.size_mm[:2])
        points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * size
        points = points @ turn(thing.yaw_deg)[:2, :2].T + thing.at_mm
        for cell in plan.cells:
            near = np.abs(points - plan.centre_mm(cell)).max(axis=1) < plan.pitch_mm / 2
            share = float(near.mean())
            if share > 0.5 or share * size.prod() > _MUCH * plan.pitch_mm**2:
                found[cell] = thing.shape
    return found


def _edges(scene: Scene, ids: Numbers, visible: Sequence[float]) -> dict[str, SeenEdge]:
    """Return all edges. A bare one is seen where only the board or the piece behind shows at a rod's place."""
    plan, rod, eye = scene.kit.plan, scene.kit.rod, scene.view.eye_mm
    assert rod is not None
    laid = {rod.edge: seen for rod, seen in zip(scene.rods, visible, strict=True)}
    numbers = {piece.cell: number for number, piece in enumerate(scene.pieces, 1)}
    names = plan.edges
    centres = {cell: plan.centre_mm(cell) for cell in plan.cells}
    along = np.linspace(-0.36, 0.36, _SAMPLES) * plan.pitch_mm
    points = np.empty((len(names), _SAMPLES, 3))
    behind = np.empty((len(names), 1), dtype=np.int64)
    for i, name in enumerate(names):
        cells = name.split("-")
        (ax, ay), (bx, by) = (centres[cell] for cell in cells)
        points[i] = [(ax + bx) / 2, (ay + by) / 2, -0.8 * rod.height_mm]
        points[i, :, 1 if ay == by else 0] += along
        far = max(cells, key=lambda cell: float(np.hypot(*(np.array(centres[cell]) - eye[:2]))))
        behind[i] = numbers.get(far, 0)
    seen = _seen_at(scene, points.reshape(-1, 3), ids).reshape(len(names), -1)
    bare = ((seen == 0) | (seen == behind)).mean(axis=1)
    return {name: SeenEdge(name in laid, laid.get(name, float(share))) for name, share in zip(names, bare, strict=True)}
