"""Which network knows a kit's pieces, and what its evidence says of contents, for pieces that belong to seats."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from scipy.special import log_expit

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
    log_shares,
    shares,
)

_LEAST = 1e-7
"""Least share of any content: what the look of a cell rules out still gets this much."""
_STRAY = dict.fromkeys(SHAPES, 0.01) | {"pawn": 0.035}
"""How often a shape is seen that no piece on the board has; most upright things look like a pawn."""
_SNUG = 0.9
"""A pyramid that fills more than this share of its cell settles the pitch."""

_NOTHING = 2.0
"""Nats in favour of a pyramid over a covered cell that count as neutral; from simulated chessmen.

Networks are surer than they ought to be that something upright is a piece: of chessmen they say so ten to one or a
thousand to one, of pieces a hundred thousand to one.
"""

_BEYOND = -5.0
"""Nats by which a die that stands in for another rarely shows more than its limit."""

MODELS = {model.name: model for model in (PYRAMID_MODEL, SHAPE_MODEL, SIZE_MODEL, DICE_MODEL, STONE_MODEL)}

PYRAMID_MODELS = (PYRAMID_MODEL, SIZE_MODEL)
"""The models that score the sizes of pyramids relative to their cells."""

# Networks take a die of a shape that they have not learned (a d10 of units or of tens, a d12, a d20) for a d8, or a d6,
# with less confidence than a real one, and read the number on its upper face where they know it: of 420 simulated d10
# of units that showed 1 to 4 they read 96 %, of 420 of tens 24 %. So a d10 has values, and all others have none. The
# figures are those of a logistic fit to 120 simulated tables; on 90 others it told 86 % of such dice from a d6 or d8,
# and 94 % of d8 and all d6 from them, each by itself.
UNITS = 10
"""Key for the shape of a d10 that shows 0 to 9."""
_HIGHEST = 8
_NEVER = -8.0
"""Nats against a strange die that looks like a d4."""
_LIKE_D6, _LIKE_D8 = 6.4, 9.9
"""Nats in favour of a strange die that looks like a d6, or a d8, with no lead."""
_OF_SHAPE, _OF_VALUE, _MOST = 0.65, 0.33, 12.0
"""Nats against it per nat of the shape's lead, and of its likeliest value's lead, the latter up to ``_MOST``."""
_SOFTER = 0.7
"""Factor on the networks' nats about values."""

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


def of_kit(evidence: Evidence, model: Model, kit: Kit) -> Evidence:
    """Return *evidence* in which ``presence`` knows the shapes of *kit*, and how little *model* knows of other things.

    What is no piece counts as covered.
    """
    piece, covered = PRESENCE.index("piece"), PRESENCE.index("covered")
    presence = evidence["presence"].astype(np.float64)
    if "shape" in evidence:
        columns = [SHAPES.index(shape_of(kit.pieces[kind])) for kind in kit.stock]
        presence[:, piece] += np.logaddexp.reduce(log_shares(evidence["shape"])[:, columns], axis=1)
    if model in PYRAMID_MODELS:
        told = presence[:, piece] - presence[:, covered] - _NOTHING
        stands = presence[:, piece].copy()
        presence[:, piece] = stands + log_expit(told)
        presence[:, covered] = np.logaddexp(presence[:, covered], stands + log_expit(-told))
    return MappingProxyType({**evidence, "presence": presence.astype(np.float32)})


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
    """Return (N, kinds, 8): the score of each kind, in its own or a stand-in's shape, showing each of its values."""
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


def strange(looks: Mapping[int, npt.NDArray[np.float64]], shape: int) -> npt.NDArray[np.float64]:
    """Return (N, 8): how well each value of a die of a strange *shape* fits, beside the *looks* of the others.

    *looks* are number of faces → (N, faces), for 4, 6 and 8.
    """
    whole = np.stack([np.logaddexp.reduce(look, axis=1) for look in looks.values()], axis=1)
    best = whole.argmax(axis=1)
    least = np.array([_NEVER if faces == 4 else _LIKE_D6 if faces == 6 else _LIKE_D8 for faces in looks])
    ranked = np.sort(whole, axis=1)
    leads = np.stack([_lead(look) for look in looks.values()], axis=1)[np.arange(len(best)), best]
    against = _OF_SHAPE * (ranked[:, -1] - ranked[:, -2]) + _OF_VALUE * np.minimum(leads, _MOST)
    fit = ranked[:, -1] + np.where(least[best] < 0.0, _NEVER, least[best] - against)
    any_value = np.full((1, _HIGHEST), -np.log(_HIGHEST))
    return np.asarray(fit[:, None] + (_values(looks) if shape == UNITS else any_value))


def _lead(look: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the lead (N,) of the likeliest value, in nats."""
    ranked = np.sort(look, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2])


def _values(looks: Mapping[int, npt.NDArray[np.float64]]) -> npt.NDArray[np.float64]:
    """Return (N, 8): the log-shares of values, for dice with an upper face."""
    both = np.full((len(looks[8]), _HIGHEST), -np.inf)
    for faces in (6, 8):
        both[:, :faces] = np.logaddexp(both[:, :faces], looks[faces])
    soft = _SOFTER * (both - both.max(axis=1, keepdims=True))
    return np.asarray(soft - np.logaddexp.reduce(soft, axis=1)[:, None])
