"""Which network knows a kit's pieces, and what its evidence says of contents, for pieces that belong to seats."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable

import numpy as np
import numpy.typing as npt

from core.reading import EMPTY
from kits.colours import COLOURS
from kits.kit import Kit
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from vision.groups import Shades, shades
from vision.inference import Likelihood, Posterior, pyramid_likelihood, scored_likelihood
from vision.network import (
    DICE,
    DICE_MODEL,
    PRESENCE,
    PYRAMID_MODEL,
    RULED_OUT,
    SHAPE_MODEL,
    SHAPES,
    SIZE_MODEL,
    STONE_MODEL,
    STONES,
    Evidence,
    Model,
    faces_of,
    shares,
)
from vision.strange_dice import strange

_LEAST = 1e-7
"""Least share of any content: what the look of a cell rules out still gets this much."""
_STRAY = dict.fromkeys(SHAPES, 0.01) | {"pawn": 0.035}
"""How often a shape is seen that no piece on the board has; most upright things look like a pawn."""
_SNUG = 0.9
"""A pyramid that fills more than this share of its cell settles the pitch."""

_BEYOND = -5.0
"""Nats by which a die that stands in for another rarely shows more than its limit."""

MODELS = {model.name: model for model in (PYRAMID_MODEL, SHAPE_MODEL, SIZE_MODEL, DICE_MODEL, STONE_MODEL)}

PYRAMID_MODELS = (PYRAMID_MODEL, SIZE_MODEL)
"""The models that score the sizes of pyramids relative to their cells."""

Row = dict[str, float]
"""Content → log-likelihood; the best is at most 0."""


def model_for(kit: Kit) -> Model:
    """Return the network that knows the pieces of *kit*."""
    if not kit.seats:
        return STONE_MODEL
    if any(isinstance(piece, Die) for piece in kit.pieces.values()):
        return DICE_MODEL
    if len(kit.pyramids) < len(kit.pieces):
        return SHAPE_MODEL
    widest = max(pyramid.base_mm for pyramid in kit.pyramids.values())
    return SIZE_MODEL if widest > _SNUG * kit.plan.pitch_mm else PYRAMID_MODEL


def can_read(kit: Kit) -> bool:
    """Return whether the pieces of *kit* can be read from pictures."""
    return not why_unreadable(kit)


def why_unreadable(kit: Kit) -> str:
    """Return why the pieces of *kit* cannot be read from pictures; empty where they can.

    >>> from kits.tink import KIT
    >>> why_unreadable(KIT)
    ''
    """
    model, pieces = model_for(kit), kit.pieces.values()
    if not kit.seats:
        return "" if set(kit.pieces) <= set(STONES) else "pieces that belong to nobody are read as stones b and w only"
    if model is DICE_MODEL:
        known = all(isinstance(piece, Die) and kind == str(piece.faces) for kind, piece in kit.pieces.items())
        return "" if known else "beside dice, called 4, 6 and 8 by their faces, no other pieces are read"
    if model is SHAPE_MODEL and _repeats(map(shape_of, pieces)):
        return "two kinds have the same shape from above"
    if model in PYRAMID_MODELS and _repeats(pyramid.base_mm for pyramid in kit.pyramids.values()):
        return "two kinds are pyramids of the same size"
    return ""


def _repeats(values: Iterable[object]) -> bool:
    found = list(values)
    return len(set(found)) < len(found)


def called(evidence: Evidence, names: Container[str | None]) -> tuple[Evidence, Shades]:
    """Return *evidence* and its shades without the colours not among *names*: a glossy white die is no clear one."""
    sold = np.array([name in names for name in COLOURS])
    colour, shade = np.where(sold, evidence["colour"], np.float32(RULED_OUT)), shades(evidence)
    return {**evidence, "colour": colour}, shade._replace(names=np.where(sold, shade.names, RULED_OUT))


def plays_other_pieces(evidence: Evidence, kit: Kit) -> bool:
    """Return whether the shapes seen are likelier of the other pieces of *kit* than of its own.

    *evidence* is that of the part for shapes. Shapes are as frequent as in the stock; those that only the kit's own
    pieces have may be misread other pieces, or no pieces at all. Raises ``ValueError`` if there are no other pieces.
    """
    presence = shares(evidence["presence"])[:, PRESENCE.index("piece")]
    weight = dict(zip(SHAPES, presence @ shares(evidence["shape"]), strict=True))
    own, others = _frequencies(kit), _frequencies(kit.with_other_pieces())
    both = own.keys() | others.keys()
    nats = {name: math.log(others.get(name, _STRAY[name]) / own.get(name, _STRAY[name])) for name in both}
    return bool(sum(weight[name] * nats[name] for name in both) > 0)


def _frequencies(kit: Kit) -> dict[str, float]:
    """Return how frequent each shape is among the pieces of *kit*."""
    counts = Counter[str]()
    for kind, count in kit.stock.items():
        counts[shape_of(kit.pieces[kind])] += count
    return {name: count / counts.total() for name, count in counts.items()}


def kind_likelihood(evidence: Evidence, kit: Kit) -> Likelihood:
    """Return how well each cell fits each kind of *kit*, in the order of its stock."""
    model = model_for(kit)
    if model in PYRAMID_MODELS:
        return pyramid_likelihood(evidence, {kind: kit.pyramids[kind] for kind in kit.stock}, model.cells)
    if model is SHAPE_MODEL:
        columns = [SHAPES.index(shape_of(kit.pieces[kind])) for kind in kit.stock]
        return scored_likelihood(evidence["shape"][:, columns].astype(np.float64))
    joint = _dice_scores(evidence, kit)
    return scored_likelihood(np.logaddexp.reduce(joint, axis=2))


def contents_of(evidence: Evidence, kit: Kit, seats: str) -> Callable[[int, Posterior], Row]:
    """Return what makes the row of a cell, by its number and the board's posterior."""
    names = [[kind] for kind in kit.stock]
    values = np.ones((len(evidence["presence"]), len(names), 1))
    if model_for(kit) is DICE_MODEL:
        names = [[f"{kind}={value}" for value in range(1, _highest(kit, kind) + 1)] for kind in kit.stock]
        joint = _dice_scores(evidence, kit)
        values = np.exp(joint - np.logaddexp.reduce(joint, axis=2)[:, :, None])

    def row(index: int, board: Posterior) -> Row:
        shares = {EMPTY: float(board.empty[index])}
        for seat, letter in enumerate(seats):
            for place, shown in enumerate(names):
                each = board.piece[index, seat, place] * values[index, place, : len(shown)]
                shares |= {f"{letter}{name}": float(share) for name, share in zip(shown, each, strict=True)}
        return normalised(shares)

    return row


