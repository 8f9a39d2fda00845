"""Stones that belong to nobody, and the rods between them: Tabik's reader."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Registration
from core.reading import EMPTY
from kits.kit import Kit
from vision.network import RODS, STONE_MODEL, STONES, Evidence, Network, shared_network, shares
from vision.owned import Row, normalised
from vision.views import Image, Views, crops, views

_STONE_PRIOR = {"empty": 0.47, "b": 0.25, "w": 0.25, "covered": 0.03}
_ROD_PRIOR = {"none": 0.5, "rod": 0.47, "covered": 0.03}
"""Between two stones; elsewhere a rod is against the rules, and hardly ever there."""
_STRAY_ROD = 0.02
_INSIDE = 0.7
_CORE = 0.5
"""The part of a rod's place whose colour counts."""
_FEW = 2.5
"""So few rods, or gaps without one, teach nothing about their colour."""
_LEAST_SPREAD = 6.0
_WITNESS = 0.8
_WITNESS_NATS = 5.0


def read_stones(
    image: Image, registration: Registration, kit: Kit, cells: Sequence[str], network: Network | None = None
) -> tuple[Views, Evidence, dict[str, Row | None]]:
    """Return the views and the evidence of *cells*, and the row of each cell and of each edge between two of them.

    A row is None where the cell or edge cannot be seen.
    """
    plan = registration.plan
    where = views(registration, cells, STONE_MODEL.frame)
    network = network or shared_network(STONE_MODEL)
    evidence = network.look(image, where)
    stones = shares(evidence["stone"], [_STONE_PRIOR[name] for name in STONES])
    rows: dict[str, Row | None] = {}
    for index, cell in enumerate(cells):
        seen = dict(zip(STONES, stones[index].tolist(), strict=True))
        hidden = seen.pop("covered") > 0.5 or where.inside[index] < _INSIDE
        rows[cell] = None if hidden else normalised({EMPTY: seen["empty"], "b": seen["b"], "w": seen["w"]})
    if kit.rod is None:
        return where, evidence, rows
    edges = [name for name in plan.edges if set(name.split("-")) <= set(cells)]
    beside = views(registration, edges, STONE_MODEL.frame)
    rods = shares(network.look(image, beside)["rod"], [_ROD_PRIOR[name] for name in RODS])
    occupied = {cell: _occupied(row) for cell, row in rows.items()}
    between = np.array([min(occupied[cell] for cell in edge.split("-")) for edge in edges])
    rods = by_common_colour(rods, slot_colours(image, beside), between)
    for index, edge in enumerate(edges):
        none, rod, covered = rods[index].tolist()
        a, b = (occupied[cell] for cell in edge.split("-"))
        rod *= max(a * b, _STRAY_ROD)
        hidden = covered > 0.5 or beside.inside[index] < _INSIDE
        rows[edge] = None if hidden else normalised({EMPTY: none, "rod": rod})
    return where, evidence, rows


def _occupied(row: Row | None) -> float:
    """Return the probability that a stone lies on the cell of *row*; as good as certain where it cannot be seen."""
    return 1.0 if row is None else 1.0 - float(np.exp(row[EMPTY]))


def slot_colours(image: Image, beside: Views) -> npt.NDArray[np.float64]:
    """Return (N, 3): the middle colour (CIE L*a*b* as OpenCV scales it) of the place of each rod."""
    lab = [cv2.cvtColor(crop, cv2.COLOR_BGR2LAB) for crop in crops(image, beside)]
    found = np.empty((len(lab), 3))
    for index, (crop, outline) in enumerate(zip(lab, beside.outline, strict=True)):
        core = outline.mean(axis=0) + (outline - outline.mean(axis=0)) * _CORE
        mask = np.zeros(crop.shape[:2], dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(core * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        found[index] = np.median(crop[mask > 127], axis=0) if (mask > 127).any() else crop.reshape(-1, 3).mean(axis=0)
    return found


def by_common_colour(
    rods: npt.NDArray[np.float64], colours: npt.NDArray[np.float64], between: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the shares *rods* (N, none | rod | covered) once more, knowing that all rods of a table look alike.

    Two bells of colour, of bare gaps between stones and of rods, are fitted to what the
    network says (two rounds of expectation and maximisation) and count as a second
    witness, up to ``_WITNESS_NATS``. *between* (N,) is how likely stones lie on both sides.
    """
    shares = rods.copy()
    for _ in range(2):
        weights = shares[:, :2] * between[:, None]
        if (weights.sum(axis=0) < _FEW).any():
            return rods
        logs = np.empty((len(rods), 2))
        for kind in range(2):
            weight = weights[:, kind] / weights[:, kind].sum()
            mean = weight @ colours
            spread = np.sqrt(weight @ (colours - mean) ** 2 + _LEAST_SPREAD**2)
            logs[:, kind] = -0.5 * (((colours - mean) / spread) ** 2).sum(axis=1) - np.log(spread).sum()
        lead = np.clip(_WITNESS * (logs[:, 1] - logs[:, 0]), -_WITNESS_NATS, _WITNESS_NATS) * between
        shares = rods * np.exp(np.column_stack([-lead / 2, lead / 2, np.zeros(len(lead))]))
        shares /= shares.sum(axis=1, keepdims=True)
    return shares
