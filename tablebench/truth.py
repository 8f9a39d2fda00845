"""The truth beside a picture, in the format of ``shared/renders``. No Blender."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kits.kit import Plan
from tablebench.positions import Piece, Position
from tablebench.view import View, corners_mm


@dataclass(frozen=True, slots=True)
class Board:
    """A board of its own size. ``facts`` go into the truth as they are."""

    plan: Plan
    style: str
    border_mm: float
    thickness_mm: float
    facts: dict[str, Any]

    @property
    def size_mm(self) -> tuple[float, float]:
        """How wide and high the cells are together."""
        return self.plan.width_mm, self.plan.height_mm


def place_of(plan: Plan, cell: str) -> tuple[float, float]:
    """Return the middle of *cell* with y along the ranks."""
    x, y = plan.centre_mm(cell)
    return x, plan.height_mm - y


def truth_of(tier: str, board: Board, position: Position, view: View, shares: Sequence[float]) -> dict[str, Any]:
    """Return the record of a picture; *shares* say how much of each piece of *position* is seen."""
    plan = board.plan
    places = np.array([(*place_of(plan, cell), 0.0) for cell in plan.cells])
    pieces = [_piece(piece, share) for piece, share in zip(position.pieces, shares, strict=True)]
    return {
        "tier": tier,
        "board": {
            "style": board.style,
            "cols": plan.columns,
            "rows": plan.rows,
            "cell_mm": [plan.pitch_mm, plan.pitch_mm],
            "playing_area_mm": list(board.size_mm),
            "border_mm": board.border_mm,
            "thickness_mm": board.thickness_mm,
            **board.facts,
        },
        "camera": {
            "K": view.K.tolist(),
            "dist": [0.0] * 5,
            "R": view.R.tolist(),
            "t": view.t.tolist(),
            "elevation_deg": view.elevation_deg,
        },
        "corners_px": _listed(view.px(corners_mm(board.size_mm))),
        "cells": [_cell(*each) for each in zip(plan.cells, _listed(places), _listed(view.px(places)), strict=True)],
        "pieces": pieces,
        "dice": [piece for piece in pieces if "value" in piece],
        "edges": _edges(position) if position.kit.rod else [],
        "players": list(position.players),
    }


def _listed(points: npt.NDArray[np.float64]) -> list[list[float]]:
    rounded: list[list[float]] = points.round(3).tolist()
    return rounded


def _cell(name: str, centre_mm: list[float], centre_px: list[float]) -> dict[str, Any]:
    clear = {"occluded_by_hand_fraction": 0.0, "occluded_by_clutter_fraction": 0.0}
    return {"name": name, "center_board_mm": centre_mm, "center_px": centre_px, **clear}


def _piece(piece: Piece, share: float) -> dict[str, Any]:
    said = {"size": piece.size, "value": piece.value}
    facts = {name: value for name, value in said.items() if value is not None}
    return {
        "cell": piece.cell,
        "kind": piece.kind,
        "colour": piece.colour,
        **facts,
        "visible_fraction": round(share, 3),
    }


def _edges(position: Position) -> list[dict[str, Any]]:
    return [{"edge": edge.split("-"), "rod": edge in position.rods} for edge in position.plan.edges]
