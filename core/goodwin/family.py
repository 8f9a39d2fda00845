"""The differences between Tink, Ting and Tingle as data, with tables derived from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from core.board.cells import CellSet, bits
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
        interior = self.topology.set_of(*self.opening["interior"])
        centres = self.topology.set_of(*self.opening["all_centres"])
        return {"interior": interior.mask, "all_centres": centres.mask, "any": self.topology.all.mask}

    @cached_property
    def neighbour_masks(self) -> tuple[int, ...]:
        return tuple(cells.mask for cells in self.topology.neighbours)

    @cached_property
    def line_masks(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Of each cell: the runs of four through it, and all their cells together."""
        table = []
        for fours in self.topology.fours_through:
            star = CellSet()
            for four in fours:
                star |= four
            table.append((tuple(four.mask for four in fours), star.mask))
        return tuple(table)

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
