"""How large the cells of a bought board are, from pieces whose kinds the rules have confirmed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from core.reading import EMPTY
from kits.kit import Kit
from vision.inference import PITCHES_MM, pitch_prior
from vision.network import RATIOS
from vision.reader import BoardReading


def learned_pitch(
    board: BoardReading, kit: Kit, contents: Mapping[str, str], *, independent: float = 4.0
) -> npt.NDArray[np.float64]:
    """Return log-probabilities over PITCHES_MM, given that *contents* stand on the board of *board*.

    A picture shows only how large a piece is beside its cell; once its kind is known so is
    its size, and with it the cell's. The pieces of one picture share its mistakes, so they
    count as *independent* ones at most.
    """
    shares = []
    for index, cell in enumerate(board.views.cells):
        content = contents.get(cell, EMPTY)
        if content != EMPTY and cell in board.reading.cells:
            wanted = np.log(kit.solids[content[1:]].base_mm / PITCHES_MM)
            row = board.evidence.ratio[index].astype(np.float64)
            row = row - np.log(np.exp(row - row.max()).sum()) - row.max()
            shares.append(np.interp(wanted, np.log(RATIOS), row))
    if not shares:
        return pitch_prior()
    total = pitch_prior() + np.sum(shares, axis=0) * min(1.0, independent / len(shares))
    return np.asarray(total - np.log(np.exp(total - total.max()).sum()) - total.max())
