"""What is alike has one colour: a second witness from the pixels of the same picture.

A network has never seen this table. Within one picture, though, all bare cells look alike, and all stones of
one colour, and all rods: the places that are plain tell the others what to look for.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
from scipy.cluster.vq import kmeans2

from vision.views import Array, Image, Views, crops

_ROUNDS = 3
_SURELY = 4
"""Places of which the network is not sure teach little about colours."""

_ACROSS = 9
"""Samples along either side of a cell."""
_CORE = 0.4
"""How far they reach from a cell's middle, in halves of its side: what lies on the cell covers that."""
_FEW_CELLS = 1.5
"""So few cells of a kind teach nothing about it: it may have any colour."""
_ANY_COLOUR = 60.0
_OWN_SPREAD = 6.0
"""How much one colour varies, however alike its cells seem (of 255, in each channel)."""
_PRIOR_CELLS = 2.0
"""How many cells the spread of all kinds, and as many their least spread, count for."""
_CELL_TAIL = 8.0
_CELL_WITNESS = 0.7
"""What the second witness counts: light and shadow move many cells at once."""
_CELL_NATS = 4.0
_STRANGE = 0.1
"""The share of pieces that are not of the colour they seem to have."""
_NEVER = 1e-12

_ROWS = 21
"""Rows across the place of a rod."""
_LENGTH = 0.6
"""The part of its length that counts."""
_FEW = 0.5
"""So few rods, or gaps without one, teach nothing about it."""
_NOISE = 3.0
_USUAL = (float(np.log(40.0)), float(np.log(8.0)))
"""How far from the rods' colour places without a rod and with one usually are."""
_SPREAD = 0.5
_PRIOR_MEAN, _PRIOR_SPREAD = 5.0, 10.0
"""How many places these count for."""
_TAIL = 3.0
"""The degrees of freedom of the bells: what lies far out says little."""
_WITNESS = 0.9
_WITNESS_NATS = 4.0
_SHINE = (0.2, 1.0, 1.0)
"""What lightness counts against colour: rods lie in the shade of stones or not."""
_COLOURS = 8
"""Colours that are tried for the rods."""
_TELLING = 0.2
_LEAST_SPREAD = 0.05


def cell_colours(image: Image, where: Views) -> Array:
    """Return (N, 3): the median colour (CIE L*a*b* as OpenCV scales it) of the middle of each cell of *where*."""
    if not where.cells:
        return np.empty((0, 3))
    steps = np.linspace(-_CORE, _CORE, _ACROSS)
    across, down = np.meshgrid(steps, steps)
    middle = where.outline.mean(axis=1)
    half = np.abs(where.outline - middle[:, None]).mean(axis=1)
    spots = middle[:, None] + half[:, None] * np.column_stack([across.ravel(), down.ravel()])
    rays = np.concatenate([spots, np.ones((*spots.shape[:2], 1))], axis=2) @ where.H_image_crop.transpose(0, 2, 1)
    x, y = (rays[..., :2] / rays[..., 2:]).astype(np.float32).transpose(2, 0, 1)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.median(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB), axis=1), dtype=np.float64)


def by_cell_colours(shares: Array, colours: Array, places: Array) -> Array:
    """Return *shares* (N, kinds and, last, covered) once more, knowing that cells of one kind are of one colour.

    *colours* (N, 3) are those of the cells at *places* (N, 2), in cells. Bells around the colour of each kind (a
    few rounds of expectation and maximisation) are a second witness, which takes up to ``_CELL_NATS`` from each
    kind but the one that fits best.
    """
    said = shares
    for _ in range(_ROUNDS):
        logs, known = _fits(said[:, :-1], colours, places)
        if known.sum() < 2:
            return shares
        lead = np.maximum(_CELL_WITNESS * (logs - logs.max(axis=1, keepdims=True)), -_CELL_NATS)
        said = shares * np.exp(np.column_stack([lead, np.zeros(len(lead))]))
        said /= said.sum(axis=1, keepdims=True)
    return said


