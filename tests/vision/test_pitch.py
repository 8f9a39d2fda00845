"""The size of a bought board, learned from pieces whose kinds are known."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.locate import locate
from kits.tink import KIT
from simulator.table import Table
from vision.inference import PITCHES_MM
from vision.pitch import learned_pitch
from vision.reader import read_board


@pytest.mark.slow
def test_confirmed_pieces_tell_the_pitch() -> None:
    table = Table.draw(np.random.default_rng(4), style="wood", tier="easy", colours={"A": "red", "B": "blue"})
    contents = {"c3": "As", "d4": "Bs", "e5": "Am", "f6": "Bs", "d6": "As"}
    place = locate(table.picture(contents).image, KIT)
    assert place is not None
    board = read_board(table.picture(contents).image, place, KIT, players=2, colours=("red", "blue"))
    assert board.pitch_mm is not None
    known = {cell: board.reading.best(cell) for cell in board.reading.cells}
    kinds = sorted(content[1] for content in known.values() if content != ".")
    assert kinds == ["m", "s", "s", "s", "s"]
    mean = float(np.exp(learned_pitch(board, known)) @ PITCHES_MM)
    assert mean == pytest.approx(table.scene.view.plan.pitch_mm, rel=0.15)
