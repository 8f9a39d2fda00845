"""Reads Tabik's board: shared stones and the rods between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.places import Place
from calibration.registration import Registration
from core.reading import EMPTY
from kits.kit import Kit
from vision.alike_cells import settled
from vision.common_colour import by_cell_colours, cell_colours
from vision.contents import Row, normalised
from vision.network import RODS, STONE_MODEL, STONES, Evidence, Network, network_input, shared_network, shares
from vision.rods import by_common_colour, slot_profiles
from vision.stone_doubts import doubting, told_by_stones
from vision.views import Image, Views, views

_STONE_PRIOR = {"empty": 0.47, "b": 0.25, "w": 0.25, "covered": 0.03}
_ROD_PRIOR = {"none": 0.5, "rod": 0.47, "covered": 0.03}
"""Prior between two stones; elsewhere a rod is illegal and rare."""
_STRAY_ROD = 0.05
_INSIDE = 0.7


def read_stones(
    image: Image, registration: Registration, kit: Kit, cells: Sequence[str], network: Network | None = None
) -> tuple[Views, Evidence, dict[str, Row | None]]:
    """Return the views and the evidence of *cells*, and the row of each cell and of each edge between two of them.

    A row is None where the cell or edge cannot be seen.
    """
    plan = registration.plan
    where = views(Place.of(registration), cells, STONE_MODEL.frame)
    network = network or shared_network(STONE_MODEL)
    evidence = settled(network.look(network_input(image, where), where), cells)
    stones = shares(evidence["stone"], [_STONE_PRIOR[name] for name in STONES])
    places = np.array([plan.centre_mm(cell) for cell in cells]).reshape(-1, 2) / plan.pitch_mm
    stones = by_cell_colours(stones, cell_colours(image, where), places)
    rows: dict[str, Row | None] = {}
    for index, cell in enumerate(cells):
        seen = dict(zip(STONES, stones[index].tolist(), strict=True))
        hidden = seen.pop("covered") > 0.5 or where.inside[index] < _INSIDE
        rows[cell] = None if hidden else normalised({EMPTY: seen["empty"], "b": seen["b"], "w": seen["w"]})
    if kit.rod is None:
        return where, evidence, rows
    edges = [name for name in plan.edges if set(name.split("-")) <= set(cells)]
    beside = views(Place.of(registration), edges, STONE_MODEL.frame)
    seen_rods = network.look(network_input(image, beside), beside)["rod"]
    rods = shares(seen_rods, [_ROD_PRIOR[name] for name in RODS])
    occupied = {cell: _occupied(row) for cell, row in rows.items()}
    between = np.array([min(occupied[cell] for cell in edge.split("-")) for edge in edges])
    rods = by_common_colour(rods, slot_profiles(image, beside), between)
    for index, edge in enumerate(edges):
        none, rod, covered = rods[index].tolist()
        a, b = (occupied[cell] for cell in edge.split("-"))
        rod *= max(a * b, _STRAY_ROD)
        hidden = covered > 0.5 or beside.inside[index] < _INSIDE
        rows[edge] = None if hidden else normalised({EMPTY: none, "rod": rod})
    return where, evidence, doubting(told_by_stones(rows))


def _occupied(row: Row | None) -> float:
    """Return the probability that a stone lies on the cell of *row*; as good as certain where it cannot be seen."""
    return 1.0 if row is None else 1.0 - float(np.exp(row[EMPTY]))
