"""Estimates the cell size of a bought board from pieces of known kinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from core.reading import EMPTY
from vision.inference import PITCHES_MM, pitches_mm
from vision.network import RATIOS, Floats
from vision.reader import BoardReading

Array = npt.NDArray[np.float64]

SPREAD = 0.04
"""Least relative standard deviation of a learned pitch."""


def pitch_nats(pyramids: Iterable[tuple[Floats, float]]) -> Array:
    """Return how likely each of ``inference.PITCHES_MM`` is, in nats up to a constant.

    *pyramids* are what a network says of the ratio of base to pitch of each, and how wide its base is, in mm.
    """
    logs = np.log(RATIOS)
    fits = (np.interp(np.log(base / PITCHES_MM), logs, ratio.astype(np.float64)) for ratio, base in pyramids)
    return sum(fits, start=np.zeros(len(PITCHES_MM)))


def pitch_of(pyramids: Iterable[tuple[Floats, float]], cells: float = 1.0) -> float:
    """Return the pitch in mm, in the mean, of a board with *pyramids* as ``pitch_nats`` has them.

    *cells* are as large as those of ``inference.posterior``.
    """
    return float(np.exp(_mean_and_width(pitch_nats(pyramids))[0])) * cells


def pitch_bell(pitch_mm: float, cells: float = 1.0, *, spread: float = SPREAD) -> Array:
    """Return log-probabilities over ``inference.pitches_mm(cells)`` for a pitch that was learned, good to *spread*."""
    bell = -0.5 * ((np.log(pitches_mm(cells)) - np.log(pitch_mm)) / spread) ** 2
    return np.asarray(bell - np.log(np.exp(bell).sum()))


def learned_pitch(board: BoardReading, contents: Mapping[str, str]) -> Array:
    """Return log-probabilities over ``inference.pitches_mm``, given that *contents* stand on the board of *board*.

    A picture shows only how large a piece is beside its cell; once its kind is known so is
    its size, and with it the cell's. The answer is a bell around the mean, no narrower than
    ``SPREAD``: sharp enough that a later reading, which does not know
    the kinds, cannot talk itself into another size of board.
    """
    scores = pitch_nats(
        (board.evidence["ratio"][index], board.kit.pyramids[contents[cell][1:]].base_mm)
        for index, cell in enumerate(board.views.cells)
        if contents.get(cell, EMPTY) != EMPTY and cell in board.reading.cells
    )
    mean, width = _mean_and_width(scores)
    return pitch_bell(float(np.exp(mean)), spread=max(SPREAD, width))


def _mean_and_width(scores: Array) -> tuple[float, float]:
    """Return mean and standard deviation of the logarithm of a pitch; *scores* are its log-likelihoods in nats."""
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    logs = np.log(PITCHES_MM)
    mean = float(weights @ logs)
    return mean, float(np.sqrt(weights @ (logs - mean) ** 2))
