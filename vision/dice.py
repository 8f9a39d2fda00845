"""Reads what dice show: the first network says where each is, others look again at its faces.

Of a d6 or d8 one network sees the whole die and another, by itself, the upper face. Of a d4 one says how it lies:
where its middle is, how large it is, and how it is turned, which repeats after a third of a turn. Then the value is
the number that stands upright on each of its sides, at the tip or along the base, and what the sides say adds up.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Registration
from vision.die_views import (
    MIDDLE,
    FaceViews,
    Lie,
    as_input,
    face_input,
    face_views,
    headings,
    pose_views,
    side_views,
    top_views,
)
from vision.network import (
    ACROSS,
    DICE,
    DOWN,
    FACE_MODEL,
    FACES,
    POSE_MODEL,
    PRESENCE,
    REACHES,
    SIDE_MODEL,
    TOP_MODEL,
    TOPS,
    Evidence,
    Floats,
    Model,
    faces_of,
    log_shares,
    shared_network,
    shares,
)
from vision.views import Array, Image, Views

_SCARCELY = 3.0
"""A die this many nats behind everything else is not examined by the other networks (figures: the notebook)."""
SHIFT, GROWTH = 0.15, 0.1
"""Units of the network's outputs: reaches for shifts, log size for growth."""


def places(registration: Registration, where: Views, evidence: Evidence) -> tuple[Array, Array]:
    """Return the middles (N, 2) in mm and the reaches (N,) in mm of the dice that the first network saw in *where*."""
    reaches = np.exp(_mean(evidence["reach"], np.log(REACHES))) * registration.plan.pitch_mm
    at = np.column_stack([_mean(evidence["across"], ACROSS), _mean(evidence["down"], DOWN), np.ones(len(reaches))])
    image = np.einsum("nij,nj->ni", where.H_image_crop, at)
    image = image[:, :2] / image[:, 2:]
    middles = [
        registration.board_from_px(pixel[None], height_mm=MIDDLE * reach)[0]
        for pixel, reach in zip(image, reaches, strict=True)
    ]
    return np.array(middles).reshape(-1, 2), reaches


def place_labels(
    registration: Registration, where: Views, row: int, centre_mm: npt.ArrayLike, reach: float
) -> tuple[int, int, int]:
    """Return the numbers in ACROSS, DOWN and REACHES of a die in crop *row* of *where*.

    *registration* is the true one; the die's middle over *centre_mm* is of *reach* mm.
    """
    pixel = registration.px_from_board(np.array([[*np.asarray(centre_mm), -MIDDLE * reach]]))[0]
    at = np.linalg.solve(where.H_image_crop[row], [*pixel, 1.0])
    x, y = at[:2] / at[2]
    share = reach / registration.plan.pitch_mm
    return _nearest(ACROSS, x), _nearest(DOWN, y), _nearest(np.log(REACHES), float(np.log(share)))


def _nearest(values: Array, wanted: float) -> int:
    return int(np.abs(values - wanted).argmin())


def _mean(scores: Floats, values: Array) -> Array:
    return np.asarray(shares(scores) @ values)


def told(model: Model, image: Image, seen: FaceViews) -> Floats:
    """Return what the network of *model* says of what is *seen* in *image*: a row for each crop, in nats."""
    return shared_network(model).own_scores(as_input(face_input(image, seen)))


def with_faces(image: Image, place: Place, where: Views, evidence: Evidence) -> Evidence:
    """Return *evidence* of the first network with the second's, ``face`` (N, len(FACES)): 0 where no die can be."""
    presence = evidence["presence"]
    piece = presence[:, PRESENCE.index("piece")]
    maybe = np.logaddexp.reduce(presence, axis=1) - piece < _SCARCELY
    scores = np.zeros((len(presence), len(FACES)), dtype=np.float32)
    for board in place.boards:
        here = np.flatnonzero(maybe & np.isin(where.cells, board.plan.cells))
        middles, reaches = places(board, where.at(here), {name: field[here] for name, field in evidence.items()})
        scores[here] = _looked_at(image, board, middles, reaches, evidence["kind"][here])
    return {**evidence, "face": scores}


