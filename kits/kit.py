"""What a physical game is: where its cells lie, what its pieces and markers look like.

Board frame: millimetres, origin at the top left outer corner of the playing area as
seat A sees it (the far corner on the a file), x right along the files, y down towards
seat A. The frame is right-handed, so z points *into* the table: a point *h* mm above
the board has z = -h.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kits.card import Card
from kits.inks import Ink


@dataclass(frozen=True, slots=True)
class Plan:
    """A rectangular grid of cells.

    >>> Plan(columns=8, rows=8, pitch_mm=40.0).centre_mm("a1")
    (20.0, 300.0)
    """

    columns: int
    rows: int
    pitch_mm: float

    @property
    def width_mm(self) -> float:
        return self.columns * self.pitch_mm

    @property
    def height_mm(self) -> float:
        return self.rows * self.pitch_mm

    @property
    def cells(self) -> tuple[str, ...]:
        """Cell names by column letter, then row number."""
        return tuple(f"{chr(97 + x)}{y}" for x in range(self.columns) for y in range(1, self.rows + 1))

    def centre_mm(self, cell: str) -> tuple[float, float]:
        """Return the centre of *cell* in the board frame."""
        column, row = ord(cell[0]) - 97, int(cell[1:])
        if not (0 <= column < self.columns and 1 <= row <= self.rows):
            raise ValueError(f"no cell is called {cell!r} on this board")
        return (column + 0.5) * self.pitch_mm, (self.rows - row + 0.5) * self.pitch_mm

    @property
    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """Outer corners in the order of the contract: a1, last file of row 1, of the last row, a of the last row."""
        w, h = self.width_mm, self.height_mm
        return (0.0, h), (w, h), (w, 0.0), (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Marker:
    """An AprilTag 36h11 of the frame: its code and its black square's corners.

    ``corners_mm`` is clockwise as printed, starting at the code's own top left, in the
    board frame (so markers of the frame have coordinates outside the playing area).
    """

    code: int
    corners_mm: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Solid:
    """A square pyramid standing point up."""

    kind: str
    base_mm: float
    height_mm: float
    pips: int


@dataclass(frozen=True, slots=True)
class Kit:
    """One game's equipment: plan, tag frame and pieces (kind letter of positions → solid)."""

    name: str
    plan: Plan
    markers: tuple[Marker, ...]
    solids: Mapping[str, Solid]
    stock: Mapping[str, int]
    """How many of each kind a seat owns."""
    title: str = ""
    band_mm: float = 0.0
    """Width of the printed frame on each side of the playing area; 0 where there is none."""
    marked: tuple[str, ...] = ()
    """Cells that the printed board sets apart (where the first piece goes)."""
    inks: Mapping[str, Ink] = field(default_factory=dict)
    """Seat → colour of the printed pieces."""
    card: Card | None = None
    """The rules on one page."""

    def on_board(self, pitch_mm: float) -> Kit:
        """Return this kit's pieces on a bought board of *pitch_mm* a cell: no frame."""
        return replace(self, plan=replace(self.plan, pitch_mm=pitch_mm), markers=(), band_mm=0.0)
