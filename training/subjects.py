"""What there is to learn: for each network, which pictures, which places in them, and what a fair reader says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from kits import ting, tingle, tinker_tactics
from kits.colours import COLOURS
from kits.kit import Kit, Plan
from kits.tink import KIT
from simulator.scene import Picture, Scene, SeenPiece, Truth
from training.covers import with_covers
from training.dense import draw_dense_scene
from training.pictures import SIZES, draw_tabik, draw_training_scene
from vision.contents import shape_of
from vision.dice import place_labels
from vision.die_views import reach_of
from vision.network import (
    CELLS_MODEL,
    DICE,
    DICE_MODEL,
    MARKED_PRESENCE,
    PRESENCE,
    PYRAMID_MODEL,
    RODS,
    SHAPE_MODEL,
    SHAPES,
    SIZE_MODEL,
    STONE_MODEL,
    STONES,
    Model,
)
from vision.views import Views

Labels = tuple[int, ...]
_EMPTY, _PIECE, _COVERED = range(len(PRESENCE))
_MARKED = MARKED_PRESENCE.index("marked")
HOLDING = {"presence": (_PIECE,), "stone": (STONES.index("b"), STONES.index("w")), "rod": (RODS.index("rod"),)}
"""Field that says whether something is there, or what → its labels under which something is."""
NOTHING = -1
"""The label of a field that does not apply to a place."""
_ROD_IN_VIEW = 0.25
"""A rod with less than this share in view is not taught: nobody could tell if it lies there."""


def _played(rng: np.random.Generator, kit: Kit) -> Scene:
    return with_covers(rng, draw_training_scene(rng, kit))


def _dense(rng: np.random.Generator, kit: Kit) -> Scene:
    return with_covers(rng, draw_dense_scene(rng, kit, SIZES[rng.integers(len(SIZES))]))


@dataclass(frozen=True, slots=True)
class Subject:
    """What a part of a network of cells is taught, by pictures of one kind."""

    model: Model
    kit: Callable[[np.random.Generator], Kit]
    """Returns a random one of the sets of pieces and boards to learn on."""
    names: Callable[[Plan], Sequence[str]]
    """Returns the places to look at: cells, or edges as well."""
    label: Callable[[Kit, Truth, str], Labels]
    """Returns the label of each field at a place, as a fair reader should see it.

    The first field that applies is one of ``HOLDING``.
    """
    tricky: Callable[[Truth, str], bool] = lambda truth, name: name in truth.taken
    """Returns whether a place without a piece may deceive the reader; these are learned from first."""
    scene: Callable[[np.random.Generator, Kit], Scene] = _played
    """Returns a random scene of that equipment."""
    finish: Callable[[Truth, Views, npt.NDArray[np.int64]], None] = lambda _truth, _where, _labels: None
    """Fills in, in place, the labels (N, fields) that depend on how the places are seen."""
    share: float = 1.0
    """Amount of its examples, relative to other subjects."""
    seats: bool = True
    """Whether each seat's pieces are alike in it, and unlike those of others."""


def _pyramid(_: Kit, truth: Truth, cell: str) -> Labels:
    """Return presence, colour and kind of *cell*."""
    presence = _presence(truth, cell)
    content = truth.contents[cell]
    if presence != _PIECE or content is None:
        return presence, NOTHING, NOTHING
    return presence, COLOURS.index(content[0]), "sml".index(content[1])


def _presence(truth: Truth, cell: str) -> int:
    """Return what a fair reader says of *cell*; anything there that is not a piece counts as a cover."""
    hidden, content = truth.covered.get(cell, 0.0), truth.contents[cell]
    if content is None:
        return _COVERED if hidden >= 0.4 or cell in truth.taken else _EMPTY
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


