"""A game's equipment as somebody may own it: other sizes than the printed kit's, within wide reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from kits.kit import Kit
from kits.pieces import Die, Pawn, Piece, Pyramid, Rod, Slab

_CHESSBOARD_MM = (34.0, 62.0)


def owned(rng: np.random.Generator, kit: Kit) -> Kit:
    """Return *kit* on a board of some other size, its pieces as they fit there.

    A chessboard, for pyramids of published sizes, is drawn from those that are sold;
    other boards by the share of a cell that a piece takes.
    """
    if kit.ground.chequered:
        return kit.on_board(float(rng.uniform(*_CHESSBOARD_MM)))
    pitch = kit.plan.pitch_mm * float(rng.uniform(*_pitch_range(kit)))
    pieces: Mapping[str, Piece] = kit.pieces
    rod = kit.rod
    if rod:
        gap = pitch * float(rng.uniform(0.09, 0.26))
        rod = Rod((pitch - gap) * float(rng.uniform(0.8, 1.02)), gap * float(rng.uniform(0.45, 0.95)), gap)
        stone = pitch - gap * float(rng.uniform(1.0, 1.2))
        pieces = {kind: _slab(rng, piece, stone / 20.0) for kind, piece in kit.pieces.items()}
    elif all(isinstance(piece, Slab) for piece in kit.pieces.values()):
        share = float(rng.uniform(0.72, 1.15)) * pitch / kit.plan.pitch_mm
        pieces = {kind: _slab(rng, piece, share * float(rng.uniform(0.9, 1.1))) for kind, piece in kit.pieces.items()}
    elif all(isinstance(piece, Die) for piece in kit.pieces.values()):
        pieces = {kind: _die(piece, float(rng.uniform(0.8, 1.12))) for kind, piece in kit.pieces.items()}
    else:
        pieces = {kind: _token(rng, piece) for kind, piece in kit.pieces.items()}
    return replace(kit.on_board(pitch), pieces=pieces, rod=rod)


def _pitch_range(kit: Kit) -> tuple[float, float]:
    """Return the smallest and the largest size of a cell, relative to the kit's."""
    if any(isinstance(piece, Die) for piece in kit.pieces.values()):
        return 0.8, 1.4
    if any(isinstance(piece, Pyramid | Pawn) for piece in kit.pieces.values()):
        return 0.9, 1.25
    return 0.65, 1.5


def _slab(rng: np.random.Generator, piece: Piece, share: float) -> Piece:
    assert isinstance(piece, Slab)
    across = piece.across_mm * share
    return replace(piece, across_mm=across, height_mm=across * float(rng.uniform(0.12, 0.45)))


def _die(piece: Piece, share: float) -> Piece:
    assert isinstance(piece, Die)
    return replace(piece, edge_mm=piece.edge_mm * share)


def _token(rng: np.random.Generator, piece: Piece) -> Piece:
    match piece:
        case Slab():
            share = float(rng.uniform(0.85, 1.1))
            return replace(
                piece, across_mm=piece.across_mm * share, height_mm=piece.height_mm * float(rng.uniform(0.6, 1.5))
            )
        case Pawn():
            share = float(rng.uniform(0.8, 1.15))
            return replace(
                piece, across_mm=piece.across_mm * share, height_mm=piece.height_mm * float(rng.uniform(0.75, 1.3))
            )
        case _:
            return piece
