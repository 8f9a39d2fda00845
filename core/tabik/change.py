"""What differs between a position and a board that somebody saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.reading import EMPTY, ROD
from core.tabik import notation, rules
from core.tabik.board import Board
from core.tabik.notation import STONES
from core.tabik.position import Position
from core.verdict import Objection, capitalised, in_words

WORDS = {"b": "black", "w": "white"}


@dataclass(frozen=True, slots=True)
class Change:
    """What became of *position*: stones as cell → letter, edges by their bits in the order of notation.

    ``recoloured`` holds the new letters; ``strangers`` are the cells and edges with something else
    than a stone or a rod.
    """

    grid: Board
    position: Position
    added: Mapping[str, str]
    removed: Mapping[str, str]
    recoloured: Mapping[str, str]
    new_rods: tuple[int, ...]
    lost_rods: tuple[int, ...]
    strangers: tuple[str, ...]
    after: Mapping[str, str]
    """The whole board as seen."""

    @classmethod
    def between(cls, position: Position, observed: Mapping[str, str]) -> Change:
        """Return the difference between *position* and *observed*; what is left out is unchanged.

        Raises ``ValueError`` naming a cell or an edge that the board has not.
        """
        grid, before = rules.board_of(position), notation.contents(position)
        for name in observed:
            if name not in before:
                raise ValueError(notation.stranger(grid, name))
        after = before | {name: content or EMPTY for name, content in observed.items()}
        differ = {name: (old, after[name]) for name, old in before.items() if old != after[name]}
        stones = {cell: differ[cell] for cell in grid.names if cell in differ}
        rods = {
            bit: differ[name] for (bit, _, _), name in zip(grid.edges, grid.edge_names, strict=True) if name in differ
        }
        return cls(
            grid,
            position,
            added={cell: new for cell, (old, new) in stones.items() if old == EMPTY},
            removed={cell: old for cell, (old, new) in stones.items() if new == EMPTY},
            recoloured={cell: new for cell, (old, new) in stones.items() if EMPTY not in (old, new)},
            new_rods=tuple(bit for bit, (old, _) in rods.items() if old == EMPTY),
            lost_rods=tuple(bit for bit, (_, new) in rods.items() if new == EMPTY),
            strangers=tuple(
                name for name in differ if after[name] not in ((EMPTY, ROD) if "-" in name else (EMPTY, *STONES))
            ),
            after=after,
        )

    @property
    def same_stones(self) -> bool:
        return not (self.added or self.removed or self.recoloured)

    @property
    def boards(self) -> tuple[int, int, int]:
        """Black stones, white stones and rods as they were seen."""
        black, white = (
            sum(1 << cell for cell, name in enumerate(self.grid.names) if self.after[name] == letter)
            for letter in STONES
        )
        rods = self.position.rods
        for bit in (*self.new_rods, *self.lost_rods):
            rods ^= 1 << bit
        return black, white, rods

    @property
    def edges(self) -> tuple[str, ...]:
        """The edges whose rod came or went."""
        return tuple(self.grid.edge_name(bit) for bit in (*self.new_rods, *self.lost_rods))

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that changed or lie at an edge that did."""
        touched = {*self.added, *self.removed, *self.recoloured}
        touched |= {cell for edge in self.edges for cell in edge.split("-")}
        return tuple(cell for cell in self.grid.names if cell in touched)

    def ends(self, bit: int) -> tuple[str, str]:
        """Return the names of the two cells of an edge."""
        low, high = self.grid.ends(bit)
        return self.grid.names[low], self.grid.names[high]

    def edge(self, cells: tuple[str, ...]) -> int | None:
        """Return the bit of the edge between the two *cells*, None where they share no side."""
        one, other = map(self.grid.cell, cells)
        return self.grid.edge_bit(one, other)

    def objection(self, code: str, message: str, *cells: str, hint: str = "") -> Objection:
        """Return the objection with how to undo the change, after *hint*, which says how to finish it."""
        return Objection(code, message, cells or self.cells, f"{hint} Or: {self.undo}" if hint else self.undo)

    @property
    def undo(self) -> str:
        """How to put everything back."""
        steps = [f"take the stone off {cell}" for cell in self.added]
        steps += [f"put the {WORDS[old]} stone back on {cell}" for cell, old in self.removed.items()]
        steps += [f"put a {_other(new)} stone back on {cell}" for cell, new in self.recoloured.items()]
        steps += [f"take the rod off {self.grid.edge_name(bit)}" for bit in self.new_rods]
        steps += [f"put the rod back on {self.grid.edge_name(bit)}" for bit in self.lost_rods]
        return capitalised(in_words(steps)) + "."


def _other(letter: str) -> str:
    return WORDS["w" if letter == "b" else "b"]
