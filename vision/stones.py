"""Stones that belong to nobody, and the rods between them: Tabik's reader."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.registration import Registration
from core.reading import EMPTY
from kits.kit import Kit
from vision.kindred import settled
from vision.network import RODS, STONE_MODEL, STONES, Evidence, Network, shared_network, shares
from vision.owned import Row, normalised
from vision.views import Array, Image, Views, crops, views

_STONE_PRIOR = {"empty": 0.47, "b": 0.25, "w": 0.25, "covered": 0.03}
_ROD_PRIOR = {"none": 0.5, "rod": 0.47, "covered": 0.03}
"""Between two stones; elsewhere a rod is against the rules, and hardly ever there."""
_STRAY_ROD = 0.02
_INSIDE = 0.7
_ROWS = 21
"""Rows across the place of a rod."""
_LENGTH = 0.6
"""The part of its length that counts."""
_ROUNDS = 3
_SURELY = 4
"""Places of which the network is not sure teach little about the rods' colour."""
_FEW = 0.5
"""So few rods, or gaps without one, teach nothing about it."""
_NOISE = 3.0
_USUAL = (float(np.log(40.0)), float(np.log(8.0)))
"""How far from the rods' colour places without a rod and with one usually are."""
_SPREAD = 0.5
_PRIOR_MEAN, _PRIOR_SPREAD = 2.0, 4.0
"""How many places these count for."""
_TAIL = 3.0
"""The degrees of freedom of the bells: what lies far out says little."""
_WITNESS = 0.8
_WITNESS_NATS = 4.0


def read_stones(
    image: Image, registration: Registration, kit: Kit, cells: Sequence[str], network: Network | None = None
) -> tuple[Views, Evidence, dict[str, Row | None]]:
    """Return the views and the evidence of *cells*, and the row of each cell and of each edge between two of them.

    A row is None where the cell or edge cannot be seen.
    """
    plan = registration.plan
    where = views(registration, cells, STONE_MODEL.frame)
    network = network or shared_network(STONE_MODEL)
    evidence = settled(network.look(image, where), cells)
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
    rods = by_common_colour(rods, slot_profiles(image, beside), between)
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


def slot_profiles(image: Image, beside: Views) -> Array:
    """Return (N, ``_ROWS``, 3): the colours (CIE L*a*b* as OpenCV scales it) of rows along the place of each rod."""
    found = np.empty((len(beside.cells), _ROWS, 3))
    for index, (crop, outline) in enumerate(zip(crops(image, beside), beside.outline, strict=True)):
        (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
        spare = (right - left) * (1 - _LENGTH) / 2
        rows = np.linspace(top, bottom, _ROWS).round().astype(int).clip(0, crop.shape[0] - 1)
        first, last = max(int(left + spare), 0), min(int(right - spare), crop.shape[1] - 1)
        lab = cv2.cvtColor(np.ascontiguousarray(crop[rows, first : last + 1]), cv2.COLOR_BGR2LAB)
        found[index] = np.median(lab, axis=1)
    return found


def by_common_colour(rods: Array, profiles: Array, between: Array) -> Array:
    """Return the shares *rods* (N, none | rod | covered) once more, knowing that all rods of a table look alike.

    A rod does not fill its place, and shadows and the sides of stones do not fill it either. So what counts
    is the row of each place that comes closest to the rods' colour, which the places that surely
    hold one tell. Bells of that distance, of places with a rod and of places without, are fitted to what the
    network says (a few rounds of expectation and maximisation) and count as a second
    witness, up to ``_WITNESS_NATS``. *between* (N,) is how likely stones lie on both sides.
    """
    shares = rods.copy()
    for _ in range(_ROUNDS):
        weights = (shares[:, :2] * between[:, None]) ** _SURELY
        if (weights.sum(axis=0) < _FEW).any():
            return shares
        distance = np.log(_distance(profiles, weights[:, 1]) + _NOISE)
        logs = np.empty((len(rods), 2))
        for kind, usual in enumerate(_USUAL):
            count = weights[:, kind].sum()
            mean = (weights[:, kind] @ distance + _PRIOR_MEAN * usual) / (count + _PRIOR_MEAN)
            square = weights[:, kind] @ (distance - mean) ** 2 + _PRIOR_SPREAD * _SPREAD**2
            spread = np.sqrt(square / (count + _PRIOR_SPREAD))
            off = ((distance - mean) / spread) ** 2
            logs[:, kind] = -0.5 * (_TAIL + 1) * np.log1p(off / _TAIL) - np.log(spread)
        lead = np.clip(_WITNESS * (logs[:, 1] - logs[:, 0]), -_WITNESS_NATS, _WITNESS_NATS) * between
        shares = rods * np.exp(np.column_stack([-lead / 2, lead / 2, np.zeros(len(lead))]))
        shares /= shares.sum(axis=1, keepdims=True)
    return shares


def _distance(profiles: Array, weight: Array) -> Array:
    """Return how far (N,) the closest rows of each place are from the rods' colour; *weight* says which have rods."""
    weight = weight / weight.sum()
    middle = np.median(profiles[:, _ROWS // 4 : -(_ROWS // 4)], axis=1)
    colour = weight @ middle
    for _ in range(2):
        closest = ((profiles - colour) ** 2).sum(axis=2).argmin(axis=1)
        colour = weight @ profiles[np.arange(len(profiles)), closest]
    far = np.sqrt(((profiles - colour) ** 2).sum(axis=2))
    return np.asarray(((far[:, :-2] + far[:, 1:-1] + far[:, 2:]) / 3).min(axis=1))
