"""What there is to learn: for each network, which pictures, which places in them, and what a fair reader says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.registration import Registration
from kits.colours import COLOURS
from kits.kit import Plan
from kits.tink import KIT
from simulator.scene import Picture, Truth
from training.pictures import draw_picture
from vision.network import PRESENCE, PYRAMID_MODEL, Model
from vision.views import Frame, Views, views

Labels = tuple[int, ...]
_EMPTY, _PIECE, _COVERED = range(len(PRESENCE))
_NOTHING = -1
"""The label of a field that says nothing about a place."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A network to be taught."""

    model: Model
    draw: Callable[[np.random.Generator], Picture]
    names: Callable[[Plan], Sequence[str]]
    """The places to look at: cells or edges."""
    views: Callable[[Registration, Sequence[str], Frame], Views]
    label: Callable[[Truth, str], Labels]
    """The label of each field at a place, as a fair reader should see it. In the first field 0 is
    nothing, the last is covered."""


def _pyramid(truth: Truth, cell: str) -> Labels:
    """Return presence, colour and kind of *cell*."""
    presence = _presence(truth, cell)
    content = truth.contents[cell]
    if presence != _PIECE or content is None:
        return presence, _NOTHING, _NOTHING
    return presence, COLOURS.index(content[0]), "sml".index(content[1])


def _presence(truth: Truth, cell: str) -> int:
    hidden, content = truth.covered.get(cell, 0.0), truth.contents[cell]
    if content is None:
        return _COVERED if hidden >= 0.4 else _EMPTY
    seen = next((piece.visible for piece in truth.pieces if piece.placed.cell == cell), 1.0)
    return _COVERED if hidden >= 0.05 and seen < 0.4 else _PIECE


def fair_log_pitch(picture: Picture, cell: str) -> float:
    """Return the log pitch that makes the pyramid on *cell* a nominal one: the simulator's pieces vary in size.

    Where none stands it is the board's own.
    """
    size = 1.0
    for piece in picture.truth.pieces:
        if piece.placed.cell == cell and piece.placed.kind in KIT.pyramids:
            size = piece.placed.base_mm / KIT.pyramids[piece.placed.kind].base_mm
    return float(np.log(picture.truth.registration.plan.pitch_mm / size))


def _cells(plan: Plan) -> Sequence[str]:
    return plan.cells


SUBJECTS = {subject.model.name: subject for subject in (Subject(PYRAMID_MODEL, draw_picture, _cells, views, _pyramid),)}
