"""The differences between Tink, Ting and Tingle as data, with tables derived from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from core.board.cells import bits
from core.board.topology import Topology, square_grid
from core.goodwin.options import GoodwinOptions, TingleOptions
from core.goodwin.position import SMALL, Move


@dataclass(frozen=True)
class Family:
    """The parameters of one game of the family (3.1).

    ``opening`` gives the cells of each value of the option ``opening_cells``;
    ``letters`` the letters that readers take for S, M and L, the canonical one first.
    """

    name: str
    title: str
    side: int
    kinds: tuple[str, str, str]
    opening: Mapping[str, tuple[str, ...]]
    options: type[GoodwinOptions]
    letters: tuple[str, str, str] = ("S", "M", "L")

    @cached_property
    def topology(self) -> Topology:
        return square_grid(self.side)

    @cached_property
    def opening_masks(self) -> dict[str, int]:
        named = {value: self.topology.mask_of(cells) for value, cells in self.opening.items()}
        return {**named, "any": self.topology.everywhere}

    @cached_property
    def free_smalls(self) -> tuple[tuple[tuple[Move, ...], ...], ...]:
        """The free smalls of a byte of empty cells: ``free_smalls[byte number][byte]``."""
        size = self.side * self.side
        return tuple(
            tuple(tuple(Move(SMALL, 8 * number + bit, 0) for bit in bits(byte)) for byte in range(256))
            for number in range((size + 7) // 8)
        )

    def kind_names(self, options: GoodwinOptions) -> tuple[str, str, str]:
        """Return the names of S, M and L for people."""
        return options.tingle_kit if isinstance(options, TingleOptions) else self.kinds
