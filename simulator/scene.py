"""What stands on the pretend table, as values: enough to render the same picture again.

Frames are those of kits.kit and calibration.registration: mm, z into the table, so what
stands above the board has negative z. Colours are linear light in the order blue,
green, red, 1.0 being a perfect white in full light.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from calibration.registration import Registration
from kits.kit import Kit
from simulator.looks import BoardLook, Material, Tint

Point = tuple[float, float, float]
Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on a cell.

    ``base_mm`` is how far it measures across, as its kind in kits.pieces is measured: the
    side of a base, the diameter of a disc, the edge of a die.
    """

    cell: str
    seat: str
    colour: str
    kind: str
    offset_mm: tuple[float, float]
    yaw_deg: float
    base_mm: float
    height_mm: float
    material: Material
    value: int = 0
    """The value that a die shows."""

    @property
    def content(self) -> str:
        """The piece as positions write it, such as ``As``, ``b`` or ``A6=4``."""
        return f"{self.seat}{self.kind}" + (f"={self.value}" if self.value else "")


@dataclass(frozen=True, slots=True)
class LaidRod:
    """A rod on an edge between two cells (``b2-c2``), a little off the edge's middle and its direction."""

    edge: str
    offset_mm: tuple[float, float]
    turn_deg: float
    size_mm: tuple[float, float, float]
    """Length, width and height."""
    material: Material


@dataclass(frozen=True, slots=True)
class Loose:
    """Something on the table beside the board: a piece of the stash, a cup, a card.

    ``size_mm`` is length, width and height; a lying pyramid's is its base, base, height.
    The ``shape`` of a piece of the stash is ``piece``, that of a pyramid ``pyramid`` or ``lying``.
    """

    shape: str
    at_mm: tuple[float, float]
    yaw_deg: float
    size_mm: tuple[float, float, float]
    material: Material
    second: Tint = (0.02, 0.02, 0.02)
    """Colour of what is inside or printed on it: coffee, a screen, the sign on a card."""
    piece: str = ""
    """A piece of the stash as positions write it (``As``, ``b``, ``A6=4``), or ``rod``."""
    over_mm: float = 0.0
    """How high above the table it is held; 0 where it lies. A thing held up hides whatever is behind it."""


How = Literal["line", "side", "two", "tilted"]
"""How a piece lies wrong: across a line, on its side, as one of two in a cell, or tilted."""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A piece on the board that lies as no piece should, and on which cells; *thing* lies on the board's plane."""

    how: How
    cells: tuple[str, ...]
    thing: Loose
    tilt_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Ground:
    """The table's surface, its outline in mm, and the floor beyond."""

    kind: str
    first: Tint
    second: Tint
    scale: float
    outline_mm: tuple[tuple[float, float], ...]
    floor_kind: str
    floor: Tint
    wall: Tint
    gloss: float
    yaw_deg: float
    seed: int
    tile_px: int = 512
    """Side of the picture used to tile table and floor."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light of some size: where it is, how wide, and how much it gives at the board's centre."""

    at_mm: Point
    radius_mm: float
    tint: Tint


@dataclass(frozen=True, slots=True)
class Light:
    """Lamps, the room's own light from all sides, and what makes both uneven."""

    lamps: tuple[Lamp, ...]
    dome: Tint
    unevenness: float
    """Depth of large soft shadows of things outside the picture, 0 to 1."""
    glare: float
    """The greatest brightness of the lamps' reflections in board and table."""
    glare_spread: float
    seed: int
    slats: float = 0.0
    """Depth of the stripes cast by a blind, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the board: fingertips at ``at_mm``, the arm coming from ``from_deg``."""

    at_mm: tuple[float, float]
    height_mm: float
    from_deg: float
    scale: float
    skin: Tint
    sleeve: Tint
    sleeve_from_mm: float
    """How much forearm shows below the sleeve."""
    open: float
    """How far the fingers are spread, 0 to 1."""
    left: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera does to the light: see simulator.sensor for the order."""

    exposure: float = 1.0
    white_balance: Tint = (1.0, 1.0, 1.0)
    contrast: float = 1.0
    saturation: float = 1.0
    vignette: float = 0.2
    bloom: float = 0.0
    defocus_px: float = 0.5
    motion_px: float = 0.0
    motion_deg: float = 0.0
    aberration: float = 0.0
    luma_noise: float = 2.0
    chroma_noise: float = 1.0
    denoise: float = 0.0
    sharpen: float = 0.3
    shrink: float = 1.0
    jpeg_quality: int = 90


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything a picture is made from."""

    kit: Kit
    board: BoardLook
    ground: Ground
    light: Light
    pieces: tuple[Placed, ...]
    loose: tuple[Loose, ...]
    hand: Hand | None
    view: Registration
    """The true camera and pose."""
    sensor: Sensor
    seats: Mapping[str, str]
    """Seat → name of its colour, or of several joined by ``+``."""
    seed: int
    rods: tuple[LaidRod, ...] = ()
    foreign: tuple[Loose, ...] = ()
    """Things on the board that are not pieces."""
    misplaced: tuple[Misplaced, ...] = ()
    """Pieces that lie wrong, in addition to those that stand on their cells."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPiece:
    """A piece as the picture shows it: outline (n, 2) in px, and the share of it that nothing hides."""

    placed: Placed
    outline_px: Array
    visible: float


@dataclass(frozen=True, slots=True)
class SeenEdge:
    """An edge between two cells: whether a rod lies on it, and the share of rod or bare edge that nothing hides."""

    rod: bool
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What a perfect reader would say of the picture."""

    registration: Registration
    contents: Mapping[str, tuple[str, str] | None]
    """Cell → colour name and kind; None for an empty cell. Every cell is named."""
    seats: Mapping[str, str]
    covered: Mapping[str, float]
    """Cell → share of it that a hand or clutter hides or that lies outside the picture."""
    pieces: tuple[SeenPiece, ...]
    edges: Mapping[str, SeenEdge] = field(default_factory=dict)
    """Edge (``b2-c2``) → what is visible of it; in a game with rods, every edge is named."""
    marked: frozenset[str] = frozenset()
    """Cells with something printed on them, a ring or a dot."""
    taken: Mapping[str, str] = field(default_factory=dict)
    """Cell → the thing, not a piece, that takes it up."""
    misplaced: Mapping[str, How] = field(default_factory=dict)
    """Cell → how a piece lies wrong there."""

    @property
    def position(self) -> dict[str, str]:
        """Cell → content as positions write it (``As``), ``.`` for an empty cell; edge → ``rod`` or ``.``."""
        standing = {piece.placed.cell: piece.placed.content for piece in self.pieces}
        cells = {cell: standing.get(cell, ".") for cell in self.contents}
        return cells | {edge: "rod" if seen.rod else "." for edge, seen in self.edges.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture (height, width, 3) in BGR, and its truth."""

    image: Image
    truth: Truth
