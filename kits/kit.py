"""What a physical game is: where its cells lie, what its pieces and markers look like.

Board frame: millimetres, origin at the top left outer corner of the playing area as
seat A sees it (the far corner on the a file), x right along the files, y down towards
seat A. The frame is right-handed, so z points *into* the table: a point *h* mm above
the board has z = -h.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from kits.card import Card
from kits.inks import Ink
from kits.pieces import Piece, Pyramid, Rod, across_mm
from kits.stamp import CODE_MM


@dataclass(frozen=True, slots=True)
class Plan:
    """A rectangular grid of cells, some of which may be missing.

    >>> Plan(columns=8, rows=8, pitch_mm=40.0).centre_mm("a1")
    (20.0, 300.0)
    >>> len(Plan(columns=7, rows=7, pitch_mm=30.0, missing=frozenset({"d4"})).cells)
    48
    """

    columns: int
    rows: int
    pitch_mm: float
    missing: frozenset[str] = frozenset()
    """Names of the grid that are no cells: holes in the board."""
    prefix: str = ""
    """What every cell's name begins with, on a board that is one of several."""

    @property
    def width_mm(self) -> float:
        return self.columns * self.pitch_mm

    @property
    def height_mm(self) -> float:
        return self.rows * self.pitch_mm

    @property
    def cells(self) -> tuple[str, ...]:
        """Cell names by column letter, then row number."""
        return _cells(self.columns, self.rows, self.missing, self.prefix)

    @property
    def edges(self) -> tuple[str, ...]:
        """Edges between cells that share a side, each by its two cells in order (``b2-c2``)."""
        known = set(self.cells)
        start = len(self.prefix)
        found = []
        for cell in self.cells:
            column, row = cell[start], int(cell[start + 1 :])
            beside = (f"{self.prefix}{column}{row + 1}", f"{self.prefix}{chr(ord(column) + 1)}{row}")
            found += [f"{cell}-{other}" for other in beside if other in known]
        return tuple(found)

    def centre_mm(self, cell: str) -> tuple[float, float]:
        """Return the centre of *cell* in the board frame."""
        if cell not in self.cells:
            raise ValueError(f"no cell is called {cell!r} on this board")
        name = cell.removeprefix(self.prefix)
        column, row = ord(name[0]) - 97, int(name[1:])
        return (column + 0.5) * self.pitch_mm, (self.rows - row + 0.5) * self.pitch_mm

    @property
    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """Outer corners in the order of the contract: a1, last file of row 1, of the last row, a of the last row."""
        w, h = self.width_mm, self.height_mm
        return (0.0, h), (w, h), (w, 0.0), (0.0, 0.0)


@cache
def _cells(columns: int, rows: int, missing: frozenset[str], prefix: str) -> tuple[str, ...]:
    grid = (f"{chr(97 + x)}{y}" for x in range(columns) for y in range(1, rows + 1))
    return tuple(prefix + name for name in grid if name not in missing)


@dataclass(frozen=True, slots=True)
class Marker:
    """An AprilTag 36h11 of the frame: its code and its black square's corners.

    ``corners_mm`` is clockwise as printed, starting at the code's own top left, in the
    board frame (so markers of the frame have coordinates outside the playing area).
    """

    code: int
    corners_mm: tuple[tuple[float, float], ...]

    def grown(self, k: float) -> Marker:
        """Return this tag with every length of the board times *k*."""
        return Marker(self.code, tuple((x * k, y * k) for x, y in self.corners_mm))


@dataclass(frozen=True, slots=True)
class Ground:
    """What is drawn on the playing area besides the lines between its cells."""

    chequered: bool = False
    block: int = 0
    """Heavy lines after every so many cells; 0 for none."""
    ringed: tuple[str, ...] = ()
    """Cells with a ring printed around their centre, under the pieces."""
    ring_mm: float = 0.0
    """The rings' diameter."""
    loose: bool = False
    """Whether the blocks may be loose tiles."""


PLAIN = Ground()
MOST_CELL_MM = 80.0


Sign = Literal["disc", "square", "diamond"]


@dataclass(frozen=True, slots=True)
class Join:
    """A side of a cell that touches another mini-board, and the sign that both halves print there."""

    cell: str
    side: Literal["left", "far"]
    other: str
    """The seat of the mini-board beyond."""
    sign: Sign


@dataclass(frozen=True, slots=True)
class MiniBoard:
    """One of several boards that are joined into the playing area, each with tags of its own.

    ``plan`` and ``markers`` are in the mini-board's own frame, which is the board frame
    as its owner sees it. Where the whole is a flat grid, a point p of it is at
    ``at_mm`` + R p in the whole's board frame, R turning by ``quarters`` · 90° clockwise
    as seen from above; otherwise ``at_mm`` is None and only the mini-board has a pose.
    """

    seat: str
    plan: Plan
    markers: tuple[Marker, ...]
    at_mm: tuple[float, float] | None
    quarters: int = 0
    joins: tuple[Join, ...] = ()
    code_mm: tuple[float, float] | None = None
    """The middle of the code that says what is printed here (kits.stamp), in the mini-board's frame."""

    def grown(self, k: float) -> MiniBoard:
        """Return this mini-board with every length times *k*."""
        return replace(
            self,
            plan=replace(self.plan, pitch_mm=self.plan.pitch_mm * k),
            markers=tuple(marker.grown(k) for marker in self.markers),
            at_mm=_grown(self.at_mm, k),
            code_mm=_grown(self.code_mm, k),
        )

    def in_whole(self, point_mm: tuple[float, float]) -> tuple[float, float]:
        """Return a point of the mini-board's frame in the whole's.

        Raises ``ValueError`` where there is no flat whole.
        """
        if self.at_mm is None:
            raise ValueError(f"the mini-board of {self.seat} has no place in a flat grid")
        x, y = point_mm
        for _ in range(self.quarters % 4):
            x, y = -y, x
        return self.at_mm[0] + x, self.at_mm[1] + y


