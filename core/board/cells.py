"""Sets of cells as the bits of integers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the cells in *mask*, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class CellSet:
    """A set of cells, held as the bits of one integer.

    Immutable and hashable, so it can be a dictionary key or a field of a frozen
    dataclass. The set operators mean what they mean on ``frozenset``.

    >>> edge, corner = CellSet.of(0, 1, 2), CellSet.of(2, 5)
    >>> edge & corner
    CellSet.of(2)
    """

    mask: int = 0

    def __post_init__(self) -> None:
        if self.mask < 0:
            raise ValueError("a set of cells has no complement of its own; subtract it from the board")

    @classmethod
    def of(cls, *cells: int) -> CellSet:
        """Return the set of the cells numbered *cells*."""
        mask = 0
        for cell in cells:
            mask |= 1 << cell
        return cls(mask)

    def __iter__(self) -> Iterator[int]:
        return bits(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and cell >= 0 and bool(self.mask >> cell & 1)

    def __and__(self, other: CellSet) -> CellSet:
        return CellSet(self.mask & other.mask)

    def __or__(self, other: CellSet) -> CellSet:
        return CellSet(self.mask | other.mask)

    def __xor__(self, other: CellSet) -> CellSet:
        return CellSet(self.mask ^ other.mask)

    def __sub__(self, other: CellSet) -> CellSet:
        return CellSet(self.mask & ~other.mask)

    def __le__(self, other: CellSet) -> bool:
        return not self.mask & ~other.mask

    def __lt__(self, other: CellSet) -> bool:
        return self.mask != other.mask and self <= other

    def __ge__(self, other: CellSet) -> bool:
        return other <= self

    def __gt__(self, other: CellSet) -> bool:
        return other < self

    def isdisjoint(self, other: CellSet) -> bool:
        """Return whether the two sets have no cell in common."""
        return not self.mask & other.mask

    def __repr__(self) -> str:
        return f"CellSet.of({', '.join(map(str, self))})"
