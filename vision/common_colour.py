"""Evidence from pixel colours: things of one kind share a colour within a picture.

The network has never seen this table. But in one picture all bare cells look alike, and so do all stones of one
colour and all flat pieces. So the certain cells show which colours to expect in the others.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.network import leaning
from vision.views import Array, Image, Views

Flags = npt.NDArray[np.bool_]

_ROUNDS = 3
_SURELY = 4
"""Power of the network's certainty in a place's weight: doubtful places say little about colours."""

_ACROSS = 9
"""Samples along each side of a cell."""
_CORE = 0.4
"""Extent of the samples from the cell's centre, in half sides; a piece on the cell covers all of it."""
_FEW_CELLS = 1.5
"""Least total weight of cells of a kind; with less, the kind may have any colour."""
_ANY_COLOUR = 60.0
_OWN_SPREAD = 6.0
"""Least standard deviation of one colour, in each channel (0 to 255)."""
_PRIOR_CELLS = 2.0
"""Weight, in cells, of the common spread as a prior, and of the least spread likewise."""
_CELL_TAIL = 8.0
_CELL_WITNESS = 0.7
"""Discount of this evidence, because light and shadow change many cells at once."""
_CELL_NATS = 4.0
_STRANGE = 0.1
"""Share of pieces whose colour is misjudged."""
_NEVER = 1e-12


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


def for_pieces(presence: Array, owned: Array, colours: Array, places: Array, marked: Flags) -> Array:
    """Return how many nats (N,) the cells' *colours* (N, 3) speak for pieces on them, and not for bare board.

    *presence* (N, bare | piece | covered) is what the network says, as shares, and *owned* (N, groups) to which of
    the groups of one colour each would belong, were it a piece. Bare cells are of one colour where nothing is printed
    on them, and of another where they are *marked* (N,). Pieces of a group of which none is sure say nothing, nor does
    anything where there is no group; what is
    like neither the board nor any piece, a shadow or a finger, says little.
    """
    lead = np.zeros(len(presence))
    if not owned.shape[1]:
        return lead
    grounds = np.column_stack([~marked, marked])
    for _ in range(_ROUNDS):
        said = leaning(presence, lead)
        logs, known = _fits(np.column_stack([said[:, :1] * grounds, said[:, 1:2] * owned]), colours, places)
        bare = np.where(marked, logs[:, 1], logs[:, 0])
        painted = np.where(known[2:], logs[:, 2:], bare[:, None])
        densities = np.column_stack([painted + np.log(owned + _NEVER), _any_colour(colours)])
        pieces = np.logaddexp.reduce(densities + np.log([1 - _STRANGE] * owned.shape[1] + [_STRANGE]), axis=1)
        lead = np.clip(_CELL_WITNESS * (pieces - bare), -_CELL_NATS, _CELL_NATS)
        lead[~known[marked.astype(np.intp)]] = 0.0
    return lead


def _fits(said: Array, colours: Array, places: Array) -> tuple[Array, Flags]:
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
