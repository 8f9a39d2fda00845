"""A table whose doors are besieged goes on: its moves are told, its page comes, its terminal stays quiet."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from benchmarks.live import stages
from benchmarks.siege import besieged


@pytest.mark.slow
@pytest.mark.thinned(0)  # its attackers, the table and its helpers need both cores
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses for this machine")
def test_a_besieged_table_goes_on() -> None:
    found = besieged(stages("tink")[:3], seconds=15)
    assert (found.told, found.missed) == (found.moves, 0)
    assert np.median(found.pages) < 1
    assert found.largest_mb < 1000
    assert found.lines <= 10
    assert found.ending_s < 5  # two seconds, and what a busy machine adds
