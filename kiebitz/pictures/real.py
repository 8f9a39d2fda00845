"""A picture of a real game with its truth, in the form of renders (``benchmarks.renders`` reads it), fit for strangers.

What lies off the board, and what covered it, is unrecognisable. Cells in doubt are left out of the truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Array, Camera, Registration
from core.json_types import JsonObject
from core.reading import EMPTY, is_edge
from kiebitz.pictures.blurring import blurred_outside, cells_near
from kiebitz.pictures.frame import Image
from kiebitz.pictures.label_spots import standing
from kiebitz.pictures.overlay import square_px
from kits.kit import Kit, Plan
from kits.pieces import Slab

_RIM_CELLS = 0.3
"""Width of the rim around the board that stays sharp, in cells: its outline."""
_SIZES = {"s": "small", "m": "medium", "l": "large"}
_STONES = {"b": "black", "w": "white"}
_TURN = np.diag([1.0, -1.0, -1.0])
"""Turns this project's board frame (y down, z into the table) into that of renders (y up, z up)."""


@dataclass(frozen=True, slots=True, eq=False)
class Real:
    """A picture, the board in it, and what lies there; ``left_out`` are cells where that is in doubt."""

    image: Image
    place: Place
    kit: Kit
    contents: Mapping[str, str]
    colours: Mapping[str, str]
    """Seat → colour."""
    left_out: frozenset[str] = frozenset()
    tier: str = "real"

    @property
    def known(self) -> dict[str, str]:
        """The contents of cells and edges that are not in doubt."""
        return {
            cell: content for cell, content in self.contents.items() if self.left_out.isdisjoint((cell, *_ends(cell)))
        }

    def for_strangers(self) -> Real:
        """Return it with all but the board and its pieces blurred, and what a hand may hide left out."""
        near = frozenset(cells_near(self.place, self.left_out))
        sharp = np.zeros(self.image.shape[:2], np.uint8)
        for cell in set(self.place.cells) - near:
            cv2.fillConvexPoly(sharp, _whole(self._with_rim(cell)), 255)
        sharp |= standing(self.image.shape[:2], self.place, self.kit, self.contents)
        hidden = np.zeros_like(sharp)
        for cell in near:
            cv2.fillConvexPoly(hidden, _whole(square_px(self.place, cell)), 255)
        sharp[hidden > 0] = 0
        cut = {cell for cell, content in self.contents.items() if content != EMPTY and self._is_cut(cell, sharp)}
        image = blurred_outside(self.image, sharp)
        return Real(image, self.place, self.kit, self.contents, self.colours, self.left_out | near | cut, self.tier)

    def as_json(self, name: str) -> JsonObject:
        """Return the truth of the picture called *name*, without its ending."""
        (board,) = self.place.boards
        height, width = self.image.shape[:2]
        known = self.known
        return {
            "id": name,
            "game": self.kit.name.partition("_")[0],  # renders call a game by the first word of its name
            "tier": self.tier,
            "image": {"file": f"{name}.jpg", "width": width, "height": height},
            "board": _board(board.plan),
            "camera": _camera(board),
            "corners_px": board.corners_px.round(3).tolist(),
            "cells": [self._cell(board, cell, known[cell]) for cell in board.plan.cells if cell in known],
            "pieces": [
                {"cell": cell, **piece, "visible_fraction": 1.0}
                for cell, content in known.items()
                if not is_edge(cell) and (piece := self._piece(content))
            ],
            "edges": [
                {"edge": cell.split("-"), "rod": content != EMPTY} for cell, content in known.items() if is_edge(cell)
            ],
            "players": [self.colours[seat] for seat in sorted(self.colours)],
        }

    def _with_rim(self, cell: str) -> Array:
        """Return the corners (4, 2) in px of *cell* and a rim around it."""
        board = self.place.board_with([cell])
        reach = (0.5 + _RIM_CELLS) * board.plan.pitch_mm
        around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach
        return board.px_from_board(np.array(board.plan.centre_mm(cell)) + around)

    def _is_cut(self, cell: str, sharp: Image) -> bool:
        """Return whether part of the piece on *cell* lies outside *sharp*."""
        piece = standing(sharp.shape, self.place, self.kit, {cell: self.contents[cell]}) > 0
        return bool((piece & (sharp == 0)).any())

    def _cell(self, board: Registration, cell: str, content: str) -> JsonObject:
        return {
            "name": cell,
            "center_px": board.px_from_board([board.plan.centre_mm(cell)])[0].round(3).tolist(),
            "quad_px": square_px(self.place, cell).round(3).tolist(),
            "occluded_by_clutter_fraction": 0.0,
            "occluded_by_hand_fraction": 0.0,
            "content": self._piece(content),
        }

    def _piece(self, content: str) -> JsonObject | None:
        """Return *content* in the words of renders; None for an empty cell."""
        if content == EMPTY:
            return None
        if content in _STONES:
            return {"kind": "stone", "colour": _STONES[content]}
        colour, (kind, _, value) = self.colours[content[0]], content[1:].partition("=")
        if value:
            return {"kind": f"d{kind}", "colour": colour, "value": int(value)}
        outlines = {each: slab.outline for each, slab in self.kit.pieces.items() if isinstance(slab, Slab)}
        if len(outlines) == len(self.kit.pieces):
            return {"kind": outlines[kind], "colour": colour}
        return {"kind": "pyramid", "size": _SIZES[kind], "colour": colour}


def place_from_json(boards: Sequence[Mapping[str, Any]]) -> Place:
    """Return the place that was kept as *boards*. Raises ``ValueError`` or ``KeyError`` where it is none."""
    return Place.of(*map(_registration, boards))


def _registration(told: Mapping[str, Any]) -> Registration:
    plan = Plan(
        int(told["columns"]), int(told["rows"]), float(told["pitch_mm"]), frozenset(told["missing"]), told["prefix"]
    )
    K, R = np.array(told["K"], np.float64).reshape(3, 3), np.array(told["R"], np.float64).reshape(3, 3)
    width, height = told["size"]
    camera = Camera(K, np.array(told["dist"], np.float64), (int(width), int(height)))
    return Registration(camera, R, np.array(told["t"], np.float64).reshape(3), plan, "hand", 0.0)


def _ends(cell: str) -> list[str]:
    return cell.split("-")


def _whole(points: Array) -> npt.NDArray[np.int32]:
    return np.round(points).astype(np.int32)


def _board(plan: Plan) -> JsonObject:
    size: JsonObject = {"cols": plan.columns, "rows": plan.rows, "cell_mm": [plan.pitch_mm, plan.pitch_mm]}
    return {**size, "square_mm": plan.pitch_mm, "n": plan.columns, "layout": "ring7" if plan.missing else "grid"}


def _camera(board: Registration) -> JsonObject:
    R = board.R @ _TURN
    t = board.t.reshape(3) - R @ np.array([0.0, board.plan.height_mm, 0.0])
    return {"K": board.camera.K.tolist(), "dist": board.camera.dist.ravel().tolist(), "R": R.tolist(), "t": t.tolist()}
