"""Reads Tabik's board: shared stones and the rods between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np

from calibration.places import Place
from calibration.registration import Registration
from core.reading import EMPTY
from kits.kit import Kit
from vision.alike_cells import witness
from vision.contents import Row, normalised
from vision.network import RODS, STONE_MODEL, STONES, Evidence, Network, network_input, shares
from vision.stone_table import STRAY_ROD, by_common_colour, in_pairs, slot_profiles, together
from vision.views import Array, Image, Views, views

_STONE_PRIOR = {"empty": 0.47, "b": 0.25, "w": 0.25, "covered": 0.03}
_ROD_PRIOR = {"none": 0.5, "rod": 0.5, "covered": 0.03}
_ACROSS = 9
"""Samples along each side of a cell."""
_CORE = 0.4
"""Extent of the samples from the cell's centre, in half sides; a stone on the cell covers all of it."""
_LEVELS = 4.0
"""Colour difference, in levels of 0 to 255, at which two cells look half alike."""


class StonesSeen(NamedTuple):
    """What is seen of a board of stones: the views and the evidence of its cells, and the row of each cell and edge.

    A row is None where the cell or edge cannot be seen. ``covered`` (N,) is how likely each cell is covered, whatever
    is seen beside the cover. ``odd`` is how likely one colour has more stones than the other, ``stray`` are the edges
    on which a rod seems to lie where none belongs, and ``astray`` is how often that was taken to be so before looking.
    """

    where: Views
    evidence: Evidence
    rows: Mapping[str, Row | None]
    covered: Array
    odd: float = 0.0
    stray: tuple[str, ...] = ()
    astray: float = STRAY_ROD


def read_stones(image: Image, registration: Registration, kit: Kit, network: Network) -> StonesSeen:
    """Return what *network* sees on the cells of a board, and on the edges between two of them if *kit* has rods."""
    cells, edges = registration.plan.cells, registration.plan.edges
    where = views(Place.of(registration), cells, STONE_MODEL.frame)
    evidence = network.look(network_input(image, where), where)
    prior = [_STONE_PRIOR[name] for name in STONES]
    stones = by_colours(shares(evidence["stone"], prior), cell_colours(image, where))
    covered = stones[:, STONES.index("covered")]
    if kit.rod is None:
        return StonesSeen(where, evidence, _stone_rows(stones, where), covered)
    beside = views(Place.of(registration), edges, STONE_MODEL.frame)
    crops = network_input(image, beside)
    rods = shares(network.look(crops, beside)["rod"], [_ROD_PRIOR[name] for name in RODS])
    number = {cell: index for index, cell in enumerate(cells)}
    ends = np.array([[number[cell] for cell in edge.split("-")] for edge in edges], dtype=np.int64).reshape(-1, 2)
    between = 1 - stones[ends, STONES.index("empty")].max(axis=1, initial=0.0)
    table = together(stones, by_common_colour(rods, slot_profiles(crops, beside), between), ends)
    table = in_pairs(table, np.array(prior))
    rows = _stone_rows(table.stones, where)
    stray = []
    for edge, (none, rod, lost), both, out in zip(edges, table.rods, table.between, beside.outside, strict=True):
        hidden = both > 0.5 and (lost > 0.5 or out)
        rows[edge] = None if hidden else normalised({EMPTY: none, "rod": rod})
        if both < 0.5 and rod > 0.5:
            stray.append(edge)
    return StonesSeen(where, evidence, rows, covered, table.odd, tuple(stray), table.astray)


def _stone_rows(stones: Array, where: Views) -> dict[str, Row | None]:
    rows: dict[str, Row | None] = {}
    for cell, shares_here, out in zip(where.cells, stones, where.outside, strict=True):
        seen = dict(zip(STONES, shares_here.tolist(), strict=True))
        hidden = seen.pop("covered") > 0.5 or out
        rows[cell] = None if hidden else normalised({EMPTY: seen["empty"], "b": seen["b"], "w": seen["w"]})
    return rows


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
