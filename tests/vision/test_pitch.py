"""The size of a bought board, learned from pieces whose kinds are known."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.locate import locate
from kits.tink import KIT
from simulator.table import Table
from vision.inference import PITCHES_MM
from vision.network import RATIOS
from vision.pitch import learned_pitch, pitch_bell, pitch_of
from vision.reader import read_board


@pytest.mark.slow
def test_confirmed_pieces_tell_the_pitch() -> None:
    table = Table.draw(np.random.default_rng(4), kit=KIT, style="wood", tier="easy", colours={"A": "red", "B": "blue"})
    contents = {"c3": "As", "d4": "Bs", "e5": "Am", "f6": "Bs", "d6": "As"}
    place = locate(table.picture(contents).image, KIT)
    assert place is not None
    board = read_board(table.picture(contents).image, place, KIT, players=2, colours=("red", "blue"))
    assert board.log_pitch is not None
    known = {cell: board.reading.best(cell) for cell in board.reading.cells}
    kinds = sorted(content[1] for content in known.values() if content != ".")
    assert kinds == ["m", "s", "s", "s", "s"]
    mean = float(np.exp(learned_pitch(board, known)) @ PITCHES_MM)
    assert mean == pytest.approx(table.scene.view.plan.pitch_mm, rel=0.15)


def test_pyramids_of_known_sizes_tell_the_pitch() -> None:
    bases = [solid.base_mm for solid in KIT.pyramids.values()]
    seen = [((-40 * (np.log(RATIOS) - np.log(base / 45.0)) ** 2).astype(np.float32), base) for base in bases]
    assert pitch_of(seen) == pytest.approx(45.0, rel=0.03)
    assert pitch_of(seen, 0.6) == pytest.approx(27.0, rel=0.03)
    bell = pitch_bell(45.0)
    assert PITCHES_MM[int(np.argmax(bell))] == pytest.approx(45.0, rel=0.02)
    assert np.exp(bell).sum() == pytest.approx(1.0)