def for_pieces(presence: Array, owned: Array, colours: Array, places: Array) -> Array:
    """Return how many nats (N,) the cells' *colours* (N, 3) speak for pieces on them, and not for bare board.

    *presence* (N, bare | piece | covered) and *owned* (N, names of colours) are what the network says, as shares.
    Pieces of a colour of which none is sure say nothing; what is like neither the board nor any piece, a shadow
    or a finger, says little.
    """
    lead = np.zeros(len(presence))
    for _ in range(_ROUNDS):
        said = presence * np.exp(np.column_stack([-lead / 2, lead / 2, np.zeros(len(lead))]))
        said /= said.sum(axis=1, keepdims=True)
        logs, known = _fits(np.column_stack([said[:, 0], said[:, 1:2] * owned]), colours, places)
        if not known[0]:
            return np.zeros(len(presence))
        painted = np.where(known[1:], logs[:, 1:], logs[:, :1])
        densities = np.column_stack([painted + np.log(owned + _NEVER), _any_colour(colours)])
        pieces = np.logaddexp.reduce(densities + np.log([1 - _STRANGE] * owned.shape[1] + [_STRANGE]), axis=1)
        lead = np.clip(_CELL_WITNESS * (pieces - logs[:, 0]), -_CELL_NATS, _CELL_NATS)
    return lead


def _fits(said: Array, colours: Array, places: Array) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return how well (N, kinds), in nats, each cell's colour fits each kind, and which kinds are known.

    The colour of a kind, which light may change evenly across the board, and how much it varies are fitted to the
    cells that are surely of that kind, which *said* (N, kinds) tells. An unknown kind may have any colour.
    """
    weights = said**_SURELY * (said > 0.5)
    counts = weights.sum(axis=0)
    known = counts >= _FEW_CELLS
    logs = np.tile(_any_colour(colours)[:, None], len(counts))
    plane = np.column_stack([np.ones(len(places)), (places - places.mean(axis=0)) / 4])
    held = np.diag([1e-6, 1.0, 1.0])
    off, square = {}, {}
    for kind in np.flatnonzero(known):
        weighed = plane.T * weights[:, kind]
        off[kind] = colours - plane @ np.linalg.solve(weighed @ plane + held, weighed @ colours)
        square[kind] = weights[:, kind] @ off[kind] ** 2
    usual = sum(square.values()) / max(counts[known].sum(), 1e-9) + _OWN_SPREAD**2
    for kind in off:
        spread = (square[kind] + _PRIOR_CELLS * usual) / (counts[kind] + 2 * _PRIOR_CELLS)
        logs[:, kind] = _bell(off[kind], spread * (1 + 1 / counts[kind]))
    return logs, known


def _any_colour(colours: Array) -> Array:
    return _bell(colours - colours.mean(axis=0), np.full(3, _ANY_COLOUR**2))


def _bell(off: Array, spread: Array) -> Array:
    """Return the log-density (N,) of *off* (N, 3) under Student's bell of the variances *spread* (3,)."""
    return np.asarray(
        -0.5 * (_CELL_TAIL + 3) * np.log1p((off**2 / spread).sum(axis=1) / _CELL_TAIL) - 0.5 * np.log(spread).sum()
    )