def _looked_at(image: Image, board: Registration, middles: Array, reaches: Array, kinds: Floats) -> Floats:
    """Return the scores (N, len(FACES)) of dice scored as *kinds*: a d4's by its sides, others' by their upper face."""
    straight = np.zeros(len(middles))
    scores = told(FACE_MODEL, image, face_views(board, middles, reaches, straight))
    tall = _lead_of_d4(kinds, scores) > 0
    here, rows = np.flatnonzero(tall), np.flatnonzero(~tall)
    tops = told(TOP_MODEL, image, top_views(board, middles[rows], reaches[rows], straight[rows]))
    scores[rows] = with_tops(scores[rows], tops)
    values = value_scores(image, board, lies(image, board, middles[here], reaches[here]))
    scores[here, faces_of(4)] = _of_kind(scores[here], 4)[:, None] + log_shares(values) + np.log(4)
    return scores


def with_tops(faces: Floats, tops: Floats) -> Floats:
    """Return the scores *faces* (N, len(FACES)) with what *tops* (N, len(TOPS)) says of the values of each kind.

    Which kind it is the first alone tells: an upper face looks much the same on both.
    """
    found = faces.copy()
    for kind in DICE[1:]:
        own = faces[:, faces_of(kind)]
        shared = log_shares(own + tops[:, faces_of(kind, TOPS)])
        found[:, faces_of(kind)] = np.logaddexp.reduce(own, axis=1)[:, None] + shared
    return found


def _lead_of_d4(kinds: Floats, faces: Floats) -> Floats:
    """Return the lead (N,) in nats of a d4 over any other die, for each die."""
    each = kinds + np.stack([_of_kind(faces, kind) for kind in DICE], axis=1)
    return np.asarray(each[:, 0] - each[:, 1:].max(axis=1), dtype=np.float32)


def _of_kind(faces: Floats, kind: int) -> Floats:
    """Return (N,) how well the faces of dice fit a *kind* whose values are all equally likely."""
    return np.asarray(np.logaddexp.reduce(faces[:, faces_of(kind)], axis=1) - np.log(kind), dtype=np.float32)


def pose_labels(registration: Registration, guess: Lie, true: Lie, turns: Array) -> Array:
    """Return (N, 5), what the network is to say of crops made from *guess*: see ``moved_to``."""
    turned = headings(registration, guess.centres_mm) + turns
    reaches = guess.reaches_mm
    off = _rotated(true.centres_mm - guess.centres_mm, -turned) / reaches[:, None] / SHIFT
    angle = 3 * (true.angles - turned)
    growth = np.log(true.edges_mm / guess.edges_mm) / GROWTH
    return np.column_stack([np.cos(angle), np.sin(angle), off, growth])


def moved_to(registration: Registration, guess: Lie, said: Floats, turns: Array) -> Lie:
    """Return how dice lie for which the network *said* (N, 5) this, looking at *guess*.

    It says the cosine and the sine of three times the angle of a corner, in the crop, then
    how far the middle is off to the right and down, and how much larger the die is.
    """
    said = np.asarray(np.clip(said, -4, 4), dtype=np.float32)
    turned = headings(registration, guess.centres_mm) + turns
    reaches = guess.reaches_mm
    return Lie(
        guess.centres_mm + _rotated(said[:, 2:4] * SHIFT * reaches[:, None], turned),
        guess.edges_mm * np.exp(GROWTH * said[:, 4].astype(np.float64)),
        np.arctan2(said[:, 1], said[:, 0]) / 3 + turned,
    )


def lies(image: Image, registration: Registration, centres_mm: Array, reaches_mm: Array) -> Lie:
    """Return how d4 lie that were thought to be at *centres_mm* (N, 2) and of *reaches_mm* (N,)."""
    guess, straight = Lie.seen(centres_mm, reaches_mm), np.zeros(len(centres_mm))
    said = told(POSE_MODEL, image, pose_views(registration, guess, straight))
    return moved_to(registration, guess, said, straight)


def _rotated(vectors: Array, angles: Array) -> Array:
    """Return *vectors* (N, 2) turned by *angles* (N,), from x towards y."""
    c, s = np.cos(angles), np.sin(angles)
    x, y = vectors.T
    return np.column_stack([x * c - y * s, x * s + y * c])


def value_scores(image: Image, registration: Registration, lie: Lie) -> Floats:
    """Return (N, 4): how well each value fits dice that lie as *lie* says, in nats, none where no side is seen."""
    seen, square = side_views(registration, lie)
    each = told(SIDE_MODEL, image, seen) * (square > 0)[:, None]
    return np.asarray(each.reshape(-1, 3, 4).sum(axis=1))
