"""The physical description of a game: where its cells lie and what its pieces and markers look like.

Board frame: millimetres, origin at the top left outer corner of the playing area as
seat A sees it (the far corner on the a file), x right across the files, y down towards
seat A. The frame is right-handed, so z points *into* the table: a point *h* mm above
the board has z = -h.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from kits.card import Card
from kits.colours import COLOURS
from kits.inks import Ink
from kits.pieces import Die, Piece, Pyramid, Rod, across_mm
from kits.stamp import CODE_MM


@dataclass(frozen=True, slots=True)
class Plan:
    """A rectangular grid of cells; some of them may be missing.

    >>> Plan(columns=8, rows=8, pitch_mm=40.0).centre_mm("a1")
    (20.0, 300.0)
    >>> len(Plan(columns=7, rows=7, pitch_mm=30.0, missing=frozenset({"d4"})).cells)
    48
    """

    columns: int
    rows: int
    pitch_mm: float
    missing: frozenset[str] = frozenset()
    """Grid squares that are not cells: holes in the board."""
    prefix: str = ""
    """The start of every cell name where the board is one of several."""

    @property
    def width_mm(self) -> float:
        return self.columns * self.pitch_mm

    @property
    def height_mm(self) -> float:
        return self.rows * self.pitch_mm

    @property
    def cells(self) -> tuple[str, ...]:
        """Cell names, ordered by column letter and then by row number."""
        return _cells(self.columns, self.rows, self.missing, self.prefix)

    @property
    def edges(self) -> tuple[str, ...]:
        """Edges between cells that share a side, each named by its two cells in order (``b2-c2``)."""
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
        """Outer corners, counter-clockwise from a1: near left, near right, far right, far left."""
        w, h = self.width_mm, self.height_mm
        return (0.0, h), (w, h), (w, 0.0), (0.0, 0.0)


@cache
def turned_place(place: str, quarters: int, columns: int, rows: int) -> str:
    """Return the name of the cell or edge *place* on a board of this many *columns* and *rows* that is turned."""

    def turned(cell: str) -> tuple[int, int]:
        column, row, wide, high = ord(cell[0]) - 97, int(cell[1:]) - 1, columns, rows
        for _ in range(quarters):
            column, row, wide, high = row, wide - 1 - column, high, wide
        return column, row

    return "-".join(f"{chr(97 + x)}{y + 1}" for x, y in sorted(map(turned, place.split("-"))))


@cache
def _cells(columns: int, rows: int, missing: frozenset[str], prefix: str) -> tuple[str, ...]:
    grid = (f"{chr(97 + x)}{y}" for x in range(columns) for y in range(1, rows + 1))
    return tuple(prefix + name for name in grid if name not in missing)


@dataclass(frozen=True, slots=True)
class Marker:
    """An AprilTag 36h11 in the frame: its code and the corners of its black square.

    ``corners_mm`` is in the board frame, clockwise as printed, starting at the code's
    own top left. Markers lie outside the playing area.
    """

    code: int
    corners_mm: tuple[tuple[float, float], ...]

    def grown(self, k: float) -> Marker:
        """Return this tag on a board scaled by *k*."""
        return Marker(self.code, tuple((x * k, y * k) for x, y in self.corners_mm))


@dataclass(frozen=True, slots=True)
class Ground:
    """What is printed on the playing area besides the grid lines."""

    chequered: bool = False
    block: int = 0
    """Cells between heavy grid lines; 0 for no such lines."""
    ringed: tuple[str, ...] = ()
    """Cells with a printed ring around their centre, under the pieces."""
    ring_mm: float = 0.0
    """Diameter of the rings."""
    loose: bool = False
    """Whether the blocks can be printed as loose tiles."""


PLAIN = Ground()
MOST_CELL_MM = 80.0
_GRIP_MM = 2.0
"""Least room to leave on a cell around its piece, for the fingers."""


Sign = Literal["disc", "square", "diamond"]


@dataclass(frozen=True, slots=True)
class Join:
    """A cell side that touches another mini-board, and the sign printed across it, half on each board."""

    cell: str
    side: Literal["left", "far"]
    other: str
    """The seat of the other mini-board at the join."""
    sign: Sign


@dataclass(frozen=True, slots=True)
class MiniBoard:
    """One of several boards joined into the playing area, each with its own tags.

    ``plan`` and ``markers`` are in the mini-board's own frame: the board frame as its
    owner sees it. If the whole is a flat grid, point p of the mini-board lies at
    ``at_mm`` + R p in the whole's board frame, where R is a turn by ``quarters`` · 90°
    clockwise as seen from above. Otherwise ``at_mm`` is None and each mini-board has a
    pose of its own.
    """

    seat: str
    plan: Plan
    markers: tuple[Marker, ...]
    at_mm: tuple[float, float] | None
    quarters: int = 0
    joins: tuple[Join, ...] = ()
    code_mm: tuple[float, float] | None = None
    """Centre of the QR code (kits.stamp), in the mini-board's frame."""

    def grown(self, k: float) -> MiniBoard:
        """Return this mini-board scaled by *k*."""
        return replace(
            self,
            plan=replace(self.plan, pitch_mm=self.plan.pitch_mm * k),
            markers=tuple(marker.grown(k) for marker in self.markers),
            at_mm=_grown(self.at_mm, k),
            code_mm=_grown(self.code_mm, k),
        )

    def in_whole(self, point_mm: tuple[float, float]) -> tuple[float, float]:
        """Convert a point from the mini-board's frame to the whole's.

        Raises ``ValueError`` if there is no flat whole.
        """
        if self.at_mm is None:
            raise ValueError(f"the mini-board of {self.seat} has no place in a flat grid")
        x, y = point_mm
        for _ in range(self.quarters % 4):
            x, y = -y, x
        return self.at_mm[0] + x, self.at_mm[1] + y


