"""The board of a game as the pages draw it: where its cells lie and what its pieces look like."""

from __future__ import annotations

from collections.abc import Mapping

from core.json_types import Json, JsonObject
from core.options import RuleOptions
from kits.kit import Kit
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from printkit.diagram import cell_places


def board_json(kit: Kit, options: RuleOptions) -> JsonObject:
    """Return the board and pieces of *kit*: cells in units of a cell's side, y down, seat A below."""
    places = cell_places(kit, clockwise=getattr(options, "ring_direction", "clockwise") == "clockwise")
    cells = {
        name: [round(place.centre[0], 3), round(place.centre[1], 3), round(place.turn_deg, 2)]
        for name, place in places.items()
    }
    widest = max((_across(piece) for piece in kit.pieces.values()), default=1.0)
    return {
        "cells": cells,
        "edges": list(kit.plan.edges) if kit.rod is not None else [],
        "pieces": {kind: _piece_json(piece, widest) for kind, piece in kit.pieces.items()},
        "inks": {seat: ink.hex for seat, ink in kit.inks.items()},
        "owned": bool(kit.seats),
        "marked": list(kit.marked),
        "chequered": kit.ground.chequered,
        "block": kit.ground.block,
        "boards": len(kit.minis) if kit.minis and kit.minis[0].at_mm is None else 1,
    }


def _across(piece: Piece) -> float:
    match piece:
        case Pyramid():
            return piece.base_mm
        case Die():
            return piece.edge_mm
        case Slab() | Pawn():
            return piece.across_mm


def _piece_json(piece: Piece, widest: float) -> Mapping[str, Json]:
    """Return the shape of *piece*, and its width as a share of the *widest* piece's."""
    share = round(_across(piece) / widest, 3)
    match piece:
        case Pyramid():
            return {"shape": "pyramid", "share": share, "pips": piece.pips}
        case Die():
            return {"shape": "die", "share": share, "faces": piece.faces}
        case Slab():
            return {"shape": piece.outline, "share": share}
        case Pawn():
            return {"shape": "pawn", "share": share}
