"""What the dice show that the first network saw: their faces, and the sides of d4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.places import Place, boards_of
from calibration.registration import Registration
from vision.dice import as_input, face_input, face_views, places
from vision.network import DICE, FACE_MODEL, FACES, PRESENCE, Evidence, Floats, Network, shared_network
from vision.tetrahedra import lies, value_scores
from vision.views import Array, Image, Views

LOOKS = ((-0.2, 0.85), (0.0, 1.0), (0.2, 0.85))
"""By how much, in radians, each die is turned to be looked at again, and what share of its reach is taken for all."""
_HARDLY = 6.0
"""Where the first network puts a die this many nats behind all else, the second does not look."""
_D4 = np.array([faces == 4 for faces, _ in FACES])


def face_scores(
    image: Image,
    registration: Registration,
    centres_mm: Array,
    reaches_mm: Array,
    *,
    looks: Sequence[tuple[float, float]] = LOOKS,
    network: Network | None = None,
) -> Floats:
    """Return (N, len(FACES)): how well dice at *centres_mm*, of *reaches_mm*, fit each face of each kind, in nats."""
    known = network or shared_network(FACE_MODEL)
    count, times = len(centres_mm), len(looks)
    angles, shares = (np.repeat(values, count) for values in zip(*looks, strict=True))
    seen = face_views(registration, np.tile(centres_mm, (times, 1)), shares * np.tile(reaches_mm, times), angles)
    scores = known.scores(as_input(face_input(image, seen)))
    return np.asarray(scores.reshape(times, count, len(FACES)).mean(axis=0), dtype=np.float32)


def with_faces(image: Image, place: Place, where: Views, evidence: Evidence) -> Evidence:
    """Return *evidence* of the first network with the second's, ``face`` (N, len(FACES)): 0 where no die can be."""
    presence = evidence["presence"]
    piece = presence[:, PRESENCE.index("piece")]
    rows = np.flatnonzero(np.logaddexp.reduce(presence, axis=1) - piece < _HARDLY)
    scores = np.zeros((len(presence), len(FACES)), dtype=np.float32)
    for board in boards_of(place):
        known = set(board.plan.cells)
        here = [row for row in rows if where.cells[row] in known]
        if here:
            chosen = replace(where, H_image_crop=where.H_image_crop[here])
            middles, reaches = places(board, chosen, {name: field[here] for name, field in evidence.items()})
            seen = face_scores(image, board, middles, reaches)
            scores[here] = with_sides(image, board, middles, reaches, evidence["kind"][here], seen)
    return {**evidence, "face": scores}


def with_sides(
    image: Image, registration: Registration, middles: Array, reaches: Array, kinds: Floats, faces: Floats
) -> Floats:
    """Return the scores *faces* (N, len(FACES)), of each die that may be a d4 with what its sides say of its value.

    *kinds* (N, len(DICE)) is what the first network says.
    """
    number = np.array([kind for kind, _ in FACES])
    each = [np.logaddexp.reduce(faces[:, number == kind], axis=1) - np.log(kind) for kind in DICE]
    kind = kinds + np.stack(each, axis=1)
    here = np.flatnonzero(kind.max(axis=1) - kind[:, DICE.index(4)] < _HARDLY)
    told = value_scores(image, registration, lies(image, registration, middles[here], reaches[here]))
    out = faces.copy()
    shares = told - np.logaddexp.reduce(told, axis=1, keepdims=True) + np.log(4)
    out[np.ix_(here, np.flatnonzero(_D4))] = each[DICE.index(4)][here, None] + shares
    return out
