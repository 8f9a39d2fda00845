"""Damaged journals are refused with a line, read as they were, or cut at the end and told so; kills lose nothing."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.journals import DAMAGES, FAULTS, REFUSED, SAME, TOLD, tried
from benchmarks.kills import begun, killed
from kiebitz.archive.recorded import load


def test_no_damage_goes_unnoticed() -> None:
    found = Counter((one.damage, one.outcome) for one in tried(450, seed=1, kept=5))
    assert {outcome for _, outcome in found} <= {REFUSED, SAME, TOLD}
    assert all(found[damage, REFUSED] > 0 for damage in DAMAGES)
    assert not set(FAULTS) & {outcome for _, outcome in found}


def test_hashes_make_the_difference() -> None:
    found = Counter(one.outcome for one in tried(180, seed=1, is_chained=False, kept=5))
    assert sum(found[outcome] for outcome in FAULTS) > 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_a_game_that_is_killed_again_and_again_loses_nothing_that_was_told(tmp_path: Path) -> None:
    rng, path = random.Random(1), begun(tmp_path, "tink")
    for seed in range(5):
        last = killed(path, seed, rng.uniform(0, 0.01))
        assert 0 < last <= len(load(path).events)
