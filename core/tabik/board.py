"""The cells and edges of a Tabik board, with the moves that each edge allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from core.board.cells import bits
from core.board.topology import cell_names, cell_number
from core.tabik.options import LARGEST, SMALLEST
from core.tabik.position import EXCHANGE, PLACE, Move


@dataclass(frozen=True, slots=True)
class Board:
    """*side* × *side* cells; build it with ``board``.

    Cells are numbered as in ``core.board.topology``: ``c + 1`` lies above ``c``, ``c + side`` to
    its right. An edge is one bit of an integer in two planes: bit ``c`` is the edge from
    ``c`` upwards, bit ``side² + c`` the one to the right.
    """

    side: int
    names: tuple[str, ...]
    edges: tuple[tuple[int, int, int], ...]
    """Every edge as (bit, smaller cell, larger cell), in the order of notation."""
    edge_names: tuple[str, ...]
    """The names of ``edges``."""
    below_top: int
    """The cells with another cell above them."""
    placements: tuple[tuple[tuple[Move, ...], ...], ...]
    """The placements for each value of each byte of edges: ``placements[byte number][byte]``."""
    exchanges: tuple[tuple[tuple[Move, ...], ...], ...]
    """The exchanges for each value of each byte of edges, indexed likewise."""

    @property
    def size(self) -> int:
        return self.side * self.side

    @property
    def everywhere(self) -> int:
        """The bits of all cells."""
        return (1 << self.size) - 1

    def cell(self, name: str) -> int:
        """Return the number of the cell called *name*. Raises ``ValueError`` naming it."""
        return cell_number(name, self.side)

    def edge_bit(self, one: int, other: int) -> int | None:
        """Return the bit of the edge between two cells, in either order; None where they share no side."""
        low, high = sorted((one, other))
        if high == low + self.side:
            return self.size + low
        return low if high == low + 1 and self.below_top >> low & 1 else None

    def ends(self, bit: int) -> tuple[int, int]:
        """Return the two cells of the edge with *bit*, the smaller first."""
        return (bit - self.size, bit - self.size + self.side) if bit >= self.size else (bit, bit + 1)

    def edge_name(self, bit: int) -> str:
        """Return the name of the edge with *bit*.

        >>> board(4).edge_name(5), board(4).edge_name(21)
        ('b2-b3', 'b2-c2')
        """
        return _edge_name(self.side, bit)

    def moves_on(self, bit: int) -> tuple[Move, Move, Move]:
        """Return the two placements and the exchange that use the edge with *bit*, legal or not."""
        return _moves_on(self.ends(bit), bit)

    def neighbours(self, cell: int) -> list[int]:
        """Return the up to four cells that share a side with *cell*, in order."""
        around = (cell - self.side, cell - 1, cell + 1, cell + self.side)
        return [other for other in around if 0 <= other < self.size and self.edge_bit(cell, other) is not None]


@cache
def _edge_name(side: int, bit: int) -> str:
    grid = board(side)
    return "-".join(grid.names[cell] for cell in grid.ends(bit))


@cache
def board(side: int) -> Board:
    """Return the board of *side* × *side* cells. Raises ``ValueError`` for a side that the game has not."""
    if not SMALLEST <= side <= LARGEST:
        raise ValueError(f"a Tabik board has {SMALLEST} to {LARGEST} rows, not {side}")
    names, size = cell_names(side), side * side
    edges: list[tuple[int, int, int]] = []
    for cell in range(size):
        if cell % side < side - 1:
            edges.append((cell, cell, cell + 1))
        if cell + side < size:
            edges.append((size + cell, cell, cell + side))
    placements: dict[int, tuple[Move, ...]] = {}
    exchanges: dict[int, tuple[Move, ...]] = {}
    for bit, low, high in edges:
        *both, exchange = _moves_on((low, high), bit)
        placements[bit], exchanges[bit] = tuple(both), (exchange,)
    return Board(
        side=side,
        names=names,
        edges=tuple(edges),
        edge_names=tuple(f"{names[low]}-{names[high]}" for _, low, high in edges),
        below_top=below_top(side),
        placements=_table(placements, 2 * size),
        exchanges=_table(exchanges, 2 * size),
    )


def below_top(side: int) -> int:
    """Return the bits of the cells of *side* × *side* that have one above them."""
    return sum(1 << cell for cell in range(side * side) if cell % side < side - 1)


def _moves_on(ends: tuple[int, int], bit: int) -> tuple[Move, Move, Move]:
    low, high = ends
    rod = 1 << bit
    return Move(PLACE, low, high, rod), Move(PLACE, high, low, rod), Move(EXCHANGE, low, high, rod)


def _table(moves: dict[int, tuple[Move, ...]], width: int) -> tuple[tuple[tuple[Move, ...], ...], ...]:
    """Turn *moves*, listed by bit, into a table by byte."""
    return tuple(
        tuple(tuple(move for bit in bits(byte) for move in moves.get(8 * number + bit, ())) for byte in range(256))
        for number in range((width + 7) // 8)
    )
