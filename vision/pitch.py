"""How large the cells of a bought board are, from pieces whose kinds the rules have confirmed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from core.reading import EMPTY
from vision.inference import PITCHES_MM, pitch_prior
from vision.network import RATIOS
from vision.reader import BoardReading


def learned_pitch(board: BoardReading, contents: Mapping[str, str], *, spread: float = 0.04) -> npt.NDArray[np.float64]:
    """Return log-probabilities over ``inference.pitches_mm``, given that *contents* stand on the board of *board*.

    A picture shows only how large a piece is beside its cell; once its kind is known so is
    its size, and with it the cell's. The answer is a bell around the mean, no narrower than
    *spread* (a share of the pitch): sharp enough that a later reading, which does not know
    the kinds, cannot talk itself into another size of board.
    """
    scores = pitch_prior()
    for index, cell in enumerate(board.views.cells):
        content = contents.get(cell, EMPTY)
        if content != EMPTY and cell in board.reading.cells:
            wanted = np.log(board.kit.pyramids[content[1:]].base_mm / PITCHES_MM)
            scores = scores + np.interp(wanted, np.log(RATIOS), board.evidence["ratio"][index].astype(np.float64))
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    logs = np.log(PITCHES_MM)
    mean = float(weights @ logs)
    width = max(spread, float(np.sqrt(weights @ (logs - mean) ** 2)))
    bell = -0.5 * ((logs - mean) / width) ** 2
    return np.asarray(bell - np.log(np.exp(bell).sum()))
