"""What the dice show that the first network saw: their faces, and the sides of d4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from calibration.places import Place, boards_of
from calibration.registration import Registration
from vision.dice import as_input, face_input, face_views, places
from vision.network import (
    DICE,
    FACE_MODEL,
    FACES,
    PRESENCE,
    Evidence,
    Floats,
    Network,
    shared_network,
    shares,
)
from vision.tetrahedra import d4_values
from vision.views import Array, Image, Views


class Look(NamedTuple):
    """How a die is looked at: turned by so many radians, what portion of its reach is taken for all, and how far beside
    its middle, in reaches along the board's axes.
    """

    turn: float
    portion: float
    right: float = 0.0
    down: float = 0.0


FIRST = (Look(0.0, 1.0),)
AGAIN = (Look(-0.2, 0.85), Look(0.2, 0.85))
"""Where it may be other than a d4, and is not plain."""
DOUBTED = (Look(-0.4, 0.92), Look(0.4, 0.92), Look(0.0, 0.92, right=0.1), Look(0.0, 0.92, right=-0.1))
"""Where those leave a doubt."""
_PLAIN = 0.995
"""A face of which so much is sure is not looked at further."""
_HARDLY = 6.0
"""Where something is this many nats behind all else, no other network looks whether it is that."""
_D4 = np.array([faces == 4 for faces, _ in FACES])


def face_scores(
    image: Image,
    registration: Registration,
    centres_mm: Array,
    reaches_mm: Array,
    *,
    looks: Sequence[Look] = (*FIRST, *AGAIN),
    network: Network | None = None,
) -> Floats:
    """Return (N, len(FACES)): how well dice at *centres_mm*, of *reaches_mm*, fit each face of each kind, in nats."""
    known = network or shared_network(FACE_MODEL)
    count, times = len(centres_mm), len(looks)
    turns, portions, right, down = (np.repeat(values, count) for values in zip(*looks, strict=True))
    reaches = np.tile(reaches_mm, times)
    places = np.tile(centres_mm, (times, 1)) + reaches[:, None] * np.column_stack([right, down])
    seen = face_views(registration, places, portions * reaches, turns)
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
            scores[here] = _looked_at(image, board, middles, reaches, evidence["kind"][here])
    return {**evidence, "face": scores}


def _looked_at(image: Image, board: Registration, middles: Array, reaches: Array, kinds: Floats) -> Floats:
    """Return the scores (N, len(FACES)) of dice of which the first network says *kinds* (N, len(DICE)).

    Of what is clearly a d4 the sides alone are looked at again, of what may be one the sides too.
    """
    scores = face_scores(image, board, middles, reaches, looks=FIRST)
    lead = _lead_of_d4(kinds, scores)
    rows, taken = np.flatnonzero(lead < _HARDLY), len(FIRST)
    for looks in (AGAIN, DOUBTED):
        rows = rows[shares(scores[rows]).max(axis=1) < _PLAIN]
        if not len(rows):
            break
        more = face_scores(image, board, middles[rows], reaches[rows], looks=looks)
        scores[rows] = (taken * scores[rows] + len(looks) * more) / (taken + len(looks))
        taken += len(looks)
    here = np.flatnonzero(lead > -_HARDLY)
    values = d4_values(image, board, middles[here], reaches[here]) + np.log(4)
    scores[np.ix_(here, np.flatnonzero(_D4))] = _of_kind(scores[here], 4)[:, None] + values
    return scores


def _lead_of_d4(kinds: Floats, faces: Floats) -> Floats:
    """Return by how many nats (N,) each die is a d4 rather than anything else."""
    each = kinds + np.stack([_of_kind(faces, kind) for kind in DICE], axis=1)
    return np.asarray(each[:, 0] - each[:, 1:].max(axis=1), dtype=np.float32)


def _of_kind(faces: Floats, kind: int) -> Floats:
    """Return (N,) how well the faces of dice fit a *kind* whose values are all as likely."""
    chosen = faces[:, [number == kind for number, _ in FACES]]
    return np.asarray(np.logaddexp.reduce(chosen, axis=1) - np.log(kind), dtype=np.float32)
