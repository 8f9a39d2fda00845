"""Shifts that many places on a board share: misaligned tiles and mini-boards, and outlines of unknown width."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from calibration.registration import Array
from kits.kit import Kit, Plan

Parts = npt.NDArray[np.intp]
"""The part of the board that each cell is on, by column and row from the top left; -1 for no cell."""

ASKEW = 0.015
"""Standard deviation, in cells, of a part's displacement, and of the shift of its edge by a rotation."""

GAP = 0.02
"""Standard deviation, in cells, of the gap at the edges of all parts."""

OUTLINE = 0.04
"""Standard deviation, in cells, of the shift of each side of the board: an outline has a width, and a shadow."""


def parts_of(kit: Kit) -> Parts:
    """Return which parts *kit*'s board is laid from, if it is: its mini-boards, or tiles that may be loose."""
    plan = kit.plan
    parts: Parts = np.zeros((plan.columns, plan.rows), dtype=np.intp)
    if kit.ground.loose:
        columns, rows = np.indices(parts.shape)
        parts = np.asarray((columns // kit.ground.block) * plan.rows + rows // kit.ground.block, dtype=np.intp)
    for number, mini in enumerate(kit.minis):
        middles = [mini.in_whole(mini.plan.centre_mm(cell)) for cell in mini.plan.cells]
        for x, y in middles:
            parts[int(x // plan.pitch_mm), int(y // plan.pitch_mm)] = number
    for column, row in holes_of(plan):
        parts[column, row] = -1
    return parts


def holes_of(plan: Plan) -> frozenset[tuple[int, int]]:
    """Return the columns and rows, from the top left, that are no cells; a plan with any looks alike all ways round."""
    return frozenset((ord(name[0]) - 97, plan.rows - int(name[1:])) for name in plan.missing)


def common_shifts(places: Array, parts: Parts) -> Array:
    """Return by how much (N, 2, K), in cells, places move with one standard deviation of what moves many at once.

    Args:
        places: corners of cells and middles of their edges (N, 2) on the board, in cells.
    """
    side = np.array(parts.shape)
    ways = itertools.product((0, 1), (np.zeros(2), side))
    moved = [OUTLINE * np.where(np.arange(2) == axis, places == ends, 0.0) for axis, ends in ways]
    names = np.unique(parts[parts >= 0])
    if len(names) == 1:
        return np.stack(moved, axis=2)
    beside = [np.floor(places + way).astype(np.intp) for way in itertools.product((-0.25, 0.25), repeat=2)]
    on = [
        np.where(np.all((cell >= 0) & (cell < side), axis=1), parts[tuple(np.clip(cell, 0, side - 1).T)], -1)
        for cell in beside
    ]
    known = np.maximum(np.sum(np.array(on) >= 0, axis=0), 1)
    smaller = np.zeros_like(places)
    for name in names:
        share = (np.sum(np.array(on) == name, axis=0) / known)[:, None]
        cells = np.argwhere(parts == name) + 0.5
        half = np.ptp(cells, axis=0) / 2 + 0.5
        off = places - cells.mean(axis=0)
        turn = np.column_stack([-off[:, 1], off[:, 0]]) / half.max()
        moved += [ASKEW * share * way for way in (np.array([1.0, 0.0]), np.array([0.0, 1.0]), turn)]
        smaller -= GAP * share * off / half
    moved.append(smaller)
    return np.stack(moved, axis=2)
