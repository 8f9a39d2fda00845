"""Shifts that many lines of a board share: misaligned tiles and mini-boards, and outlines of unknown width."""

from __future__ import annotations

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
"""Standard deviation, in cells, of the common inward shift of the outermost lines: up to half an outline's width."""

SHADOW = 0.015
"""Standard deviation, in cells, of the shift of each side alone, because a shadow lies on one side."""

RIM_SHIFTS = 5
"""Number of shifts of the outermost lines: one for all four sides together, then one for each."""


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


def common_shifts(places: Array, upright: npt.NDArray[np.bool_], parts: Parts) -> Array:
    """Return by how much (N, 2, K), in cells, edges move with one standard deviation of what moves many at once.

    Args:
        places: the middles (N, 2) of the edges on the board, in cells.
        upright: which (N,) of them run along y.
    """
    side = np.array(parts.shape)
    rims = _rims(places, upright, side)
    moved = [OUTLINE * rims.sum(axis=0), *(SHADOW * rim for rim in rims)]
    names = np.unique(parts[parts >= 0])
    half = np.where(upright[:, None], [0.5, 0.0], [0.0, 0.5])
    beside = [np.floor(places + way * half).astype(np.intp) for way in (-1, 1)]
    there = [np.all((cell >= 0) & (cell < side), axis=1) for cell in beside]
    on = [
        np.where(inside, parts[tuple(np.clip(cell, 0, side - 1).T)], -1)
        for cell, inside in zip(beside, there, strict=True)
    ]
    known = sum((part >= 0).astype(np.float64) for part in on)
    if len(names) == 1:
        return np.stack(moved, axis=2)
    smaller = np.zeros_like(places)
    for name in names:
        share = sum((part == name).astype(np.float64) for part in on)[:, None] / np.maximum(known, 1)[:, None]
        cells = np.argwhere(parts == name) + 0.5
        half = np.ptp(cells, axis=0) / 2 + 0.5
        off = places - cells.mean(axis=0)
        turn = np.column_stack([-off[:, 1], off[:, 0]]) / half.max()
        moved += [ASKEW * share * way for way in (np.array([1.0, 0.0]), np.array([0.0, 1.0]), turn)]
        smaller -= GAP * share * off / half
    moved.append(smaller)
    return np.stack(moved, axis=2)


def _rims(places: Array, upright: npt.NDArray[np.bool_], side: npt.NDArray[np.intp]) -> Array:
    """Return (4, N, 2) the way inward of the edges on each side of the board, none for others."""
    rims = np.zeros((4, len(places), 2))
    for axis in (0, 1):
        across = upright if axis == 0 else ~upright
        for end, last in enumerate((0, side[axis])):
            rims[2 * axis + end, across & (places[:, axis] == last), axis] = 1.0 - 2.0 * end
    return rims
