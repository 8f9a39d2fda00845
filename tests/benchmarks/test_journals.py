"""Damaged journals are refused with a line, read as they were, or cut at the end and told so; never anything else."""

from __future__ import annotations

from collections import Counter

from benchmarks.journals import DAMAGES, FAULTS, REFUSED, SAME, TOLD, tried


def test_no_damage_goes_unnoticed() -> None:
    found = Counter((one.damage, one.outcome) for one in tried(450, seed=1, kept=5))
    assert {outcome for _, outcome in found} <= {REFUSED, SAME, TOLD}
    assert all(found[damage, REFUSED] > 0 for damage in DAMAGES)
    assert not set(FAULTS) & {outcome for _, outcome in found}


def test_hashes_make_the_difference() -> None:
    found = Counter(one.outcome for one in tried(180, seed=1, is_chained=False, kept=5))
    assert sum(found[outcome] for outcome in FAULTS) > 0