@dataclass(frozen=True, slots=True)
class Kit:
    """One game's equipment: plan, tag frame and pieces (kind, as positions write it → shape)."""

    name: str
    plan: Plan
    """The whole playing area as one grid; with three, five or six mini-boards in a ring, one of them."""
    markers: tuple[Marker, ...]
    """The tags of the whole, in its board frame."""
    pieces: Mapping[str, Piece]
    stock: Mapping[str, int]
    """How many of each kind a seat owns."""
    title: str = ""
    ground: Ground = PLAIN
    band_mm: float = 0.0
    """Width of the printed frame on each side of the playing area; 0 where there is none."""
    label_mm: float = 0.0
    """How far outside the playing area the middle of a coordinate is printed."""
    label_size_mm: float = 0.0
    code_mm: tuple[float, float] | None = None
    """The middle of the code that says what is printed here (kits.stamp), in the board frame."""
    code_side_mm: float = CODE_MM
    variant: str = ""
    """What sets this kit apart from others of its game: the side of the board, the number of players."""
    marked: tuple[str, ...] = ()
    """Cells that the printed board sets apart (where the first piece goes)."""
    inks: Mapping[str, Ink] = field(default_factory=dict)
    """Seat → colour of the printed pieces."""
    credit: str = ""
    """Whose game it is and under which licence, in a few words for the foot of a sheet."""
    card: Card | None = None
    """The rules on one page."""
    other_pieces: Mapping[str, Piece] | None = None
    """What people also play the same kinds with."""
    growing: bool = True
    """Whether the board is empty at first and fills from the first kind of ``stock`` on."""
    suited: bool = False
    """Whether pieces show a suit of the piecepack rather than the seat's letter."""
    rod: Rod | None = None
    """What lies on edges between cells, where the game has such a thing."""
    minis: tuple[MiniBoard, ...] = ()
    """The boards that are joined to make the playing area, where it is not one sheet."""

    @property
    def rods(self) -> int:
        """How many rods there are: one for each inner edge; none where the game has no such thing."""
        columns, rows = self.plan.columns, self.plan.rows
        return rows * (columns - 1) + columns * (rows - 1) if self.rod else 0

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that own pieces; none where all pieces are a common supply."""
        return tuple(owner for owner in self.inks if owner.isupper())

    @property
    def pyramids(self) -> Mapping[str, Pyramid]:
        """The pieces that are pyramids, in their order."""
        return {kind: piece for kind, piece in self.pieces.items() if isinstance(piece, Pyramid)}

    @property
    def is_filled(self) -> bool:
        """Whether its pieces fill their cells, and all of the board in the end, with rods between them."""
        return self.rod is not None

    @property
    def has_whole(self) -> bool:
        """Whether the playing area is one flat grid, and not mini-boards that each have a place of their own."""
        return all(mini.at_mm is not None for mini in self.minis)

    def with_other_pieces(self) -> Kit:
        """Return this kit with the pieces that people also play it with. Raises ``ValueError`` where there are none."""
        if self.other_pieces is None:
            raise ValueError(f"{self.title} is played with no other pieces")
        return replace(self, pieces=self.other_pieces, other_pieces=None)

    def on_board(self, pitch_mm: float) -> Kit:
        """Return this kit's pieces on a bought board of *pitch_mm* a cell: no frame."""
        return replace(self, plan=replace(self.plan, pitch_mm=pitch_mm), markers=(), band_mm=0.0)

    def with_cells(self, cell_mm: float) -> Kit:
        """Return this kit with its board and frame grown or shrunk to cells of *cell_mm*; pieces keep their size.

        Raises ``ValueError`` where the pieces have no room, or beyond ``MOST_CELL_MM``.
        """
        room = max((across_mm(piece) for piece in self.pieces.values()), default=0.0)
        least = room + (self.rod.width_mm if self.rod else 0.0)
        if not least <= cell_mm <= MOST_CELL_MM:
            raise ValueError(
                f"cells of {cell_mm:g} mm: choose from {least:g} mm, so that every piece of {self.title} fits, "
                f"to {MOST_CELL_MM:g} mm"
            )
        k = cell_mm / self.plan.pitch_mm
        return replace(
            self,
            plan=replace(self.plan, pitch_mm=cell_mm),
            markers=tuple(marker.grown(k) for marker in self.markers),
            ground=replace(self.ground, ring_mm=self.ground.ring_mm * k),
            band_mm=self.band_mm * k,
            label_mm=self.label_mm * k,
            label_size_mm=self.label_size_mm * k,
            code_mm=_grown(self.code_mm, k),
            code_side_mm=self.code_side_mm * k,
            minis=tuple(mini.grown(k) for mini in self.minis),
        )


def _grown(point: tuple[float, float] | None, k: float) -> tuple[float, float] | None:
    return None if point is None else (point[0] * k, point[1] * k)
