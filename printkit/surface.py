"""The printed surfaces of a board: a single one, or a mini-board for each seat."""

from __future__ import annotations

from dataclasses import dataclass

from kits.kit import PLAIN, Ground, Join, Kit, Marker, MiniBoard, Plan
from kits.pieces import Rod, Slab
from kits.stamp import CODE_MM, Stamp
from printkit.drawing import Box, Point


@dataclass(frozen=True, slots=True)
class Name:
    """A coordinate in the frame: ``at`` is its centre, ``opposite`` whether it is printed upside down."""

    text: str
    at: Point
    opposite: bool = False


@dataclass(frozen=True, slots=True)
class Slots:
    """The places for rods: one on every inner edge, between two stones."""

    length_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True)
class Surface:
    """One board to cut out of paper, in its own board frame."""

    title: str
    plan: Plan
    box: Box
    """The outer edge of its frame."""
    markers: tuple[Marker, ...]
    names: tuple[Name, ...]
    name_mm: float
    """Type size of the coordinates."""
    ground: Ground = PLAIN
    marked: tuple[str, ...] = ()
    slots: Slots | None = None
    joins: tuple[Join, ...] = ()
    seat: str = ""
    """The owner of this mini-board; empty for a single board."""
    stamp: Stamp | None = None
    code_mm: Point | None = None
    """Centre of the QR code."""
    code_side_mm: float = CODE_MM


def surfaces(kit: Kit, paper: str = "a4") -> tuple[Surface, ...]:
    """Return the printed surfaces of the board of *kit*; *paper* is only recorded in the stamp."""
    if kit.minis:
        return tuple(_mini(kit, mini, paper) for mini in kit.minis)
    band, plan = kit.band_mm, kit.plan
    return (
        Surface(
            "The board",
            plan,
            (-band, -band, plan.width_mm + band, plan.height_mm + band),
            kit.markers,
            _names(kit),
            kit.label_size_mm,
            ground=kit.ground,
            marked=kit.marked,
            slots=_slots(kit),
            stamp=Stamp(kit.name, kit.variant, paper, plan.pitch_mm),
            code_mm=kit.code_mm,
            code_side_mm=kit.code_side_mm,
        ),
    )


def _slots(kit: Kit) -> Slots | None:
    stones = [piece.across_mm for piece in kit.pieces.values() if isinstance(piece, Slab)]
    return Slots(kit.rod.length_mm, kit.plan.pitch_mm - max(stones)) if isinstance(kit.rod, Rod) else None


def _names(kit: Kit) -> tuple[Name, ...]:
    """Return the coordinates around a board: upright for seat A on two sides, for the opposite seat on the others."""
    plan, out = kit.plan, kit.label_mm
    if not kit.band_mm:
        return ()
    found = []
    for column in range(plan.columns):
        x, text = (column + 0.5) * plan.pitch_mm, chr(97 + column)
        found += [Name(text, (x, plan.height_mm + out)), Name(text, (x, -out), opposite=True)]
    for row in range(plan.rows):
        y, text = (plan.rows - row - 0.5) * plan.pitch_mm, str(row + 1)
        found += [Name(text, (-out, y)), Name(text, (plan.width_mm + out, y), opposite=True)]
    return tuple(found)


def _mini(kit: Kit, mini: MiniBoard, paper: str) -> Surface:
    """Return a mini-board, with its frame on the near and right sides; the other sides touch its neighbours."""
    plan, band = mini.plan, kit.band_mm
    near = [f"{mini.seat}{chr(97 + column)}1" for column in range(plan.columns)]
    right = [f"{mini.seat}{chr(96 + plan.columns)}{row}" for row in range(1, plan.rows + 1)]
    names = [
        Name(text, (plan.centre_mm(cell)[0], plan.height_mm + kit.label_mm))
        for cell, text in zip(near, _varying(kit, mini, near), strict=True)
    ]
    names += [
        Name(text, (plan.width_mm + kit.label_mm, plan.centre_mm(cell)[1]))
        for cell, text in zip(right, _varying(kit, mini, right), strict=True)
    ]
    return Surface(
        f"The mini-board of player {mini.seat}",
        plan,
        (0.0, 0.0, plan.width_mm + band, plan.height_mm + band),
        mini.markers,
        tuple(names),
        kit.label_size_mm,
        joins=mini.joins,
        seat=mini.seat,
        stamp=Stamp(kit.name, kit.variant + mini.seat, paper, plan.pitch_mm),
        code_mm=mini.code_mm,
        code_side_mm=kit.code_side_mm,
    )


def _varying(kit: Kit, mini: MiniBoard, cells: list[str]) -> list[str]:
    """Return the part of the names that changes along *cells*: of names on the one flat board, or of their own."""
    if mini.at_mm is None:
        names = [cell.removeprefix(mini.seat) for cell in cells]
    else:
        whole = {_cell(kit.plan, centre): name for name, centre in ((n, kit.plan.centre_mm(n)) for n in kit.plan.cells)}
        names = [whole[_cell(kit.plan, mini.in_whole(mini.plan.centre_mm(cell)))] for cell in cells]
    return [name[0] if names[0][0] != names[1][0] else name[1:] for name in names]


def _cell(plan: Plan, point: Point) -> tuple[int, int]:
    return int(point[0] // plan.pitch_mm), int(point[1] // plan.pitch_mm)