def normalised(shares: Row) -> Row:
    """Return the log-likelihoods of *shares*, which need not add up to 1."""
    total = sum(shares.values())
    return {content: float(np.log(max(share / total, _LEAST))) for content, share in shares.items()}


def shape_of(piece: Piece) -> str:
    """Return which of SHAPES *piece* has. Raises ``ValueError`` for a die."""
    match piece:
        case Slab(outline=outline):
            return outline
        case Pyramid():
            return "pyramid"
        case Pawn():
            return "pawn"
        case Die():
            raise ValueError("a die is no shape of this network")


def _highest(kit: Kit, kind: str) -> int:
    """Return the highest value that a reading gives a die of *kind*, stand-ins included."""
    return min(max([int(kind), *kit.stand_ins.get(kind, ())]), max(DICE))


def _dice_scores(evidence: Evidence, kit: Kit) -> npt.NDArray[np.float64]:
    """Return (N, kinds, 8): the score of each kind of die showing each value, far below all others where it has no such
    value.

    A kind is scored with its own shape and with those of its stand-ins.
    """
    looks = {faces: _look(evidence, faces) for faces in DICE}
    joint = np.full((len(evidence["kind"]), len(kit.stock), max(DICE)), RULED_OUT)
    for place, kind in enumerate(kit.stock):
        others = kit.stand_ins.get(kind, ())
        for faces in (int(kind), *others):
            fits = looks[faces] if faces in looks else strange(looks, faces)
            shown = min(faces, max(DICE))
            fits = fits[:, :shown] + np.where(np.arange(shown) < int(kind), 0.0, _BEYOND) - np.log(1 + len(others))
            joint[:, place, :shown] = np.logaddexp(joint[:, place, :shown], fits)
    return joint


def _look(evidence: Evidence, faces: int) -> npt.NDArray[np.float64]:
    """Return (N, faces): how well each value of a die with this many *faces* fits."""
    kind = evidence["kind"].astype(np.float64)[:, DICE.index(faces), None]
    return np.asarray(kind + evidence["face"][:, faces_of(faces)] - np.log(faces))
