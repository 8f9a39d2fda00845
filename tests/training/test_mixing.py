"""Batches of what is cut anew: everything once, nothing twice, but for what makes no whole batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.mixing import mixed


@dataclass(frozen=True)
class Numbers:
    values: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def joined(cls, parts: Sequence[Numbers]) -> Numbers:
        return cls(np.concatenate([part.values for part in parts]))

    def of(self, chosen: npt.NDArray[np.int64]) -> Numbers:
        return Numbers(self.values[chosen])


def test_all_but_the_last_few_come_once_and_mixed() -> None:
    seen = list(mixed(lambda n: Numbers(np.arange(7 * n, 7 * n + 7)), range(100), np.random.default_rng(1), 16))
    assert [len(batch) for batch in seen] == [16] * (700 // 16)
    values = np.concatenate([batch.values for batch in seen])
    assert len(set(values.tolist())) == len(values)
    assert not (np.diff(values) == 1).mean() > 0.1


def test_what_is_cut_may_be_nothing() -> None:
    cut = [0, 3, 0, 4]
    seen = list(mixed(lambda n: Numbers(np.arange(n)), cut, np.random.default_rng(1), 2))
    assert sum(len(batch) for batch in seen) == 6