def _owned(truth: Truth, cell: str, *fields: Callable[[SeenPiece], int]) -> Labels:
    """Return presence, colour and the further *fields* of the piece on *cell*."""
    presence = _presence(truth, cell)
    seen = next((piece for piece in truth.pieces if piece.placed.cell == cell), None)
    if presence != _PIECE or seen is None:
        return presence, NOTHING, *(NOTHING for _ in fields)
    return presence, COLOURS.index(seen.placed.colour), *(field(seen) for field in fields)


def _shape(kit: Kit, truth: Truth, cell: str) -> Labels:
    presence, *others = _owned(truth, cell, lambda seen: SHAPES.index(shape_of(kit.pieces[seen.placed.kind])))
    return _MARKED if presence == _EMPTY and cell in truth.marked else presence, *others


def _stone(_: Kit, truth: Truth, name: str) -> Labels:
    """Return what lies on a cell, or on an edge between cells."""
    if "-" in name:
        edge = truth.edges[name]
        if edge.visible < _ROD_IN_VIEW:
            return NOTHING, RODS.index("covered")
        return NOTHING, RODS.index("rod" if edge.rod else "none")
    presence, content = _presence(truth, name), truth.contents[name]
    if presence == _COVERED:
        return STONES.index("covered"), NOTHING
    return STONES.index("empty" if content is None else content[1]), NOTHING


def _die(_: Kit, truth: Truth, cell: str) -> Labels:
    labels = _owned(truth, cell, lambda seen: DICE.index(int(seen.placed.kind)))
    return *labels, *(NOTHING for _ in range(3))


def _die_places(truth: Truth, where: Views, labels: npt.NDArray[np.int64]) -> None:
    """Fill in where each die is in its crop, and its size; *labels* changes in place."""
    dice = {seen.placed.cell: seen.placed for seen in truth.pieces}
    for row, cell in enumerate(where.cells):
        if labels[row, 0] == _PIECE:
            placed = dice[cell]
            centre = np.add(truth.registration.plan.centre_mm(cell), placed.offset_mm)
            reach = reach_of(int(placed.kind)) * placed.base_mm
            labels[row, 3:] = place_labels(truth.registration, where, row, centre, reach)


def _between_stones(truth: Truth, name: str) -> bool:
    return "-" in name and all(truth.contents[cell] is not None for cell in name.split("-"))


def _ting_or_tingle(rng: np.random.Generator) -> Kit:
    return (ting.KIT, ting.KIT, ting.KIT, tingle.KIT, tingle.KIT, tingle.WITH_PYRAMIDS)[rng.integers(6)]


def _tinker(rng: np.random.Generator) -> Kit:
    return tinker_tactics.kit(players=int(rng.choice([2, 2, 4])))


_DICE = Subject(DICE_MODEL, _tinker, _cells, _die, finish=_die_places, share=0.7)
SUBJECTS: Mapping[str, Subject] = MappingProxyType(
    {
        PYRAMID_MODEL.name: Subject(PYRAMID_MODEL, lambda _: KIT, _cells, _pyramid),
        SHAPE_MODEL.name: Subject(SHAPE_MODEL, _ting_or_tingle, _cells, _shape, share=1.4),
        SIZE_MODEL.name: Subject(SIZE_MODEL, lambda _: tingle.WITH_PYRAMIDS, _cells, _pyramid),
        DICE_MODEL.name: _DICE,
        "crowded_dice": replace(_DICE, scene=_dense, share=0.6, seats=False),
        STONE_MODEL.name: Subject(
            STONE_MODEL, draw_tabik, lambda plan: (*plan.cells, *plan.edges), _stone, _between_stones, seats=False
        ),
    }
)
TAUGHT_BY: Mapping[str, tuple[Model, tuple[str, ...]]] = MappingProxyType(
    {
        CELLS_MODEL.name: (CELLS_MODEL, tuple(name for name in SUBJECTS if name != STONE_MODEL.name)),
        STONE_MODEL.name: (STONE_MODEL, (STONE_MODEL.name,)),
    }
)
"""Each network of cells and the names of its subjects, which are its lessons."""
