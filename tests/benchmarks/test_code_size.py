"""Counting what there is to hold in the head."""

from __future__ import annotations

from benchmarks.code_size import Size, size_of

SOURCE = """
NEAR, FAR = 0.25, 7
near = 12

def sign(x):
    if x > 5:
        return 1
    return [0 if y < 0 else y for y in x if y]
"""


def test_constants_other_numbers_and_branches_are_told_apart() -> None:
    assert size_of(SOURCE) == Size(modules=1, lines=8, constants=2, literals=2, branches=3)
