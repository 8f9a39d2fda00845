"""What the dice show that the first network saw: their faces, and the sides of d4."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.places import Place
from calibration.registration import Registration
from vision.dice import as_input, face_input, face_views, places, top_views
from vision.network import (
    DICE,
    FACE_MODEL,
    FACES,
    PRESENCE,
    TOP_MODEL,
    TOPS,
    Evidence,
    Floats,
    log_shares,
    shared_network,
)
from vision.tetrahedra import d4_values
from vision.views import Array, Image, Views

_SCARCELY = 3.0
"""A die this many nats behind everything else is not looked at by the other networks (figures: the notebook)."""
_D4 = np.array([faces == 4 for faces, _ in FACES])


def face_scores(image: Image, registration: Registration, centres_mm: Array, reaches_mm: Array) -> Floats:
    """Return (N, len(FACES)): how well dice at *centres_mm*, of *reaches_mm*, fit each face of each kind, in nats."""
    seen = face_views(registration, centres_mm, reaches_mm, np.zeros(len(centres_mm)))
    return shared_network(FACE_MODEL).own_scores(as_input(face_input(image, seen)))


def top_scores(image: Image, registration: Registration, centres_mm: Array, reaches_mm: Array) -> Floats:
    """Return (N, len(TOPS)): how well the upper faces of dice fit each that a d6 or d8 may have, in nats."""
    seen = top_views(registration, centres_mm, reaches_mm, np.zeros(len(centres_mm)))
    return shared_network(TOP_MODEL).own_scores(as_input(face_input(image, seen)))


def with_faces(image: Image, place: Place, where: Views, evidence: Evidence) -> Evidence:
    """Return *evidence* of the first network with the second's, ``face`` (N, len(FACES)): 0 where no die can be."""
    presence = evidence["presence"]
    piece = presence[:, PRESENCE.index("piece")]
    rows = np.flatnonzero(np.logaddexp.reduce(presence, axis=1) - piece < _SCARCELY)
    scores = np.zeros((len(presence), len(FACES)), dtype=np.float32)
    for board in place.boards:
        known = set(board.plan.cells)
        here = [row for row in rows if where.cells[row] in known]
        if here:
            chosen = replace(where, H_image_crop=where.H_image_crop[here])
            middles, reaches = places(board, chosen, {name: field[here] for name, field in evidence.items()})
            scores[here] = _looked_at(image, board, middles, reaches, evidence["kind"][here])
    return {**evidence, "face": scores}


def _looked_at(image: Image, board: Registration, middles: Array, reaches: Array, kinds: Floats) -> Floats:
    """Return the scores (N, len(FACES)) of dice of which the first network says *kinds* (N, len(DICE)).

    Of a d4 the sides are looked at, of another the upper face by itself.
    """
    scores = face_scores(image, board, middles, reaches)
    tall = _lead_of_d4(kinds, scores) > 0
    here, rows = np.flatnonzero(tall), np.flatnonzero(~tall)
    scores[rows] = with_tops(scores[rows], top_scores(image, board, middles[rows], reaches[rows]))
    values = d4_values(image, board, middles[here], reaches[here]) + np.log(4)
    scores[np.ix_(here, np.flatnonzero(_D4))] = _of_kind(scores[here], 4)[:, None] + values
    return scores


def with_tops(faces: Floats, tops: Floats) -> Floats:
    """Return the scores *faces* (N, len(FACES)) with what *tops* (N, len(TOPS)) says of the values of each kind.

    Which kind it is the first alone tells: an upper face looks much the same on both.
    """
    found = faces.copy()
    for kind in sorted({number for number, _ in TOPS}):
        columns = np.flatnonzero([number == kind for number, _ in FACES])
        both = faces[:, columns] + tops[:, np.flatnonzero([number == kind for number, _ in TOPS])]
        found[:, columns] = np.logaddexp.reduce(faces[:, columns], axis=1)[:, None] + log_shares(both)
    return found


def _lead_of_d4(kinds: Floats, faces: Floats) -> Floats:
    """Return by how many nats (N,) each die is a d4 rather than anything else."""
    each = kinds + np.stack([_of_kind(faces, kind) for kind in DICE], axis=1)
    return np.asarray(each[:, 0] - each[:, 1:].max(axis=1), dtype=np.float32)


def _of_kind(faces: Floats, kind: int) -> Floats:
    """Return (N,) how well the faces of dice fit a *kind* whose values are all as likely."""
    chosen = faces[:, [number == kind for number, _ in FACES]]
    return np.asarray(np.logaddexp.reduce(chosen, axis=1) - np.log(kind), dtype=np.float32)