@dataclass(frozen=True, slots=True)
class Kit:
    """One game's equipment: plan, tag frame and pieces (kind, as written in positions → shape)."""

    name: str
    plan: Plan
    """The whole playing area as one grid; where three, five or six mini-boards form a ring, one of these."""
    markers: tuple[Marker, ...]
    """The tags of the whole board, in the board frame."""
    pieces: Mapping[str, Piece]
    stock: Mapping[str, int]
    """How many pieces of each kind a seat owns."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Kind → what the rules call such a piece, where that isn't its shape."""
    title: str = ""
    ground: Ground = PLAIN
    band_mm: float = 0.0
    """Width of the printed frame around the playing area; 0 for no frame."""
    label_mm: float = 0.0
    """Distance from the playing area to the centre of a printed coordinate."""
    label_size_mm: float = 0.0
    code_mm: tuple[float, float] | None = None
    """Centre of the QR code (kits.stamp), in the board frame."""
    code_side_mm: float = CODE_MM
    variant: str = ""
    """What distinguishes this kit from others of its game: board size or number of players."""
    marked: tuple[str, ...] = ()
    """Cells outlined on the printed board: where the first piece may go."""
    inks: Mapping[str, Ink] = field(default_factory=dict)
    """Seat → colour of its printed pieces; the first colour where a seat has several."""
    more_inks: Mapping[str, tuple[Ink, ...]] = field(default_factory=dict)
    """Seat → further colours of its printed pieces."""
    bought: tuple[str, ...] = COLOURS
    """The colours in which such pieces are sold."""
    credit: str = ""
    """Author and licence, in a few words for the foot of a sheet."""
    card: Card | None = None
    """The rules on one page."""
    other_pieces: Mapping[str, Piece] | None = None
    """Other shapes that people use for the same kinds."""
    stand_ins: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Kind of die → how many faces the dice have that stand in for it; 100 for a die that shows tens."""
    alike: tuple[frozenset[str], ...] = ()
    """Groups of kinds that a die's shape does not tell apart, because dice stand in for each other."""
    growing: bool = True
    """Whether the board starts empty and fills up, beginning with the first kind in ``stock``."""
    suited: bool = False
    """Whether pieces show a piecepack suit instead of the seat's letter."""
    rod: Rod | None = None
    """The rod for the edges between cells, in a game that uses rods."""
    minis: tuple[MiniBoard, ...] = ()
    """The mini-boards that make up the playing area; none if it is a single board."""

    @property
    def rods(self) -> int:
        """The number of rods: one for each inner edge; 0 in a game without rods."""
        columns, rows = self.plan.columns, self.plan.rows
        return rows * (columns - 1) + columns * (rows - 1) if self.rod else 0

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that own pieces; none if the players share all pieces."""
        return tuple(owner for owner in self.inks if owner.isupper())

    @property
    def pyramids(self) -> Mapping[str, Pyramid]:
        """The pieces that are pyramids, in the order of ``pieces``."""
        return {kind: piece for kind, piece in self.pieces.items() if isinstance(piece, Pyramid)}

    @property
    def is_filled(self) -> bool:
        """Whether pieces fill their cells, and in the end the whole board, with rods between them."""
        return self.rod is not None

    @property
    def has_strange_dice(self) -> bool:
        """Whether dice of other shapes than those of ``pieces`` stand in for some of these."""
        own = {piece.faces for piece in self.pieces.values() if isinstance(piece, Die)}
        return any(not own.issuperset(shapes) for shapes in self.stand_ins.values())

    @property
    def has_whole(self) -> bool:
        """Whether the playing area is one flat grid rather than a ring of separate mini-boards."""
        return all(mini.at_mm is not None for mini in self.minis)

    def inks_of(self, seat: str) -> tuple[Ink, ...]:
        """Return the colours of the printed pieces of *seat*."""
        return self.inks[seat], *self.more_inks.get(seat, ())

    def ink_of(self, seat: str, kind: str, number: int) -> Ink:
        """Return the colour of the printed piece *number* of a *kind*, from 0 on, of *seat*.

        A seat's pieces take turns in its colours, kind by kind: of five, four and one there are three and two, two and
        two, and one.
        """
        kinds = list(self.stock)
        before = sum(self.stock[each] for each in kinds[: kinds.index(kind)])
        inks = self.inks_of(seat)
        return inks[(before + number) % len(inks)]

    def count_of(self, seat: str, kind: str, ink: Ink) -> int:
        """Return how many pieces of a *kind* *seat* has in *ink*."""
        return sum(self.ink_of(seat, kind, number) == ink for number in range(self.stock[kind]))

    def printed_in(self, inks: Mapping[str, tuple[Ink, ...]]) -> Kit:
        """Return this kit with the pieces of seats in these *inks*; other seats keep theirs."""
        first = {seat: some[0] for seat, some in inks.items()}
        more = {seat: some[1:] for seat, some in inks.items() if len(some) > 1}
        return replace(self, inks={**self.inks, **first}, more_inks={**self.more_inks, **more})

    def with_other_pieces(self) -> Kit:
        """Return this kit with its other pieces. Raises ``ValueError`` if it has none."""
        if self.other_pieces is None:
            raise ValueError(f"{self.title} has no alternative pieces")
        return replace(self, pieces=self.other_pieces, other_pieces=None)

    def on_board(self, pitch_mm: float) -> Kit:
        """Return this kit's pieces on a bought board: cells of *pitch_mm*, no tag frame."""
        return replace(self, plan=replace(self.plan, pitch_mm=pitch_mm), markers=(), band_mm=0.0)

    def with_cells(self, cell_mm: float) -> Kit:
        """Return this kit with its board and frame scaled to cells of *cell_mm*; pieces keep their size.

        Raises ``ValueError`` if a piece would not fit its cell, or beyond ``MOST_CELL_MM``.
        """
        room = max((across_mm(piece) for piece in self.pieces.values()), default=0.0)
        least = room + (self.rod.width_mm if self.rod else _GRIP_MM)
        if not least <= cell_mm <= MOST_CELL_MM:
            raise ValueError(
                f"cells of {cell_mm:g} mm are out of range: choose {least:g} mm, so that every piece of {self.title} "
                f"stands apart from its neighbours, to {MOST_CELL_MM:g} mm"
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