def slot_profiles(image: Image, beside: Views) -> Array:
    """Return (N, ``_ROWS``, 3): the colours (CIE L*a*b* as OpenCV scales it) of rows along the place of each rod."""
    found = np.empty((len(beside.cells), _ROWS, 3))
    for index, (crop, outline) in enumerate(zip(crops(image, beside), beside.outline, strict=True)):
        (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
        spare = (right - left) * (1 - _LENGTH) / 2
        rows = np.linspace(top, bottom, _ROWS).round().astype(int).clip(0, crop.shape[0] - 1)
        first, last = max(int(left + spare), 0), min(int(right - spare), crop.shape[1] - 1)
        lab = cv2.cvtColor(np.ascontiguousarray(crop[rows, first : last + 1]), cv2.COLOR_BGR2LAB)
        found[index] = np.median(lab, axis=1)
    return found


def by_common_colour(rods: Array, profiles: Array, between: Array) -> Array:
    """Return the shares *rods* (N, none | rod | covered) once more, knowing that all rods of a table look alike.

    A rod does not fill its place, and shadows and the sides of stones do not fill it either. So what counts is the row
    of each place that comes closest to the rods' colour: of all colours where the network is sure of rods, the one that
    comes closer to these places than to those where it is sure of none. Bells of that distance, of places with a
    rod, of places between stones without and of others without, are a second witness, up to ``_WITNESS_NATS``.
    *between* (N,) is how likely stones lie on both sides.
    """
    sure = rods[:, :2] ** _SURELY
    weights = sure * between[:, None]
    if (weights.sum(axis=0) < _FEW).any():
        return rods.copy()
    distance = _from_rods(profiles * _SHINE, weights)
    rod = _bell_of(distance, weights[:, 1], _USUAL[1])
    lead = np.zeros(len(rods))
    for part in (between, 1.0 - between):
        none = _bell_of(distance, sure[:, 0] * part, _USUAL[0])
        lead += np.clip(_WITNESS * (rod - none), -_WITNESS_NATS, _WITNESS_NATS) * part
    shares = rods * np.exp(np.column_stack([-lead / 2, lead / 2, np.zeros(len(lead))]))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _bell_of(distance: Array, weight: Array, usual: float) -> Array:
    """Return how well (N,), in nats, each distance fits the places that *weight* (N,) tells."""
    count = weight.sum()
    mean = (weight @ distance + _PRIOR_MEAN * usual) / (count + _PRIOR_MEAN)
    square = weight @ (distance - mean) ** 2 + _PRIOR_SPREAD * _SPREAD**2
    spread = np.sqrt(square / (count + _PRIOR_SPREAD))
    return np.asarray(-0.5 * (_TAIL + 1) * np.log1p(((distance - mean) / spread) ** 2 / _TAIL) - np.log(spread))


def _from_rods(profiles: Array, weights: Array) -> Array:
    """Return how far (N,), as a logarithm, each place is from the rods' colour; *weights* (N, none | rod)."""
    rods = profiles[weights[:, 1] > _TELLING].reshape(-1, 3)
    if not len(rods):
        rods = profiles[weights[:, 1].argmax()]
    centres, _ = kmeans2(rods, min(_COLOURS, len(rods)), minit="++", seed=0)
    centres = np.vstack([centres, [_nearest(profiles, weights[:, 1], centre) for centre in centres]])
    far = [_log_distance(profiles, centre) for centre in centres]
    return max(far, key=lambda distance: _apart(distance, weights))


def _nearest(profiles: Array, weight: Array, colour: Array) -> Array:
    """Return the mean of the rows that come closest to *colour*, of the places that *weight* (N,) tells."""
    closest = ((profiles - colour) ** 2).sum(axis=2).argmin(axis=1)
    return np.asarray(weight @ profiles[np.arange(len(profiles)), closest] / weight.sum())


def _log_distance(profiles: Array, colour: Array) -> Array:
    far = np.sqrt(((profiles - colour) ** 2).sum(axis=2))
    return np.asarray(np.log(((far[:, :-2] + far[:, 1:-1] + far[:, 2:]) / 3).min(axis=1) + _NOISE))


def _apart(distance: Array, weights: Array) -> float:
    """Return by how many deviations places without a rod are further off than those with one."""
    shares = weights / weights.sum(axis=0)
    none, rod = shares.T @ distance
    spread = shares[:, 0] @ (distance - none) ** 2 + shares[:, 1] @ (distance - rod) ** 2
    return float((none - rod) / np.sqrt(spread / 2 + _LEAST_SPREAD))
