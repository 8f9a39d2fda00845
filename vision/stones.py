"""Reads Tabik's board: shared stones and the rods between them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.places import Place
from calibration.registration import Registration
from core.reading import EMPTY
from kits.kit import Kit
from vision.alike_cells import witness
from vision.contents import Row, normalised
from vision.network import RODS, STONE_MODEL, STONES, Evidence, Network, network_input, shared_network, shares
from vision.rods import by_common_colour, slot_profiles
from vision.stone_doubts import STRAY_ROD, told_by_stones
from vision.views import OUTSIDE, Array, Image, Views, views

_STONE_PRIOR = {"empty": 0.47, "b": 0.25, "w": 0.25, "covered": 0.03}
_ROD_PRIOR = {"none": 0.5, "rod": 0.47, "covered": 0.03}
"""Prior between two stones; elsewhere a rod is illegal and rare."""
_ACROSS = 9
"""Samples along each side of a cell."""
_CORE = 0.4
"""Extent of the samples from the cell's centre, in half sides; a stone on the cell covers all of it."""
_LEVELS = 10.0
"""Difference of colours, in levels of 0 to 255, at which two cells look half alike."""


def read_stones(
    image: Image, registration: Registration, kit: Kit, cells: Sequence[str], network: Network | None = None
) -> tuple[Views, Evidence, dict[str, Row | None]]:
    """Return the views and the evidence of *cells*, and the row of each cell and of each edge between two of them.

    A row is None where the cell or edge cannot be seen.
    """
    where = views(Place.of(registration), cells, STONE_MODEL.frame)
    network = network or shared_network(STONE_MODEL)
    evidence = network.look(network_input(image, where), where)
    stones = shares(evidence["stone"], [_STONE_PRIOR[name] for name in STONES])
    stones = by_colours(stones, cell_colours(image, where))
    rows: dict[str, Row | None] = {}
    for index, cell in enumerate(cells):
        seen = dict(zip(STONES, stones[index].tolist(), strict=True))
        hidden = seen.pop("covered") > 0.5 or where.inside[index] < OUTSIDE
        rows[cell] = None if hidden else normalised({EMPTY: seen["empty"], "b": seen["b"], "w": seen["w"]})
    if kit.rod is None:
        return where, evidence, rows
    edges = [name for name in registration.plan.edges if set(name.split("-")) <= set(cells)]
    beside = views(Place.of(registration), edges, STONE_MODEL.frame)
    crops = network_input(image, beside)
    rods = shares(network.look(crops, beside)["rod"], [_ROD_PRIOR[name] for name in RODS])
    occupied = {cell: _occupied(row) for cell, row in rows.items()}
    between = np.array([min(occupied[cell] for cell in edge.split("-")) for edge in edges])
    rods = by_common_colour(rods, slot_profiles(crops, beside), between)
    for index, edge in enumerate(edges):
        none, rod, covered = rods[index].tolist()
        a, b = (occupied[cell] for cell in edge.split("-"))
        rod *= max(a * b, STRAY_ROD)
        hidden = covered > 0.5 or beside.inside[index] < OUTSIDE
        rows[edge] = None if hidden else normalised({EMPTY: none, "rod": rod})
    return where, evidence, told_by_stones(rows)


def cell_colours(image: Image, where: Views) -> Array:
    """Return (N, 3): the median colour (CIE L*a*b* as OpenCV scales it) of the middle of each cell of *where*."""
    if not where.cells:
        return np.empty((0, 3))
    steps = np.linspace(-_CORE, _CORE, _ACROSS)
    across, down = np.meshgrid(steps, steps)
    middle = where.outline.mean(axis=1)
    half = np.abs(where.outline - middle[:, None]).mean(axis=1)
    spots = middle[:, None] + half[:, None] * np.column_stack([across.ravel(), down.ravel()])
    rays = np.concatenate([spots, np.ones((*spots.shape[:2], 1))], axis=2) @ where.H_image_crop.transpose(0, 2, 1)
    x, y = (rays[..., :2] / rays[..., 2:]).astype(np.float32).transpose(2, 0, 1)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.median(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB), axis=1), dtype=np.float64)


def by_colours(said: Array, colours: Array) -> Array:
    """Return the shares *said* (N, STONES) once more, knowing that cells of like *colours* (N, 3) hold alike."""
    found = said * np.exp(witness(said, colours / _LEVELS))
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def _occupied(row: Row | None) -> float:
    """Return the probability that a stone lies on the cell of *row*; as good as certain where it cannot be seen."""
    return 1.0 if row is None else 1.0 - float(np.exp(row[EMPTY]))
