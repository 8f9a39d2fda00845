"""Batches of what is cut anew each time, from more pictures than memory holds crops of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

_AT_ONCE = 40
"""Pictures whose cuts are shuffled together."""


class Cut(Protocol):
    """Things cut out of pictures, some at a time, that can be put together and chosen from."""

    def __len__(self) -> int: ...

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return the things of all *parts*, in their order."""
        ...

    def of(self, chosen: npt.NDArray[np.int64]) -> Self:
        """Return the things of the numbers *chosen* alone, in that order."""
        ...


Source = TypeVar("Source")
Some = TypeVar("Some", bound=Cut)


def mixed(
    cut: Callable[[Source], Some], sources: Sequence[Source], rng: np.random.Generator, batch: int
) -> Iterator[Some]:
    """Yield what is *cut* from all *sources* in random order as far as memory allows, *batch* at a time.

    What is left at the end and makes no whole batch is not yielded.
    """
    order = rng.permutation(len(sources))
    rest: list[Some] = []
    for at in range(0, len(order), _AT_ONCE):
        parts = [*rest, *(cut(sources[index]) for index in order[at : at + _AT_ONCE])]
        together = type(parts[0]).joined(parts)
        shuffled = rng.permutation(len(together))
        whole = len(shuffled) // batch * batch
        for first in range(0, whole, batch):
            yield together.of(shuffled[first : first + batch])
        rest = [together.of(shuffled[whole:])]
