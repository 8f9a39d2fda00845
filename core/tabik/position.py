"""The state of a game of Tabik, and its moves, as values on integer bitboards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.play.display import ShownPosition
from core.tabik.options import TabikOptions
from core.verdict import Outcome

BLACK, WHITE = range(2)
COLOURS = "BW"
COLOUR_NAMES = ("Black", "White")
PLACE, EXCHANGE, SWAPPING, PASSING = range(4)


class Move(NamedTuple):
    """An action: for a placement *first* is the black stone's cell and *second* the white one's.

    An exchange names its smaller cell first. ``rod`` is the bit of the edge that gets the
    rod, set in an integer; ``SWAP`` and ``PASS`` have none.
    """

    kind: int
    first: int
    second: int
    rod: int


SWAP = Move(SWAPPING, -1, -1, 0)
PASS = Move(PASSING, -1, -1, 0)


@dataclass(frozen=True, slots=True, repr=False)
class Position(ShownPosition):
    """A position; ``options.board_size`` is its side.

    ``black`` and ``white`` hold bits of cells, ``rods`` bits of edges (see ``Board``).
    ``mover`` is the colour whose turn it is, or would be next once there is an
    ``outcome``. ``passes`` counts the passes at the end (``explicit_passes``);
    ``swapped`` says that the players have exchanged colours.
    """

    options: TabikOptions
    black: int
    white: int
    rods: int
    mover: int
    ply: int
    passes: int = 0
    swapped: bool = False
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours: what a result names (C3). ``holders`` tells who plays them."""
        return tuple(COLOURS)

    @property
    def to_move(self) -> str | None:
        return None if self.outcome else COLOURS[self.mover]

    @property
    def holders(self) -> dict[str, str]:
        """Colour → the seat that plays it now."""
        first = self.options.first_player
        seats = (first, "B" if first == "A" else "A")
        return dict(zip(COLOURS, reversed(seats) if self.swapped else seats, strict=True))

    def stones(self, colour: int) -> int:
        """Return the cells of the stones of *colour*."""
        return self.white if colour else self.black
